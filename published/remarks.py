"""Sentences about published decks; without numpy, so that the window has them at once."""

from __future__ import annotations

from carddb.terms import Edition
from core.errors import AppError
from core.text_format import count_of
from decks.deck import Deck
from validators.conditions import Conditions

WHAT_THEY_ARE = "These are decks that people published, not decks that won."
NONE_HERE = "No published decks are here yet."
# Shares of fewer decks say little.
ENOUGH = 10


def few_words(similar: int, purpose: str) -> str:
    """Return why so few similar decks do not serve a purpose; empty where they do."""
    if similar >= ENOUGH:
        return ""
    if not similar:
        return "No published deck is like this one yet."
    decks, verb = count_of(similar, "published deck"), "is" if similar == 1 else "are"
    return f"Only {decks} {verb} like this one: too few to {purpose}."


def refusal(deck: Deck, conditions: Conditions) -> AppError | None:
    """Return why a deck cannot be finished, None where it can."""
    if deck.edition is Edition.SECOND and conditions.format.name in {"joust", "melee"}:
        return None
    return AppError(
        "Only joust and melee decks of the second edition can be finished.",
        "Choose another format, or finish this deck by hand.",
    )
