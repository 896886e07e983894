"""A start that leaves again as soon as the window is painted with its cards, and says so."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from desktop.shell.main_window import MainWindow

LIMIT_MS = 60_000
PAINTED = "The window is painted with its cards."


class SmokeTest(QObject):
    """Leaves the program with 0 once the table of all cards is painted, with 1 if it never is."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._painted = False
        window.build.pool.table.viewport().installEventFilter(self)
        QTimer.singleShot(LIMIT_MS, self, self._on_time_ran_out)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and not self._painted:
            self._painted = self._window.build.pool.model.rowCount() > 0
            if self._painted:
                # Once all that was to be painted is, and the window is ready for keys.
                QTimer.singleShot(0, self, self._on_idle)
        return False

    def _on_idle(self) -> None:
        if sys.stdout is not None:
            sys.stdout.write(f"{PAINTED}\n")
            sys.stdout.flush()
        self._window.close()
        QApplication.exit(0)

    def _on_time_ran_out(self) -> None:
        QApplication.exit(1)
