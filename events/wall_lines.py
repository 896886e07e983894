"""The lines that a hall reads on a large screen: who plays where, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable
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


def pairing_lines(
    state: EventState, table: Callable[[PlayerPlace], str] = lambda place: place.table
) -> list[WallLine]:
    """Return who plays where, by name; nothing before the first round and after the end."""
    if state.stage is EventStage.FINISHED or not (state.rounds or state.elimination):
        return []
    return [
        WallLine(table(each), each.seat.name, ", ".join(other.name for other in each.opponents))
        for each in places_by_name(shown_round(state))
    ]


def ranking_lines(state: EventState) -> list[WallLine]:
    """Return the standings, or the final ranking; nothing before the first result."""
    games = (game for played in (*state.rounds, *state.elimination) for game in played.games)
    rows = shown_standings(state).rows if any(game.over for game in games) else ()
    ranked = sorted(rows, key=lambda row: row.place or row.line.rank)
    return [
        WallLine(str(row.place or row.line.rank), row.player.name, row.points) for row in ranked
    ]
