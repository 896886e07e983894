"""Lists of cards by pack, to print: what a player owns, or what is missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.pool import CardPool, Pools
from decks.deck import Deck, Slots
from decks.diff import outline
from library.owned import Owned, copies_owned, products_owned
from library.shopping import shopping_list


@dataclass(frozen=True, slots=True)
class BinderPack:
    """A pack with copies of its cards, in the order of their numbers."""

    name: str
    cards: Slots

    @property
    def copies(self) -> int:
        return sum(copies for _, copies in self.cards)


@dataclass(frozen=True, slots=True)
class BinderList:
    """Cards by pack under a title; `day` is the day of the list in words."""

    title: str
    packs: tuple[BinderPack, ...]
    day: str = ""

    @property
    def copies(self) -> int:
        return sum(pack.copies for pack in self.packs)

    @property
    def total(self) -> str:
        cards = sum(len(pack.cards) for pack in self.packs)
        return f"{cards:,} different cards, {self.copies:,} copies"


def by_pack(cards: Iterable[tuple[Card, int]], pools: Pools) -> tuple[BinderPack, ...]:
    """Return cards by pack, packs in order of publication."""
    found: dict[tuple[int, int, str, str], list[tuple[Card, int]]] = {}
    for card, copies in cards:
        pool = pools[card.edition]
        pack = pool.packs.get(card.pack)
        cycle = pool.cycles.get(pack.cycle) if pack else None
        place = (cycle.position if cycle else 0, pack.position if pack else 0)
        name = pack.name if pack else card.pack
        found.setdefault((*place, card.edition.value, name), []).append((card, copies))
    return tuple(
        BinderPack(key[-1], tuple(sorted(found[key], key=lambda each: each[0].position)))
        for key in sorted(found)
    )


def owned_printings(owned: Owned, pool: CardPool) -> Slots:
    """Return the owned copies of each printing: in products, and single ones."""
    packs = products_owned(owned, pool.edition)
    singles = {each.code: each.copies for each in owned.singles}
    copies = ((card, packs[card.pack] * card.quantity + singles.get(card.code, 0)) for card in pool)
    return tuple((card, count) for card, count in copies if count > 0)


def missing_cards(owned: Owned, pool: CardPool, packs: Collection[str] = ()) -> Slots:
    """Return the copies that the player lacks of a full set, by the first printing of each card.

    A full set has as many copies of a card as a deck may have. With `packs` it is that of these.
    """
    have = copies_owned(owned, pool)
    found: dict[str, Card] = {}
    for card in pool:
        if card.only_in is None and (not packs or card.pack in packs):
            found.setdefault(card.design, card)
    lacking = ((card, card.deck_limit - have[card.design]) for card in found.values())
    return tuple((card, copies) for card, copies in lacking if copies > 0)


def collection_binder(owned: Owned, pool: CardPool, day: str, *, missing: bool) -> BinderList:
    """Return what the player owns of an edition, or lacks of a full set, as a list."""
    cards = missing_cards(owned, pool) if missing else owned_printings(owned, pool)
    title = "Missing cards" if missing else "Collection"
    return BinderList(f"{title}: {pool.edition.label}", by_pack(cards, {pool.edition: pool}), day)


def missing_for(
    decks: Sequence[Deck], owned: Owned, pools: Pools, ids: Collection[str] = ()
) -> Slots:
    """Return the cards that decks lack if all of them are to exist at the same time.

    Cards in built decks are not available, except in those with these `ids`.
    """
    others = tuple(each for each in owned.built if each.deck_id not in ids)
    # A deck is built from its drafted cards, so they are not additional copies.
    outlines = [outline(replace(deck, drafted=())) for deck in decks]
    found = shopping_list(outlines, replace(owned, built=others), pools).cards
    return tuple((each.card, each.missing) for each in found)
