"""Our own plain lists: for people first, and with everything that a deck states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.card import Card
from carddb.pool import CardPool, Pools
from core.text_format import one_line
from decks.deck import Deck
from decks.formats.deck_assembler import implied_format
from decks.formats.sections import printed_often, total_copies, with_pack_name
from decks.formats.thronesdb_text import text_sections


def write(decks: Sequence[Deck], pools: Pools) -> str:
    """Return decks as lists; a name that several printings bear is followed by its pack."""
    return "\n===\n".join("\n".join(_lines(deck, pools[deck.edition])) + "\n" for deck in decks)


def _lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    yield from _stated(deck)
    yield from (f"Agenda: {_named(card, pool)}" for card in deck.agendas)
    for heading, slots in (*text_sections(deck), ("Considered", deck.considered)):
        if slots or heading.startswith("Civil War"):
            yield from ("", f"{heading} ({total_copies(slots)}):")
            yield from (f"{count}x {_named(card, pool)}" for card, count in slots)


def _stated(deck: Deck) -> Iterator[str]:
    fields = {
        "Name": one_line(deck.name),
        "Edition": deck.edition.value,
        "Format": "" if deck.format == implied_format(deck) else deck.format,
        "List": deck.list_code,
        "Date": deck.date,
        "Players": str(deck.players or ""),
        "Faction": deck.faction.card_name if deck.faction else "",
    }
    yield from (f"{field}: {value}" for field, value in fields.items() if value)
    yield from (f"Notes: {one_line(note)}" for note in deck.notes.split("\n") if deck.notes)


def _named(card: Card, pool: CardPool) -> str:
    return with_pack_name(card, pool) if printed_often(card, pool) else card.name
