"""What a card gives its player, and what it makes cheaper: by its facts, and by its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from carddb import catalogue
from carddb.card import Card
from carddb.gold import Allegiance, GoldEffect, GoldKind, Price, Reach
from carddb.pattern import CardPattern
from carddb.terms import Edition, Faction, Printed
from carddb.text.effects import NO_EFFECTS, TextEffects, read_effects

GOLD, DRAW, ANY_CARD, ITSELF = "gold", "draw", "any", "itself"
_NEUTRAL = Faction.NEUTRAL.value
_ALLEGIANCES = {
    Allegiance.ANY: (),
    Allegiance.IN_FACTION: ("in-faction",),
    Allegiance.OUT_OF_FACTION: ("out-of-faction",),
    Allegiance.NOT_IN_FACTION: (_NEUTRAL, "out-of-faction"),
}
_PRICES = {
    Price.AMBUSH: "ambush",
    Price.INTO_SHADOWS: "shadows",
    Price.OUT_OF_SHADOWS: "shadows",
}


def text_effects_of(card: Card) -> TextEffects:
    """Return what a card gives, and what it reduces the cost of.

    A card without a text has, beside its facts, what the catalogue holds of its text.
    """
    words = text_effects(card, card.text) if card.text else _stored(card)
    gives = dict.fromkeys([*_given(card), *words.gives])
    reduces = dict.fromkeys([*_reduced(card), *words.reduces])
    return TextEffects(tuple(gives), tuple(reduces))


def text_effects(card: Card, text: str) -> TextEffects:
    """Return what the facts of a card leave to its text.

    Reducers are facts as a whole, unless one is irregular; only then their words are read.
    """
    read = read_effects(text)
    irregular = any(effect.kind is GoldKind.IRREGULAR for effect in card.gold_effects)
    return read if irregular else TextEffects(read.gives)


def _stored(card: Card) -> TextEffects:
    if card.blank or card.edition is not Edition.SECOND:
        return NO_EFFECTS
    return _catalogued().get(card.code, NO_EFFECTS)


@cache
def _catalogued() -> Mapping[str, TextEffects]:
    return {
        code: TextEffects(**{name: tuple(words) for name, words in stated.items()})
        for code, stated in catalogue.catalogue_effects()
    }


def _given(card: Card) -> Iterator[str]:
    if card.income is Printed.X or (isinstance(card.income, int) and card.income > 0):
        yield GOLD
    if any(_is_gold(effect) for effect in card.gold_effects):
        yield GOLD
    if card.keyword("insight") is not None:
        yield DRAW


def _is_gold(effect: GoldEffect) -> bool:
    if effect.kind is GoldKind.PLOT_VALUE:
        return (effect.amount or 0) > 0
    return effect.kind is GoldKind.GAIN


def _reduced(card: Card) -> Iterator[str]:
    for effect in card.gold_effects:
        if effect.kind is GoldKind.REDUCE:
            yield from _words_of(effect)


def _words_of(effect: GoldEffect) -> tuple[str, ...]:
    """Return the words for the cards of a reducer: "stark" and "character", "any" without."""
    if effect.prices == (Price.MARSHAL,) and effect.concerns_any_marshaled_card:
        return ANY_CARD, _PRICES[Price.INTO_SHADOWS]
    words = (
        *((ITSELF,) if effect.reach is Reach.ITSELF else ()),
        *_ALLEGIANCES[effect.allegiance],
        *(_pattern_words(effect.applies) if effect.applies is not None else ()),
        *dict.fromkeys(_PRICES[price] for price in effect.prices if price in _PRICES),
    )
    return words or (ANY_CARD,)


def _pattern_words(pattern: CardPattern) -> tuple[str, ...]:
    return (
        *(faction.value for faction in pattern.factions),
        *pattern.traits,
        *(card_type.value for card_type in pattern.types),
        *pattern.keywords,
        *pattern.names,
        *(("unique",) if pattern.unique else ()),
        *(("loyal",) if pattern.loyal else ()),
    )
