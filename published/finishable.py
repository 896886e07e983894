"""Which decks can be finished; without numpy, so that a window can ask before it loads anything."""

from __future__ import annotations

from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from validators.conditions import Conditions

FORMATS = ("joust", "melee")


def refusal(deck: Deck, conditions: Conditions) -> AppError | None:
    """Return why a deck cannot be finished, None where it can."""
    if deck.edition is Edition.SECOND and conditions.format.name in FORMATS:
        return None
    return AppError(
        "Only joust and melee decks of the second edition can be finished.",
        "Choose another format, or finish this deck by hand.",
    )
