"""What is missing for decks: which cards, and which products hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.pack import Pack
from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from decks.diff import Outline, OutlineEntry
from library.least_products import least_products
from library.owned import BuiltDeck, Owned, copies_by_design, copies_owned, design


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
class ContestedCard:
    """A card that several built decks hold, more copies than the `owned` ones."""

    card: Card
    owned: int
    decks: tuple[tuple[BuiltDeck, int], ...]

    @property
    def wanted(self) -> int:
        """The copies that the decks hold together."""
        return sum(copies for _, copies in self.decks)


@dataclass(frozen=True, slots=True)
class ShoppingList:
    """What is missing; `unknown` are cards of the decks that no pool knows, owned or not.

    `products` together hold every missing card, and are the fewest that do where `exact`; each of
    them brings most of what was missing when those before it were bought. `elsewhere` are missing
    cards that no product holds.
    """

    cards: tuple[MissingCard, ...]
    products: tuple[ProductToBuy, ...]
    elsewhere: tuple[Card, ...]
    unknown: tuple[OutlineEntry, ...]
    exact: bool = True

    @property
    def how(self) -> str:
        """How the products were chosen, as a sentence; empty without any."""
        if not self.products:
            return ""
        count = sum(each.copies for each in self.products)
        if count == 1:
            return "One product holds them all."
        if self.exact:
            return f"No fewer than these {count} products hold them all."
        return (
            f"{count} products; fewer may do. With so many to choose from, what brings most was"
            " taken first."
        )

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
    exact = True
    for edition in Edition:
        if edition in pools:
            missing = _missing(decks, owned, pools[edition], together=together)
            cards += missing
            bought, rest, is_least = _products(missing, pools[edition])
            products += bought
            elsewhere += rest
            exact = exact and is_least
    unknown = _unknown(decks, pools)
    return ShoppingList(tuple(cards), tuple(products), tuple(elsewhere), unknown, exact)


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
) -> tuple[list[ProductToBuy], list[Card], bool]:
    """Return the products to buy, the cards of no product, and whether no fewer would do."""
    lacking = Counter({design(each.card): each.missing for each in missing})
    held: dict[str, Counter[str]] = {pack: Counter() for pack in pool.packs}
    sold: dict[tuple[str, str], Card] = {}
    for card in pool:
        if design(card) in lacking and card.pack in held and card.quantity > 0:
            # A product may hold several printings of a card: the Core Set of the first edition.
            held[card.pack][design(card)] += card.quantity
            sold.setdefault((card.pack, design(card)), card)
    stock = {pack: cards for pack, cards in held.items() if cards}
    purchase = least_products(lacking, stock)
    left, products = Counter(purchase.products), []
    while +left:
        there = [pack for pack in stock if left[pack]]
        pack = max(there, key=lambda each: _gain(stock[each], left[each], lacking))
        copies = left.pop(pack)
        brought = []
        for code, each in stock[pack].items():
            taken = min(each * copies, lacking[code])
            lacking[code] -= taken
            brought += [(sold[pack, code], taken)] if taken else []
        products.append(ProductToBuy(pool.packs[pack], copies, tuple(brought)))
    elsewhere = [each.card for each in missing if lacking[design(each.card)]]
    return products, elsewhere, purchase.exact


def _gain(cards: Mapping[str, int], copies: int, lacking: Mapping[str, int]) -> int:
    return sum(min(each * copies, lacking[code]) for code, each in cards.items())


def contested(owned: Owned, pools: Pools) -> tuple[ContestedCard, ...]:
    """Return the cards of which the built decks hold more than there are."""
    found = []
    for pool in pools.values():
        have = copies_owned(owned, pool)
        held: dict[str, list[tuple[BuiltDeck, int]]] = {}
        for deck in owned.built:
            for code, copies in copies_by_design([deck.outline], pool).items():
                held.setdefault(code, []).append((deck, copies))
        for code, decks in sorted(held.items()):
            wanted = sum(copies for _, copies in decks)
            # What one deck alone lacks is missing, and nobody fights over it.
            if wanted > have[code] and len(decks) > 1:
                found.append(ContestedCard(pool.card(code), have[code], tuple(decks)))
    return tuple(found)


def shopping_text(found: ShoppingList) -> str:
    """Return a shopping list as text, to be copied: cards, then products."""
    lines = [f"{each.missing}x {each.card.name}" for each in found.cards]
    lines += [f"{each.copies}x {each.title} (not in today's card data)" for each in found.unknown]
    if found.products:
        lines += ["", "To buy:"]
        for each in found.products:
            cards = ", ".join(f"{copies}x {card.name}" for card, copies in each.cards)
            lines.append(f"{each.copies}x {each.pack.name}: {cards}")
        lines += ["", found.how]
    if found.elsewhere:
        lines += ["", f"In no product: {', '.join(card.name for card in found.elsewhere)}"]
    return "\n".join(lines).strip() + "\n"
