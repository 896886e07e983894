"""An event that is open: its log, and the state after each operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from events.event_state import EventState
from events.operations import Operation, operation_words
from events.replay import applied, undone

if TYPE_CHECKING:
    from library.stored_event import TakenBack


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """A log, the state after each of its operations, and the operations taken back.

    `state` is the last one, `last_words` describe the last operation: both are made where the event
    is read or changed, which is in the background.
    """

    id: str
    log: tuple[Operation, ...]
    states: tuple[EventState, ...]
    taken_back: tuple[TakenBack, ...] = ()
    state: EventState = field(init=False)
    last_words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", self.states[-1])
        last = self.words(len(self.log) - 1) if self.log else ""
        object.__setattr__(self, "last_words", last)

    def undone(self, taken_back: Sequence[TakenBack]) -> OpenEvent:
        """Return the event without its last operation, which is now among those taken back."""
        log, states = undone(self.log), self.states[:-1]
        return OpenEvent(self.id, log, states, tuple(taken_back))

    def words(self, number: int) -> str:
        return operation_words(self.log[number], self.states[number])


def opened_event(
    event_id: str, log: Sequence[Operation], taken_back: Sequence[TakenBack] = ()
) -> OpenEvent:
    """Return an event with the state after each operation of its log."""
    state: EventState | None = None
    states = [state := applied(each, state) for each in log]
    return OpenEvent(event_id, tuple(log), tuple(states), tuple(taken_back))
