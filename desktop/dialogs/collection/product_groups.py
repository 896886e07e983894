"""The products of an edition as the collection shows them: packs, by their cycles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.spelling import fold
from library.owned import Holding

MOST = 99


@dataclass(frozen=True, slots=True)
class Product:
    """A pack with what is in it: different cards, and copies of them."""

    pack: Pack
    cards: int
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """A cycle with its packs; one that never had more than one pack is that pack."""

    name: str
    products: tuple[Product, ...]
    alone: bool = False


def groups_of(pool: CardPool) -> tuple[Group, ...]:
    """Return the cycles of an edition in order of publication, without packs that have no cards."""
    cards: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for card in pool:
        cards[card.pack] += 1
        copies[card.pack] += card.quantity
    groups = []
    for cycle in sorted(pool.cycles.values(), key=lambda each: each.position):
        packs = [each for each in pool.packs.values() if each.cycle == cycle.code]
        products = tuple(
            Product(pack, cards[pack.code], copies[pack.code])
            for pack in sorted(packs, key=lambda each: each.position)
            if cards[pack.code]
        )
        if products:
            groups.append(Group(cycle.name, products, alone=len(products) == 1))
    return tuple(groups)


def like(groups: Iterable[Group], text: str) -> tuple[Group, ...]:
    """Return what is named like a text: whole cycles, or packs by name or code."""
    words = fold(text).split()
    if not words:
        return tuple(groups)
    found = []
    for group in groups:
        cycle = fold(group.name)
        products = tuple(
            each
            for each in group.products
            if all(
                word in cycle or word in fold(each.pack.name) or word == fold(each.pack.code)
                for word in words
            )
        )
        if products:
            found.append(replace(group, products=products))
    return tuple(found)


def with_count(products: Iterable[Product], count: int) -> tuple[Holding, ...]:
    """Return that so many of each product are owned."""
    return tuple(Holding(each.pack.edition, each.pack.code, count) for each in products)


def with_change(
    products: Iterable[Product], held: Mapping[str, int], difference: int
) -> tuple[Holding, ...]:
    """Return that so many more of each product are owned, or less, where that is possible."""
    new = []
    for each in products:
        now = held.get(each.pack.code, 0)
        then = max(0, min(MOST, now + difference))
        if then != now:
            new.append(Holding(each.pack.edition, each.pack.code, then))
    return tuple(new)
