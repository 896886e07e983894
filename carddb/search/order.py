"""The order in which found cards are shown: by any key, several after each other, up or down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from operator import itemgetter
from typing import Any

from carddb.card import Card
from carddb.errors import AppError
from carddb.search.field_readers import FieldFacts
from carddb.search.key import Key, KeyKind
from carddb.search.keys import KEYS, find_key
from carddb.terms import CardType, Faction, Keyword, Printed

_UNSORTED = frozenset({KeyKind.CARD, KeyKind.FLAGS})
_RANKS: dict[Any, int] = {
    each: rank for order in (Faction, CardType) for rank, each in enumerate(order)
}


def sorted_cards(cards: Iterable[Card], written: str, facts: FieldFacts) -> tuple[Card, ...]:
    """Return the cards sorted by keys: "cost", "faction,-cost" (a minus turns the order round).

    What has no value comes last either way; equals stay in the order in which they come. AppError
    where there is no such key.
    """
    ordered = list(cards)
    for name in reversed([each.strip() for each in written.split(",") if each.strip()]):
        _sort(ordered, name.lstrip("-"), facts, down=name.startswith("-"))
    return tuple(ordered)


def sortable() -> tuple[str, ...]:
    """Return the names of the keys that cards may be sorted by."""
    return tuple(key.name for key in KEYS if key.kind not in _UNSORTED)


def _sort(cards: list[Card], name: str, facts: FieldFacts, *, down: bool) -> None:
    key = find_key(name)
    if key is None or key.kind in _UNSORTED:
        known = ", ".join(sortable())
        raise AppError(f"Cards cannot be sorted by “{name[:40]}”.", f"Choose one of: {known}.")
    place = _place_of(key, facts)
    placed = [(place(card), card) for card in cards]
    valued = [each for each in placed if each[0][0] != _LAST]
    valued.sort(key=itemgetter(0), reverse=down)
    last = [card for (rank, _), card in placed if rank == _LAST]
    cards[:] = [*(card for _, card in valued), *last]


_LAST = 2


def _place_of(key: Key, facts: FieldFacts) -> Callable[[Card], tuple[int, Any]]:
    """Return the place of a card: 0 and its value, 1 for X, 2 for none."""
    if key.name in {"pack", "cycle"}:
        order = facts.index.set_order
        return lambda card: (0, order[card.code])
    read = key.read(facts)

    def place(card: Card) -> tuple[int, Any]:
        value = read(card)
        if value is Printed.X:
            return 1, 0
        if value is None or value in ("", ()):
            return _LAST, 0
        if isinstance(value, bool):
            return 0, not value
        return 0, tuple(map(_rank, value)) if isinstance(value, tuple) else value

    return place


def _rank(value: Any) -> Any:
    """Return what a word is sorted by: factions and types by their own order, others by name."""
    if isinstance(value, Keyword):
        return value.words
    return _RANKS.get(value, value) if isinstance(value, Enum) else value
