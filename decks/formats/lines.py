"""The grammar that deck lists in plain text share, one line at a time, without any card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from carddb.spelling import fold
from carddb.terms import CardType
from decks.deck_section import (
    AGENDAS,
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    PLOTS,
    ROOKERY,
    DeckSection,
    plot_deck,
)
from decks.formats.source import MOST_LETTERS

# A deck's lines are parsed several times: to separate the decks, and for each edition.
_REMEMBERED = 8192

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
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
    r"(deck name|deck|name|house card|house|faction|agendas?|packs|version|format|edition|author|by"
    r"|players?|event|date|list|restricted list|url|link|total cards|total|notes?|created|updated"
    r"|tags)\s*:\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_REMARK = re.compile(
    r"#|//|https?://|[-=_*~\s]+$|[-=]{2}.*[-=]{2}$|total cards\b|no agenda$|none$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that is not blank; `apart` is whether a blank line, or nothing, follows.

    `code` is a card's where the line bears one. `source` is the line as written, where `text` is
    what is left of it without links and tags.
    """

    number: int
    text: str
    apart: bool
    code: str = ""
    source: str = ""

    @property
    def shown(self) -> str:
        """The line as a report shows it."""
        return self.source or self.text


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """A heading: the type of card that follows, if it names one, and the pile they lie in.

    `pile` is the rookery, the drafted or considered cards or a plot deck; elsewhere DRAW_DECK.
    """

    types: tuple[CardType, ...] = ()
    pile: DeckSection = DRAW_DECK

    @property
    def section(self) -> DeckSection:
        """Where a card below it is to lie, as far as the heading states."""
        if self.pile.aside or len(self.types) != 1:
            return self.pile
        return {CardType.AGENDA: AGENDAS, CardType.PLOT: PLOTS}.get(self.types[0], DRAW_DECK)


def lines_of(text: str, first: int = 1) -> list[TextLine]:
    """Return the lines of a text that are not blank, numbered from `first`.

    Only line feeds end a line; spaces of every kind become plain ones. What is longer than any
    line of a deck list is cut short.
    """
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
    return " ".join(_INVISIBLE.sub("", line).split())


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
        return None
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
