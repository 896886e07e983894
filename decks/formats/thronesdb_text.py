"""The text that ThronesDB copies to the clipboard, and every plain list of its shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.pool import CardPool, Pools
from carddb.terms import CardType
from core.text_format import one_line
from decks.deck import Deck, Slots
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.sections import (
    agenda_name,
    edition_line,
    faction_name,
    other_sections,
    pack_range,
    slots_of_type,
    total_copies,
    with_pack,
)
from decks.formats.text_list import read_lists
from decks.report import Reading

SECTIONS = (
    (CardType.PLOT, "Plots"),
    (CardType.CHARACTER, "Characters"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.LOCATION, "Locations"),
    (CardType.EVENT, "Events"),
)


# throneteki takes the first line for the name, whatever it holds.
NO_NAME = "Unnamed deck"


def read(text: str, options: ReadOptions) -> list[Reading]:
    return read_lists(text, options)


def recognises(text: str) -> bool:
    return "\nPacks: From " in text


def takes_anything(_text: str) -> bool:
    return True


def write(decks: Sequence[Deck], pools: Pools) -> str:
    """Return decks as ThronesDB copies them, pack codes in brackets, lines ended by line feeds.

    A card whose pack holds several of its title also bears its number ("core #45").
    """
    return "\n===\n".join(
        "\n".join(lines_of_deck(deck, pools[deck.edition])) + "\n" for deck in decks
    )


def write_throneteki(decks: Sequence[Deck], pools: Pools) -> str:
    """Return a deck as throneteki takes it: ThronesDB's text, apostrophes straight."""
    (deck,) = decks
    name, *lines = lines_of_deck(deck, pools[deck.edition], others=False)
    straight = (line.replace("\u2019", "'") for line in lines)
    return "\n".join([name or NO_NAME, *straight]) + "\n"


def lines_of_deck(deck: Deck, pool: CardPool, *, others: bool = True) -> Iterator[str]:
    """Yield the lines of a deck as ThronesDB copies it, `others` also what it does not know."""
    yield from (one_line(deck.name), "")
    yield from faction_name(deck)
    yield from (agenda_name(card, pool) for card in deck.agendas)
    yield from edition_line(deck)
    packs = pack_range(deck, pool)
    if packs:
        yield from ("", packs)
    for heading, slots in text_sections(deck, others=others):
        yield from ("", f"{heading} ({total_copies(slots)}):")
        yield from (f"{count}x {with_pack(card, pool)}" for card, count in slots)


def text_sections(deck: Deck, *, others: bool = True) -> Iterator[tuple[str, Slots]]:
    """Yield the five sections, empty ones too, then what else the deck holds."""
    for card_type, heading in SECTIONS:
        yield heading, slots_of_type(deck.slots, card_type)
    if others:
        yield from other_sections(deck)


FORMAT = DeckFormat("thronesdb", "ThronesDB text", recognises, read)
PLAIN = DeckFormat("plain", "plain list", takes_anything, read)
