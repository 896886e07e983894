"""The filters that are on, each as a chip that switches it off, with a button for all of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from carddb.search.filters import FilterTerm
from desktop.style.fonts import Size, sized, space
from desktop.widgets.labels import tip
from desktop.widgets.layouts import FlowLayout

_CROSS = "\N{MULTIPLICATION SIGN}"


class ActiveFilterChip(QPushButton):
    """A filter that is on; a click or Delete switches it off."""

    def __init__(self, term: FilterTerm, parent: QWidget) -> None:
        super().__init__(f"{term.label.replace('&', '&&')}  {_CROSS}", parent)
        self.term = term
        self.setObjectName("chip")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setAccessibleName(f"Filter: {term.label}")
        self.setAccessibleDescription("Press to drop it")
        self.setToolTip(tip(f"Drop this filter ({term.text})"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.click()
        else:
            super().keyPressEvent(event)


class ActiveFilters(QWidget):
    """A row of chips and *Clear*; nothing where no filter is on.

    Signals:
        dropped: a filter is to be switched off (a FilterTerm).
        cleared: all filters are to be switched off.
    """

    dropped = Signal(object)
    cleared = Signal()

    def __init__(self, before: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._before = before
        self._terms: tuple[FilterTerm, ...] = ()
        self.chips: list[ActiveFilterChip] = []
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self.setAccessibleName("Filters that are on")
        self.clear = QPushButton("Clear", self)
        self.clear.setObjectName("chip")
        self.clear.setFont(sized(self.clear.font(), Size.SMALL))
        self.clear.setAccessibleName("Clear all filters")
        self.clear.setToolTip("Drop these filters; the words of the search stay")
        self.clear.clicked.connect(self.cleared)
        self.hide()

    def show_terms(self, terms: tuple[FilterTerm, ...]) -> None:
        """Show these filters as chips; the focus stays at the place of a chip that goes."""
        if terms == self._terms:
            return
        focused = next((n for n, chip in enumerate(self.chips) if chip.hasFocus()), None)
        had_focus = focused is not None or self.clear.hasFocus()
        self._terms = terms
        while self._layout.count():
            self._layout.takeAt(0)
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [self._chip(term) for term in terms]
        self._layout.addWidget(self.clear)
        before = self._before
        for each in (*self.chips, self.clear):
            QWidget.setTabOrder(before, each)
            before = each
        self.setVisible(bool(terms))
        if had_focus and not terms:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        elif focused is not None:
            place = min(focused, len(self.chips) - 1)
            self.chips[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def _chip(self, term: FilterTerm) -> ActiveFilterChip:
        chip = ActiveFilterChip(term, self)
        chip.clicked.connect(lambda: self.dropped.emit(term))
        self._layout.addWidget(chip)
        chip.show()
        return chip
