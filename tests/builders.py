"""Builders of cards, pools and decks, so that a test names only what matters."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import count
from typing import Any

from carddb.card import Card
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck

_numbers = count(90001)


def card(
    name: str = "Hedge Knight",
    type: CardType = CardType.CHARACTER,  # noqa: A002
    **fields: Any,
) -> Card:
    """Return a second-edition card of the Core Set with a code of its own; `fields` overrule."""
    code = fields.pop("code", None) or str(next(_numbers))
    number = int(code[-3:]) if code[-3:].isdigit() else 1
    plain = Card(
        code=code, name=name, edition=Edition.SECOND, type=type, pack="Core", position=number
    )
    return replace(plain, **fields)


def pack(code: str = "Core", name: str = "Core Set", **fields: Any) -> Pack:
    """Return a pack of the second edition, released in 2015 unless said otherwise."""
    plain = Pack(
        code=code,
        name=name,
        edition=Edition.SECOND,
        cycle="core",
        position=1,
        released="2015-10-08",
    )
    return replace(plain, **fields)


def pool(
    *cards: Card,
    edition: Edition = Edition.SECOND,
    packs: tuple[Pack, ...] = (),
    cycles: tuple[Cycle, ...] = (),
    lists: tuple[RestrictedList, ...] = (),
) -> CardPool:
    """Return a pool of these cards; packs that are not given are made up from the cards'."""
    known = {each.code for each in packs}
    made_up = sorted({each.pack for each in cards} - known)
    others = tuple(
        pack(code, "Core Set" if code == "Core" else f"Pack {code}", edition=edition)
        for code in made_up
    )
    return CardPool(edition, cards, (*packs, *others), cycles, lists)


def restricted_list(code: str = "house1.0", **fields: Any) -> RestrictedList:
    """Return a list of the second edition that names no card; `fields` overrule."""
    plain = RestrictedList(
        *(code, "House list", "The House", "1.0", date(2020, 2, 29), "original"),
        *(Edition.SECOND, frozenset(), ()),
    )
    return replace(plain, **fields)


def deck(
    *slots: Card | tuple[Card, int],
    faction: Faction | None = Faction.STARK,
    name: str = "A deck",
    edition: Edition = Edition.SECOND,
    **fields: Any,
) -> Deck:
    """Return a deck of these cards: a card alone is one copy, a pair says how many."""
    pairs = [slot if isinstance(slot, tuple) else (slot, 1) for slot in slots]
    return Deck.of(name, edition, faction, pairs, **fields)
