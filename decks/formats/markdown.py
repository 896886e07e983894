"""Decks as Markdown: headings, and a link to ThronesDB for every card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition
from core.text_format import one_line
from decks.deck import Deck
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.lines import TextLine, heading_of
from decks.formats.sections import (
    edition_line,
    faction_of,
    pack_range,
    total_copies,
    with_pack,
)
from decks.formats.text_list import read_lists
from decks.formats.thronesdb_text import text_sections
from decks.report import Reading

ADDRESS = "https://thronesdb.com/card/"

_HASHES = re.compile(r"#{1,6}\s+(?P<words>.*?)(?:\s+#+)?")
# An escaped sign, which begins no link, or a link; no letter of a line is read again and again.
_LINK = re.compile(r"\\.|\[(?P<words>(?:[^\[\]\\]|\\.)*)\]\((?P<address>https?://[^\s()]*)\)")
_CODE = re.compile(r"https?://(?:www\.)?thronesdb\.com/(?:[a-z]{2}/)?card/(?P<code>\w+)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SPECIAL = re.compile(r"([\\`*_\[\]()#!<>|~])")
_LONGEST = 300
_MOST_ESCAPED = 16
_PART = re.compile(r"^##.{0,97}$", re.MULTILINE)
_PARTS = 1000


def recognises(text: str) -> bool:
    """Return whether a text has a link to a card, or a heading that only Markdown writes so."""
    if "](https://thronesdb.com/card/" in text:
        return True
    return any(_names_part(each[0]) for each in islice(_PART.finditer(text), _PARTS))


def read(text: str, options: ReadOptions) -> list[Reading]:
    return read_lists(text, options, strip_markup)


def strip_markup(line: TextLine) -> TextLine:
    """Return a line without the signs of Markdown; a link to a card leaves the card's code."""
    if len(line.text) > _LONGEST or line.text.count("\\") > _MOST_ESCAPED:
        return line
    hashes = _HASHES.fullmatch(line.text)
    words = hashes["words"] if hashes else line.text
    code = ""
    if "](http" in words:
        links = (each["address"] for each in _LINK.finditer(words) if each["address"])
        coded = _CODE.match(next(links, ""))
        code = coded["code"] if coded else ""
        words = _LINK.sub(lambda link: link["words"] if link["address"] else link[0], words)
    words = _ESCAPED.sub(r"\1", _STRONG.sub(r"\2", words)).strip()
    if words == line.text or not words:
        return line
    return replace(line, text=words, code=code, source=line.text)


def _names_part(line: str) -> bool:
    hashes = _HASHES.fullmatch(line.strip())
    words = hashes["words"] if hashes else ""
    heading = heading_of(words)
    return bool(faction_of(words)) or (heading is not None and heading.types != (CardType.HOUSE,))


def write(decks: Sequence[Deck], pools: Pools) -> str:
    (deck,) = decks
    return "\n".join(_lines(deck, pools[deck.edition])) + "\n"


def _lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    name = one_line(deck.name)
    if name:
        yield from (f"# {_escaped(name)}", "")
    if deck.faction:
        yield from (f"## {deck.faction.card_name}", "")
    yield from (f"{_linked(card, pool)}  " for card in deck.agendas)
    yield from edition_line(deck)
    packs = pack_range(deck, pool)
    if packs:
        yield from ("", packs)
    for heading, slots in text_sections(deck):
        yield from ("", f"### {heading} ({total_copies(slots)}):", "")
        yield from (f"- {count}x {_linked(card, pool)}" for card, count in slots)


def _linked(card: Card, pool: CardPool) -> str:
    """Return a card's name with its pack as a link; ThronesDB has no first-edition cards."""
    words = _escaped(with_pack(card, pool))
    return f"[{words}]({ADDRESS}{card.code})" if card.edition is Edition.SECOND else words


def _escaped(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)


FORMAT = DeckFormat("markdown", "Markdown", recognises, read)
