"""Filters that can be chosen without typing, as terms of the search language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from carddb.card import Card
from carddb.pool import CardPool
from carddb.search.key import Key
from carddb.search.keys import key_of
from carddb.terms import CardType, Faction, Icon, Printed


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One filter: a term of the language, its label, and how it is called among its like.

    Filters of one `key` are alternatives; an `exclusive` one shuts out the others of its key.
    """

    key: str
    text: str
    label: str
    short: str = ""
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class FilterGroup:
    """Filters that stand beside each other under a name."""

    name: str
    terms: tuple[FilterTerm, ...]


PLAYABLE = FilterTerm("playable", "playable:yes", "Playable only")
OWNED = FilterTerm("owned", "owned:yes", "Owned only")
STARRED = FilterTerm("starred", "starred:yes", "Starred")


def faction_filter(faction: Faction) -> FilterTerm:
    return FilterTerm("faction", f"faction:{faction.value}", faction.label)


def type_filter(card_type: CardType) -> FilterTerm:
    return FilterTerm("type", f"type:{card_type.value}", card_type.value.capitalize())


def filters_query(terms: Iterable[FilterTerm]) -> str:
    """Return the query of filters: one of each key must hold."""
    found: dict[str, list[str]] = {}
    for term in terms:
        found.setdefault(term.key, []).append(term.text)
    return " ".join(
        texts[0] if len(texts) == 1 else f"({' or '.join(texts)})" for texts in found.values()
    )


def filter_groups(cards: Collection[Card], pools: Iterable[CardPool]) -> tuple[FilterGroup, ...]:
    """Return the filters that divide these cards, but factions and types."""
    groups = (
        FilterGroup("Icons", tuple(_icons(cards))),
        *(_group(name, cards, _numbers) for name in ("cost", "strength")),
        *(_group(name, cards, _flag) for name in ("loyal", "unique")),
        _group("crest", cards, _crests),
        _group("keyword", cards, _keywords),
        FilterGroup(key_of("pack").label, tuple(_packs(cards, pools))),
    )
    return tuple(group for group in groups if group.terms)


def _group(
    name: str,
    cards: Collection[Card],
    terms: Callable[[Key, Collection[Card]], Iterator[FilterTerm]],
) -> FilterGroup:
    key = key_of(name)
    return FilterGroup(key.label, tuple(terms(key, [card for card in cards if key.applies(card)])))


def _icons(cards: Collection[Card]) -> Iterator[FilterTerm]:
    for icon in Icon:
        if any(icon in card.icons for card in cards):
            key = key_of(icon.value)
            yield FilterTerm(key.name, f"{key.name}:yes", f"{key.label} icon", key.label)
    yield FilterTerm("icon", "icon:-", "No icon", "None")


def _numbers(key: Key, cards: Collection[Card]) -> Iterator[FilterTerm]:
    found = {getattr(card, key.name) for card in cards}
    for number in sorted(value for value in found if isinstance(value, int)):
        yield FilterTerm(key.name, f"{key.name}:{number}", f"{key.label} {number}", str(number))
    for value, text, short in ((Printed.X, "x", "X"), (None, "-", "\N{EN DASH}")):
        if value in found:
            yield FilterTerm(key.name, f"{key.name}:{text}", f"{key.label} {short}", short)


def _flag(key: Key, cards: Collection[Card]) -> Iterator[FilterTerm]:
    if {getattr(card, key.name) for card in cards} == {True, False}:
        yes, no = key.label, f"Not {key.label.lower()}"
        yield FilterTerm(key.name, f"{key.name}:yes", yes, "Yes", exclusive=True)
        yield FilterTerm(key.name, f"{key.name}:no", no, "No", exclusive=True)


def _crests(key: Key, cards: Collection[Card]) -> Iterator[FilterTerm]:
    for crest in sorted({crest for card in cards for crest in card.crests}):
        name = crest.capitalize()
        yield FilterTerm(key.name, f"{key.name}:{crest}", f"{name} crest", name)


def _keywords(key: Key, cards: Collection[Card]) -> Iterator[FilterTerm]:
    for name in sorted({keyword.name for card in cards for keyword in card.keywords}):
        words = name.replace("-", " ")
        yield FilterTerm(key.name, f'{key.name}:"{words}"', words.capitalize())


def _packs(cards: Iterable[Card], pools: Iterable[CardPool]) -> Iterator[FilterTerm]:
    held = {(card.edition, card.pack) for card in cards}
    named = [
        pack.name
        for pool in pools
        for pack in pool.packs.values()
        if (pool.edition, pack.code) in held
    ]
    for name in dict.fromkeys(named):
        yield FilterTerm("pack", f'pack:"{name}"', name)
