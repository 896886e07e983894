"""The grammar that deck lists in plain text share, one line at a time, without any card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from carddb.spelling import fold
from carddb.terms import CardType
from decks.deck_section import (
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    ROOKERY,
    SECTION_OF_TYPE,
    DeckSection,
    plot_deck,
)
from decks.formats.deck_format import MOST_LETTERS
from decks.formats.local_words import type_of_heading

# A deck's lines are parsed several times: to separate the decks, and for each edition.
_REMEMBERED = 8192

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# The brackets, colon, comma, asterisk and x that Chinese keyboards write.
_WIDE = str.maketrans("\uff08\uff09\uff1a\uff0c\uff0a\uff38\uff58", "():,*Xx")
_HEADING = re.compile(
    r"(?:\d+ )?(?:(plot|character|attachment|location|event|agenda|title|house|faction|deck|card)s?"
    r"(?: ?deck| cards?| ?list)?|(?:the )?(?:main|draw) ?(?:deck|board|cards?)?)"
    r"(?: \d+)?(?: cards?)?"
)
_PILE = re.compile(
    r"(?:(rookery|sideboard)|(drafted|draft pool)|(considered|maybe ?board)"
    r"|civil war plot deck ([1-9]\d?))(?: cards?)?"
    r"(?: \d+)?(?: cards?)?"
)
_FIELD = re.compile(
    r"(deck name|deck|name|house card|house|haus|casa|maison|fraktion|facci[oó]n|faction|家族|阵营"
    r"|agendas?|estrategia|dessein|议政|议程|packs|version|format|edition|author|by"
    r"|players?|event|date|list|restricted list|url|link|total cards|total|notes?|created|updated"
    r"|tags)\s*:\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_REMARK = re.compile(
    r"#|//|https?://|[-=_*~\s]+$|[-=]{2}.*[-=]{2}$|total cards\b|no agenda$|none$", re.IGNORECASE
)


class TextLine(NamedTuple):
    """A line that is not blank; `apart` is whether a blank line or the end follows.

    `code` is the card's code if the line has one. `source` is the line as written if `text` is
    without its links and tags.
    """

    number: int
    text: str
    apart: bool
    code: str = ""
    source: str = ""

    @property
    def shown(self) -> str:
        return self.source or self.text


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """A heading: the type of card that follows, if it names one, and the pile they lie in."""

    types: tuple[CardType, ...] = ()
    pile: DeckSection = DRAW_DECK

    @property
    def section(self) -> DeckSection:
        """The section of the cards below it, as far as the heading states."""
        if self.pile.aside or len(self.types) != 1:
            return self.pile
        return SECTION_OF_TYPE.get(self.types[0], DRAW_DECK)


def lines_of(text: str, first: int = 1) -> list[TextLine]:
    """Return the lines that are not blank, numbered from `first`; overlong ones are cut short."""
    plain = [_plain(line) for line in text.split("\n")]
    following = [*plain[1:], ""]
    return [
        TextLine(number, line, not after)
        for number, (line, after) in enumerate(zip(plain, following, strict=True), first)
        if line
    ]


def _plain(line: str) -> str:
    if len(line) > MOST_LETTERS:
        line = f"{line[:MOST_LETTERS]}…"
    if not line.isascii():
        line = _INVISIBLE.sub("", line).translate(_WIDE)
    return " ".join(line.split())


@lru_cache(_REMEMBERED)
def heading_of(text: str) -> SectionHeading | None:
    """Return what a line heads, such as "Plots (7):" or "Event", or None."""
    if len(text) > 40:
        return None
    folded = fold(text)
    pile = _PILE.fullmatch(folded)
    if pile:
        named = ((pile[1], ROOKERY), (pile[2], DRAFTED), (pile[3], CONSIDERED))
        numbered = plot_deck(int(pile[4] or 1))
        return SectionHeading(pile=next((each for word, each in named if word), numbered))
    match = _HEADING.fullmatch(folded)
    if match is None:
        kind = type_of_heading(folded)
        return SectionHeading((kind,)) if kind else None
    word = match[1]
    if word in ("house", "faction"):
        return SectionHeading((CardType.HOUSE,))
    return SectionHeading((CardType(word),) if word not in ("deck", "card", None) else ())


@lru_cache(_REMEMBERED)
def labelled_value(text: str) -> tuple[str, str] | None:
    """Return the word and the value of a line such as "Agenda: Fealty", or None."""
    match = _FIELD.fullmatch(text)
    return (match[1].casefold(), match[2].strip()) if match else None


@lru_cache(_REMEMBERED)
def is_remark(text: str) -> bool:
    """Return whether a line says nothing about the deck: a comment, a rule, an address."""
    return _REMARK.match(text) is not None


# "3x", "3*", and the words that other languages count cards with.
_TIMES = "[xX\u00d7*\u5f20]"
_TIMES_WORD = r"(?i:mal|stk?\.|st\u00fcck|fois)"
_FIRST = re.compile(
    r"(?:[-*+\u2022]\s+)?(?:"
    rf"(\d{{1,9}})(?:{_TIMES}\s*|\s+{_TIMES}\s+|\s*{_TIMES_WORD}\s+|\s+)"
    rf"|{_TIMES}\s?(\d{{1,9}})\s+"
    rf"|[\[(](?:{_TIMES}\s?)?(\d{{1,9}})(?:\s?{_TIMES})?[\])]\s*"
    r")(\S.*)",
    re.DOTALL,
)
# What may follow a count: a pack, a label.
_BRACKETS = r"(?P<brackets>(?:\s*(?:\([^()]*\)|\[[^\[\]]*\])){0,3})"
_LAST = re.compile(
    r"(?P<title>\S.*?)(?:"
    rf"\s+(?:{_TIMES}\s?(\d{{1,9}})|(\d{{1,9}})\s?{_TIMES})"
    rf"|\s*[\[(]\s?(?:{_TIMES}\s?(\d{{1,9}})|(\d{{1,9}})\s?{_TIMES})\s?[\])]"
    r"|(?<![\s*])[\u00d7*](\d{1,9})|(?<=[\u2e80-\uffef])[xX](\d{1,9})"
    rf"){_BRACKETS}"
)
_NUMBER_LAST = re.compile(
    rf"(?P<title>\S.*?)(?:(?:\s+|\s*[:=,]\s*)(\d{{1,9}})|\s*[\[(](\d{{1,9}})[\])]){_BRACKETS}"
)
_DIGIT = re.compile(r"\d")
_BULLET = re.compile(r"[-*+\u2022]\s+")
_BETWEEN = " ,:;=*-\u2010\u2011\u2012\u2013\u2014\u2015"
# How far from the end of a line a count may be, with a pack behind it.
_LONGEST = 100
# A line is parsed several times: once to separate the decks, once for each edition.


@lru_cache(_REMEMBERED)
def split_count(text: str) -> tuple[int | None, str]:
    """Return the copies that a line states (None if none) and the rest of the line."""
    first = _FIRST.fullmatch(text)
    if first:
        return int(first[1] or first[2] or first[3]), first[4]
    return _behind(_LAST, text) or (None, text)


@lru_cache(_REMEMBERED)
def number_behind(text: str) -> tuple[int, str] | None:
    """Return the plain number behind a name, which may be part of the name, and the name."""
    return _behind(_NUMBER_LAST, text)


@lru_cache(_REMEMBERED)
def counted_behind(text: str) -> tuple[int, str] | None:
    """Return the number behind a name, whether or not it is marked as a count, and the name."""
    return _behind(_LAST, text) or _behind(_NUMBER_LAST, text)


def _behind(pattern: re.Pattern[str], text: str) -> tuple[int, str] | None:
    begin = max(0, len(text) - _LONGEST)
    match = pattern.fullmatch(text, begin) if _DIGIT.search(text, begin) else None
    if match is None:
        return None
    title, *counts, brackets = match.groups()
    title = text[:begin] + title
    name = _BULLET.sub("", title, count=1).rstrip(_BETWEEN)
    copies = next(int(count) for count in counts if count)
    return (copies, f"{name}{brackets}") if name else None
