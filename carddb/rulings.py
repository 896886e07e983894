"""Rulings that this program applies, in its own words, with the source of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter, ValidationError

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.errors import AppError
from carddb.pattern import CardPattern
from carddb.pool import CardPool
from carddb.terms import Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What holds for some cards: those of these codes, or every card of a `kind`.

    `subject` is what it is about ("Deckbuilding", "Setup", "Shadows", "Gold", "Copies", "Lists"),
    `source` the paragraph that it follows.
    """

    subject: str
    words: str
    source: str
    cards: tuple[str, ...] = ()
    kind: CardPattern | None = None

    def concerns(self, card: Card) -> bool:
        """Return whether it holds for a card of its edition."""
        return card.code in self.cards or (
            self.kind is not None and pattern_matches(self.kind, card)
        )


@cache
def rulings(edition: Edition) -> tuple[Ruling, ...]:
    """Return the rulings of an edition, those on named cards before those on a kind of cards."""
    file = files("resources") / "rulings" / f"{edition.value}.json"
    try:
        read = TypeAdapter(tuple[Ruling, ...]).validate_json(file.read_text("utf-8"))
    except (OSError, ValidationError):
        raise AppError(
            f"The rulings of the {edition.value} edition could not be read.",
            "Install the program again.",
        ) from None
    return tuple(sorted(read, key=lambda ruling: ruling.kind is not None))


def rulings_of(card: Card, pool: CardPool) -> tuple[Ruling, ...]:
    """Return the rulings that concern a card of the pool, the most particular first."""
    return tuple(each for each in rulings(pool.edition) if each.concerns(card))


def cards_of(ruling: Ruling, pool: CardPool) -> Iterator[Card]:
    """Yield the cards of the pool that a ruling concerns, in order of their codes."""
    return (card for card in pool if ruling.concerns(card))
