"""What an event document holds, as it is read: types and bounds of each field."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from carddb.terms import Edition
from events.event_terms import EventKind, GameResult, StructureKind, Tier
from events.regulations import DEFAULT_REGULATIONS, ROUND_MINUTES

Ids = tuple[str, ...]
Count = Annotated[int, Field(ge=0, le=10_000)]
DrawnFrom = Annotated[int, Field(ge=0)]


class DocumentPart(BaseModel):
    """A part of the document; fields that nobody knows are left out."""

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
    round_minutes: Annotated[int, Field(ge=1)] = ROUND_MINUTES
    second_leader: str = ""


class EventDocument(DocumentPart):
    """The whole document."""

    event: DocumentEvent
