"""The text that ThronesDB copies to the clipboard, and every plain list of its shape."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck, Slots
from decks.formats.deck_format import DeckFormat, Wanted
from decks.formats.lines import lines_of
from decks.formats.listing import read_list
from decks.report import Reading

_SECTIONS = (
    (CardType.PLOT, "Plots"),
    (CardType.CHARACTER, "Characters"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.LOCATION, "Locations"),
    (CardType.EVENT, "Events"),
)


def read(text: str, wanted: Wanted) -> list[Reading]:
    """Return the one deck of a text; DeckFormatError where it is no deck list."""
    return [read_list(lines_of(text), wanted)]


def recognises(_text: str) -> bool:
    """Tell that any text may be a list: this format is the last to be asked."""
    return True


def write(deck: Deck, pool: CardPool) -> str:
    """Return a deck as ThronesDB copies it, pack codes in brackets, lines ended by line feeds.

    A card whose pack holds several of its title also bears its number ("Core #45").
    """
    return "\n".join(_lines(deck, pool)) + "\n"


def _lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    yield " ".join(deck.name.split())
    yield ""
    if deck.faction is not None:
        yield deck.faction.card_name
    for agenda in deck.agendas:
        yield _with_pack(agenda, pool) if len(pool.by_title[agenda.name]) > 1 else agenda.name
    yield ""
    packs = _packs_line(deck, pool)
    if packs:
        yield packs
        yield ""
    for card_type, heading in _SECTIONS:
        yield from _section(
            heading, [slot for slot in deck.slots if slot[0].type is card_type], pool
        )
    if deck.rookery:
        yield from _section("Rookery", deck.rookery, pool)


def _section(heading: str, slots: Slots | list[tuple[Card, int]], pool: CardPool) -> Iterator[str]:
    yield f"{heading} ({sum(count for _, count in slots)}):"
    for card, count in sorted(slots, key=lambda slot: (slot[0].name, slot[0].code)):
        yield f"{count}x {_with_pack(card, pool)}"
    yield ""


def _with_pack(card: Card, pool: CardPool) -> str:
    alike = [each for each in pool.by_title[card.name] if each.pack == card.pack]
    number = f" #{card.position}" if len(alike) > 1 else ""
    return f"{card.name} ({card.pack}{number})"


def _packs_line(deck: Deck, pool: CardPool) -> str:
    held = {card.pack for card, _ in deck.slots} | {card.pack for card in deck.agendas}
    packs = sorted(
        (pool.packs[code] for code in held if code in pool.packs),
        key=lambda pack: (pack.release_day or date.max, pack.code),
    )
    if not packs:
        return ""
    last = f" to {packs[-1].name}" if len(packs) > 1 else ""
    return f"Packs: From {packs[0].name}{last}"


FORMAT = DeckFormat("thronesdb", "ThronesDB text", recognises, read)
