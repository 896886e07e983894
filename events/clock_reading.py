"""What the clock of a round shows at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from events.event_state import EventState
from events.event_terms import EventStage


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """The time left at a moment, negative after time was called; tables with more time."""

    at: datetime
    left: timedelta
    running: bool
    extensions: tuple[tuple[int, timedelta], ...] = ()

    @property
    def seconds(self) -> int:
        return round(self.left.total_seconds())

    @property
    def ends(self) -> datetime:
        """When the time is over, if the clock runs on."""
        return self.at + self.left


def clock_text(seconds: int) -> str:
    """Return minutes and seconds, 54:07; with a minus sign after time was called."""
    minutes, rest = divmod(abs(seconds), 60)
    sign = "\N{MINUS SIGN}" if seconds < 0 else ""
    return f"{sign}{minutes}:{rest:02}"


def clock_round(state: EventState) -> int:
    """Return the round that a clock is for: of the elimination below zero, none 0."""
    if state.stage is EventStage.ELIMINATION:
        return -len(state.elimination)
    return len(state.rounds) if state.stage is EventStage.SWISS else 0
