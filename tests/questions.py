"""Questions that tests ask of cards, to choose what a deck is made of."""

from __future__ import annotations

from collections.abc import Callable

from carddb.card import Card
from carddb.terms import CardType, Faction

Test = Callable[[Card], bool]


def trait(word: str, card_type: CardType | None = None) -> Test:
    return lambda card: word in card.traits and card_type in {None, card.type}


def both(*tests: Test) -> Test:
    return lambda card: all(test(card) for test in tests)


def no(test: Test) -> Test:
    return lambda card: not test(card)


def of(faction: Faction) -> Test:
    return lambda card: faction in card.factions


def kind(card_type: CardType) -> Test:
    return lambda card: card.type is card_type


def plain(card: Card) -> bool:
    return card.only_in is None and card.type is not CardType.AGENDA


def neutral(card: Card) -> bool:
    return not card.factions


def loyal(card: Card) -> bool:
    return card.loyal


CHARACTER, PLOT, EVENT = kind(CardType.CHARACTER), kind(CardType.PLOT), kind(CardType.EVENT)
LOCATION, ATTACHMENT = kind(CardType.LOCATION), kind(CardType.ATTACHMENT)
STARK, LANNISTER = of(Faction.STARK), of(Faction.LANNISTER)


def draw(card: Card) -> bool:
    return card.in_draw_deck and card.deck_limit == 3


def limited(card: Card) -> bool:
    return card.keyword("limited") is not None


def bestow(card: Card) -> bool:
    return card.keyword("bestow") is not None


def trident(card: Card) -> bool:
    return not {"Edict", "Siege", "War"}.isdisjoint(card.traits)


def shadow(card: Card) -> bool:
    return card.keyword("shadow") is not None


def either(first: Test, second: Test) -> Test:
    return lambda card: first(card) or second(card)


def foreign_card(card: Card) -> bool:
    return bool(card.factions) and card.factions != (Faction.STARK,)
