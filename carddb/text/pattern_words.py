"""Patterns in the program's own short words: "unique Stark Lord or Lady character"."""

from __future__ import annotations

from collections.abc import Iterable

from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction

_TYPES = {CardType.HOUSE: "House card"}


def describe_pattern(pattern: CardPattern) -> str:
    """Return what a pattern asks for, adjectives first; "card" where it names no type."""
    parts = [
        *_flags(pattern),
        *_negated(pattern),
        _or(_faction(faction) for faction in pattern.factions),
        _or(f"{crest.capitalize()}-crest" for crest in pattern.crests),
        _or(pattern.traits),
        *(f"{icon.value}-icon" for icon in pattern.icons),
        _or(_TYPES.get(each, each.value) for each in pattern.types)
        or ("" if pattern.names else "card"),
        f"named {_or(pattern.names)}" if pattern.names else "",
        f"with {_or(pattern.keywords)}" if pattern.keywords else "",
        *_bounds(pattern),
    ]
    return " ".join(part for part in parts if part)


def _flags(pattern: CardPattern) -> Iterable[str]:
    for flag, word in ((pattern.unique, "unique"), (pattern.loyal, "loyal")):
        if flag is not None:
            yield word if flag else f"non-{word}"


def _negated(pattern: CardPattern) -> Iterable[str]:
    yield from (f"non-{_faction(faction)}" for faction in pattern.without_factions)
    for words in (pattern.without_traits, pattern.without_keywords):
        yield from (f"non-{word}" for word in words)
    yield from (f"non-{card_type.value}" for card_type in pattern.without_types)


def _bounds(pattern: CardPattern) -> Iterable[str]:
    for what, low, high in (
        ("cost", pattern.cost_at_least, pattern.cost_at_most),
        ("STR", pattern.strength_at_least, pattern.strength_at_most),
        ("income", pattern.income_at_least, None),
    ):
        if low is not None:
            yield f"with {what} {low} or higher"
        if high is not None:
            yield f"with {what} {high} or lower"


def _faction(faction: Faction) -> str:
    return "neutral" if faction is Faction.NEUTRAL else faction.label


def _or(words: Iterable[str]) -> str:
    *most, last = list(words) or [""]
    return f"{', '.join(most)} or {last}" if most else last
