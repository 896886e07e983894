"""The places of a deck that hold cards: its own slots, its rookery, its plot decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from decks.deck import Deck, Slots, slots_of


@dataclass(frozen=True, slots=True)
class Place:
    """One place; `number` counts the plot decks of a Civil War, None elsewhere."""

    name: str
    number: int | None = None

    def slots(self, deck: Deck) -> Slots:
        """Return the cards that the deck holds here."""
        if self.number is not None:
            return deck.plot_decks[self.number]
        return deck.rookery if self.name == "rookery" else deck.slots

    def copies(self, deck: Deck, card: Card) -> int:
        """Return the copies of a printing here."""
        return dict(self.slots(deck)).get(card, 0)

    def changed(self, deck: Deck, card: Card, difference: int) -> Deck:
        """Return the deck with so many copies more, or fewer, of a printing here."""
        slots = slots_of([*self.slots(deck), (card, difference)])
        if self.number is not None:
            plot_decks = list(deck.plot_decks)
            plot_decks[self.number] = slots
            return replace(deck, plot_decks=tuple(plot_decks))
        return (
            replace(deck, rookery=slots) if self.name == "rookery" else replace(deck, slots=slots)
        )


OWN = Place("deck")
ROOKERY = Place("rookery")


def places_of(deck: Deck) -> Iterator[Place]:
    """Yield the places of a deck that hold cards, its own slots always."""
    yield OWN
    if deck.rookery:
        yield ROOKERY
    for number, _ in enumerate(deck.plot_decks):
        yield Place("plot deck", number)
