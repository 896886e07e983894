"""Decks as CSV tables: our own, and simple ones of spreadsheets and other programs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.spelling import fold
from carddb.terms import CardType, Faction
from core.text_format import (
    SEPARATOR_LINE,
    cell_as_written,
    code_as_printed,
    csv_text,
    harmless_cell,
    one_line,
    table_rows,
)
from decks.categories import categories_by_code, with_category, with_note
from decks.deck import Deck, Slots
from decks.deck_section import (
    AGENDAS,
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    PLOTS,
    ROOKERY,
    DeckSection,
    held_cards,
    plot_deck,
)
from decks.formats.deck_assembler import implied_format, stated_edition
from decks.formats.deck_format import EXPORT_HINT, SPLIT_HINT, DeckFormat, ReadOptions
from decks.formats.entries import FACTION, Coding, SourceEntry, read_entries
from decks.formats.sections import faction_of, pack_name
from decks.report import DeckFormatError, Reading

_DELIMITERS = (";", "\t", ",")
_SAMPLE = 20
_SAMPLE_LETTERS = 20_000
_SHOWN = 200
_MOST_CELLS = 1_000_000
_COUNT_HEADINGS = re.compile(r"\d{1,3}\s*[xX\u00d7]?|[xX\u00d7]\s*\d{1,3}")
_CODE = re.compile(r"\d{4,5}|[a-z]{2,8}_\d{1,3}")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck", "deck name"),
    "part": ("part", "section", "board", "pile"),
    "count": ("count", "copies", "qty", "quantity", "amount", "x", "anzahl", "quantite"),
    "code": ("code", "card code", "cardcode", "card id", "id", "thronesdb code"),
    "name": ("name", "card", "card name", "cardname", "title"),
    "pack": ("pack", "set", "expansion", "pack name", "pack code", "set name"),
    "number": ("number", "no", "nr", "position", "card number"),
    "type": ("type", "card type", "type code", "type name"),
    "categories": ("categories",),
    "note": ("note",),
}
_COLUMNS = {word: column for column, words in _WORDS.items() for word in words}


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of a table by columns; `count` is None if the table has no such column."""

    line: int
    text: str
    deck: str = ""
    part: str = ""
    count: str | None = None
    code: str = ""
    name: str = ""
    pack: str = ""
    number: str = ""
    type: str = ""
    categories: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Layout:
    """The layout of a table: separator, first row, and the meaning of the columns."""

    delimiter: str
    start: int
    headed: bool
    columns: Mapping[str, int]


def csv_rows(text: str) -> list[CsvRow]:
    """Return the rows of a table without its heading; DeckFormatError if it is broken."""
    layout = _layout(text)
    if layout is None:
        raise DeckFormatError("This is not a table: no column of it holds card names.", EXPORT_HINT)
    if text.count(layout.delimiter) > _MOST_CELLS:
        raise DeckFormatError(
            f"The table has more than {_MOST_CELLS:,} cells, too many for decks.", SPLIT_HINT
        )
    lines = text.split("\n")
    rows = []
    for number, end, cells in table_rows(text, layout.start, layout.delimiter, DeckFormatError):
        if any(cell.strip() for cell in cells):
            shown = "\n".join(lines[number - 1 : end])[:_SHOWN]
            rows.append(_row(number, shown, cells, layout.columns))
    rows = rows[1:] if layout.headed else rows
    if not rows:
        raise DeckFormatError("The table has a heading and nothing below it.", EXPORT_HINT, 1)
    return rows


def _row(number: int, text: str, cells: Sequence[str], columns: Mapping[str, int]) -> CsvRow:
    cells = [cell_as_written(cell.strip()) for cell in cells]
    found = {name: cells[at] for name, at in columns.items() if at < len(cells)}
    if len(cells) == 1 and "name" in columns and "name" not in found:
        found["name"] = cells[0]
    if "count" in columns:
        found.setdefault("count", "")
    return CsvRow(number, text, **found)


def _layout(text: str) -> _Layout | None:
    stated = SEPARATOR_LINE.match(text)
    start = stated.end() if stated else 0
    first_lines = "\n".join(text[start : start + _SAMPLE_LETTERS].lstrip().split("\n", 2)[:2])
    for delimiter in (stated["delimiter"],) if stated else _DELIMITERS:
        if delimiter not in first_lines:
            continue
        rows = _sample(text[start : start + _SAMPLE_LETTERS], delimiter)
        columns = _headings(rows[0]) if rows else {}
        if columns:
            return _Layout(delimiter, start, headed=True, columns=columns)
        columns = _guessed(rows)
        if columns:
            return _Layout(delimiter, start, headed=False, columns=columns)
    return None


