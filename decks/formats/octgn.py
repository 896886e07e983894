"""Decks of OCTGN: .o8d files, XML with a section for each type of card."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID, uuid5
from xml.sax.xmlreader import AttributesImpl

from typing_extensions import override

from carddb.card import Card
from carddb.octgn_xml import (
    DEEPEST,
    OctgnHandler,
    XmlDeclarationError,
    XmlSyntaxError,
    parse_octgn,
    without_declaration,
)
from carddb.pool import CardPool, Pools, cached_by_pool
from carddb.spelling import fold
from carddb.terms import FACTIONS, CardType, Edition, Faction
from core.decoding import begins_as_xml
from decks.deck import Deck
from decks.deck_section import AGENDAS, DRAW_DECK, DRAW_HEADINGS, PLOTS, ROOKERY, DeckSection
from decks.formats.deck_format import EXPORT_HINT, MOST_ENTRIES, SPLIT_HINT, DeckFormat, ReadOptions
from decks.formats.entries import FACTION, Coding, SourceEntry, read_entries
from decks.formats.sections import slots_of_type
from decks.report import DeckFormatError, Reading

GAME = "30c200c9-6c98-49a4-a293-106c06295c05"

FACTION_IDS = {
    Faction.BARATHEON: "a8c94f92-2b17-4a78-bf0f-4411838b9826",
    Faction.GREYJOY: "0eb74218-f78e-43ed-898f-a9175883a437",
    Faction.LANNISTER: "a48612c4-cf38-44c6-94af-d1470a48ebed",
    Faction.MARTELL: "fd2a37d8-a528-456e-a0de-33846469b1ea",
    Faction.NIGHTS_WATCH: "44538ee5-b015-4522-b709-c2658c49c65b",
    Faction.STARK: "8e8d97bb-fc50-4830-86b9-a09c64308641",
    Faction.TARGARYEN: "fc822b99-e4df-49f4-beb2-a0e082f224bf",
    Faction.TYRELL: "20ee6436-b13e-478e-a52e-fd222637ce95",
}
_GUID = re.compile(r"\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?")


def guid(written: str) -> str:
    """Return a GUID in small letters without brackets; empty if the text is not one."""
    match = _GUID.fullmatch(written.strip().lower())
    return match[1] if match else ""


def card_id(card: Card) -> str:
    """Return the id of a card, or a stand-in if OCTGN has none."""
    return guid(card.octgn_id or "") or stand_in(card.code)


def faction_id(faction: Faction, edition: Edition) -> str:
    """Return the id of a faction, a stand-in for a House of the first edition."""
    known = FACTION_IDS.get(faction) if edition is Edition.SECOND else None
    return known or stand_in(f"{edition.value} {faction.value}")


def stand_in(code: str) -> str:
    """Return the GUID for a code without an id."""
    return str(uuid5(UUID(GAME), code))


@cached_by_pool
def _ids(pool: CardPool) -> Mapping[str, Card | Faction]:
    cards: dict[str, Card | Faction] = {card_id(card): card for card in reversed(pool.cards)}
    return cards | {faction_id(each, pool.edition): each for each in FACTIONS[pool.edition]}


def find(pool: CardPool, written: str) -> Card | Faction | None:
    return _ids(pool).get(guid(written))


_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]{2,31};")
_LONG_TAG = re.compile(r"<(?!!)[^<>]{20000}")
_MOST_XML = 2_000_000
_MOST_TAGS = 4 * MOST_ENTRIES
_MOST_AMPERSANDS = 10_000
_LONGEST = 2000

_SECTIONS_READ: dict[str, tuple[tuple[CardType, ...], DeckSection | None]] = {
    "faction": ((), FACTION),
    "house": ((), FACTION),
    "agenda": ((CardType.AGENDA,), AGENDAS),
    "agendas": ((CardType.AGENDA,), AGENDAS),
    "rookery": ((), ROOKERY),
    "sideboard": ((), ROOKERY),
}
_SECTIONS_READ |= {
    f"{each.value}{ending}": ((each,), PLOTS if each is CardType.PLOT else DRAW_DECK)
    for each in CardType
    if each not in {CardType.HOUSE, CardType.AGENDA}
    for ending in ("", "s")
}


def octgn_deck_entries(text: str) -> list[SourceEntry]:
    """Return every card of an .o8d file; DeckFormatError for broken, unsafe or other XML."""
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
                f"This is not an OCTGN deck: its outermost element is “{name[:40]}”, not “deck”.",
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
        if self._section not in _SECTIONS_READ:
            remark = "A section that is not known; its cards are read all the same."
            self._add(SourceEntry(self._line, f'<section name="{name[:100]}">', remark=remark))

    def _card(self) -> SourceEntry:
        name = " ".join("".join(self._words)[:_LONGEST].split())
        written, octgn_id = self._attributes.get("qty", "1"), self._attributes.get("id", "")
        types, section = _SECTIONS_READ.get(self._section, ((), DRAW_DECK))
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


_CODING = Coding("id", find)
_SECTIONS = {CardType.PLOT: "Plots", **DRAW_HEADINGS}
# Characters that XML cannot hold.
_NO_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(text: str, options: ReadOptions) -> list[Reading]:
    """Return the deck of an .o8d file; DeckFormatError if the XML is broken or no deck's."""
    return [read_entries(octgn_deck_entries(text), options, _CODING)]


def write(decks: Sequence[Deck], _pools: Pools) -> str:
    """Return a deck as an .o8d file; cards without an OCTGN id get a stand-in."""
    (deck,) = decks
    return "\n".join(_lines(deck)) + "\n"


def _lines(deck: Deck) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
    yield f'<deck game="{GAME}" sleeveid="0">'
    faction = deck.faction
    yield from _section(
        "Faction",
        [_card(1, faction_id(faction, deck.edition), faction.card_name)] if faction else [],
    )
    yield from _section("Agenda", [_card(1, card_id(card), card.name) for card in deck.agendas])
    for card_type, name in _SECTIONS.items():
        slots = slots_of_type(deck.slots, card_type)
        yield from _section(name, [_card(count, card_id(c), c.name) for c, count in slots])
    notes = _NO_XML.sub("", deck.notes).replace("]]>", "]]]]><![CDATA[>")
    yield f"    <notes><![CDATA[{notes}]]></notes>"
    yield "</deck>"


def _section(name: str, cards: Sequence[str]) -> Iterator[str]:
    yield f'    <section name="{name}" shared="False">'
    yield from cards
    yield "    </section>"


def _card(count: int, octgn_id: str, name: str) -> str:
    # It imports Python's web client.
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415

    shown = escape(_NO_XML.sub("", name))
    return f'        <card qty="{count}" id={quoteattr(octgn_id)}>{shown}</card>'


def has_id(card: Card) -> bool:
    return bool(guid(card.octgn_id or ""))


FORMAT = DeckFormat("octgn", "OCTGN deck (.o8d)", lambda text: begins_as_xml(text, "deck"), read)
