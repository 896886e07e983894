"""Deck lists as text: ThronesDB, throneteki, agot.cards, Markdown, and our own plain lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import DECK_TYPES, CardType, Edition
from core.text_format import one_line
from decks.deck import Deck, Slots
from decks.deck_section import DRAW_HEADINGS
from decks.formats.deck_assembler import implied_format
from decks.formats.deck_format import DeckFormat
from decks.formats.lines import TextLine, heading_of
from decks.formats.local_words import heading_in
from decks.formats.sections import (
    by_cycle,
    deck_slots,
    faction_of,
    other_sections,
    pack_name,
    pack_range,
    printed_often,
    slots_of_type,
    total_copies,
    with_pack,
    with_pack_name,
)
from decks.formats.text_list import read_lists

_DOWNLOAD_END = "\r\n"
_NO_CYCLE = "No cards"
# throneteki takes the first line for the name, whatever it holds.
NO_NAME = "Unnamed deck"
_CARD_ADDRESS = "https://thronesdb.com/card/"

_CYCLE = re.compile(r"^[^\S\n]*-{2,99}[^\S\n]*[^\s-].{0,98}(?<=--)[^\S\n]*$", re.MULTILINE)
_MARK = re.compile(r"^[^\S\n]*(?:={3,}|version:.{0,98})[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_VERSION = re.compile(r"(?P<name>.*\S)\s+v?\d+\.\d+")
_BY_CODE = re.compile(r"(?P<card>.*\S)\s*\|\s*#(?P<code>\w+)\b.*")
_TAG = re.compile(r"\[/?agot(?:\s[^\[\]]*)?\]", re.IGNORECASE)
_CLOSING_TAG = re.compile(r"\[/agot\]", re.IGNORECASE)
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


def _is_markdown(text: str) -> bool:
    """Return whether a text has a link to a card, or a heading that only Markdown writes so."""
    if "](https://thronesdb.com/card/" in text:
        return True
    return any(_names_part(each[0]) for each in islice(_PART.finditer(text), _PARTS))


def _names_part(line: str) -> bool:
    hashes = _HASHES.fullmatch(line.strip())
    words = hashes["words"] if hashes else ""
    heading = heading_of(words)
    return bool(faction_of(words)) or (heading is not None and heading.types != (CardType.HOUSE,))


def _is_download(text: str) -> bool:
    """Return whether a text has separators, or a version under its name."""
    return ("===" in text or "ersion:" in text) and _MARK.search(text) is not None


def _without_tags(line: TextLine) -> TextLine:
    words = " ".join(_TAG.sub(" ", line.text).split())
    return line if words == line.text or not words else line._replace(text=words, source=line.text)


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
    # Python puts groups into a template much slower than it gets them.
    words = _ESCAPED.sub(itemgetter(1), _STRONG.sub(itemgetter(2), words)).strip()
    if words == line.text or not words:
        return line
    return line._replace(text=words, code=code, source=line.text)


def _without_version(line: TextLine) -> TextLine:
    versioned = _VERSION.fullmatch(line.text)
    return line._replace(text=versioned["name"]) if versioned else line


def _by_code(line: TextLine) -> TextLine:
    """Return a line of an older download, "1x A Noble Cause | #01004 Core Set", with its code."""
    coded = _BY_CODE.fullmatch(line.text)
    if coded is None:
        return line
    return line._replace(text=coded["card"], code=coded["code"], source=line.text)


AGOT_CARDS = DeckFormat(
    "agot-cards",
    "agot.cards",
    lambda text: _CLOSING_TAG.search(text) is not None,
    partial(read_lists, strip=_without_tags),
)
MARKDOWN = DeckFormat("markdown", "Markdown", _is_markdown, partial(read_lists, strip=strip_markup))
BY_CYCLE = DeckFormat(
    "by-cycle",
    "ThronesDB download by cycle",
    lambda text: "--" in text and _CYCLE.search(text) is not None,
    partial(read_lists, strip=_by_code, head=_without_version),
)
DOWNLOAD = DeckFormat("thronesdb-file", "ThronesDB download", _is_download, read_lists)
THRONESDB = DeckFormat(
    "thronesdb", "ThronesDB text", lambda text: "\nPacks: From " in text, read_lists
)
# Any text may be a list, so this format is tried last.
PLAIN = DeckFormat("plain", "plain list", lambda _: True, read_lists)


Lines = Callable[[Deck, CardPool], Iterable[str]]


def _writer(lines: Lines, end: str = "\n") -> Callable[[Sequence[Deck], Pools], str]:
    """Return the function that writes decks, each with these lines, below one another."""

    def write(decks: Sequence[Deck], pools: Pools) -> str:
        lists = (lines(deck, pools[deck.edition]) for deck in decks)
        return f"{end}==={end}".join(end.join(each) + end for each in lists)

    return write


def _throneteki_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck as throneteki takes it: ThronesDB's text, apostrophes straight."""
    name, *lines = _thronesdb_lines(deck, pool, others=False)
    yield name or NO_NAME
    yield from (line.replace("\u2019", "'") for line in lines)


def _markdown_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck as ThronesDB writes Markdown, with the deck's name as a heading above."""
    if name := one_line(deck.name):
        yield from (f"# {_escaped(name)}", "")
    if deck.faction:
        yield from (f"## {deck.faction.card_name}", "")
    yield from _head(deck, pool, lambda card: f"{_linked(card, pool)}  ")
    sections, heading = _all_sections(deck, pool), "### {} ({}):\n"
    yield from _listed(sections, lambda card: _linked(card, pool), heading=heading, bullet="- ")


