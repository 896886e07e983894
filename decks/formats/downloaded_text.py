"""The text files of ThronesDB's downloads: one deck, by cycle, or many at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from carddb.pool import CardPool, Pools
from carddb.terms import CardType
from core.text_format import one_line
from decks.deck import Deck
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.lines import TextLine
from decks.formats.sections import (
    by_cycle,
    deck_slots,
    edition_line,
    faction_name,
    other_sections,
    pack_name,
    pack_range,
    printed_often,
    slots_of_type,
    total_copies,
    with_pack_name,
)
from decks.formats.text_list import read_lists
from decks.report import Reading

_ENDING = "\r\n"
_SEPARATOR = "==="
_CYCLE = re.compile(r"^[^\S\n]*-{2,99}[^\S\n]*[^\s-].{0,98}(?<=--)[^\S\n]*$", re.MULTILINE)
_MARK = re.compile(r"^[^\S\n]*(?:={3,}|version:.{0,98})[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_VERSION = re.compile(r"(?P<name>.*\S)\s+v?\d+\.\d+")
_BY_CODE = re.compile(r"(?P<card>.*\S)\s*\|\s*#(?P<code>\w+)\b.*")
_NO_CYCLE = "No cards"
_SECTIONS = (
    (CardType.PLOT, "Plot"),
    (CardType.CHARACTER, "Character"),
    (CardType.LOCATION, "Location"),
    (CardType.ATTACHMENT, "Attachment"),
    (CardType.EVENT, "Event"),
)


def recognises(text: str) -> bool:
    return ("===" in text or "ersion:" in text) and _MARK.search(text) is not None


def recognises_cycles(text: str) -> bool:
    return "--" in text and _CYCLE.search(text) is not None


def read(text: str, options: ReadOptions) -> list[Reading]:
    return read_lists(text, options)


def read_cycles(text: str, options: ReadOptions) -> list[Reading]:
    """Return the decks of a text by cycle; the version is next to the name there."""
    return read_lists(text, options, _by_code, _without_version)


def _without_version(line: TextLine) -> TextLine:
    versioned = _VERSION.fullmatch(line.text)
    return replace(line, text=versioned["name"]) if versioned else line


def _by_code(line: TextLine) -> TextLine:
    """Return a line of an older download, "1x A Noble Cause | #01004 Core Set", with its code."""
    coded = _BY_CODE.fullmatch(line.text)
    return (
        replace(line, text=coded["card"], code=coded["code"], source=line.text) if coded else line
    )


def write(decks: Sequence[Deck], pools: Pools) -> str:
    """Return decks as ThronesDB's download has them, packs by name, lines ended by CR LF."""
    return _joined(_lines(deck, pools[deck.edition]) for deck in decks)


def write_cycles(decks: Sequence[Deck], pools: Pools) -> str:
    """Return decks as ThronesDB's download by cycle has them, each card with its number."""
    return _joined(_lines_by_cycle(deck, pools[deck.edition]) for deck in decks)


def _joined(lists: Iterable[Iterator[str]]) -> str:
    separator = f"{_ENDING}{_SEPARATOR}{_ENDING}"
    return separator.join(_ENDING.join(lines) + _ENDING for lines in lists)


def _lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    yield from (one_line(deck.name), "Version: 1.0", "")
    yield from faction_name(deck)
    yield from _agendas(deck, pool)
    yield from edition_line(deck)
    packs = pack_range(deck, pool, counted=True)
    if packs:
        yield from ("", packs)
    for card_type, heading in _SECTIONS:
        slots = slots_of_type(deck.slots, card_type)
        yield from ("", heading if len(slots) < 2 else f"{heading}s")
        yield from (f"{count}x {with_pack_name(card, pool)}" for card, count in slots)
    yield from _others(deck, pool)


def _lines_by_cycle(deck: Deck, pool: CardPool) -> Iterator[str]:
    name = one_line(deck.name)
    yield from (f"{name} 1.0" if name else "", "")
    yield from faction_name(deck)
    yield from _agendas(deck, pool)
    yield from edition_line(deck)
    for cycle, slots in list(by_cycle(deck_slots(deck), pool)) or [(_NO_CYCLE, ())]:
        yield from ("", f"---- {cycle} ----")
        for card, count in slots:
            yield f"{count}x {card.name} ({pack_name(card, pool)} #{card.position})"
    yield from _others(deck, pool)


def _agendas(deck: Deck, pool: CardPool) -> Iterator[str]:
    for card in deck.agendas:
        yield with_pack_name(card, pool) if printed_often(card, pool) else card.name


def _others(deck: Deck, pool: CardPool) -> Iterator[str]:
    for heading, slots in other_sections(deck):
        yield from ("", f"{heading} ({total_copies(slots)})")
        yield from (f"{count}x {with_pack_name(card, pool)}" for card, count in slots)


FORMAT = DeckFormat("thronesdb-file", "ThronesDB download", recognises, read)
BY_CYCLE = DeckFormat("by-cycle", "ThronesDB download by cycle", recognises_cycles, read_cycles)
