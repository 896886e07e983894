"""NRTM's JSON, which Cobra and other programs write -> an event; `events.nrtm_writer` writes it."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import Field

from carddb.errors import AppError
from events.document_parts import DocumentPart
from events.foreign_event import BracketPair, ForeignEvent, ForeignGame, result_of

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
