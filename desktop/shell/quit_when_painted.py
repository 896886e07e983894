"""A start that quits as soon as the window has painted its cards, and prints that it has."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from desktop.shell.main_window import MainWindow

LIMIT_MS = 60_000
PAINTED = "The window is painted with its cards."


class QuitWhenPainted(QObject):
    """Exits with 0 once the table of all cards is painted, with 1 if it is not in time."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._painted = False
        window.build.pool.table.viewport().installEventFilter(self)
        QTimer.singleShot(LIMIT_MS, self, lambda: QApplication.exit(1))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and not self._painted:
            self._painted = self._window.build.pool.model.rowCount() > 0
            if self._painted:
                # After all other painting, when the window is ready for keys.
                QTimer.singleShot(0, self, self._on_idle)
        return False

    def _on_idle(self) -> None:
        if sys.stdout is not None:
            sys.stdout.write(f"{PAINTED}\n")
            sys.stdout.flush()
        self._window.close()
        QApplication.exit(0)
