"""An event -> the list of its games as TourneyGrounds' API gives it, see `tourney_grounds`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from carddb.errors import AppError
from carddb.terms import Faction
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import BracketRound, SwissRound

# Values of game_status.
OVER = 100
_PLAYED = 0
_NOBODY = -1


def written_tourney_grounds(
    state: EventState, agenda_name: Callable[[str], str] = lambda code: code
) -> str:
    """Return the games of an event as TourneyGrounds lists them; AppError where they are none.

    An agreed draw is a draw there. `agenda_name` is what an agenda is called.
    """
    if state.kind.at_tables:
        raise AppError(
            "TourneyGrounds' format has games of two players, and this is a melee event.",
            "Export the event as json or csv.",
        )
    if not state.rounds and not state.elimination:
        raise AppError(
            "TourneyGrounds' format is a list of games, and no round was paired yet.",
            "Export the players: --to players.",
        )
    sides = _Sides(state, agenda_name)
    games = [each for played in state.rounds for each in _swiss_rows(state, played, sides)]
    for played in state.elimination:
        games += _bracket_rows(state, played, sides)
    numbered = [{"game_id": number, **each} for number, each in enumerate(games, start=1)]
    return json.dumps(numbered, ensure_ascii=False, indent=2) + "\n"


class _Sides:
    """What a game states of a player, as p1 or p2."""

    def __init__(self, state: EventState, agenda_name: Callable[[str], str]) -> None:
        self._players = {
            each.id: (
                number,
                each.name,
                Faction(each.faction).label if each.faction in set(Faction) else each.faction,
                " + ".join(map(agenda_name, each.agendas)),
            )
            for number, each in enumerate(state.players, start=1)
        }

    def of(self, which: str, player: str | None, points: int | None) -> dict[str, Any]:
        """Return the fields of "p1" or "p2"; no player: the other has a bye."""
        told = self._players[player] if player is not None else (_NOBODY, "BYE", "", "")
        names = ("id", "name", "faction", "agenda", "points")
        return {
            f"{which}_{name}": value for name, value in zip(names, (*told, points), strict=True)
        }


def _head(state: EventState, number: int, table: int | None, topx: int = 0) -> dict[str, Any]:
    return {
        "tournament_id": 1,
        "tournament_name": state.settings.name,
        "tournament_date": state.settings.day.isoformat(),
        "tournament_round": number,
        "table_number": table,
        "topx": topx,
    }


def _swiss_rows(state: EventState, played: SwissRound, sides: _Sides) -> Iterator[dict[str, Any]]:
    rules = state.regulations
    for game in played.games:
        points = rules.points_of(game.result) if game.result else (None, None)
        first, second = (None if each is None else int(each) for each in points)
        yield {
            **_head(state, played.number, game.table),
            "game_status": OVER if game.over else _PLAYED,
            **sides.of("p1", game.players[0], first),
            **sides.of("p2", game.players[1], second),
        }
    for player in played.byes:
        yield {
            **_head(state, played.number, None),
            "game_status": OVER,
            **sides.of("p1", player, rules.points_of(GameResult.WIN)[0]),
            **sides.of("p2", None, 0),
        }


def _bracket_rows(
    state: EventState, played: BracketRound, sides: _Sides
) -> Iterator[dict[str, Any]]:
    win, loss = state.regulations.points_of(GameResult.WIN)
    for game in played.games:
        if len(game.players) < 2:
            continue
        over = game.winner is not None
        points = [(win if each == game.winner else loss) if over else None for each in game.players]
        yield {
            **_head(state, len(state.rounds) + played.number, game.number, 2 * len(played.games)),
            "game_status": OVER if over else _PLAYED,
            **sides.of("p1", game.players[0], points[0]),
            **sides.of("p2", game.players[1], points[1]),
        }
