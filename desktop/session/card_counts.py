"""Copies of cards in a deck: how many there are, how many fit, and decks with other numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import DRAW_DECK, DeckSection
from validators.civil_war import COPIES as CIVIL_WAR_COPIES

USUAL_COPIES = 3
Row: TypeAlias = tuple[Card, DeckSection]


def copies_of(deck: Deck, card: Card, place: DeckSection = DRAW_DECK) -> int:
    """Return the copies of a printing at a place of the deck; an agenda's among the agendas."""
    if card.type is CardType.AGENDA:
        return deck.agendas.count(card)
    return place.copies(deck, card)


def copies_by_code(deck: Deck) -> Counter[str]:
    """Return the copies of every printing in the deck and its plot decks, agendas included."""
    copies = Counter({card.code: count for card, count in deck.slots})
    copies.update(card.code for card in deck.agendas)
    for plots in deck.plot_decks:
        copies.update({card.code: count for card, count in plots})
    return copies


def limit_of(card: Card, format_name: str) -> int:
    """Return how many copies a deck of the format may include, as the card itself tells."""
    usual = card.deck_limit == USUAL_COPIES and card.in_draw_deck
    if format_name == "civil-war" and usual:
        return 1 if card.unique and card.type is CardType.CHARACTER else CIVIL_WAR_COPIES
    return card.deck_limit


def with_copies(deck: Deck, rows: Iterable[Row], count: int) -> Deck:
    """Return the deck with exactly so many copies of each card at its place.

    A House card is no card of a deck: it makes its House the deck's.
    """
    for card, place in rows:
        if card.type is CardType.HOUSE and card.factions:
            deck = replace(deck, faction=card.factions[0]) if count else deck
        elif card.type is CardType.AGENDA:
            others = tuple(each for each in deck.agendas if each.code != card.code)
            deck = replace(deck, agendas=(*others, *(card for _ in range(min(count, 1)))))
        else:
            deck = place.added(deck, card, count - place.copies(deck, card))
    return deck


def with_more(deck: Deck, rows: Iterable[Row], difference: int) -> Deck:
    """Return the deck with so many copies more, or fewer, of each card.

    No copy is added above a card's own limit, where the deck is not there already.
    """
    for card, place in rows:
        now = copies_of(deck, card, place)
        most = max(now, limit_of(card, deck.format))
        deck = with_copies(deck, [(card, place)], max(0, min(most, now + difference)))
    return deck
