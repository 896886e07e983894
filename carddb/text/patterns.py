"""Descriptions of cards in rules text ("Unique [stark] character") as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption, Side
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
"""The pattern of one piece of an "or" list, and whether the piece ends with a noun."""


def read_pattern(text: str) -> CardPattern | None:
    """Read a description that fits one pattern; return None if any part of it is not understood.

    Traits are written in `<i>`, factions in `[ ]` and crests in `{ }`: "[stark] <i>Lord</i> or
    <i>Lady</i> character". A faction before such a list applies to each of its traits.
    """
    patterns = read_alternatives(text)
    return patterns[0] if patterns is not None and len(patterns) == 1 else None


def read_alternatives(text: str) -> tuple[CardPattern, ...] | None:
    """Read descriptions joined by "or"; return None if any part is not understood.

    Words before one noun do not apply to the next noun: "Unique [martell] character or
    <i>House Dayne</i> character" is two patterns. "with printed cost 3 or lower" comes last.
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
    """Split the pieces after each noun; the pieces before a noun share its types."""
    groups: list[list[CardPattern]] = [[]]
    for pattern, noun in pieces:
        groups[-1].append(pattern)
        if noun:
            groups[-1] = [replace(each, types=pattern.types) for each in groups[-1]]
            groups.append([])
    return groups[:-1]


def _merge(group: Sequence[CardPattern]) -> list[CardPattern] | None:
    """Merge the pieces before one noun into few patterns; return None if they are ambiguous.

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


_TYPES = {CardType.HOUSE: "House card"}


def describe_pattern(pattern: CardPattern) -> str:
    """Describe a pattern in words, adjectives first; a pattern without a type is a "card"."""
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


ONCE = "Limit 1 copy per character."
_RESTRICTION = re.compile(r"(?P<what>.+) only\.?")
_OPPONENTS = "Opponent's "
_SIDES = {" you control": Side.YOURS, " you own": Side.OWNED}
_NAMED = re.compile(r"(?:(?P<others>.+) or )?(?P<name>[A-Z][\w']*(?: [\w']+)*)")
_SIDE_WORDS = {
    Side.ANY: "{}",
    Side.YOURS: "{} you control",
    Side.OWNED: "{} you own",
    Side.OPPONENTS: "opponent's {}",
}


def read_restriction(sentence: str) -> tuple[HostOption, ...] | None:
    """Read a sentence "... only."; return None if it is not a known restriction.

    "you control" and "Opponent's" apply to every alternative of the sentence (RR, Attachment).
    """
    match = _RESTRICTION.fullmatch(sentence)
    if match is None:
        return None
    what, side = match["what"], Side.ANY
    if what.startswith(_OPPONENTS):
        what, side = what.removeprefix(_OPPONENTS), Side.OPPONENTS
    for ending, owner in _SIDES.items():
        if what.endswith(ending) and side is Side.ANY:
            what, side = what.removesuffix(ending), owner
    patterns = read_alternatives(what) or _read_named(what)
    if patterns is None or not all(pattern.types or pattern.names for pattern in patterns):
        return None
    return tuple(HostOption(pattern, side) for pattern in patterns)


def host_of(options: tuple[HostOption, ...], *, once: bool) -> Host:
    """Return the Host of a restriction's options; without options, any character."""
    if not options:
        return Host(ANY_CHARACTER.options, once=once)
    return Host(options, host_words(options), once)


def host_words(options: tuple[HostOption, ...]) -> str:
    return " or ".join(
        _SIDE_WORDS[option.side].format(describe_pattern(option.pattern)) for option in options
    )


def _read_named(what: str) -> tuple[CardPattern, ...] | None:
    """Read "<i>Dothraki</i> character or Daenerys Targaryen": only characters have such names."""
    match = _NAMED.fullmatch(what)
    if match is None or match["others"] is None:
        return None
    others = read_alternatives(match["others"])
    named = CardPattern(types=(CardType.CHARACTER,), names=(match["name"],))
    return (*others, named) if others is not None else None
