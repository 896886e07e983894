"""Events as the library returns them: as its list shows them, and operations taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from carddb.terms import Edition
from events.event_terms import EventKind, EventStage
from events.operations import Operation


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as the list shows it, without its log; `round` is the last Swiss round."""

    id: str
    name: str
    day: date
    edition: Edition
    kind: EventKind
    stage: EventStage
    players: int
    round: int
    operations: int
    created: datetime
    changed: datetime
    deleted: datetime | None

    @property
    def finished(self) -> bool:
        return self.stage is EventStage.FINISHED


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An operation that was taken back: its number in the log, when that was, and by whom."""

    number: int
    operation: Operation
    at: datetime
    by: str = ""
