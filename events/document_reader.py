"""An event document: the types and bounds of its fields, and the operations that lead to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from carddb.own_lists import OwnListError, carried_list, list_text
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from events import operations as ops
from events.event_log import wrong_field
from events.event_state import EventState
from events.event_terms import EventKind, GameResult, StructureKind, Tier
from events.event_values import EventSettings, MeleeForm, SwissRound, TableGame
from events.operations import Operation
from events.plan_steps import plan_of
from events.regulations import DEFAULT_REGULATIONS, ROUND_MINUTES
from events.replay import applied
from events.sign_up import check_players
from events.structure import EventPlan

Ids = tuple[str, ...]
Count = Annotated[int, Field(ge=0, le=10_000)]
DrawnFrom = Annotated[int, Field(ge=0)]


class DocumentPart(BaseModel):
    """A part of the document; unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class DocumentPlayer(DocumentPart):
    """A player."""

    id: str
    name: str
    faction: str | None = None
    agendas: Ids = ()
    joined: Annotated[int, Field(ge=1)] = 1
    dropped: Count | None = None
    disqualified: bool = False
    fixed_table: Annotated[int, Field(ge=1)] | None = None
    leader: bool = False


class DocumentGame(DocumentPart):
    """A game of a Swiss round."""

    table: Annotated[int, Field(ge=1)] | None = None
    players: Ids
    result: GameResult | None = None
    places: tuple[Count, ...] | None = None


class DocumentRound(DocumentPart):
    """A Swiss round."""

    games: tuple[DocumentGame, ...] = ()
    byes: Ids = ()
    losses: Ids = ()
    seed: DrawnFrom | None = None


class DocumentBracketGame(DocumentPart):
    """A game of the elimination."""

    game: int
    players: Ids
    winner: str | None = None
    places: tuple[Count, ...] | None = None


class DocumentBracketRound(DocumentPart):
    """A round of the elimination."""

    games: tuple[DocumentBracketGame, ...]


class DocumentEvent(DocumentPart):
    """The event."""

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
    seed: DrawnFrom = 0
    melee_points: dict[Literal["3", "4"], tuple[int, ...]] = {}
    melee_bye: int = 0
    players: tuple[DocumentPlayer, ...]
    rounds: tuple[DocumentRound, ...] = ()
    elimination: tuple[DocumentBracketRound, ...] = ()
    seeds: Ids = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    finished: bool = False
    lists_required: bool = False
    list_code: str = ""
    restricted_list: dict[str, Any] | None = None
    round_minutes: Annotated[int, Field(ge=1)] = ROUND_MINUTES
    second_leader: str = ""
    lists_until: AwareDatetime | None = None


class EventDocument(DocumentPart):
    """The whole document."""

    event: DocumentEvent


class EventDocumentError(AppError):
    """A text is not an event document, or its event is impossible."""


def read_document(text: str, at: datetime, by: str = "") -> tuple[Operation, ...]:
    """Return the operations of an event document, done at one time by one person.

    The event is started if a round or the elimination was paired. Raises EventDocumentError if the
    text cannot be read, AppError if its event is impossible.
    """
    try:
        event = EventDocument.model_validate(json.loads(text)).event
    except ValidationError as error:
        raise EventDocumentError(f"The event's {wrong_field(error)}") from None
    except (ValueError, RecursionError) as error:
        raise EventDocumentError(f"The event is not JSON: {error}.") from None
    check_players(len(event.players))
    return _DocumentReader(event, at, by).operations()


Wanted = tuple[type[Operation], dict[str, Any]]


