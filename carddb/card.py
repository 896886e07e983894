"""A card of either edition as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

from carddb.gold import GoldEffect
from carddb.pattern import Host
from carddb.terms import (
    DRAW_TYPES,
    CardType,
    Crest,
    Edition,
    Faction,
    Icon,
    Keyword,
    Number,
    PlotStats,
)


@dataclass(frozen=True, slots=True)
class Erratum:
    """Who changed a card's text, and in which version of which document."""

    issuer: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One printing of a card; fields that do not apply to its type are None or empty.

    `factions` is empty on a neutral card. `cost` is None if a dash is printed; a first-edition
    shadow card's is its printed cost, two more than the number behind the "s". `house_only` holds
    the Houses that a first-edition card is limited to. `only_in` names the one format that a card
    may be played in. `deckbuilding` is whether its text has more rules of deck building. `blank`
    is whether it is known to have no text. `doubts` lists what the sources of a first-edition card
    disagree about. `english` is the English name of a card whose `name` is in another language.
    """

    code: str
    name: str
    edition: Edition
    type: CardType
    pack: str
    position: int
    factions: tuple[Faction, ...] = ()
    quantity: int = 3
    deck_limit: int = 3
    traits: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    unique: bool = False
    loyal: bool = False
    cost: Number | None = None
    strength: Number | None = None
    icons: tuple[Icon, ...] = ()
    plot: PlotStats | None = None
    income: Number = 0
    initiative: Number = 0
    reserve: int = 0
    influence: int = 0
    crests: tuple[Crest, ...] = ()
    naval: tuple[Icon, ...] = ()
    endless: bool = False
    house_only: tuple[Faction, ...] = ()
    host: Host | None = None
    gold_effects: tuple[GoldEffect, ...] = ()
    only_in: str | None = None
    deckbuilding: bool = False
    blank: bool = False
    reprint_of: str | None = None
    errata: tuple[Erratum, ...] = ()
    doubts: tuple[str, ...] = ()
    text: str | None = None
    image_url: str | None = None
    octgn_id: str | None = None
    illustrator: str | None = None
    english: str = ""

    @override
    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def english_name(self) -> str:
        return self.english or self.name

    @property
    def design(self) -> str:
        """The code of the first printing of the card; cards of one design replace each other."""
        return self.reprint_of or self.code

    @property
    def neutral(self) -> bool:
        return not self.factions

    @property
    def in_draw_deck(self) -> bool:
        return self.type in DRAW_TYPES

    def keyword(self, name: str) -> Keyword | None:
        # A loop: a generator takes twice as long, and most cards have no keyword.
        for keyword in self.keywords:
            if keyword.name == name:
                return keyword
        return None

    @property
    def shadow_cost(self) -> Number | None:
        """The gold that brings the card out of shadows, or None without the keyword."""
        keyword = self.keyword("shadow")
        return keyword.value if keyword else None
