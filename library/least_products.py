"""The fewest products that hold what is missing: exact where that is quickly found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

# Tried choices after which the best so far is taken: a tenth of a second.
MOST_TRIED = 3_000

Stock = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Purchase:
    """How many of each product; `exact` is whether no fewer products would do."""

    products: Counter[str]
    exact: bool


def least_products(lacking: Mapping[str, int], stock: Stock) -> Purchase:
    """Return the fewest products that bring these copies of cards, as far as any do.

    `stock` is what one of each product brings; of equals the earlier product is taken.
    """
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
        best = max(stock, key=lambda product: _gain(rest, stock[product]))
        bought[best] += 1
        _take(rest, stock[best])
    return bought


def _gain(rest: Mapping[str, int], cards: Mapping[str, int]) -> int:
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
        """Search until nothing fewer can be found, or for too long."""
        for card in self.left:
            having = [product for product, cards in self.stock.items() if cards.get(card, 0) > 0]
            self._sellers[card] = sorted(
                having, key=lambda each: -_gain(self.left, self.stock[each])
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
        """Return a number of products that certainly are needed.

        Cards without a product in common need one each; of one card its own copies.
        """
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
