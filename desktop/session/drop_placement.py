"""Where in a deck a card goes that is dropped on one of its places, or moved on by a key."""

from __future__ import annotations

from itertools import cycle, dropwhile, islice

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import DRAW_DECK, ROOKERY, DeckSection, SectionKind, plot_deck


def place_for(card: Card, wanted: DeckSection) -> DeckSection:
    """Return the wanted place if such a card belongs there, else the deck itself."""
    if wanted.kind is SectionKind.PLOT_DECK:
        return wanted if card.type is CardType.PLOT else DRAW_DECK
    return wanted if card.in_draw_deck or card.type is CardType.PLOT else DRAW_DECK


def where_held(deck: Deck, card: Card) -> DeckSection:
    """Return the place that a card of the table stands for: the deck, or the plot deck it is in."""
    if not DRAW_DECK.copies(deck, card):
        for number in reversed(range(len(deck.plot_decks))):
            if (place := plot_deck(number + 1)).copies(deck, card):
                return place
    return DRAW_DECK


def next_place(deck: Deck, card: Card, place: DeckSection) -> DeckSection:
    """Return where a card goes next: between deck and rookery; a plot from plot deck to plot deck.

    After the last plot deck it is the deck itself again.
    """
    plot_decks = [plot_deck(number + 1) for number, _ in enumerate(deck.plot_decks)]
    others = plot_decks if plot_decks and card.type is CardType.PLOT else [ROOKERY]
    after = islice(dropwhile(lambda each: each != place, cycle((DRAW_DECK, *others))), 1, None)
    return place_for(card, next(after)) if place in {DRAW_DECK, *others} else place


def moved(deck: Deck, card: Card, source: DeckSection, target: DeckSection, copies: int) -> Deck:
    """Return the deck with so many copies at another place; no more than there are."""
    there = min(copies, source.copies(deck, card))
    if source == target or there < 1:
        return deck
    return target.added(source.added(deck, card, -there), card, there)
