"""The clock of a round as a value: it runs, is paused, and is longer for some tables."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from events.clock_reading import ClockReading


@dataclass(frozen=True, slots=True)
class RoundClock:
    """How many seconds were left at a moment; while `since` is None the clock stands.

    `extensions` are minutes more by table. `event_id` and `round` say whose clock it is.
    """

    event_id: str
    round: int
    left: float
    since: datetime | None = None
    extensions: tuple[tuple[int, int], ...] = ()

    @property
    def runs(self) -> bool:
        """Whether the time runs."""
        return self.since is not None

    def reading(self, now: datetime) -> ClockReading:
        """Return what the clock shows now."""
        gone = now - self.since if self.since else timedelta()
        return ClockReading(
            at=now,
            left=timedelta(seconds=self.left) - gone,
            running=self.runs,
            extensions=tuple((table, timedelta(minutes=more)) for table, more in self.extensions),
        )

    def is_for(self, other: RoundClock) -> bool:
        """Tell whether it is the clock of the same round of the same event."""
        return (self.event_id, self.round) == (other.event_id, other.round)

    def started(self, now: datetime) -> RoundClock:
        """Return the clock running."""
        return self if self.since else replace(self, since=now)

    def paused(self, now: datetime) -> RoundClock:
        """Return the clock standing where it is now."""
        if self.since is None:
            return self
        left = self.left - (now - self.since) / timedelta(seconds=1)
        return replace(self, left=left, since=None)

    def extended(self, table: int, minutes: int) -> RoundClock:
        """Return the clock with so many more minutes for a table; 0 takes its extension away."""
        others = {each: more for each, more in self.extensions if each != table}
        longer = others | ({table: minutes} if minutes else {})
        return replace(self, extensions=tuple(sorted(longer.items())))

    def written(self) -> str:
        """Return the clock as text, to be read again after a start."""
        return json.dumps(asdict(self), default=datetime.isoformat)


def read_clock(text: str) -> RoundClock | None:
    """Return the clock of a text; None where it has none."""
    try:
        plain: dict[str, Any] = json.loads(text)
        since = plain["since"]
        moment = datetime.fromisoformat(since) if since else None
        if moment is not None and moment.tzinfo is None:
            return None
        return RoundClock(
            str(plain["event_id"]),
            int(plain["round"]),
            float(plain["left"]),
            moment,
            tuple((int(table), int(more)) for table, more in plain["extensions"]),
        )
    except (ValueError, TypeError, KeyError, OverflowError):
        return None
