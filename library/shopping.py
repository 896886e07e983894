"""What is missing for decks: which cards, and which products hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.pack import Pack
from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from decks.diff import Outline, OutlineEntry
from library.owned import Owned, copies_by_design, copies_owned, design


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card of which there are too few copies: `missing` of those `wanted`.

    `taken` counts the `owned` copies that built decks hold, which are not to be had.
    """

    card: Card
    wanted: int
    owned: int
    taken: int
    missing: int


@dataclass(frozen=True, slots=True)
class ProductToBuy:
    """A product that holds missing cards: how many of it are needed, and what it brings."""

    pack: Pack
    copies: int
    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class ShoppingList:
    """What is missing; `unknown` are cards of the decks that no pool knows, owned or not.

    `products` together hold every missing card; each of them brings most of what was missing
    when those before it were bought. `elsewhere` are missing cards that no product holds.
    """

    cards: tuple[MissingCard, ...]
    products: tuple[ProductToBuy, ...]
    elsewhere: tuple[Card, ...]
    unknown: tuple[OutlineEntry, ...]

    @property
    def copies(self) -> int:
        """The number of copies that are missing."""
        return sum(each.missing for each in self.cards)


def shopping_list(
    decks: Sequence[Outline], owned: Owned, pools: Pools, *, together: bool = True
) -> ShoppingList:
    """Return what is missing for decks; cards in `owned.built` are taken.

    `together`: every deck has cards of its own; else one set of cards serves each in turn.
    """
    cards: list[MissingCard] = []
    products: list[ProductToBuy] = []
    elsewhere: list[Card] = []
    for edition in Edition:
        if edition in pools:
            missing = _missing(decks, owned, pools[edition], together=together)
            cards += missing
            bought, rest = _products(missing, pools[edition])
            products += bought
            elsewhere += rest
    return ShoppingList(tuple(cards), tuple(products), tuple(elsewhere), _unknown(decks, pools))


def _unknown(decks: Sequence[Outline], pools: Pools) -> tuple[OutlineEntry, ...]:
    unknown = {
        entry.code: entry
        for deck in decks
        for entry in deck.entries
        if deck.edition not in pools or entry.code not in pools[deck.edition]
    }
    return tuple(unknown[code] for code in sorted(unknown))


def _missing(
    decks: Sequence[Outline], owned: Owned, pool: CardPool, *, together: bool
) -> list[MissingCard]:
    wanted: Counter[str] = Counter()
    for each in (copies_by_design([deck], pool) for deck in decks):
        wanted = wanted + each if together else wanted | each
    have = copies_owned(owned, pool)
    taken = copies_by_design([deck.outline for deck in owned.built], pool)
    codes = {design(pool.card(e.code)): e.code for d in decks for e in d.entries if e.code in pool}
    found = []
    for code, copies in wanted.items():
        held = min(taken[code], have[code])
        lacking = copies - (have[code] - held)
        if lacking > 0:
            card = pool.card(codes[code])
            found.append(MissingCard(card, copies, have[code], held, lacking))
    return sorted(found, key=lambda each: each.card.code)


def _products(
    missing: Sequence[MissingCard], pool: CardPool
) -> tuple[list[ProductToBuy], list[Card]]:
    """Return products that hold the missing cards, chosen greedily, and the cards of no product.

    The product to buy next is the one that brings most missing copies; among equals the earlier.
    """
    lacking = {design(each.card): each.missing for each in missing}
    sold: dict[str, dict[str, Card]] = {}
    for card in pool:
        if design(card) in lacking and card.pack in pool.packs and card.quantity > 0:
            sold.setdefault(card.pack, {})[design(card)] = card
    bought: Counter[str] = Counter()
    brought: dict[str, Counter[Card]] = {}
    order = list(pool.packs)
    while sold and any(lacking.values()):
        gains = {pack: _gain(cards, lacking) for pack, cards in sold.items()}
        best = min(gains, key=lambda pack: (-gains[pack], order.index(pack)))
        if not gains[best]:
            break
        bought[best] += 1
        for code, card in sold[best].items():
            copies = min(card.quantity, lacking[code])
            lacking[code] -= copies
            if copies:
                brought.setdefault(best, Counter())[card] += copies
    products = [
        ProductToBuy(pool.packs[pack], copies, tuple(brought[pack].items()))
        for pack, copies in bought.items()
    ]
    return products, [each.card for each in missing if lacking[design(each.card)]]


def _gain(cards: dict[str, Card], lacking: dict[str, int]) -> int:
    return sum(min(card.quantity, lacking[code]) for code, card in cards.items())