def _agot_cards_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck with tags, its name above."""

    def tagged(card: Card) -> str:
        return f"[agot]{with_pack(card, pool)}[/agot]"

    if name := one_line(deck.name):
        yield from (name, "")
    yield from (*_faction(deck), "")
    yield from _head(deck, pool, lambda card: f"{tagged(card)}  ")
    yield from _listed(_all_sections(deck, pool), tagged, heading="{} ({}):\n")


def _faction(deck: Deck) -> list[str]:
    return [deck.faction.card_name] if deck.faction else []


def _head(
    deck: Deck, pool: CardPool, agenda: Callable[[Card], str], *, counted: bool = False
) -> Iterator[str]:
    """Yield the agendas, the edition, which other sites do not have, and the range of packs."""
    yield from map(agenda, deck.agendas)
    yield from _edition(deck)
    packs = pack_range(deck, pool, counted=counted)
    if packs:
        yield from ("", packs)


def _edition(deck: Deck) -> list[str]:
    return ["Edition: first"] if deck.edition is Edition.FIRST else []


def _listed(
    sections: Iterable[tuple[str, Slots]],
    label: Callable[[Card], str],
    *,
    heading: str = "{} ({}):",
    bullet: str = "",
) -> Iterator[str]:
    for title, slots in sections:
        yield from ("", heading.format(title, total_copies(slots)))
        yield from (f"{bullet}{count}x {label(card)}" for card, count in slots)


def _all_sections(deck: Deck, pool: CardPool) -> Iterator[tuple[str, Slots]]:
    """Yield the five sections, empty ones too, then what else the deck holds."""
    for each in DECK_TYPES:
        yield heading_in(pool.language, each), slots_of_type(deck.slots, each)
    yield from other_sections(deck)


def _thronesdb_lines(deck: Deck, pool: CardPool, *, others: bool = True) -> Iterator[str]:
    """Yield a deck as ThronesDB copies it, with the codes of packs in brackets.

    A card whose pack holds several of its title also has its number ("core #45").
    """

    def agenda(card: Card) -> str:
        return with_pack(card, pool) if printed_often(card, pool) else card.name

    yield from (one_line(deck.name), "", *_faction(deck), *_head(deck, pool, agenda))
    sections = islice(_all_sections(deck, pool), None if others else len(DECK_TYPES))
    yield from _listed(sections, lambda card: with_pack(card, pool))


def _named(card: Card, pool: CardPool) -> str:
    return with_pack_name(card, pool) if printed_often(card, pool) else card.name


def _download_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck as ThronesDB's download has it: packs by name, lines ended by CR LF."""
    yield from (one_line(deck.name), "Version: 1.0", "", *_faction(deck))
    yield from _head(deck, pool, lambda card: _named(card, pool), counted=True)
    for card_type in (CardType.PLOT, *DRAW_HEADINGS):
        slots = slots_of_type(deck.slots, card_type)
        yield from ("", card_type.value.capitalize() + ("s" if len(slots) > 1 else ""))
        yield from (f"{count}x {with_pack_name(card, pool)}" for card, count in slots)
    yield from _other_lines(deck, pool)


def _cycle_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck as ThronesDB's download by cycle has it, each card with its number."""
    name = one_line(deck.name)
    yield from (f"{name} 1.0" if name else "", "", *_faction(deck))
    yield from (_named(card, pool) for card in deck.agendas)
    yield from _edition(deck)
    for cycle, slots in list(by_cycle(deck_slots(deck), pool)) or [(_NO_CYCLE, ())]:
        yield from ("", f"---- {cycle} ----")
        for card, count in slots:
            yield f"{count}x {card.name} ({pack_name(card, pool)} #{card.position})"
    yield from _other_lines(deck, pool)


def _other_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    others = other_sections(deck)
    return _listed(others, lambda card: with_pack_name(card, pool), heading="{} ({})")


def _linked(card: Card, pool: CardPool) -> str:
    """Return a card's name with its pack as a link; ThronesDB has no first-edition cards."""
    words = _escaped(with_pack(card, pool))
    return f"[{words}]({_CARD_ADDRESS}{card.code})" if card.edition is Edition.SECOND else words


def _escaped(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)


def _plain_lines(deck: Deck, pool: CardPool) -> Iterator[str]:
    """Yield a deck as our own list, which holds everything that the deck states."""
    stated = {
        "Name": one_line(deck.name),
        "Edition": deck.edition.value,
        "Format": "" if deck.format == implied_format(deck) else deck.format,
        "List": deck.list_code,
        "Date": deck.date,
        "Players": str(deck.players or ""),
        "Faction": deck.faction.card_name if deck.faction else "",
    }
    yield from (f"{field}: {value}" for field, value in stated.items() if value)
    yield from (f"Notes: {one_line(note)}" for note in deck.notes.split("\n") if deck.notes)
    yield from (f"Agenda: {_named(card, pool)}" for card in deck.agendas)
    sections = (*_all_sections(deck, pool), ("Considered", deck.considered))
    held = (each for each in sections if each[1] or each[0].startswith("Civil War"))
    yield from _listed(held, lambda card: _named(card, pool))


write_thronesdb = _writer(_thronesdb_lines)
write_throneteki = _writer(_throneteki_lines)
write_download = _writer(_download_lines, _DOWNLOAD_END)
write_cycles = _writer(_cycle_lines, _DOWNLOAD_END)
write_markdown = _writer(_markdown_lines)
write_agot_cards = _writer(_agot_cards_lines)
write_plain = _writer(_plain_lines)
