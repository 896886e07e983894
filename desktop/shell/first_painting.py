"""When the window has painted its cards: the library opens then, or a smoke start quits."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from desktop.shell.main_window import MainWindow

LIMIT_MS = 60_000
PAINTED = "The window is painted with its cards."


class FirstPainting(QObject):
    """Watches for the painting of the number of all cards, which stands beside table and gallery.

    Signals:
        painted: the window is painted with its cards for the first time, and ready for keys.
    """

    painted = Signal()

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = window.build.pool
        self._pool.count.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._pool.model.rowCount() > 0:
            self._pool.count.removeEventFilter(self)
            # After all other painting.
            QTimer.singleShot(0, self, self.painted.emit)
        return False


def quit_when_painted(window: MainWindow, first: FirstPainting) -> None:
    """Exit with 0 once the window is painted, and print so; with 1 if it is not in time."""

    def leave() -> None:
        if sys.stdout is not None:
            sys.stdout.write(f"{PAINTED}\n")
            sys.stdout.flush()
        window.close()
        QApplication.exit(0)

    first.painted.connect(leave)
    QTimer.singleShot(LIMIT_MS, first, lambda: QApplication.exit(1))
