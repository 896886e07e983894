"""Files that macOS gives to a program that runs: by a double click, or dropped on its icon."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override


class FileOpenEvents(QObject):
    """Says which files are to be opened.

    On other systems a file comes as an argument of another start, and this does nothing: each
    event of the program would go through Python.

    Signals:
        file_requested: a file (its path).
    """

    file_requested = Signal(str)

    def __init__(self, app: QApplication, system: str = sys.platform) -> None:
        super().__init__(app)
        if system == "darwin":
            app.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_requested.emit(event.file())
            return True
        return super().eventFilter(watched, event)
