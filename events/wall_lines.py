"""The lines that a hall reads on a large screen: who plays where, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from events.event_state import EventState
from events.event_terms import EventStage
from events.shown_round import PlayerPlace, places_by_name, shown_round, shown_standings

_LONG_NAME = 28


@dataclass(frozen=True, slots=True)
class WallLine:
    """A number, a name and what is after it."""

    number: str
    name: str
    more: str = ""

    @property
    def is_long(self) -> bool:
        """Whether the name needs smaller letters."""
        return len(self.name) > _LONG_NAME


# Lines that are shown together: two columns of sixteen can be read from the end of a hall.
LINES_OF_SLIDE = 32


def split_lines(lines: Sequence[WallLine]) -> Iterator[Sequence[WallLine]]:
    """Yield the lines that are shown together, about as many each time."""
    slides = -(-len(lines) // LINES_OF_SLIDE)
    for at in range(slides):
        yield lines[at * len(lines) // slides : (at + 1) * len(lines) // slides]


def is_playing(state: EventState) -> bool:
    """Return whether a round is shown: not before the first one, nor after the end."""
    return state.stage is not EventStage.FINISHED and bool(state.rounds or state.elimination)


def pairing_lines(
    state: EventState, table: Callable[[PlayerPlace], str] = lambda place: place.table
) -> list[WallLine]:
    """Return who plays where, by name; nothing before the first round and after the end."""
    if not is_playing(state):
        return []
    return [
        WallLine(table(each), each.seat.name, ", ".join(other.name for other in each.opponents))
        for each in places_by_name(shown_round(state))
    ]


def ranking_lines(state: EventState) -> list[WallLine]:
    """Return the standings, or the final ranking; nothing before the first result."""
    has_result = any(game.over for played in state.rounds for game in played.games)
    rows = shown_standings(state).rows if has_result or state.elimination else ()
    ranked = sorted(rows, key=lambda row: row.place or row.line.rank)
    return [
        WallLine(str(row.place or row.line.rank), row.player.name, row.points) for row in ranked
    ]