class _DocumentReader:
    def __init__(self, event: DocumentEvent, at: datetime, by: str) -> None:
        self._event, self._at, self._by = event, at, by
        self._state: EventState | None = None
        first = event.elimination[0].games if event.elimination else ()
        self._in_elimination = frozenset(each for game in first for each in game.players)

    def operations(self) -> tuple[Operation, ...]:
        log = []
        for kind, fields in self._all():
            operation = kind(at=self._at, by=self._by, **fields)
            self._state = applied(operation, self._state)
            log.append(operation)
        return tuple(log)

    @property
    def state(self) -> EventState:
        assert self._state is not None  # noqa: S101 - the creation comes first
        return self._state

    def _all(self) -> Iterator[Wanted]:
        event = self._event
        yield ops.Created, {"settings": self._settings()}
        for player in event.players:
            if player.joined == 1:
                yield ops.Registered, self._signed_up(player) | {"leader": player.leader}
                yield from self._fixed_table(player)
        for first, second in event.forbidden:
            yield ops.PairForbidden, {"first": first, "second": second}
        yield from self._left_after(0)
        if event.rounds or event.elimination:
            yield ops.Started, {"plan": self._plan()}
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
            yield ops.Finished, {}

    def _settings(self) -> EventSettings:
        event = self._event
        listed = self._own_list()
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
            lists_required=event.lists_required,
            list_code=listed.code if listed else event.list_code,
            own_list=list_text(listed) if listed else "",
            round_minutes=event.round_minutes,
            second_leader=event.second_leader,
            lists_until=event.lists_until,
        )

    def _own_list(self) -> RestrictedList | None:
        if self._event.restricted_list is None:
            return None
        try:
            return carried_list(json.dumps(self._event.restricted_list))
        except OwnListError as error:
            faults = " ".join(error.faults)
            raise EventDocumentError(f"The event's “restricted_list” is wrong: {faults}") from None

    def _stated_plan(self) -> EventPlan:
        event = self._event
        return EventPlan(
            swiss_rounds=event.swiss_rounds or 0, cut=event.cut or 0, cut_wins=event.cut_wins
        )

    def _plan(self) -> EventPlan:
        event = self._event
        if event.swiss_rounds is not None:
            return self._stated_plan()
        if event.structure is StructureKind.CUSTOM:
            return replace(self._stated_plan(), swiss_rounds=len(event.rounds))
        try:
            return plan_of(self.state)
        except AppError:
            # Too few players for the table, and no plan stated: the played rounds and one more.
            over = event.elimination or event.finished
            return EventPlan(swiss_rounds=len(event.rounds) + (not over))

    def _signed_up(self, player: DocumentPlayer) -> dict[str, Any]:
        return {
            "player": player.id,
            "name": player.name,
            "faction": player.faction or "",
            "agendas": player.agendas,
        }

    def _fixed_table(self, player: DocumentPlayer) -> Iterator[Wanted]:
        if player.fixed_table is not None:
            yield ops.TableFixed, {"player": player.id, "table": player.fixed_table}

    def _left_after(self, number: int) -> Iterator[Wanted]:
        """Yield the players who left after a round, without those of the elimination."""
        for player in self._event.players:
            if player.dropped == number and player.id not in self._in_elimination:
                kind = ops.Disqualified if player.disqualified else ops.Dropped
                yield kind, {"player": player.id}

    def _joining(self, number: int) -> Iterator[Wanted]:
        for player in self._event.players:
            if player.joined == number > 1:
                byes = any(player.id in each.byes for each in self._event.rounds[: number - 1])
                yield ops.EnteredLate, self._signed_up(player) | {"byes": byes}
                yield from self._fixed_table(player)

    def _round(self, number: int, played: DocumentRound) -> Iterator[Wanted]:
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
        yield ops.RoundPaired, {"round": drawn}
        for game, made in zip(played.games, games, strict=True):
            if game.result is not None or game.places:
                ended = {"result": game.result, "places": game.places or ()}
                yield ops.ResultEntered, {"round": number, "table": made.table, **ended}

    def _elimination(self) -> Iterator[Wanted]:
        event = self._event
        if not event.elimination:
            return
        first = [each.players for each in event.elimination[0].games]
        if event.rounds:
            yield ops.CutMade, {"seeds": event.seeds or first_seeds(first)}
        else:
            yield ops.EliminationDrawn, {"seed": None, "games": tuple(first)}
        for number, played in enumerate(event.elimination, start=1):
            for game in played.games:
                known = self.state.elimination[number - 1 : number]
                if game.winner is None or not known:
                    continue
                if not any(each.number == game.game and each.over for each in known[0].games):
                    ended = {"winner": game.winner, "places": game.places or ()}
                    yield ops.BracketResultEntered, {"round": number, "game": game.game, **ended}


def first_seeds(games: Sequence[Ids]) -> Ids:
    """Return the seeds of a bracket's first games: first seats in order, second seats reversed."""
    found: list[str] = []
    for seat in range(max(map(len, games), default=0)):
        ordered = reversed(games) if seat % 2 else games
        found += [players[seat] for players in ordered if len(players) > seat]
    return tuple(found)
