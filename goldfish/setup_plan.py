"""A setup: the placed cards, and the cards left in hand with reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from carddb.card import Card
from carddb.terms import CardType
from core.errors import AppError


class Way(StrEnum):
    """How a card leaves the hand; a shadow card lies facedown and has no characteristics."""

    CARD = "card"
    DUPLICATE = "duplicate"
    SHADOW = "shadow"


class Criterion(StrEnum):
    """One of the things of which the best setup has most."""

    CARDS = "cards"
    GOLD = "gold"
    CHARACTERS = "characters"
    STRENGTH = "strength"


Order = tuple[Criterion, ...]

DEFAULT_ORDER: Order = tuple(Criterion)


def order_of(first: Iterable[Criterion]) -> Order:
    """Return all criteria, those that the user wants first in front."""
    return tuple(dict.fromkeys((*first, *DEFAULT_ORDER)))


def read_order(text: str) -> Order:
    """Return the order that a text such as "gold,characters" asks for; AppError for other words."""
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    known = {each.value for each in Criterion}
    for word in words:
        if word not in known:
            raise AppError(
                f"“{word}” is nothing that setups are compared by.",
                f"They are compared by {', '.join(Criterion)}, in the order that you give.",
            )
    return order_of(Criterion(word) for word in words)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a hand in order of their codes; make one with `Hand.of`."""

    cards: tuple[Card, ...]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        return cls(tuple(sorted(cards, key=lambda card: card.code)))


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that left the hand, the gold paid for it, and an attachment's host."""

    card: Card
    way: Way
    cost: int
    host: Card | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A card that stays in hand, why, as a sentence, and the id of the rule behind it."""

    card: Card
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The values by which setups are compared: cards, gold spent, characters, printed STR.

    Characters are those that lie face up in play; duplicates and cards in shadows are none. A
    STR of X counts 0.
    """

    cards: int = 0
    gold: int = 0
    characters: int = 0
    strength: int = 0

    def in_order(self, order: Order) -> tuple[int, ...]:
        """Return the numbers in the order in which they matter."""
        return tuple(getattr(self, criterion.value) for criterion in order)


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """The best setup of a hand: every card is either placed or left, in order of their codes."""

    placed: tuple[Placed, ...]
    left: tuple[Left, ...]
    tally: Tally
    budget: int

    @property
    def cards(self) -> int:
        return self.tally.cards

    @property
    def gold(self) -> int:
        return self.tally.gold

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the placed cards, lowest first."""
        return tuple(each.card.code for each in self.placed)


def tally_of(placed: Iterable[tuple[Card, Way, int]]) -> Tally:
    cards = gold = characters = strength = 0
    for card, way, cost in placed:
        cards += 1
        gold += cost
        if way is Way.CARD and card.type is CardType.CHARACTER:
            characters += 1
            strength += strength_of(card)
    return Tally(cards, gold, characters, strength)


def strength_of(card: Card) -> int:
    """Return the printed STR, 0 where it is X or there is none."""
    return card.strength if isinstance(card.strength, int) else 0
