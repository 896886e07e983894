"""What an attachment may be attached to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from carddb.pattern import CardPattern
from carddb.terms import CardType


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

    `words` is the restriction in the program's own short words, empty where any character will do.
    """

    options: tuple[HostOption, ...]
    words: str = ""
    once: bool = False


ANY_CHARACTER = Host((HostOption(CardPattern(types=(CardType.CHARACTER,))),))
