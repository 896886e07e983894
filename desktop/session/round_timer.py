"""Runs the clock of the round that is played, and keeps it in the settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.runtime.settings import Settings
from desktop.session.event_session import EventSession
from events.clock_reading import ClockReading, clock_round
from events.event_state import EventState
from events.event_terms import EventStage


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
        return self.since is not None

    def reading(self, now: datetime) -> ClockReading:
        gone = now - self.since if self.since else timedelta()
        return ClockReading(
            at=now,
            left=timedelta(seconds=self.left) - gone,
            running=self.runs,
            extensions=tuple((table, timedelta(minutes=more)) for table, more in self.extensions),
        )

    def is_for(self, other: RoundClock) -> bool:
        return (self.event_id, self.round) == (other.event_id, other.round)

    def started(self, now: datetime) -> RoundClock:
        return self if self.since else replace(self, since=now)

    def paused(self, now: datetime) -> RoundClock:
        if self.since is None:
            return self
        left = self.left - (now - self.since) / timedelta(seconds=1)
        return replace(self, left=left, since=None)

    def extended(self, table: int, minutes: int) -> RoundClock:
        """Return the clock with an extension in minutes for a table; 0 removes it."""
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


_TICK_MS = 250
_SETTING = "event_clock/"


def minutes_of(state: EventState) -> int | None:
    """Return the minutes of the round that is played; None where it has no limit."""
    last = state.elimination[-1] if state.elimination else None
    if state.stage is EventStage.ELIMINATION and last and len(last.games) == 1:
        return state.regulations.final_minutes
    return state.settings.round_minutes


class RoundTimer(QObject):
    """The clock of the event on screen; it survives a kill, because it is kept as moments."""

    changed = Signal()

    def __init__(
        self,
        session: EventSession,
        settings: Settings,
        parent: QObject | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(parent)
        self._session, self._settings, self._now = session, settings, clock
        self.clock: RoundClock | None = None
        self._shown: int | None = None
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self._on_tick)
        session.opened.connect(self._follow)
        session.changed.connect(self._follow)

    def reading(self) -> ClockReading | None:
        clock = self.clock  # the window may take it away while phones ask
        return clock.reading(self._now()) if clock else None

    @property
    def seconds_left(self) -> int | None:
        """The seconds left, less than nothing after time; None where nothing is timed."""
        reading = self.reading()
        return reading.seconds if reading else None

    @property
    def seconds_in_all(self) -> int:
        """The seconds of the whole round; 0 where nothing is timed."""
        fresh = self._fresh()
        return round(fresh.left) if fresh else 0

    def toggle(self) -> None:
        if self.clock is not None:
            now = self._now()
            self._set(self.clock.paused(now) if self.clock.runs else self.clock.started(now))

    def reset(self) -> None:
        if (fresh := self._fresh()) is not None:
            self._set(fresh)

    def extend(self, table: int, minutes: int) -> None:
        """Extend the time of a table by minutes."""
        if self.clock is not None:
            self._set(self.clock.extended(table, minutes))

    def _fresh(self) -> RoundClock | None:
        event, state = self._session.current, self._session.state
        number = clock_round(state) if state else 0
        minutes = minutes_of(state) if state else None
        if event is None or not number or minutes is None:
            return None
        return RoundClock(event.id, number, minutes * 60)

    def _follow(self) -> None:
        """Take the clock of the round on screen: the one that is kept, or a fresh one."""
        fresh, before = self._fresh(), self.clock
        if fresh is None:
            self.clock = None
        elif before is None or not before.is_for(fresh):
            known = read_clock(self._settings.text(_SETTING + fresh.event_id))
            self.clock = known if known and known.is_for(fresh) else fresh
        if self.clock is not before:
            self._begin_ticks()

    def _set(self, clock: RoundClock) -> None:
        self.clock = clock
        self._settings.put(_SETTING + clock.event_id, clock.written())
        self._begin_ticks()

    def _begin_ticks(self) -> None:
        if self.clock is not None and self.clock.runs:
            self._ticks.start()
        else:
            self._ticks.stop()
        self._shown = self.seconds_left
        self.changed.emit()

    def _on_tick(self) -> None:
        if self.seconds_left != self._shown:
            self._shown = self.seconds_left
            self.changed.emit()
