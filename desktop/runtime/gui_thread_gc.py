"""Collects garbage in the window's thread, never in a worker."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000


class GuiThreadCollector(QObject):
    """Runs the garbage collector by a timer, in the thread of the window.

    Python runs it in whichever thread makes an object. In a worker that would delete widgets of
    the window's thread, and Qt aborts the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Turn Python's own collection off, and the timer on."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Turn Python's own collection on again."""
        self._timer.stop()
        gc.enable()

    def collect(self) -> None:
        """Collect the oldest generation that is due, as Python would."""
        counts = zip(gc.get_count(), self._thresholds, strict=True)
        due = [generation for generation, (count, most) in enumerate(counts) if count > most]
        if due:
            gc.collect(max(due))
