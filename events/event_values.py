"""The values that operations carry and the state of an event is made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from carddb.terms import Edition
from core.text_format import LONGEST_NAME, one_line
from events.event_terms import STRICT, EventKind, GameResult, PenaltyLevel, StructureKind, Tier
from events.regulations import DEFAULT_REGULATIONS, ROUND_MINUTES
from events.structure import EventPlan


def clean_names(value: object, *fields: str) -> None:
    """Put the text of a new value's fields on one line, without control characters."""
    for field in fields:
        name = getattr(value, field, "")
        if (cleaned := one_line(name, LONGEST_NAME)) != name:
            object.__setattr__(value, field, cleaned)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeForm:
    """The points for places at tables of three and of four, as the organizer filled them in."""

    __pydantic_config__: ClassVar = STRICT
    three: tuple[int, ...] = ()
    four: tuple[int, ...] = ()
    bye: int = 0

    def points_for(self, players: int) -> tuple[int, ...]:
        """Return the points for the places at a table of three or four; empty if not filled in."""
        return self.three if players == 3 else self.four


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings:
    """What the organizer announces; `plan` is that of a custom structure.

    `seed` draws the lots; `list_code` as `validators.list_in_force.find_list` takes it. `own_list`
    is the whole list as JSON where it is the organizer's own: the event carries it to computers
    that do not have it. `second_leader` rules in the games of a leader who plays. Lists are locked
    after `lists_until`, a time with its zone, and always from the start on.
    """

    __pydantic_config__: ClassVar = STRICT
    name: str
    day: date
    seed: int
    edition: Edition = Edition.SECOND
    kind: EventKind = EventKind.JOUST
    tier: Tier = Tier.RELAXED
    regulations: str = DEFAULT_REGULATIONS
    structure: StructureKind = StructureKind.BASIC
    plan: EventPlan | None = None
    lists_required: bool = False
    list_code: str = ""
    own_list: str = ""
    round_minutes: int = ROUND_MINUTES
    melee: MeleeForm = MeleeForm()
    second_leader: str = ""
    lists_until: datetime | None = None

    def __post_init__(self) -> None:
        clean_names(self, "name", "second_leader")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedInDeck:
    """A deck list as JSON with the checksum of its cards; `legal` None: not judged."""

    __pydantic_config__: ClassVar = STRICT
    text: str
    digest: str
    name: str = ""
    faction: str = ""
    agendas: tuple[str, ...] = ()
    legal: bool | None = None
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        clean_names(self, "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What a leader noted about a player."""

    level: PenaltyLevel
    text: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlayer:
    """A player; `dropped` is the round after which he left, `joined` his first round."""

    id: str
    name: str
    joined: int = 1
    dropped: int | None = None
    disqualified: bool = False
    leader: bool = False
    fixed_table: int | None = None
    faction: str = ""
    agendas: tuple[str, ...] = ()
    deck: HandedInDeck | None = None
    penalties: tuple[Penalty, ...] = ()

    @property
    def active(self) -> bool:
        return self.dropped is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game of a Swiss round: two players and a result, or a melee table and its places."""

    __pydantic_config__: ClassVar = STRICT
    table: int
    players: tuple[str, ...]
    result: GameResult | None = None
    places: tuple[int, ...] = ()
    conceded: bool = False
    pinned: bool = False

    @property
    def over(self) -> bool:
        return self.result is not None or bool(self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingReason:
    """Why these players are paired as they are, in a sentence."""

    __pydantic_config__: ClassVar = STRICT
    players: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissRound:
    """A round as it was drawn from its seed, with the results so far.

    `losses` are players with an unpaired loss, `given` those of the byes that the organizer
    gave; `rematches` are pairs that have met before.
    """

    __pydantic_config__: ClassVar = STRICT
    number: int
    games: tuple[TableGame, ...]
    byes: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    seed: int | None = None
    earlier_seeds: tuple[int, ...] = ()
    reasons: tuple[PairingReason, ...] = ()
    rematches: tuple[tuple[str, str], ...] = ()

    @property
    def over(self) -> bool:
        return all(game.over for game in self.games)

    def game_at(self, table: int | None) -> TableGame | None:
        """Return the game of a table; None if the round has no such table."""
        return next((game for game in self.games if game.table == table), None)

    @property
    def playing(self) -> tuple[TableGame, ...]:
        return tuple(game for game in self.games if not game.over)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketGame:
    """A game of the elimination; with one player a bye, with none an empty place.

    `how` says what decided it: "bye", "drop", or what the organizer entered. `places` are those
    of a melee table where more than its winner is known.
    """

    number: int
    players: tuple[str, ...]
    winner: str | None = None
    how: str = ""
    places: tuple[int, ...] = ()

    @property
    def played(self) -> bool:
        """Whether it has a result that was entered."""
        return self.winner is not None and self.how not in {"bye", "drop"}

    @property
    def over(self) -> bool:
        return self.winner is not None or self.how == "drop" or not self.players


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRound:
    """A round of the elimination, its games in the order of their numbers."""

    number: int
    games: tuple[BracketGame, ...]

    @property
    def over(self) -> bool:
        return all(game.over for game in self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """Where the event is not what the regulations say, or where they say nothing."""

    where: str
    text: str
