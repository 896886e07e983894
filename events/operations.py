"""What is done in an event: each operation with its time and who did it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from events.event_terms import STRICT, GameResult, PenaltyLevel
from events.event_values import EventSettings, HandedInDeck, SwissRound, clean_names
from events.structure import EventPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Something that was done: when, and by whom where that is known."""

    __pydantic_config__: ClassVar = STRICT
    at: datetime
    by: str = ""

    def __post_init__(self) -> None:
        clean_names(self, "by", "name")


def done_by(operation: Operation, by: str) -> Operation:
    """Return an operation as done by somebody; who is named in it already stays."""
    return replace(operation, by=by) if by and not operation.by else operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Operation):
    """The event begins to exist; always the first operation, and only the first."""

    settings: EventSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Operation):
    """The organizer announces something else, before the start."""

    settings: EventSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered(Operation):
    """A player signs up, before the start."""

    player: str
    name: str
    leader: bool = False
    faction: str = ""
    agendas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredLate(Operation):
    """A player signs up after the start; `byes`: the rounds missed count as byes, not as losses."""

    player: str
    name: str
    faction: str = ""
    agendas: tuple[str, ...] = ()
    byes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Operation):
    """A player's name is written otherwise."""

    player: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckHandedIn(Operation):
    """A player's deck list; one handed in again takes the place of the one before."""

    player: str
    deck: HandedInDeck


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Operation):
    """Rounds and cut are frozen."""

    plan: EventPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChanged(Operation):
    """Rounds or cut are changed after the start, against the regulations."""

    plan: EventPlan
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(Operation):
    """The next Swiss round, as `round_draw.next_round` draws it."""

    round: SwissRound


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRepaired(RoundPaired):
    """The same round, drawn anew from another seed before its first result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCancelled(Operation):
    """The last round did not take place; its results are void."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult(Operation):
    """What a game came to: a result, or places at a melee table."""

    round: int
    table: int
    result: GameResult | None = None
    places: tuple[int, ...] = ()
    conceded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(TableResult):
    """A game of the round that is played is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(TableResult):
    """A result of any round was wrong; without result and places the game is open again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(Operation):
    """A player leaves: before the start his registration is taken back."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejoined(Operation):
    """A player comes back in the same stage, with a loss for each round missed."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualified(Dropped):
    """The organizer removes a player for good."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyNoted(Operation):
    """A leader notes something about a player; it changes no result."""

    player: str
    level: PenaltyLevel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSwapped(Operation):
    """Two players of the round that is played change places, before their first result."""

    round: int
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePinned(Operation):
    """A pairing stays when the round is drawn anew; `pinned` False: not any more."""

    round: int
    table: int
    pinned: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PairForbidden(Operation):
    """Two players shall not meet in the Swiss rounds."""

    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAllowed(Operation):
    """Two players may meet again."""

    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFixed(Operation):
    """A player always sits at one table; None: at any."""

    player: str
    table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven(Operation):
    """The organizer gives a player a bye in the next round; `prize`: won before the event."""

    player: str
    prize: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMade(Operation):
    """The elimination begins with these players, the highest seed first."""

    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTakenBack(Operation):
    """The elimination did not take place: the event is back after its Swiss rounds."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationDrawn(Operation):
    """An elimination without Swiss rounds: its games by number, a bye with its one player."""

    seed: int | None
    games: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResult(Operation):
    """Who won a game of the elimination; `how` in the organizer's words.

    `places` are those of a melee table, in the order of its players.
    """

    round: int
    game: int
    winner: str
    how: str = ""
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResultEntered(BracketResult):
    """A game of the elimination has a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResultCorrected(BracketResult):
    """The winner of a game was wrong, and the game that followed is not decided yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Operation):
    """The event is over."""
