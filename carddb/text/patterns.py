"""Descriptions of cards in rules text ("Unique [stark] character") as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from carddb.pattern import CardPattern
from carddb.terms import CardType, Crest, Faction, Icon

_WORD = re.compile(
    r"(?P<non>[Nn]on-)?"
    r"(?:<i>(?P<trait>[^<]+)</i>|\[(?P<faction>\w+)\]|\{(?P<crest>\w+)\}|(?P<word>[A-Za-z-]+))"
    r"(?:\s+|$)"
)
_PLOT_CARD = re.compile(r"\bplot cards?\b")
_OR = re.compile(r",\s*or\s+|,\s*|\s+or\s+")
_PRINTED = re.compile(
    r"\s+with printed (?P<what>cost|STR) (?P<bound>\d+) or (?P<way>lower|higher)$"
)
_WITH_KEYWORD = re.compile(r"\s+with (?P<keyword>shadow|bestow)$")
_WITH_ICON = re.compile(r"\s+with an? \[(?P<icon>military|intrigue|power)\] icon$")
_NOUNS: dict[str, tuple[CardType, ...]] = {
    "card": (),
    "character": (CardType.CHARACTER,),
    "location": (CardType.LOCATION,),
    "attachment": (CardType.ATTACHMENT,),
    "event": (CardType.EVENT,),
    "plot": (CardType.PLOT,),
}
_NOUNS |= {f"{noun}s": types for noun, types in _NOUNS.items()}

_Piece = tuple[CardPattern, bool]
"""What one piece of an "or" list says, and whether it ends with a noun."""


def read_pattern(text: str) -> CardPattern | None:
    """Read a description that one pattern can hold, or return None if any of it is not understood.

    Traits stand in `<i>`, factions in `[ ]` and crests in `{ }`, as in "[stark] <i>Lord</i> or
    <i>Lady</i> character"; the faction before such a list goes with each of its traits.
    """
    patterns = read_alternatives(text)
    return patterns[0] if patterns is not None and len(patterns) == 1 else None


def read_alternatives(text: str) -> tuple[CardPattern, ...] | None:
    """Read descriptions joined by "or", or return None if any of it is not understood.

    What stands before one noun does not go with the next one: "Unique [martell] character or
    <i>House Dayne</i> character" is two patterns. "with printed cost 3 or lower" closes the text.
    """
    body, bounds = _split_bounds(_PLOT_CARD.sub("plot", text.strip()))
    pieces = [_read_piece(part) for part in _OR.split(body)]
    known = [piece for piece in pieces if piece is not None]
    if len(known) != len(pieces) or not known or not known[-1][1]:
        return None
    patterns: list[CardPattern] = []
    for group in _groups(known):
        if patterns and len(group) == 1 and group[0] == CardPattern(types=group[0].types):
            patterns[-1] = replace(patterns[-1], types=patterns[-1].types + group[0].types)
            continue
        merged = _merge(group)
        if merged is None:
            return None
        patterns.extend(merged)
    if bounds is not None:
        patterns = [*patterns[:-1], _bounded(patterns[-1], bounds)]
    return tuple(patterns)


def _split_bounds(text: str) -> tuple[str, re.Match[str] | None]:
    match = _PRINTED.search(text) or _WITH_KEYWORD.search(text) or _WITH_ICON.search(text)
    return (text[: match.start()], match) if match else (text, None)


def _bounded(pattern: CardPattern, bounds: re.Match[str]) -> CardPattern:
    found = bounds.groupdict()
    if keyword := found.get("keyword"):
        return replace(pattern, keywords=(keyword,))
    if icon := found.get("icon"):
        return replace(pattern, icons=(Icon(icon),))
    value = int(found["bound"])
    low, high = (None, value) if found["way"] == "lower" else (value, None)
    if found["what"] == "cost":
        return replace(pattern, cost_at_least=low, cost_at_most=high)
    return replace(pattern, strength_at_least=low, strength_at_most=high)


def _groups(pieces: Iterable[_Piece]) -> list[list[CardPattern]]:
    """Cut the pieces behind each noun; the pieces before a noun share its types."""
    groups: list[list[CardPattern]] = [[]]
    for pattern, noun in pieces:
        groups[-1].append(pattern)
        if noun:
            groups[-1] = [replace(each, types=pattern.types) for each in groups[-1]]
            groups.append([])
    return groups[:-1]


def _merge(group: Sequence[CardPattern]) -> list[CardPattern] | None:
    """Make a list before one noun as few patterns as possible; None where it could mean two things.

    "[lannister] Lord or Lady" is one pattern; "[baratheon] or R'hllor" must be two.
    """
    first, *rest = group
    types = first.types
    if not rest:
        return [first]
    if first.traits and all(each == _traits(each.traits, types) for each in rest):
        return [replace(first, traits=tuple(trait for each in group for trait in each.traits))]
    if not all(each in (_traits(each.traits[:1], types), _factions(each)) for each in group):
        return None
    merged = []
    for of_faction, some in groupby(group, key=lambda each: bool(each.factions)):
        like = list(some)
        if of_faction:
            factions = tuple(faction for each in like for faction in each.factions)
            merged.append(CardPattern(types=types, factions=factions))
        else:
            traits = tuple(trait for each in like for trait in each.traits)
            merged.append(_traits(traits, types))
    return merged


def _traits(traits: tuple[str, ...], types: tuple[CardType, ...]) -> CardPattern:
    return CardPattern(types=types, traits=traits)


def _factions(pattern: CardPattern) -> CardPattern:
    return CardPattern(types=pattern.types, factions=pattern.factions[:1])


def _read_piece(part: str) -> _Piece | None:
    """Read the words of one piece; a noun may only be its last word."""
    pattern = CardPattern()
    end = 0
    while end < len(part):
        match = _WORD.match(part, end)
        if match is None:
            return None
        end = match.end()
        word = (match["word"] or "").lower()
        if word in _NOUNS and match["non"] is None:
            return (replace(pattern, types=_NOUNS[word]), True) if end == len(part) else None
        taken = _take(pattern, match, word, negated=match["non"] is not None)
        if taken is None:
            return None
        pattern = taken
    return (pattern, False) if pattern != CardPattern() else None


def _take(
    pattern: CardPattern, match: re.Match[str], word: str, *, negated: bool
) -> CardPattern | None:
    if trait := match["trait"]:
        if negated:
            return replace(pattern, without_traits=(*pattern.without_traits, trait))
        return None if pattern.traits else replace(pattern, traits=(trait,))
    if match["faction"]:
        return _take_faction(pattern, match["faction"], negated=negated)
    if match["crest"]:
        known = match["crest"] in set(Crest) and not negated and not pattern.crests
        return replace(pattern, crests=(Crest(match["crest"]),)) if known else None
    return _take_word(pattern, word, negated=negated)


def _take_faction(pattern: CardPattern, name: str, *, negated: bool) -> CardPattern | None:
    if name not in set(Faction):
        return None
    if negated:
        return replace(pattern, without_factions=(*pattern.without_factions, Faction(name)))
    return None if pattern.factions else replace(pattern, factions=(Faction(name),))


def _take_word(pattern: CardPattern, word: str, *, negated: bool) -> CardPattern | None:
    word, negated = (word[4:], True) if word.startswith("non-") else (word, negated)
    if word == "unique":
        return replace(pattern, unique=not negated)
    if word == "loyal":
        return replace(pattern, loyal=not negated)
    if word == "neutral" and not negated:
        return _take_faction(pattern, word, negated=False)
    if word == "limited" and negated:
        return replace(pattern, without_keywords=(*pattern.without_keywords, word))
    if word in _NOUNS and _NOUNS[word] and negated:
        return replace(pattern, without_types=(*pattern.without_types, *_NOUNS[word]))
    return None
