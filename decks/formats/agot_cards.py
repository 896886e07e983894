"""Decks as agot.cards takes them: every card between [agot] and [/agot]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from carddb.pool import CardPool, Pools
from core.text_format import one_line
from decks.deck import Deck
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.lines import TextLine
from decks.formats.sections import (
    edition_line,
    faction_name,
    pack_range,
    total_copies,
    with_pack,
)
from decks.formats.text_list import read_lists
from decks.formats.thronesdb_text import text_sections
from decks.report import Reading

_TAG = re.compile(r"\[/?agot(?:\s[^\[\]]*)?\]", re.IGNORECASE)
_CLOSING = re.compile(r"\[/agot\]", re.IGNORECASE)


def recognises(text: str) -> bool:
    return _CLOSING.search(text) is not None


def read(text: str, options: ReadOptions) -> list[Reading]:
    return read_lists(text, options, _undressed)


def _undressed(line: TextLine) -> TextLine:
    words = " ".join(_TAG.sub(" ", line.text).split())
    return line if words == line.text or not words else replace(line, text=words, source=line.text)


def write(decks: Sequence[Deck], pools: Pools) -> str:
    (deck,) = decks
    return "\n".join(_lines(deck, pools[deck.edition])) + "\n"


def _lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    name = one_line(deck.name)
    if name:
        yield from (name, "")
    yield from (*faction_name(deck), "")
    yield from (f"[agot]{with_pack(card, pool)}[/agot]  " for card in deck.agendas)
    yield from edition_line(deck)
    packs = pack_range(deck, pool)
    if packs:
        yield from ("", packs)
    for heading, slots in text_sections(deck):
        yield from ("", f"{heading} ({total_copies(slots)}):", "")
        yield from (f"{count}x [agot]{with_pack(card, pool)}[/agot]" for card, count in slots)


FORMAT = DeckFormat("agot-cards", "agot.cards", recognises, read)
