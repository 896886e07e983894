"""What is said where a search finds nothing: what emptied it, and what each thing less brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from carddb.search.filters import FilterTerm
from carddb.text_format import shortened
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.style.fonts import Size, sized, space
from desktop.widgets.labels import label, tip
from desktop.widgets.layouts import FlowLayout, column

if TYPE_CHECKING:
    from carddb.search.empty_answer import EmptySearch, WiderSearch


class EmptyResult(QWidget):
    """The words and filters of an empty result, each with a button that drops it.

    Signals:
        search_chosen: another search is wanted (its text, its filters).
    """

    search_chosen = Signal(str, object)

    def __init__(self, tasks: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = label(size=Size.SMALL, wraps=True)
        self.buttons: list[QPushButton] = []
        self._layout = FlowLayout(space(self, 1))
        self._wider: BackgroundQuery[EmptySearch, tuple[WiderSearch, ...]] = BackgroundQuery(
            tasks, _wider_searches, self
        )
        self._wider.answered.connect(self._offer)
        # What brings nothing back alone is named: buttons for it would fill a small window.
        self.in_vain = label(size=Size.SMALL, faint=True, wraps=True)
        column(
            self.words, self._layout, self.in_vain, parent=self, margin=0, spacing=space(self, 1)
        )
        self.hide()

    def show_search(self, search: EmptySearch | None) -> None:
        """Say what emptied a search, and look for what is left without it; None: it did not."""
        if search is None or not (search.text.strip() or search.filters):
            self._wider.withdraw()
            self._offer(())
            self.hide()
            return
        if search != self._wider.question:
            self._offer(())
        self.words.setText(_emptied(search.text.strip(), search.filters))
        self.show()
        self._wider.ask(search)

    def _offer(self, searches: tuple[WiderSearch, ...]) -> None:
        while self._layout.count():
            self._layout.takeAt(0)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(each) for each in searches if each.count]
        vain = [shortened(each.words) for each in searches if not each.count]
        self.in_vain.setText(f"Still no cards without {_listed(vain, 'or')} alone.")
        self.in_vain.setVisible(bool(vain))
        self._layout.invalidate()
        self.updateGeometry()

    def _button(self, search: WiderSearch) -> QPushButton:
        quoted = shortened(search.words)
        number = f"{search.count:,} {'card' if search.count == 1 else 'cards'}"
        what = f"Search texts for “{quoted}”" if search.in_texts else f"Without {quoted}"
        button = QPushButton(f"{what}: {number}".replace("&", "&&"), self)
        button.setObjectName("small")
        button.setFont(sized(button.font(), Size.SMALL))
        button.setToolTip(tip(f"Search: {search.text}" if search.text else "Empties the search"))
        button.clicked.connect(lambda: self.search_chosen.emit(search.text, search.filters))
        self._layout.addWidget(button)
        button.show()
        return button


def _emptied(text: str, filters: tuple[FilterTerm, ...]) -> str:
    named = [each.label for each in filters]
    if not named:
        return f"No cards match “{text}”."
    listed = _listed(named, "and")
    return f"No cards match “{text}” with {listed}." if text else f"No cards match {listed}."


def _listed(names: list[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _wider_searches(search: EmptySearch, progress: Progress) -> tuple[WiderSearch, ...]:
    from carddb.search.empty_answer import wider_searches  # noqa: PLC0415 - lark, not at start

    return wider_searches(search, progress)
