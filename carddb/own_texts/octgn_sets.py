"""Texts of cards in OCTGN's sets: XML with properties for each card; nothing in it is trusted."""

from __future__ import annotations

import re
from xml.sax.xmlreader import AttributesImpl

from typing_extensions import override

from carddb.decoding import begins_as_xml
from carddb.octgn_xml import (
    DEEPEST,
    OctgnHandler,
    XmlDeclarationError,
    XmlSyntaxError,
    parse_octgn,
    without_declaration,
)
from carddb.own_texts.entry import SPLIT_HINT, TextEntry, TextSourceError, need_few, own_text_field
from carddb.spelling import fold

_LONG_TAG = re.compile(r"<(?!!)[^<>]{50000}")
# "07-Watchers on the Wall": the folders of a game are often in order.
_ORDINAL = re.compile(r"\d{1,3}\s*[-\u2013._:]\s*(?=\D)")
_DIGITS = re.compile(r"\d{1,4}")
_MOST_TAGS = 1_000_000
_LONGEST = 50_000
_SET, _CARD, _PROPERTY = ["set"], ["set", "cards", "card"], ["set", "cards", "card", "property"]


def is_octgn_set(text: str) -> bool:
    """Return whether a text begins as XML does."""
    return begins_as_xml(text, "set")


def octgn_set_entries(text: str) -> list[TextEntry]:
    """Return the cards of a set; TextSourceError where its XML is broken, odd or no set's."""
    if _LONG_TAG.search(text) or text.count("<") > _MOST_TAGS:
        raise TextSourceError("The XML is too long for an OCTGN set.", SPLIT_HINT)
    handler = _SetHandler()
    try:
        parse_octgn(without_declaration(text), handler)
    except XmlDeclarationError:
        raise TextSourceError(
            "The XML declares a document type or entities, which no set needs; it is not read."
        ) from None
    except XmlSyntaxError as error:
        raise TextSourceError(
            str(error), "Repair the file in a text editor, or get the set again.", error.line
        ) from None
    if not handler.entries:
        raise TextSourceError("The OCTGN set holds no cards.")
    return handler.entries


class _SetHandler(OctgnHandler):
    """Collects the cards of a set while its XML is parsed; other sides of a card are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[TextEntry] = []
        self._path: list[str] = []
        self._set = ""
        self._card: dict[str, str] = {}
        self._properties: dict[str, str] = {}
        self._property = ""
        self._words: list[str] = []
        self._letters = 0
        self._line = 1

    @override
    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        line = self.parsed_line
        self._path.append(name.lower())
        attributes = {key.lower(): value for key, value in attrs.items()}
        if self._path[:1] != _SET:
            outermost = f"its outermost element is “{name[:40]}”, not “set”"
            raise TextSourceError(f"This is no OCTGN set: {outermost}.", line=line)
        if len(self._path) > DEEPEST:
            raise TextSourceError("The XML is nested too deeply for an OCTGN set.", line=line)
        if self._path == _SET:
            self._set = _ORDINAL.sub("", attributes.get("name", "")[:200], count=1)
        elif self._path == _CARD:
            need_few(len(self.entries) + 1)
            self._card, self._properties, self._line = attributes, {}, line
        elif self._path == _PROPERTY:
            self._property = attributes.get("name", "")[:40]
            self._words, self._letters = [attributes.get("value", "")], 0

    @override
    def characters(self, content: str) -> None:
        if self._path[:4] == _PROPERTY and self._letters <= _LONGEST:
            self._words.append(content)
            self._letters += len(content)

    @override
    def endElement(self, name: str) -> None:
        if self._path == _PROPERTY:
            field = own_text_field(self._property) or fold(self._property)
            self._properties.setdefault(field, "".join(self._words).strip())
        elif self._path == _CARD:
            self.entries.append(self._entry())
        self._path.pop()

    def _entry(self) -> TextEntry:
        number = _DIGITS.search(self._properties.get("number", ""))
        return TextEntry(
            line=self._line,
            octgn_id=self._card.get("id", "")[:60].strip("{} ").lower(),
            name=self._card.get("name", "")[:300].strip(),
            pack=self._set,
            number=number[0] if number else "",
            text=_with_keywords(
                self._properties.get("text", ""), self._properties.get("keywords", "")
            ),
        )


def _with_keywords(text: str, keywords: str) -> str:
    """Return a text with its keywords above it, which some sets have apart."""
    if not keywords or fold(text).startswith(fold(keywords)):
        return text
    return f"{keywords}\n{text}".strip()
