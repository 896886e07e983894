"""What an agenda's row holds, and how the rows of several agendas combine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from carddb.card_test import CardTest
from validators.shapes import RuleShape


class NamedSubject(Enum):
    """What a player names with a draft agenda."""

    FACTION = "faction"
    TRAIT = "trait"


@dataclass(frozen=True, slots=True)
class NamedPermission:
    """Cards allowed by what is named: cards of so many factions, or with a trait."""

    choice: NamedSubject
    number: int = 1


@dataclass(frozen=True, slots=True)
class ExtraAgendas:
    """Agendas that may be run in addition to this one."""

    number: int
    test: CardTest


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondEditionAgendaRules:
    """The construction rules of an agenda, for every printing in `codes` alike.

    `slug` is its name in problem codes. Numbers are None where the agenda leaves the format's
    alone. `allows` adds to the cards of the faction and the neutral ones; `content` are rules on
    what the deck holds. A permission adds to others, every prohibition holds, the larger draw deck
    minimum wins (RR, Deckbuilding).
    """

    slug: str
    codes: tuple[str, ...]
    draw_minimum: int | None = None
    plots: int | None = None
    doubled_plots: int | None = None
    extra: ExtraAgendas | None = None
    allows: CardTest | None = None
    names: NamedPermission | None = None
    content: tuple[RuleShape, ...] = ()
