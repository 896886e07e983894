"""Decks of OCTGN: .o8d files, XML with a section for each type of card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.card import Card
from carddb.decoding import begins_as_xml
from carddb.pool import Pools
from carddb.terms import CardType
from decks.deck import Deck
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.entries import Coding, read_entries
from decks.formats.octgn_ids import GAME, card_id, faction_id, find, guid
from decks.formats.sections import slots_of_type
from decks.report import Reading

_CODING = Coding("id", find)
_SECTIONS = (
    (CardType.PLOT, "Plots"),
    (CardType.CHARACTER, "Characters"),
    (CardType.LOCATION, "Locations"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.EVENT, "Events"),
)


def is_octgn_deck(text: str) -> bool:
    """Return whether a text begins as XML does."""
    return begins_as_xml(text, "deck")


def read(text: str, options: ReadOptions) -> list[Reading]:
    """Return the deck of an .o8d file; DeckFormatError where the XML is broken or no deck's."""
    # XML takes as long to import as all cards to read, for it imports Python's web client.
    from decks.formats.octgn_xml import octgn_deck_entries  # noqa: PLC0415

    entries = octgn_deck_entries(text)
    return [read_entries(entries, options, _CODING)]


def write(decks: Sequence[Deck], _pools: Pools) -> str:
    """Return a deck as an .o8d file; every card bears an id, a stand-in where OCTGN has none."""
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
    for card_type, name in _SECTIONS:
        slots = slots_of_type(deck.slots, card_type)
        yield from _section(name, [_card(count, card_id(c), c.name) for c, count in slots])
    notes = _readable(deck.notes).replace("]]>", "]]]]><![CDATA[>")
    yield f"    <notes><![CDATA[{notes}]]></notes>"
    yield "</deck>"


def _section(name: str, cards: Sequence[str]) -> Iterator[str]:
    yield f'    <section name="{name}" shared="False">'
    yield from cards
    yield "    </section>"


def _card(count: int, octgn_id: str, name: str) -> str:
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415 - as above

    return f'        <card qty="{count}" id={quoteattr(octgn_id)}>{escape(_readable(name))}</card>'


def _readable(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(
        c for c in text if c in "\t\n" or (" " <= c <= "\ufffd" and not _half(c)) or c > "\uffff"
    )


def _half(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"


def has_id(card: Card) -> bool:
    """Return whether OCTGN has an id for a card."""
    return bool(guid(card.octgn_id or ""))


FORMAT = DeckFormat("octgn", "OCTGN deck (.o8d)", is_octgn_deck, read)
