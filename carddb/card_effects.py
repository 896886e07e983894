"""What a card gives its player and which costs it reduces, from its facts and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from carddb import catalogue
from carddb.card import Card
from carddb.gold import Allegiance, GoldEffect, GoldKind, Price, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction, Printed
from carddb.text.sentences import lines

# These words before the verb mean that others do it, or that it cannot happen.
_NOT_OTHERS = r"(?<!opponent )(?<!opponent may )(?<!player )(?<!controller )(?<!would )(?<!cannot )"
# The bounds ensure that no text takes long.
_GOLD = re.compile(
    rf"{_NOT_OTHERS}\bgain (?:\d+|X) gold\b|\bgain gold equal\b|\beach player gains \d+ gold\b"
    r"|\bmoves? [^.]{0,150}\bgold\b[^.]{0,150} to your (?:own\b|gold pool)"
    r"|\bas if it were (?:\d+ gold )?in your gold pool\b"
    r"|\bincrease the gold\b[^.]{0,80} on (?!each opponent)"
    r"|\bgives? you \d+ gold\b",
    re.IGNORECASE,
)
_DRAW = re.compile(
    rf"{_NOT_OTHERS}\bdraw (?:(?:\d+|X|an?|that many) cards?\b|it\b|cards until\b)"
    r"|\beach player (?:may |that does )?draws? \d"
    r"|\bincrease the number of cards (?:you draw|each player draws)\b"
    r"|\b(?:gains? [^.\"]{0,120}|icon, and )\binsight\b",
    re.IGNORECASE,
)
_REDUCE = re.compile(
    r"\breduces? the (?:gold )?cost (?P<what>[^.]{0,150}?)(?= by (?:\d|X)|\.|$)", re.IGNORECASE
)
# Texts without these words, which is quickly seen, have none of the effects.
_TELLING = re.compile(r"gold|draws? |number of cards|insight|cost", re.IGNORECASE)
_FACTIONS = frozenset(faction.value for faction in Faction)
_AFFILIATION = re.compile(r"\[(\w+)\]")
_TRAIT = re.compile(r"<i>([^<]{1,60})</i>")
# "the named <i>Trait</i>" may be any trait.
_NAMED_TRAIT = "Trait"
_TYPE = re.compile(rf"\b({'|'.join(CardType)})s?\b", re.IGNORECASE)
_KEYWORD = re.compile(r"\bwith (?!the\b)([a-z]+)")
_WAYS = ("shadows", "ambush")


@dataclass(frozen=True, slots=True)
class TextEffects:
    """The gifts of a text ("gold", "draw"), and the words for the cards whose cost it reduces."""

    gives: tuple[str, ...] = ()
    reduces: tuple[str, ...] = ()


NO_EFFECTS = TextEffects()


@lru_cache(maxsize=8192)  # every search prepares the same cards
def read_effects(text: str) -> TextEffects:
    """Read what a text gives the player of its card, and which costs it reduces.

    An effect counts even if it is conditional, has a price or is one of several. Gold on a card
    that cannot be spent does not count, and neither does what only opponents get.
    """
    if _TELLING.search(text) is None:
        return NO_EFFECTS
    body = "\n".join(lines(text))
    found = (("gold", _GOLD), ("draw", _DRAW))
    gives = tuple(what for what, pattern in found if pattern.search(body))
    words = (word for place in _REDUCE.finditer(body) for word in _reduced_in_text(place["what"]))
    return TextEffects(gives, tuple(dict.fromkeys(words)))


def _reduced_in_text(what: str) -> list[str]:
    """Return the words for "of the next <i>Lord</i> character you marshal": Lord, character."""
    words = ["itself"] if what.startswith("to ") else []
    words += [each for each in _AFFILIATION.findall(what) if each in _FACTIONS]
    words += [each for each in _TRAIT.findall(what) if each != _NAMED_TRAIT]
    bare = _TRAIT.sub("", what)
    words += [each.lower() for each in _TYPE.findall(bare)]
    words += _KEYWORD.findall(bare)
    words += [each for each in _WAYS if each in bare]
    return words or ["any"]


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
