"""A deck's outline <-> the JSON that a version stores, the same as in a deck file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import (
    AGENDAS,
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    ROOKERY,
    DeckSection,
    plot_deck,
)
from decks.diff import Outline, OutlineEntry, shared_fields
from decks.formats.json_text import plain_deck, read_card_notes, read_categories
from decks.report import LineStatus, ReportLine
from library.deck_values import LibraryDeck
from library.errors import DamagedLibraryError
from library.stored_text import storable


@dataclass(frozen=True, slots=True)
class KnownCard:
    """The stored facts about a card besides its code."""

    name: str
    pack: str
    type: str


_NOTHING = KnownCard("", "", "")


def encode_deck(deck: Outline) -> str:
    """Return the JSON of a deck; equal decks have equal texts."""
    agendas = [each.code for each in deck.at(AGENDAS) for _ in range(each.copies)]
    plain = plain_deck(deck, agendas, lambda section: _copies(deck.at(section)), deck.plot_decks)
    return json.dumps(_storable(plain), ensure_ascii=False, separators=(",", ":"))


def _copies(entries: Iterable[OutlineEntry]) -> dict[str, int]:
    total: dict[str, int] = {}
    for entry in sorted(entries, key=lambda each: each.code):
        total[entry.code] = total.get(entry.code, 0) + entry.copies
    return total


def _storable(value: Any) -> Any:
    """Return a value whose texts a database can store."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, dict):
        return {storable(key): _storable(each) for key, each in value.items()}
    return value


def codes_in(text: str) -> list[str]:
    """Return the code of every card of a version, each once, in order."""
    plain = _parsed(text)
    slots = [plain.get(section.field, {}) for section in _SLOTS]
    codes = {code for each in (*slots, *plain.get("plot_decks", ())) for code in each}
    return sorted(codes.union(plain["agendas"]))


def decode_deck(text: str, known: Mapping[str, KnownCard]) -> Outline:
    """Return the deck that a version stores; DamagedLibraryError if the text is damaged."""
    plain = _parsed(text)
    faction = plain["faction_code"]
    return Outline(
        name=plain["name"],
        edition=Edition(plain["edition"]),
        format=plain["format"],
        faction=Faction(faction) if faction else None,
        entries=tuple(_entries(plain, known)),
        notes=plain.get("notes", ""),
        list_code=plain.get("list", ""),
        date=plain.get("date", ""),
        players=plain.get("players"),
        plot_decks=len(plain.get("plot_decks", ())),
        categories=read_categories(plain.get("categories"), _refuse),
        card_notes=read_card_notes(plain.get("card_notes"), _refuse),
    )


def _refuse(_: str) -> NoReturn:
    raise _damaged()


def _parsed(text: str) -> dict[str, Any]:
    """Return the JSON of a version after a check of each field."""
    try:
        plain = json.loads(text)
    # JSON that is nested too deeply for Python is not a deck either.
    except (ValueError, RecursionError):
        raise _damaged() from None
    if not isinstance(plain, dict) or not plain.keys() >= _NEEDED:
        raise _damaged()
    if not all(test(plain[field]) for field, test in _TESTS.items() if field in plain):
        raise _damaged()
    return plain


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _is_slots(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _are(value: object, test: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(map(test, value))


# More copies than any deck has, and few enough for every sum of them.
_MOST = 1_000_000
_SLOTS = (DRAW_DECK, ROOKERY, DRAFTED, CONSIDERED)
_NEEDED = {"name", "edition", "format", "faction_code", "agendas", "slots"}
_TESTS: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(("name", "format", "notes", "list", "date"), _is_text),
    **dict.fromkeys((section.field for section in _SLOTS), _is_slots),
    "edition": lambda value: value in tuple(Edition),
    "faction_code": lambda value: value is None or value in tuple(Faction),
    "agendas": lambda value: _are(value, _is_text),
    "plot_decks": lambda value: _are(value, _is_slots),
    "players": _is_count,
}


def _damaged() -> DamagedLibraryError:
    return DamagedLibraryError(
        "This version of the deck is damaged and cannot be read.",
        "Open an earlier version of it, or a backup with sevenplots restore.",
    )


def _entries(plain: Mapping[str, Any], known: Mapping[str, KnownCard]) -> Iterator[OutlineEntry]:
    def entry(section: DeckSection, code: str, copies: int) -> OutlineEntry:
        card = known.get(code, _NOTHING)
        return OutlineEntry(section, code, copies, card.name, card.pack, card.type)

    for code in plain["agendas"]:
        yield entry(AGENDAS, code, 1)
    for section in _SLOTS:
        for code, copies in plain.get(section.field, {}).items():
            yield entry(section, code, copies)
    for number, slots in enumerate(plain.get("plot_decks", ()), 1):
        for code, copies in slots.items():
            yield entry(plot_deck(number), code, copies)


def with_cards(deck: Outline, pools: Pools) -> tuple[Deck, tuple[OutlineEntry, ...]]:
    """Return the deck of an outline, and the entries that the pools have no card for."""
    pool = pools.get(deck.edition)
    cards: Mapping[str, Card] = pool.by_code if pool else {}
    found = [(cards[each.code], each) for each in deck.entries if each.code in cards]

    def slots(section: DeckSection) -> tuple[tuple[Card, int], ...]:
        return slots_of((card, entry.copies) for card, entry in found if entry.section == section)

    value = Deck(
        **shared_fields(deck),
        agendas=tuple(c for c, e in found if e.section == AGENDAS for _ in range(e.copies)),
        slots=slots(DRAW_DECK),
        rookery=slots(ROOKERY),
        drafted=slots(DRAFTED),
        plot_decks=tuple(slots(plot_deck(number + 1)) for number in range(deck.plot_decks)),
        considered=slots(CONSIDERED),
    )
    return value, tuple(each for each in deck.entries if each.code not in cards)


_STORED_LINE = re.compile(r"\?(?P<number>\d{0,9}) (?P<words>.*)", re.DOTALL)


def unread_entry(line: ReportLine) -> OutlineEntry:
    """Return a line that no card was found for as the library stores it: as an unknown card."""
    words = " ".join(line.text.split()) or f"line {line.line}"
    # No card code has a space, so this one stays unknown whatever is published.
    code = f"?{line.line or ''} {words}"
    return OutlineEntry(_stored_section(line.section), code, max(1, line.copies), words)


def unread_lines(stored: LibraryDeck) -> tuple[ReportLine, ...]:
    """Return the cards that today's data does not know, as lines that make a deck illegal."""
    return tuple(map(_line, stored.unknown))


def _line(entry: OutlineEntry) -> ReportLine:
    found = _STORED_LINE.fullmatch(entry.code)
    return ReportLine(
        int(found["number"] or 0) if found else 0,
        found["words"] if found else f"{entry.copies}x {entry.title}",
        LineStatus.UNKNOWN,
        copies=entry.copies,
        note="" if found else f"No card has the code {entry.code}.",
        section=_stored_section(entry.section),
    )


def _stored_section(section: DeckSection | None) -> DeckSection:
    """Return where the library has an unknown card: one of an unknown type is in DRAW_DECK."""
    return section if section and section.aside else DRAW_DECK
