"""What phones and judges' stations note about an event, as the library hands it out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from events.event_terms import GameResult

Outcome: TypeAlias = GameResult | tuple[int, ...]


class KeyKind(StrEnum):
    """What lets a phone in."""

    LINK = "link"
    CODE = "code"
    PHONE = "phone"


class CallStatus(StrEnum):
    """How far a call for a judge has come."""

    WAITING = "waiting"
    COMING = "coming"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class PersonalLink:
    """The end of a player's own address and the code that stands for it; only hashes are stored."""

    token: str
    code: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who uses a phone: a player, a judge, both, or nobody who is known."""

    player: str = ""
    is_judge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A result as a player reports it, for the first of the two, or the places at a melee table.

    `round` is below zero for the elimination; `pairing` as `game_key` of the game had it.
    """

    round: int
    game: int
    player: str
    pairing: str
    result: Outcome
    entered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for a judge; `game` is the table, 0 for none."""

    number: int
    player: str
    game: int
    reason: str
    status: CallStatus
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """Minutes more for a table."""

    round: int
    game: int
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneNotes:
    """Everything that is noted about an event beside its log; `secret` is None before the first."""

    secret: str | None = None
    has_pin: bool = False
    nod: bool = False
    checked_in: frozenset[str] = frozenset()
    linked: frozenset[str] = frozenset()
    reports: tuple[Report, ...] = ()
    calls: tuple[Call, ...] = ()
    extensions: tuple[Extension, ...] = ()

    @property
    def open_calls(self) -> tuple[Call, ...]:
        return tuple(each for each in self.calls if each.status is not CallStatus.DONE)
