"""Filters that can be chosen without typing, as terms of the search language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carddb.terms import CardType, Faction


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
    """Return the filter of a faction or House."""
    return FilterTerm("faction", f"faction:{faction.value}", faction.label)


def type_filter(card_type: CardType) -> FilterTerm:
    """Return the filter of a card type."""
    return FilterTerm("type", f"type:{card_type.value}", card_type.value.capitalize())


def filters_query(terms: Iterable[FilterTerm]) -> str:
    """Return the query of filters: one of each key must hold."""
    found: dict[str, list[str]] = {}
    for term in terms:
        found.setdefault(term.key, []).append(term.text)
    return " ".join(
        texts[0] if len(texts) == 1 else f"({' or '.join(texts)})" for texts in found.values()
    )
