"""What a text gives its player and what it makes cheaper, in the words that searches take."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from carddb.terms import CardType, Faction
from carddb.text.sentences import lines

# What others alone do or what cannot happen stands before the verb.
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
# A text about "the named <i>Trait</i>" is about any.
_NAMED_TRAIT = "Trait"
_TYPE = re.compile(rf"\b({'|'.join(CardType)})s?\b", re.IGNORECASE)
_KEYWORD = re.compile(r"\bwith (?!the\b)([a-z]+)")
_WAYS = ("shadows", "ambush")


@dataclass(frozen=True, slots=True)
class TextEffects:
    """What a text gives ("gold", "draw"), and the words for what it reduces the cost of."""

    gives: tuple[str, ...] = ()
    reduces: tuple[str, ...] = ()


NO_EFFECTS = TextEffects()


@lru_cache(maxsize=8192)  # every search prepares the same cards
def read_effects(text: str) -> TextEffects:
    """Read what a text gives the player of its card, and which costs it reduces.

    It is enough that it may: under conditions, at a price, as one of several things. Gold that
    lies on a card and cannot be spent does not count, nor does what opponents alone get.
    """
    if _TELLING.search(text) is None:
        return NO_EFFECTS
    body = "\n".join(lines(text))
    found = (("gold", _GOLD), ("draw", _DRAW))
    gives = tuple(what for what, pattern in found if pattern.search(body))
    words = (word for place in _REDUCE.finditer(body) for word in _reduced(place["what"]))
    return TextEffects(gives, tuple(dict.fromkeys(words)))


def _reduced(what: str) -> list[str]:
    """Return the words for "of the next <i>Lord</i> character you marshal": Lord, character."""
    words = ["itself"] if what.startswith("to ") else []
    words += [each for each in _AFFILIATION.findall(what) if each in _FACTIONS]
    words += [each for each in _TRAIT.findall(what) if each != _NAMED_TRAIT]
    bare = _TRAIT.sub("", what)
    words += [each.lower() for each in _TYPE.findall(bare)]
    words += _KEYWORD.findall(bare)
    words += [each for each in _WAYS if each in bare]
    return words or ["any"]
