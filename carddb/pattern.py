"""What a card must be, as plain facts: the part of host restrictions and reducers that is data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from carddb.terms import CardType, Crest, Faction, Icon, Number

if TYPE_CHECKING:
    from carddb.card import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPattern:
    """Facts that a card must have, all of them; an empty field asks for nothing.

    `types`, `factions` and `traits` each ask for one of their values, `without_factions` and
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

    def matches(self, card: Card) -> bool:
        """Tell whether the card's printed facts are as asked."""
        return (
            self._matches_kind(card)
            and _shares(self.traits, card.traits)
            and not set(self.without_traits) & set(card.traits)
            and _shares(self.keywords, tuple(keyword.name for keyword in card.keywords))
            and not any(card.keyword(name) for name in self.without_keywords)
            and _shares(self.crests, tuple(card.crests))
            and _shares(self.icons, tuple(card.icons))
            and _within(card.cost, self.cost_at_least, self.cost_at_most)
            and _within(card.strength, self.strength_at_least, self.strength_at_most)
            and _within(card.income, self.income_at_least, None)
        )

    def _matches_kind(self, card: Card) -> bool:
        factions = card.factions or (Faction.NEUTRAL,)
        return (
            (not self.types or card.type in self.types)
            and card.type not in self.without_types
            and (not self.names or card.name in self.names)
            and (self.unique is None or card.unique == self.unique)
            and (self.loyal is None or card.loyal == self.loyal)
            and _shares(self.factions, factions)
            and not set(self.without_factions) & set(factions)
        )


def _shares(asked: tuple[str, ...], has: tuple[str, ...]) -> bool:
    return not asked or not set(asked).isdisjoint(has)


def _within(value: Number | None, lowest: int | None, highest: int | None) -> bool:
    if lowest is None and highest is None:
        return True
    return (
        isinstance(value, int)
        and (lowest is None or value >= lowest)
        and (highest is None or value <= highest)
    )
