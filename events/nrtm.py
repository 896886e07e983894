"""NRTM's JSON, which Cobra and other programs write, and AlwaysBeRunning reads: both ways."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from pydantic import Field

from carddb.errors import AppError
from events.bracket import final_ranking, seed_of
from events.document_parts import DocumentPart
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import BracketGame, SwissRound, TableGame
from events.foreign_event import BracketPair, ForeignEvent, ForeignGame, result_of
from events.standings import standings

Id = int | str


class NrtmPlayer(DocumentPart):
    """A player with his place; faction and agendas are ours."""

    id: Id
    name: str | None = None
    faction: str | None = None
    agendas: tuple[str, ...] = ()
    seed: int | None = None


class NrtmSide(DocumentPart):
    """A player in a game: points in Swiss rounds, winner or not in an elimination."""

    id: Id | None = None
    combined: float | None = Field(default=None, alias="combinedScore")
    corp: float | None = Field(default=None, alias="corpScore")
    runner: float | None = Field(default=None, alias="runnerScore")
    winner: bool | None = None

    @property
    def points(self) -> float | None:
        """The points of the game, None where it is played still."""
        if self.combined is not None or (self.corp is None and self.runner is None):
            return self.combined
        return (self.corp or 0) + (self.runner or 0)


class NrtmGame(DocumentPart):
    """A game at a table."""

    table: int | None = None
    player1: NrtmSide
    player2: NrtmSide = NrtmSide()
    drawn: bool = Field(default=False, alias="intentionalDraw")
    elimination: bool = Field(default=False, alias="eliminationGame")


class NrtmEvent(DocumentPart):
    """The whole file."""

    name: str = "Event"
    date: str | None = None
    players: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer] = ()
    cut: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer] = Field(
        default=(), alias="eliminationPlayers"
    )
    rounds: tuple[tuple[NrtmGame, ...], ...] = ()


def is_nrtm(plain: dict[str, Any]) -> bool:
    """Whether this is how NRTM's JSON begins."""
    return "players" in plain and bool({"rounds", "preliminaryRounds"} & plain.keys())


def nrtm_event(plain: dict[str, Any], day: date) -> ForeignEvent:
    """Return the event of NRTM's JSON; ValidationError where it is none."""
    read = NrtmEvent.model_validate(plain)
    players, cut = _listed(read.players), _listed(read.cut)
    rounds, bracket = [], []
    for games in read.rounds:
        swiss = [_game(each) for each in games if not each.elimination]
        if swiss:
            rounds.append(swiss)
        bracket += [_pair(each) for each in games if each.elimination]
    seeds = sorted((each for each in cut if each.seed), key=lambda each: each.seed or 0)
    return ForeignEvent(
        name=read.name,
        day=_day(read.date, day),
        players={
            str(each.id): {
                "name": each.name or f"Player {each.id}",
                "faction": each.faction,
                "agendas": each.agendas,
            }
            for each in players
        },
        rounds=rounds,
        bracket=bracket,
        seeds=tuple(str(each.id) for each in seeds),
        cut=len(cut),
    )


def _listed(players: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer]) -> tuple[NrtmPlayer, ...]:
    return tuple(players.values()) if isinstance(players, dict) else players


def _day(written: str | None, otherwise: date) -> date:
    try:
        return date.fromisoformat((written or "")[:10])
    except ValueError:
        return otherwise


def _game(game: NrtmGame) -> ForeignGame:
    first, second = game.player1, game.player2
    if first.id in {None, 0}:
        first, second = second, first
    if first.id in {None, 0}:
        raise AppError("A game of this file has no players.")
    other = None if second.id in {None, 0} else str(second.id)
    return ForeignGame(
        players=(str(first.id), other),
        table=game.table or None,
        result=result_of(first.points, second.points, drawn=game.drawn) if other else None,
    )


def _pair(game: NrtmGame) -> BracketPair:
    sides = (game.player1, game.player2)
    first, second = (str(each.id) for each in sides)
    return BracketPair(
        players=(first, second), winner=next((str(each.id) for each in sides if each.winner), None)
    )


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
