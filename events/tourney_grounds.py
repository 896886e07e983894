"""TourneyGrounds' JSON (before: The Jousting Pavilion): the games of a tournament, or its players.

Their API's lists, as programs read them that were written for it: a game has p1_id, p1_name,
p1_faction, p1_agenda, p1_points and the same of p2; an id below 1 is a bye, game_status 100 a
result, topx the size of the elimination that a game is of. A player of a tournament has player_id,
player_name, faction, agenda, points, sos and esos.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from pydantic import AliasChoices, Field

from carddb.errors import AppError
from events.document_parts import DocumentPart
from events.foreign_event import BracketPair, ForeignEvent, ForeignGame, result_of
from events.sign_up import faction_code
from events.tourney_grounds_writer import OVER


class GroundsGame(DocumentPart):
    """A game; `topx` is the size of the elimination round that it belongs to."""

    tournament_id: int | None = None
    tournament_name: str | None = None
    tournament_date: str | None = None
    round: int = Field(
        default=1, validation_alias=AliasChoices("tournament_round", "round_number", "round")
    )
    table: int | None = Field(default=None, validation_alias=AliasChoices("table_number", "table"))
    topx: int | None = None
    game_status: int | None = None
    p1_id: int
    p1_name: str | None = None
    p1_faction: str | None = Field(
        default=None, validation_alias=AliasChoices("p1_faction", "p1_house")
    )
    p1_agenda: str | None = None
    p1_points: float | None = None
    p2_id: int
    p2_name: str | None = None
    p2_faction: str | None = Field(
        default=None, validation_alias=AliasChoices("p2_faction", "p2_house")
    )
    p2_agenda: str | None = None
    p2_points: float | None = None


class GroundsPlayer(DocumentPart):
    """A player of a tournament."""

    player_id: int
    player_name: str | None = None
    faction: str | None = None
    agenda: str | None = None


def is_tourney_grounds(plain: object) -> bool:
    """Whether this is a list of games or of players as TourneyGrounds gives them."""
    first = plain[0] if isinstance(plain, list) and plain else None
    return isinstance(first, dict) and bool({"p1_id", "player_id", "tournament_id"} & first.keys())


def tourney_grounds_event(
    plain: Sequence[dict[str, Any]],
    name: str,
    day: date,
    agendas: Callable[[str], tuple[str, ...]],
) -> ForeignEvent:
    """Return the event of such a list; ValidationError where a field is wrong.

    `agendas` finds the codes of an agenda that is named.
    """
    if "p1_id" in plain[0]:
        games = [GroundsGame.model_validate(each) for each in plain]
        return _of_games(games, name, day, agendas)
    if "player_id" in plain[0]:
        roster = [GroundsPlayer.model_validate(each) for each in plain]
        players = {
            str(each.player_id): _player(
                each.player_id, each.player_name, each.faction, agendas(each.agenda or "")
            )
            for each in roster
        }
        unknown = {each.agenda for each in roster if each.agenda and not agendas(each.agenda)}
        notes = _unknown(unknown)
        return ForeignEvent(name=name, day=day, players=players, rounds=(), notes=notes)
    raise AppError(
        "This is a list of tournaments, without their games.",
        "Download the games of one: api/v3/games with its tournament_id.",
    )


def _player(
    number: int, name: str | None, faction: str | None, agendas: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "name": name or f"Player {number}",
        "faction": faction_code(faction or ""),
        "agendas": agendas,
    }


def _unknown(agendas: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"“{each}” is no agenda that is known here." for each in sorted(agendas))


def _of_games(
    games: Sequence[GroundsGame],
    name: str,
    day: date,
    agendas: Callable[[str], tuple[str, ...]],
) -> ForeignEvent:
    if len({each.tournament_id for each in games}) > 1:
        raise AppError(
            "These are games of several tournaments.", "Download those of one tournament."
        )
    players: dict[str, dict[str, Any]] = {}
    unknown: set[str] = set()
    for each in games:
        sides = (
            (each.p1_id, each.p1_name, each.p1_faction, each.p1_agenda or ""),
            (each.p2_id, each.p2_name, each.p2_faction, each.p2_agenda or ""),
        )
        for number, written, faction, agenda in sides:
            if number > 0:
                codes = agendas(agenda)
                unknown |= {agenda} if agenda and not codes else set()
                players.setdefault(str(number), _player(number, written, faction, codes))
    swiss = [each for each in games if (each.topx or 0) < 2]
    cut = [each for each in games if (each.topx or 0) > 1]
    cut.sort(key=lambda each: (each.round, each.table or 0))
    numbers = sorted({each.round for each in swiss})
    first = games[0]
    return ForeignEvent(
        name=first.tournament_name or name,
        day=_day(first.tournament_date, day),
        players=players,
        rounds=[[_game(each) for each in swiss if each.round == number] for number in numbers],
        bracket=[_pair(each) for each in cut if min(each.p1_id, each.p2_id) > 0],
        cut=max((each.topx or 0 for each in cut), default=0),
        notes=_unknown(unknown),
    )


def _day(written: str | None, otherwise: date) -> date:
    try:
        return date.fromisoformat((written or "")[:10])
    except ValueError:
        return otherwise


def _points(game: GroundsGame) -> tuple[float | None, float | None]:
    if game.game_status not in {None, OVER}:
        return None, None
    return game.p1_points, game.p2_points


def _game(game: GroundsGame) -> ForeignGame:
    if max(game.p1_id, game.p2_id) < 1:
        raise AppError("A game of this file has no players.")
    if min(game.p1_id, game.p2_id) < 1:
        return ForeignGame(players=(str(max(game.p1_id, game.p2_id)), None), table=game.table)
    return ForeignGame(
        players=(str(game.p1_id), str(game.p2_id)),
        table=game.table,
        result=result_of(*_points(game)),
    )


def _pair(game: GroundsGame) -> BracketPair:
    first, second = _points(game)
    winner = None
    if first is not None and second is not None and first != second:
        winner = str(game.p1_id if first > second else game.p2_id)
    return BracketPair(players=(str(game.p1_id), str(game.p2_id)), winner=winner)
