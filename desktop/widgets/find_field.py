"""A line to look for something in the list below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

_DOWN = {Qt.Key.Key_Down, Qt.Key.Key_PageDown}


class FindField(QLineEdit):
    """Escape empties it, and closes its dialog or popup where it is empty.

    Signals:
        left_downwards: the focus is to move to the list.
    """

    left_downwards = Signal()

    def __init__(self, name: str, placeholder: str, parent: QWidget) -> None:
        super().__init__(parent, placeholderText=placeholder, clearButtonEnabled=True)
        self.setAccessibleName(name)
        # Otherwise a dropped deck file would become its path; the window opens it instead.
        self.setAcceptDrops(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _DOWN:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
