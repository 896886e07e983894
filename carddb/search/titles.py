"""Cards by their titles: the versions of a name in one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import Edition


@dataclass(frozen=True, slots=True)
class TitleGroup:
    """A title of an edition and its cards, at least one, in the order in which they were found."""

    title: str
    edition: Edition
    cards: tuple[Card, ...]


def by_title(cards: Iterable[Card]) -> tuple[TitleGroup, ...]:
    """Return the cards by title, each where its first card was; titles in two editions part."""
    found: dict[tuple[str, Edition], list[Card]] = {}
    for card in cards:
        found.setdefault((card.name, card.edition), []).append(card)
    return tuple(
        TitleGroup(title, edition, tuple(versions)) for (title, edition), versions in found.items()
    )
