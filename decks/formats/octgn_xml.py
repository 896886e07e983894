"""The XML of an .o8d file -> entries; nothing in it is trusted."""

from __future__ import annotations

import html
import re
from xml.sax.xmlreader import AttributesImpl

from typing_extensions import override

from carddb.octgn_xml import (
    DEEPEST,
    OctgnHandler,
    XmlDeclarationError,
    XmlSyntaxError,
    parse_octgn,
    without_declaration,
)
from carddb.spelling import fold
from carddb.terms import CardType
from decks.deck_section import AGENDAS, DRAW_DECK, PLOTS, ROOKERY, DeckSection
from decks.formats.deck_format import MOST_ENTRIES
from decks.formats.entries import FACTION, SourceEntry
from decks.formats.octgn_ids import guid
from decks.formats.source import EXPORT_HINT, SPLIT_HINT
from decks.report import DeckFormatError

_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]{2,31};")
_LONG_TAG = re.compile(r"<(?!!)[^<>]{20000}")
_MOST_XML = 2_000_000
_MOST_TAGS = 4 * MOST_ENTRIES
_MOST_AMPERSANDS = 10_000
_LONGEST = 2000

_SECTIONS: dict[str, tuple[tuple[CardType, ...], DeckSection | None]] = {
    "faction": ((), FACTION),
    "house": ((), FACTION),
    "agenda": ((CardType.AGENDA,), AGENDAS),
    "agendas": ((CardType.AGENDA,), AGENDAS),
    "rookery": ((), ROOKERY),
    "sideboard": ((), ROOKERY),
}
_SECTIONS |= {
    f"{each.value}{ending}": ((each,), PLOTS if each is CardType.PLOT else DRAW_DECK)
    for each in CardType
    if each not in {CardType.HOUSE, CardType.AGENDA}
    for ending in ("", "s")
}


def octgn_deck_entries(text: str) -> list[SourceEntry]:
    """Return every card of an .o8d file, and its unknown sections as remarks.

    DeckFormatError where the XML is broken, declares a document type or entities, or is no deck.
    """
    if _LONG_TAG.search(text):
        raise DeckFormatError("The XML has a tag too long for a deck.", EXPORT_HINT)
    if len(text) > _MOST_XML or text.count("<") > _MOST_TAGS:
        raise DeckFormatError("The XML is too long for a deck.", EXPORT_HINT)
    text = without_declaration(text)
    try:
        return _parsed(text)
    except XmlSyntaxError as error:
        repaired = _repaired(text)
        if repaired == text:
            raise _unreadable(error) from None
    try:
        return _parsed(repaired)
    except XmlSyntaxError as error:
        raise _unreadable(error) from None


def _repaired(text: str) -> str:
    """Return XML whose bare ampersands and named entities are written as XML has them."""
    if text.count("&") > _MOST_AMPERSANDS:
        return text
    return _BARE_AMPERSAND.sub("&amp;", _NAMED.sub(lambda m: html.unescape(m[0]), text))


def _parsed(text: str) -> list[SourceEntry]:
    handler = _DeckHandler()
    try:
        parse_octgn(text, handler)
    except XmlDeclarationError:
        raise DeckFormatError(
            "The XML declares a document type or entities, which no deck needs; it is not read.",
            EXPORT_HINT,
        ) from None
    return handler.entries


def _unreadable(error: XmlSyntaxError) -> DeckFormatError:
    hint = "Export the deck again, or repair the file in a text editor."
    return DeckFormatError(str(error), hint, error.line)


class _DeckHandler(OctgnHandler):
    """Collects the cards of a deck while its XML is parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[SourceEntry] = []
        self._path: list[str] = []
        self._section = ""
        self._attributes: dict[str, str] = {}
        self._words: list[str] = []
        self._letters = 0
        self._line = 1

    @override
    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        element = name.lower()
        self._line = self.parsed_line
        if not self._path and element != "deck":
            raise DeckFormatError(
                f"This is no OCTGN deck: its outermost element is “{name[:40]}”, not “deck”.",
                EXPORT_HINT,
                self._line,
            )
        if len(self._path) >= DEEPEST:
            raise DeckFormatError(
                "The XML is nested too deeply for a deck.", EXPORT_HINT, self._line
            )
        self._path.append(element)
        self._attributes = {key.lower(): value for key, value in attrs.items()}
        self._words, self._letters = [], 0
        if element == "section":
            self._open_section(self._attributes.get("name", ""))

    @override
    def characters(self, content: str) -> None:
        if self._letters <= _LONGEST or self._path[-1] == "notes":
            self._words.append(content)
            self._letters += len(content)

    @override
    def endElement(self, name: str) -> None:
        element = self._path.pop()
        if element == "card":
            self._add(self._card())
        elif element == "notes" and self._letters:
            notes = "".join(self._words)
            self._add(SourceEntry(self._line, "<notes>", stated=("notes", notes)))
        elif element == "section":
            self._section = ""
        self._words, self._letters = [], 0

    def _open_section(self, name: str) -> None:
        self._section = fold(name[:100])
        if self._section not in _SECTIONS:
            remark = "A section that is not known; its cards are read all the same."
            self._add(SourceEntry(self._line, f'<section name="{name[:100]}">', remark=remark))

    def _card(self) -> SourceEntry:
        name = " ".join("".join(self._words)[:_LONGEST].split())
        written, octgn_id = self._attributes.get("qty", "1"), self._attributes.get("id", "")
        types, section = _SECTIONS.get(self._section, ((), DRAW_DECK))
        return SourceEntry(
            self._line,
            f'<card qty="{written[:20]}" id="{octgn_id[:40]}">{name[:200]}</card>',
            _copies(written),
            name,
            guid(octgn_id),
            types=types,
            section=section,
        )

    def _add(self, entry: SourceEntry) -> None:
        if len(self.entries) >= MOST_ENTRIES:
            raise DeckFormatError(
                f"The deck has more than {MOST_ENTRIES:,} cards, too many to be one.",
                SPLIT_HINT,
                self._line,
            )
        self.entries.append(entry)


def _copies(written: str) -> int | None:
    digits = written.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
