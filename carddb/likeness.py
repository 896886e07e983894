"""How similar two cards are: type, cost, shared icons and traits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType, Icon, Number, Printed

# The largest difference of two costs.
NEAR = 1


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much a card is like another one, and by what: "cost 3 · Military · Knight"."""

    degree: int
    words: str


def likeness(card: Card, other: Card) -> Likeness | None:
    """Return how much another card is like a card; None if its kind differs.

    Both are of one edition and type, and their costs (incomes of plots) differ by at most one. If
    the card has icons or traits, they share one. Shared icons and traits count twice, the same cost
    twice, the same faction once. Icons and traits that only one of them has count against it.
    """
    if (card.edition, card.type) != (other.edition, other.type) or card.name == other.name:
        return None
    mine, its = _price(card), _price(other)
    if not _near(mine, its):
        return None
    shared = _marks(card) & _marks(other)
    if _marks(card) and not shared:
        return None
    different = len(_marks(card) ^ _marks(other))
    same = 2 * (mine == its) + (card.factions == other.factions)
    icons = [each.value.capitalize() for each in Icon if each in shared]
    traits = [each for each in other.traits if each in shared]
    words = " · ".join(filter(None, (_price_words(other), *icons, *traits)))
    return Likeness(2 * len(shared) + same - different, words or card.type.value)


def alike_cards(cards: Iterable[Card], others: Sequence[Card]) -> Mapping[str, Likeness]:
    """Return the other cards that are similar to one of the cards, by code."""
    found: dict[str, Likeness] = {}
    for card in cards:
        for other in others:
            alike = likeness(card, other)
            if alike and (other.code not in found or found[other.code].degree < alike.degree):
                found[other.code] = alike
    return found


def _marks(card: Card) -> frozenset[str]:
    return frozenset((*card.icons, *card.traits))


def _price(card: Card) -> Number | None:
    return card.plot.income if card.plot else card.cost


def _near(one: Number | None, other: Number | None) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return abs(one - other) <= NEAR
    return one == other


def _price_words(card: Card) -> str:
    price = _price(card)
    if price is None or not (card.in_draw_deck or card.type is CardType.PLOT):
        return ""
    name = "income" if card.plot else "cost"
    return f"{name} {'X' if isinstance(price, Printed) else price}"
