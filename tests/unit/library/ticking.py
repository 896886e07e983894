"""A clock that is a second later at each call."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Ticking:
    """The clock of the tests; it starts in the morning of a day that is long past."""

    def __init__(self, start: datetime = datetime(2026, 3, 1, 9, tzinfo=UTC)) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def sleep(self, days: float) -> None:
        """Let days pass."""
        self.now += timedelta(days=days)
