"""The buttons under an entry of the problem list: each does one thing about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from desktop.pages.builder.problems.problem_entries import Entry, ProblemAction
from desktop.style.fonts import space
from desktop.widgets.wrap_button import WrapButton

AT_FIRST = 2


class RepairButtons(QWidget):
    """The first offers of an entry as buttons, and the others when asked for.

    It lies over the whole entry, with the buttons at its lower edge.

    Signals:
        offer_taken: a button was pressed (the Offer).
        grown: there are more buttons now, or fewer.
        left: the user goes back to the list with a key.
    """

    offer_taken = Signal(object)
    grown = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[ProblemAction, ...] = ()
        self._all = False
        self.buttons: list[WrapButton] = []
        self._layout = QVBoxLayout(self)
        gap = self.fontMetrics().height() // 2
        self._layout.setContentsMargins(self.fontMetrics().height() * 2, 0, gap, gap)
        self._layout.setSpacing(space(self, 1))
        self._layout.addStretch(1)

    def show_entry(self, entry: Entry) -> None:
        """Show the offers of an entry; while it has none yet, those before stay, out of reach."""
        if entry.offers == self._offers or (not entry.offers and entry.problem and self._offers):
            for button in self.buttons:
                button.setEnabled(entry.offers == self._offers)
            return
        self._offers = entry.offers
        self._fill()

    def height_in(self, width: int) -> int:
        """Return the height of the buttons, with the room below them, in an entry of a width."""
        if not self.buttons:
            return 0
        margins = self._layout.contentsMargins()
        inner = width - margins.left() - margins.right()
        heights = [button.heightForWidth(inner) + self._layout.spacing() for button in self.buttons]
        return sum(heights) + self._layout.spacing()

    def enter(self) -> bool:
        """Give the focus to the first button; tell whether there is one."""
        usable = [button for button in self.buttons if button.isEnabled()]
        if usable:
            usable[0].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(usable)

    def _fill(self) -> None:
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        shown = self._offers if self._all else self._offers[:AT_FIRST]
        for offer in shown:
            self._add(offer.words)
        rest = len(self._offers) - len(shown)
        if rest:
            self._add(f"{rest} more…").setAccessibleDescription("Show the other repairs")
        self.grown.emit()

    def _add(self, words: str) -> WrapButton:
        button = WrapButton(words, self)
        button.clicked.connect(self._on_clicked)
        self._layout.addWidget(button)
        self.buttons.append(button)
        button.show()
        return button

    def _on_clicked(self) -> None:
        number = next((n for n, each in enumerate(self.buttons) if each is self.sender()), 0)
        if number < AT_FIRST or self._all:
            self.offer_taken.emit(self._offers[number])
            return
        self._all = True
        self._fill()
        self.buttons[number].setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        elif event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Left}:
            self.left.emit()
        else:
            super().keyPressEvent(event)
