"""Notices that the date changed while the window is open, over midnight or after a sleep."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject, QTimer, Signal

_INTERVAL_MS = 20_000


class DateWatcher(QObject):
    """Checks the date every few seconds; after a sleep of the computer that is soon enough.

    Signals:
        day_changed: the date is another than before (the date).
    """

    day_changed = Signal(object)

    def __init__(
        self, today: date, parent: QObject | None = None, calendar: Callable[[], date] = date.today
    ) -> None:
        super().__init__(parent)
        self.calendar = calendar
        self._today = today
        timer = QTimer(self, interval=_INTERVAL_MS)
        timer.timeout.connect(self.check)
        timer.start()

    def check(self) -> None:
        """Announce another date, if it is one."""
        today = self.calendar()
        if today != self._today:
            self._today = today
            self.day_changed.emit(today)
