"""Garbage is collected in the window's own thread, never in a worker."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_PAUSE_MS = 1000


class GuiThreadCollector(QObject):
    """Does what Python does by itself otherwise, but only here.

    Python collects in whichever thread happens to make an object. In a worker that would delete
    widgets that belong to the window's thread, and Qt does not survive that.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.sweep)

    def start(self) -> None:
        """Take over from Python."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Give it back."""
        self._timer.stop()
        gc.enable()

    def sweep(self) -> None:
        """Collect the oldest generation that is due, as Python would."""
        due = [
            generation
            for generation, (count, most) in enumerate(
                zip(gc.get_count(), self._thresholds, strict=True)
            )
            if count > most
        ]
        if due:
            gc.collect(max(due))
