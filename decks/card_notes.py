"""A player's notes on cards in a deck, and what moves with a card that is swapped."""

from __future__ import annotations

from dataclasses import replace

from carddb.card import Card
from decks.deck import Deck


def note_on(deck: Deck, card: Card) -> str:
    """Return the note on a card in a deck; empty where there is none."""
    return dict(deck.card_notes).get(card.code, "")


def with_note(deck: Deck, card: Card, text: str) -> Deck:
    """Return the deck with this note on a card; blank text for none."""
    notes = dict(deck.card_notes) | {card.code: text}
    return replace(deck, card_notes=tuple(sorted((c, n) for c, n in notes.items() if n.strip())))


def with_words_moved(deck: Deck, old: Card, new: Card) -> Deck:
    """Return the deck with the note and the categories of a printing on another one."""
    notes = dict(deck.card_notes)
    if old.code in notes:
        notes.setdefault(new.code, notes.pop(old.code))
    categories = tuple(
        replace(each, cards=tuple(sorted({*each.cards, new.code} - {old.code})))
        if old.code in each.cards
        else each
        for each in deck.categories
    )
    return replace(deck, categories=categories, card_notes=tuple(sorted(notes.items())))
