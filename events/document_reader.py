"""An event document -> operations that lead to what it tells; `replay` checks them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carddb.errors import AppError
from carddb.terms import Edition
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventKind, GameResult, StructureKind, Tier
from events.event_values import EventSettings, MeleeForm, SwissRound, TableGame
from events.operations import Operation
from events.registration_steps import plan_of
from events.regulations import DEFAULT_REGULATIONS
from events.replay import applied
from events.structure import EventPlan


class EventDocumentError(AppError):
    """A text is no event document, or tells what cannot have been."""


Ids = tuple[str, ...]
Count = Annotated[int, Field(ge=0, le=10_000)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Player(_Part):
    id: str
    name: str
    faction: str | None = None
    agendas: Ids = ()
    joined: Annotated[int, Field(ge=1)] = 1
    dropped: Count | None = None
    disqualified: bool = False
    fixed_table: Annotated[int, Field(ge=1)] | None = None


class _Game(_Part):
    table: Annotated[int, Field(ge=1)] | None = None
    players: Ids
    result: GameResult | None = None
    places: tuple[Count, ...] | None = None


class _Round(_Part):
    games: tuple[_Game, ...] = ()
    byes: Ids = ()
    losses: Ids = ()
    seed: int | None = None


class _BracketGame(_Part):
    game: int
    players: Ids
    winner: str | None = None


class _BracketRound(_Part):
    games: tuple[_BracketGame, ...]


class _Event(_Part):
    name: str = "Event"
    date: date
    edition: Edition = Edition.SECOND
    format: EventKind = EventKind.JOUST
    tier: Tier = Tier.RELAXED
    regulations: str = DEFAULT_REGULATIONS
    structure: StructureKind = StructureKind.BASIC
    swiss_rounds: Count | None = None
    cut: Count | None = None
    cut_wins: Count | None = None
    seed: int = 0
    melee_points: dict[Literal["3", "4"], tuple[int, ...]] = {}
    melee_bye: int = 0
    players: tuple[_Player, ...]
    rounds: tuple[_Round, ...] = ()
    elimination: tuple[_BracketRound, ...] = ()
    seeds: Ids = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    finished: bool = False


class _Document(_Part):
    event: _Event


def read_document(text: str, at: datetime, by: str = "") -> tuple[Operation, ...]:
    """Return the operations of an event document, done at one time by one person.

    The event is started where a round or the elimination was paired. EventDocumentError says what
    cannot be read; AppError what cannot have been.
    """
    try:
        event = _Document.model_validate(json.loads(text)).event
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise EventDocumentError(f"The event's “{where}” is wrong: {first['msg']}.") from None
    except (ValueError, RecursionError) as error:
        raise EventDocumentError(f"The event is not JSON: {error}.") from None
    return _Reader(event, at, by).operations()


class _Reader:
    def __init__(self, event: _Event, at: datetime, by: str) -> None:
        self._event = event
        self._at = at
        self._by = by
        self._state: EventState | None = None
        first = event.elimination[0].games if event.elimination else ()
        self._in_elimination = frozenset(each for game in first for each in game.players)

    def operations(self) -> tuple[Operation, ...]:
        log = []
        for operation in self._all():
            self._state = applied(operation, self._state)
            log.append(operation)
        return tuple(log)

    @property
    def state(self) -> EventState:
        assert self._state is not None  # noqa: S101 - the creation comes first
        return self._state

    def _all(self) -> Iterator[Operation]:
        event, at, by = self._event, self._at, self._by
        yield ops.Created(at=at, by=by, settings=self._settings())
        for player in event.players:
            if player.joined == 1:
                yield ops.Registered(
                    at=at,
                    by=by,
                    player=player.id,
                    name=player.name,
                    faction=player.faction or "",
                    agendas=player.agendas,
                )
                yield from self._fixed_table(player)
        for first, second in event.forbidden:
            yield ops.PairForbidden(at=at, by=by, first=first, second=second)
        yield from self._left_after(0)
        if event.rounds or event.elimination:
            yield ops.Started(at=at, by=by, plan=self._plan())
        for number, played in enumerate(event.rounds, start=1):
            yield from self._joining(number)
            yield from self._round(number, played)
            yield from self._left_after(number)
        yield from self._joining(len(event.rounds) + 1)
        yield from self._elimination()
        self._in_elimination = frozenset()
        if event.elimination and not event.finished:
            yield from self._left_after(len(event.rounds))
        if event.finished:
            yield ops.Finished(at=at, by=by)

    def _settings(self) -> EventSettings:
        event = self._event
        form = MeleeForm(
            three=event.melee_points.get("3", ()),
            four=event.melee_points.get("4", ()),
            bye=event.melee_bye,
        )
        stated = event.swiss_rounds is not None or event.cut_wins is not None
        custom = event.structure is StructureKind.CUSTOM
        return EventSettings(
            name=event.name,
            day=event.date,
            seed=event.seed,
            edition=event.edition,
            kind=event.format,
            tier=event.tier,
            regulations=event.regulations,
            structure=event.structure,
            plan=self._stated_plan() if stated and custom else None,
            melee=form,
        )

    def _stated_plan(self) -> EventPlan:
        event = self._event
        return EventPlan(
            swiss_rounds=event.swiss_rounds or 0, cut=event.cut or 0, cut_wins=event.cut_wins
        )

    def _plan(self) -> EventPlan:
        return plan_of(self.state) if self._event.swiss_rounds is None else self._stated_plan()

    def _fixed_table(self, player: _Player) -> Iterator[Operation]:
        if player.fixed_table is not None:
            yield ops.TableFixed(
                at=self._at, by=self._by, player=player.id, table=player.fixed_table
            )

    def _left_after(self, number: int) -> Iterator[Operation]:
        """Yield who left; who plays in the elimination left during it, which is told last."""
        for player in self._event.players:
            if player.dropped == number and player.id not in self._in_elimination:
                kind = ops.Disqualified if player.disqualified else ops.Dropped
                yield kind(at=self._at, by=self._by, player=player.id)

    def _joining(self, number: int) -> Iterator[Operation]:
        for player in self._event.players:
            if player.joined == number > 1:
                byes = any(player.id in each.byes for each in self._event.rounds[: number - 1])
                yield ops.EnteredLate(
                    at=self._at,
                    by=self._by,
                    player=player.id,
                    name=player.name,
                    faction=player.faction or "",
                    agendas=player.agendas,
                    byes=byes,
                )
                yield from self._fixed_table(player)

    def _round(self, number: int, played: _Round) -> Iterator[Operation]:
        late = {each.id for each in self._event.players if each.joined > number}
        games = tuple(
            TableGame(table=each.table or at, players=each.players)
            for at, each in enumerate(played.games, start=1)
        )
        drawn = SwissRound(
            number=number,
            seed=played.seed,
            games=games,
            byes=tuple(each for each in played.byes if each not in late),
            losses=tuple(each for each in played.losses if each not in late),
        )
        yield ops.RoundPaired(at=self._at, by=self._by, round=drawn)
        for game, made in zip(played.games, games, strict=True):
            if game.result is not None or game.places:
                yield ops.ResultEntered(
                    at=self._at,
                    by=self._by,
                    round=number,
                    table=made.table,
                    result=game.result,
                    places=game.places or (),
                )

    def _elimination(self) -> Iterator[Operation]:
        event = self._event
        if not event.elimination:
            return
        first = [each.players for each in event.elimination[0].games]
        if event.rounds:
            seeds = event.seeds or first_seeds(first)
            yield ops.CutMade(at=self._at, by=self._by, seeds=seeds)
        else:
            yield ops.EliminationDrawn(at=self._at, by=self._by, seed=None, games=tuple(first))
        for number, played in enumerate(event.elimination, start=1):
            for game in played.games:
                known = self.state.elimination
                if game.winner is None or number > len(known):
                    continue
                if not any(
                    each.number == game.game and each.over for each in known[number - 1].games
                ):
                    yield ops.BracketResultEntered(
                        at=self._at,
                        by=self._by,
                        round=number,
                        game=game.game,
                        winner=game.winner,
                    )


def first_seeds(games: Sequence[Ids]) -> Ids:
    """Return the seeds of a bracket's first games: the firsts, then the seconds from the last."""
    found: list[str] = []
    for seat in range(max(map(len, games))):
        ordered = reversed(games) if seat % 2 else games
        found += [players[seat] for players in ordered if len(players) > seat]
    return tuple(found)
