"""Where in a deck a card goes that is dropped on one of its places, or moved on by a key."""

from __future__ import annotations

from itertools import cycle, dropwhile, islice

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck
from validators.places import OWN, ROOKERY, Place


def place_for(card: Card, wanted: Place) -> Place:
    """Return the wanted place if such a card belongs there, else the deck itself."""
    if wanted.number is not None:
        return wanted if card.type is CardType.PLOT else OWN
    return wanted if card.in_draw_deck or card.type is CardType.PLOT else OWN


def where_held(deck: Deck, card: Card) -> Place:
    """Return the place that a card of the table stands for: the deck, or the plot deck it is in."""
    if not OWN.copies(deck, card):
        for number in reversed(range(len(deck.plot_decks))):
            if (place := Place("plot deck", number)).copies(deck, card):
                return place
    return OWN


def next_place(deck: Deck, card: Card, place: Place) -> Place:
    """Return where a card goes next: between deck and rookery; a plot from plot deck to plot deck.

    After the last plot deck it is the deck itself again.
    """
    plot_decks = [Place("plot deck", number) for number, _ in enumerate(deck.plot_decks)]
    others = plot_decks if plot_decks and card.type is CardType.PLOT else [ROOKERY]
    after = islice(dropwhile(lambda each: each != place, cycle((OWN, *others))), 1, None)
    return place_for(card, next(after)) if place in {OWN, *others} else place


def moved(deck: Deck, card: Card, source: Place, target: Place, copies: int) -> Deck:
    """Return the deck with so many copies at another place; no more than there are."""
    there = min(copies, source.copies(deck, card))
    if source == target or there < 1:
        return deck
    return target.changed(source.changed(deck, card, -there), card, there)
