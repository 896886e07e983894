"""Notices that the date changed while the window is open, over midnight or after a sleep."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject, QTimer, Signal

_EVERY_MS = 20_000


class DateWatcher(QObject):
    """Looks at the calendar from time to time; a computer that slept is asked soon after.

    Signals:
        day_changed: it is another day than before (the date).
    """

    day_changed = Signal(object)

    def __init__(
        self,
        today: date,
        parent: QObject | None = None,
        calendar: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(parent)
        self.calendar = calendar
        self._today = today
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Tell of another day, if it is one."""
        today = self.calendar()
        if today != self._today:
            self._today = today
            self.day_changed.emit(today)
