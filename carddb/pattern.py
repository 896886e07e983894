"""Card patterns and hosts: what a text requires of a card, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from carddb.terms import CardType, Crest, Faction, Icon


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPattern:
    """Facts that a card must have, all of them; an empty field requires nothing.

    `types`, `factions` and `traits` each require one of their values, `without_factions` and
    `without_traits` for none of theirs. The faction NEUTRAL stands for cards of no faction.
    `names` lists titles, one of which the card must bear. Bounds are inclusive and concern
    printed values (`income_at_least`: the bonus that a card in play gives); a letter or a dash
    satisfies no bound.
    """

    types: tuple[CardType, ...] = ()
    factions: tuple[Faction, ...] = ()
    without_factions: tuple[Faction, ...] = ()
    traits: tuple[str, ...] = ()
    without_traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    without_keywords: tuple[str, ...] = ()
    crests: tuple[Crest, ...] = ()
    icons: tuple[Icon, ...] = ()
    names: tuple[str, ...] = ()
    without_types: tuple[CardType, ...] = ()
    unique: bool | None = None
    loyal: bool | None = None
    cost_at_least: int | None = None
    cost_at_most: int | None = None
    strength_at_least: int | None = None
    strength_at_most: int | None = None
    income_at_least: int | None = None


class Side(StrEnum):
    """Whose card the host must be."""

    ANY = "any"
    YOURS = "yours"
    OWNED = "owned"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class HostOption:
    """One of the alternatives of a restriction: which cards, and whose."""

    pattern: CardPattern
    side: Side = Side.ANY


@dataclass(frozen=True, slots=True)
class Host:
    """An attachment's hosts: any of the options; `once` is "Limit 1 copy per character".

    `words` is the restriction in the program's own short words, empty if any character will do.
    """

    options: tuple[HostOption, ...]
    words: str = ""
    once: bool = False


ANY_CHARACTER = Host((HostOption(CardPattern(types=(CardType.CHARACTER,))),))
