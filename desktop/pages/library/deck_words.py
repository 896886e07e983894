"""Decks as the subject of a sentence: how many, or which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carddb.text_format import shortened
from desktop.session.open_deck import NAMELESS
from library.deck_values import LibraryDeck, Plan, StoredDeck

Decks = Sequence[StoredDeck]


def deck_count(number: int) -> str:
    """Return a number of decks as text."""
    return f"{number:,} deck{'s' * (number != 1)}"


def named(decks: Decks) -> str:
    """Return the name of one deck, or how many there are."""
    if len(decks) != 1:
        return deck_count(len(decks))
    return f"“{shortened(decks[0].name)}”" if decks[0].name else NAMELESS


def decks_are(decks: Decks) -> str:
    """Return the subject and the verb of a sentence about decks."""
    return f"{named(decks)} {'is' if len(decks) == 1 else 'are'}"


def with_plans(decks: Decks, plans: Sequence[Plan]) -> list[StoredDeck]:
    """Return decks, each followed by its plans, which no list shows beside them."""
    return [
        each
        for deck in decks
        for each in (deck, *(plan.deck for plan in plans if plan.of.id == deck.id))
    ]


def titled(opened: LibraryDeck, plans: Sequence[Plan]) -> LibraryDeck:
    """Return a deck to be read outside of the library; a plan says of which deck it is."""
    plan = next((plan for plan in plans if plan.id == opened.id), None)
    if plan is None:
        return opened
    name = f"{plan.of.name or NAMELESS}, plan: {plan.name}"
    return opened.with_deck(replace(opened.deck, name=name))
