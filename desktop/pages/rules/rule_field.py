"""The field that rules are searched with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

_DOWN = {Qt.Key.Key_Down, Qt.Key.Key_PageDown}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class RuleField(QLineEdit):
    """A line for words, a card's name, an id or the number of a ruling.

    Signals:
        left_downwards: the focus is to move to the list.
        confirmed: Enter was pressed: the best rule is to be opened.
    """

    left_downwards = Signal()
    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Search the rules: words, a card, 1.2")
        self.setAccessibleName("Search the rules")
        self.setClearButtonEnabled(True)
        # Otherwise a dropped deck file would become its path; the window opens it instead.
        self.setAcceptDrops(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _DOWN:
            self.left_downwards.emit()
        elif event.key() in _ENTER:
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)
