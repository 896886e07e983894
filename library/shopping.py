"""What is missing for decks: which cards, and which products hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from carddb.card import Card
from carddb.pack import Pack
from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from decks.diff import Outline, OutlineEntry
from library.owned import BuiltDeck, Owned, copies_by_design, copies_owned

# Tried choices after which the best so far is taken: a tenth of a second.
MOST_TRIED = 3_000

Stock = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Purchase:
    """How many of each product; `exact` is whether no fewer products would do."""

    products: Counter[str]
    exact: bool


def least_products(lacking: Mapping[str, int], stock: Stock) -> Purchase:
    """Return the fewest products that bring these cards; `stock` is what each product brings."""
    sold = {card for cards in stock.values() for card, copies in cards.items() if copies > 0}
    left = Counter(
        {card: copies for card, copies in lacking.items() if copies > 0 and card in sold}
    )
    greedy = _greedy(left, stock)
    search = _Search(left, stock, greedy)
    search.run()
    return Purchase(search.best, search.tried <= MOST_TRIED)


def _greedy(left: Counter[str], stock: Stock) -> Counter[str]:
    """Return products each of which brings most of what those before it left."""
    rest, bought = Counter(left), Counter[str]()
    while +rest:
        best = max(stock, key=lambda product: _product_gain(rest, stock[product]))
        bought[best] += 1
        _take(rest, stock[best])
    return bought


def _product_gain(rest: Mapping[str, int], cards: Mapping[str, int]) -> int:
    return sum(min(copies, rest.get(card, 0)) for card, copies in cards.items())


def _take(rest: Counter[str], cards: Mapping[str, int]) -> None:
    for card, copies in cards.items():
        if card in rest:
            rest[card] = max(0, rest[card] - copies)


@dataclass(slots=True)
class _Search:
    """Tries the products of the card that has fewest of them, then those of the next."""

    left: Counter[str]
    stock: Stock
    best: Counter[str]
    tried: int = 0
    _sellers: dict[str, list[str]] = field(default_factory=dict)

    def run(self) -> None:
        for card in self.left:
            having = [product for product, cards in self.stock.items() if cards.get(card, 0) > 0]
            self._sellers[card] = sorted(
                having, key=lambda each: -_product_gain(self.left, self.stock[each])
            )
        self._try(self.left, Counter())

    def _try(self, rest: Counter[str], bought: Counter[str]) -> None:
        self.tried += 1
        if self.tried > MOST_TRIED:
            return
        rest = +rest
        if not rest:
            if bought.total() < self.best.total():
                self.best = Counter(bought)
            return
        if bought.total() + self._least(rest) >= self.best.total():
            return
        card = min(rest, key=lambda each: (len(self._sellers[each]), each))
        for product in self._sellers[card]:
            after = Counter(rest)
            _take(after, self.stock[product])
            bought[product] += 1
            self._try(after, bought)
            bought[product] -= 1

    def _least(self, rest: Counter[str]) -> int:
        """Return a lower bound of the products that are needed."""
        most = max(
            -(-copies // max(self.stock[each][card] for each in self._sellers[card]))
            for card, copies in rest.items()
        )
        used: set[str] = set()
        apart = 0
        for card in sorted(rest, key=lambda each: len(self._sellers[each])):
            if used.isdisjoint(self._sellers[card]):
                used.update(self._sellers[card])
                copies = rest[card]
                apart += -(-copies // max(self.stock[each][card] for each in self._sellers[card]))
        return max(most, apart)


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card of which copies are missing; `taken` of the `owned` are in built decks."""

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
        """How the products were chosen, as a sentence; empty without products."""
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
        return sum(each.missing for each in self.cards)


def shopping_list(
    decks: Sequence[Outline], owned: Owned, pools: Pools, *, together: bool = True
) -> ShoppingList:
    """Return what is missing for decks, each with cards of its own or one after the other."""
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
    codes = {pool.card(e.code).design: e.code for d in decks for e in d.entries if e.code in pool}
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
    lacking = Counter({each.card.design: each.missing for each in missing})
    held: dict[str, Counter[str]] = {pack: Counter() for pack in pool.packs}
    sold: dict[tuple[str, str], Card] = {}
    for card in pool:
        if card.design in lacking and card.pack in held and card.quantity > 0:
            # A product may hold several printings of a card: the Core Set of the first edition.
            held[card.pack][card.design] += card.quantity
            sold.setdefault((card.pack, card.design), card)
    stock = {pack: cards for pack, cards in held.items() if cards}
    purchase = least_products(lacking, stock)
    left, products = Counter(purchase.products), []
    while +left:
        there = [pack for pack in stock if left[pack]]
        pack = max(there, key=lambda each: _gain(stock[each], left[each], lacking))
        copies = left.pop(pack)
        bought_cards = []
        for code, each in stock[pack].items():
            taken = min(each * copies, lacking[code])
            lacking[code] -= taken
            bought_cards += [(sold[pack, code], taken)] if taken else []
        products.append(ProductToBuy(pool.packs[pack], copies, tuple(bought_cards)))
    elsewhere = [each.card for each in missing if lacking[each.card.design]]
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
            # Cards that a single deck lacks are missing, not contested.
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
