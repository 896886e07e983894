"""A player's collection as values, and the copies of each card in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_section import CONSIDERED
from decks.diff import Outline


@dataclass(frozen=True, slots=True)
class Holding:
    """How many of a product the player owns, by the code of its pack."""

    edition: Edition
    pack: str
    copies: int


@dataclass(frozen=True, slots=True)
class Single:
    """Copies of a card besides those in products; negative if given away."""

    code: str
    copies: int


@dataclass(frozen=True, slots=True)
class BuiltDeck:
    """A deck that exists in real cards, and the version of it that does."""

    deck_id: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class Owned:
    """A whole collection."""

    holdings: tuple[Holding, ...] = ()
    singles: tuple[Single, ...] = ()
    built: tuple[BuiltDeck, ...] = ()


def products_owned(owned: Owned, edition: Edition) -> Counter[str]:
    """Return how many of each product of an edition the player owns, by the code of its pack."""
    packs: Counter[str] = Counter()
    for holding in owned.holdings:
        if holding.edition is edition:
            packs[holding.pack] += holding.copies
    return packs


def copies_owned(owned: Owned, pool: CardPool) -> Counter[str]:
    """Return how many copies of each design of a pool the player owns, built decks or not."""
    packs, count = products_owned(owned, pool.edition), Counter[str]()
    for card in pool:
        if packs[card.pack]:
            count[card.design] += packs[card.pack] * card.quantity
    for single in owned.singles:
        if single.code in pool:
            count[pool.card(single.code).design] += single.copies
    return Counter({code: copies for code, copies in count.items() if copies > 0})


def copies_by_design(decks: Iterable[Outline], pool: CardPool) -> Counter[str]:
    """Return how many copies of each design some decks hold, without considered cards."""
    count: Counter[str] = Counter()
    for deck in decks:
        for entry in deck.entries:
            if entry.section != CONSIDERED and entry.code in pool:
                count[pool.card(entry.code).design] += entry.copies
    return count