def _sample(text: str, delimiter: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return list(islice((row for row in reader if any(c.strip() for c in row)), _SAMPLE))
    except csv.Error:
        return []


def _headings(cells: Sequence[str]) -> dict[str, int]:
    """Return the columns that headings name; none if they head no table of cards."""
    columns: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = _COLUMNS.get(fold(cell[:40]))
        if column:
            columns.setdefault(column, at)
    if "count" not in columns and "number" in columns:
        columns["count"] = columns.pop("number")
    return columns if len(columns) > 1 and not columns.keys().isdisjoint({"name", "code"}) else {}


def _guessed(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the columns of a table without headings, by the form of all its cells."""
    full = [row for row in rows if len(row) > 1 or not faction_of(row[0])]
    width = min(map(len, full), default=0)
    if width < 2:
        return {}
    columns_of_cells = [[row[at].strip() for row in full] for at in range(width)]
    counts = [
        at for at in range(width) if all(map(_COUNT_HEADINGS.fullmatch, columns_of_cells[at]))
    ]
    if not counts:
        return {}
    columns = {"count": min(counts, key=lambda at: (max(map(_size, columns_of_cells[at])), at))}
    for at in range(width):
        if all(map(_CODE.fullmatch, columns_of_cells[at])):
            columns.setdefault("code", at)
        elif at not in counts and all(any(map(str.isalpha, cell)) for cell in columns_of_cells[at]):
            columns.setdefault("pack" if "name" in columns else "name", at)
    return columns if not columns.keys().isdisjoint({"name", "code"}) else {}


def _size(count: str) -> int:
    return int(re.sub(r"\D", "", count))


HEADER = ("deck", "part", "count", "code", "name", "pack", "number", "type")
# The last columns, if a deck has such words.
WORDS = ("categories", "note")
_EDITION = "edition"
_AGENDA = "agenda"
_DECK = "deck"
_FACTION = "faction"
_STATED = frozenset({"format", "list", "date", "players", "notes"})
_SECTIONS: Mapping[str, DeckSection | None] = {
    _FACTION: FACTION,
    "house": FACTION,
    "rookery": ROOKERY,
    "sideboard": ROOKERY,
    "side": ROOKERY,
    "drafted": DRAFTED,
    **dict.fromkeys(("considered", "maybe", "maybeboard"), CONSIDERED),
    _AGENDA: AGENDAS,
    "agendas": AGENDAS,
    "plot": PLOTS,
    "plots": PLOTS,
}
_PLOT_DECK = re.compile(r"plot deck ([1-9]\d?)")
_COUNT = re.compile(r"[xX\u00d7]?\s*(\d{1,9})(?:[.,]0+)?\s*[xX\u00d7]?")
_TOTALS = frozenset({"total", "total cards", "sum"})
_TYPES: Mapping[str, tuple[CardType, ...]] = {
    f"{each.value}{s}": (each,) for each in CardType for s in ("", "s")
}


def read(text: str, options: ReadOptions) -> list[Reading]:
    readings = []
    for rows in _decks(csv_rows(text)):
        stated = next((stated_edition(row.name) for row in rows if row.part == _EDITION), None)
        entries = [_entry(row) for row in rows]
        reading = read_entries(entries, options.named(rows[0].deck), _CODING, stated)
        readings.append(replace(reading, deck=_with_words(reading.deck, rows)))
    return readings


def _with_words(deck: Deck, rows: Iterable[CsvRow]) -> Deck:
    """Return a deck with the categories and notes of its rows."""
    cards = [card for _, card, _ in held_cards(deck)]
    by_word = {fold(card.name): card for card in cards} | {card.code: card for card in cards}
    for row in rows:
        card = by_word.get(code_as_printed(row.code)) or by_word.get(fold(row.name))
        if card is not None and (row.categories or row.note):
            for name in row.categories.split("\n"):
                deck = with_category(deck, name, [card.code])
            deck = with_note(deck, card, row.note) if row.note else deck
    return deck


def _decks(rows: Sequence[CsvRow]) -> Iterator[list[CsvRow]]:
    """Yield the rows of each deck: a new one begins with a new name, or with its edition."""
    deck: list[CsvRow] = []
    for row in rows:
        if deck and (row.part == _EDITION or row.deck != deck[-1].deck):
            yield deck
            deck = []
        deck.append(row)
    yield deck


def _entry(row: CsvRow) -> SourceEntry:
    part = fold(row.part[:40])
    if part in _STATED:
        return SourceEntry(row.line, row.text, stated=(part, row.name))
    code, name = code_as_printed(row.code), row.name
    numbered = _PLOT_DECK.fullmatch(part)
    section = plot_deck(int(numbered[1])) if numbered else _SECTIONS.get(part, DRAW_DECK)
    return SourceEntry(
        row.line,
        row.text,
        _copies(row.count, needed=section is not FACTION and part != _AGENDA),
        name,
        code,
        f"{row.pack} #{row.number}" if row.pack and row.number.isdigit() else row.pack,
        _TYPES.get(part) or _TYPES.get(fold(row.type[:40]), ()),
        section,
        _remark(part, name, code),
    )


def _remark(part: str, name: str, code: str) -> str:
    if part == _EDITION:
        return "The deck's edition."
    if not code and fold(name[:40]) in _TOTALS:
        return "A sum."
    if not name and not code:
        return "No card."
    return ""


def _copies(written: str | None, *, needed: bool) -> int | None:
    if written is None or (not written and not needed):
        return 1
    match = _COUNT.fullmatch(written.strip())
    return int(match[1]) if match else None


def _find(pool: CardPool, code: str) -> Card | Faction | None:
    return pool.by_code.get(code) or faction_of(code, pool.edition)


def write(decks: Sequence[Deck], pools: Pools) -> str:
    """Return decks as one table, with a heading and with everything that each of them states."""
    worded = any(deck.categories or deck.card_notes for deck in decks)
    rows: list[list[object]] = []
    for deck in decks:
        name, card_words = one_line(deck.name), _card_words(deck) if worded else {}
        for row in _rows(deck, pools[deck.edition]):
            # Statements have fewer cells, and no card's code.
            words = card_words.get(str(row[2]), ()) if len(row) > 2 else ()
            cells = (name, *row, *words)
            rows.append([harmless_cell(c) if isinstance(c, str) else c for c in cells])
    return csv_text((*HEADER, *WORDS) if worded else HEADER, rows)


def _card_words(deck: Deck) -> Mapping[str, tuple[str, str]]:
    """Return the categories, one a line, and the note of each card that has some."""
    named, notes = categories_by_code(deck), dict(deck.card_notes)
    return {
        code: ("\n".join(named.get(code, ())), notes.get(code, "")) for code in (*named, *notes)
    }


def _rows(deck: Deck, pool: CardPool) -> Iterator[Sequence[object]]:
    yield _EDITION, "", "", deck.edition.value
    stated = {
        "format": "" if deck.format == implied_format(deck) else deck.format,
        "list": deck.list_code,
        "date": deck.date,
        "players": deck.players,
        "notes": deck.notes,
    }
    yield from ((part, "", "", value) for part, value in stated.items() if value)
    if deck.faction:
        yield _FACTION, "", deck.faction.value, deck.faction.card_name
    yield from (_card(_AGENDA, card, 1, pool) for card in deck.agendas)
    yield from _pile(_DECK, deck.slots, pool)
    yield from _pile(str(ROOKERY), deck.rookery, pool)
    yield from _pile(str(DRAFTED), deck.drafted, pool)
    for number, slots in enumerate(deck.plot_decks, 1):
        yield str(plot_deck(number)), 0
        yield from _pile(str(plot_deck(number)), slots, pool)
    yield from _pile(str(CONSIDERED), deck.considered, pool)


def _pile(part: str, slots: Slots, pool: CardPool) -> Iterator[Sequence[object]]:
    return (_card(part, card, count, pool) for card, count in slots)


def _card(part: str, card: Card, count: int, pool: CardPool) -> Sequence[object]:
    pack = pack_name(card, pool)
    return part, count, card.code, card.name, pack, card.position, card.type.value


_CODING = Coding("code", _find)
FORMAT = DeckFormat("csv", "CSV table", lambda text: _layout(text) is not None, read)
