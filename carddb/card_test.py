"""Tests of cards: labelled predicates that combine with `&`, `|` and `~`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from carddb.card import Card
from carddb.terms import CardType, Faction


@dataclass(frozen=True, slots=True)
class CardTest:
    """A question about a card; `label` is how a message words the cards that pass."""

    label: str
    passes: Callable[[Card], bool]

    def __call__(self, card: Card) -> bool:
        return self.passes(card)

    def __and__(self, other: CardTest) -> CardTest:
        mine, others = self.passes, other.passes
        return CardTest(f"{self.label} {other.label}", lambda card: mine(card) and others(card))

    def __or__(self, other: CardTest) -> CardTest:
        mine, others = self.passes, other.passes
        return CardTest(f"{self.label} or {other.label}", lambda card: mine(card) or others(card))

    def __invert__(self) -> CardTest:
        mine = self.passes
        return CardTest(f"non-{self.label}", lambda card: not mine(card))

    def labelled(self, label: str) -> CardTest:
        return CardTest(label, self.passes)


@cache
def of_faction(faction: Faction) -> CardTest:
    """Cards of a faction (a card of several Houses counts for each); NEUTRAL: cards of none."""
    if faction is Faction.NEUTRAL:
        return CardTest("neutral", lambda card: not card.factions)
    return CardTest(faction.label, lambda card: faction in card.factions)


@cache
def with_trait(trait: str) -> CardTest:
    return CardTest(trait, lambda card: trait in card.traits)


@cache
def of_type(card_type: CardType) -> CardTest:
    return CardTest(card_type.value, lambda card: card.type is card_type)


def with_keyword(name: str) -> CardTest:
    return CardTest(name, lambda card: card.keyword(name) is not None)


LOYAL = CardTest("loyal", lambda card: card.loyal)
UNIQUE = CardTest("unique", lambda card: card.unique)
LIMITED = with_keyword("limited")
NEUTRAL = of_faction(Faction.NEUTRAL)
PLOT = of_type(CardType.PLOT)
AGENDA = of_type(CardType.AGENDA)
CHARACTER = of_type(CardType.CHARACTER)
ATTACHMENT = of_type(CardType.ATTACHMENT)
LOCATION = of_type(CardType.LOCATION)
EVENT = of_type(CardType.EVENT)
DRAW_CARD = CardTest("draw deck", lambda card: card.in_draw_deck)
ANY = CardTest("any", lambda _: True)
