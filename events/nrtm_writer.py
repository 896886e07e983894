"""An event -> NRTM's JSON, which Cobra takes and AlwaysBeRunning shows; `events.nrtm` reads it."""

from __future__ import annotations

import json
from typing import Any

from carddb.errors import AppError
from events.bracket import final_ranking, seed_of
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import BracketGame, SwissRound, TableGame
from events.standings import standings


def written_nrtm(state: EventState) -> str:
    """Return an event as NRTM's JSON; AppError for tables of three and four."""
    if state.kind.at_tables:
        raise AppError(
            "NRTM's format has games of two players, and this is a melee event.",
            "Export the event as json or csv.",
        )
    numbers = {each.id: number for number, each in enumerate(state.players, start=1)}
    ranked = final_ranking(state) if state.elimination else ()
    plain = {
        "name": state.settings.name,
        "date": state.settings.day.isoformat(),
        "cutToTop": len(state.seeds),
        "preliminaryRounds": len(state.rounds),
        "tournamentOrganiser": {"nrdbId": None, "nrdbUsername": None},
        "players": _players(state, numbers),
        "eliminationPlayers": [
            {
                "id": numbers[player],
                "name": state.player(player).name,
                "rank": rank,
                "seed": seed_of(state, player),
            }
            for rank, player in enumerate(ranked[: len(state.seeds)], start=1)
        ],
        "rounds": [
            *(_round(state, each, numbers) for each in state.rounds),
            *(
                [_bracket_game(game, numbers) for game in each.games if len(game.players) == 2]
                for each in state.elimination
            ),
        ],
        "uploadedFrom": "Seven Plots",
        "links": [
            {"rel": "schemaderivedfrom", "href": "http://steffens.org/nrtm/nrtm-schema.json"}
        ],
    }
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def _players(state: EventState, numbers: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {
            "id": numbers[line.player],
            "name": state.player(line.player).name,
            "rank": line.rank,
            "corpIdentity": None,
            "runnerIdentity": None,
            "matchPoints": float(line.points) if line.points.denominator > 1 else int(line.points),
            "strengthOfSchedule": float(line.sos),
            "extendedStrengthOfSchedule": float(line.xsos),
            "faction": state.player(line.player).faction,
            "agendas": list(state.player(line.player).agendas),
        }
        for line in standings(state).lines
    ]


def _round(state: EventState, played: SwissRound, numbers: dict[str, int]) -> list[dict[str, Any]]:
    games = [_swiss_game(state, game, numbers) for game in played.games]
    bye = int(state.regulations.points_of(GameResult.WIN)[0])
    last = max((game.table for game in played.games), default=0)
    for table, player in enumerate(played.byes, start=last + 1):
        empty = {"id": None, "runnerScore": None, "corpScore": None, "combinedScore": 0}
        games.append(_row(table, _side(numbers[player], bye), empty))
    return games


def _swiss_game(state: EventState, game: TableGame, numbers: dict[str, int]) -> dict[str, Any]:
    points = state.regulations.points_of(game.result) if game.result else (None, None)
    sides = [
        _side(numbers[player], None if gained is None else int(gained))
        for player, gained in zip(game.players, points, strict=True)
    ]
    drawn = game.result is GameResult.INTENTIONAL_DRAW
    return _row(game.table, *sides) | {"intentionalDraw": drawn}


def _bracket_game(game: BracketGame, numbers: dict[str, int]) -> dict[str, Any]:
    sides = [
        {
            "id": numbers[each],
            "role": None,
            "winner": None if game.winner is None else each == game.winner,
        }
        for each in game.players
    ]
    return _row(game.number, *sides) | {"eliminationGame": True}


def _side(number: int, points: int | None) -> dict[str, Any]:
    return {"id": number, "runnerScore": None, "corpScore": None, "combinedScore": points}


def _row(table: int, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {
        "table": table,
        "player1": first,
        "player2": second,
        "intentionalDraw": False,
        "twoForOne": False,
        "eliminationGame": False,
    }
