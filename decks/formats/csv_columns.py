"""A CSV table -> rows whose columns are known by their headings, or by what they hold."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from carddb.spelling import fold
from carddb.text_format import cell_as_written
from decks.formats.factions import faction_of
from decks.formats.source import EXPORT_HINT, SPLIT_HINT
from decks.report import DeckFormatError

_DELIMITERS = (";", "\t", ",")
_SEPARATOR_LINE = re.compile(r"\"?sep=(?P<delimiter>[;,\t])\"?[ \t]*\n", re.IGNORECASE)
_SAMPLE = 20
_SAMPLE_LETTERS = 20_000
_SHOWN = 200
_MOST_CELLS = 1_000_000
_COUNT = re.compile(r"\d{1,3}\s*[xX\u00d7]?|[xX\u00d7]\s*\d{1,3}")
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
    """A row of a table by columns, empty where it has none; `line` is where it begins.

    `count` is None where the table has no such column.
    """

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
    """How a table is laid out: what parts its cells, where its rows begin, which column is what."""

    delimiter: str
    start: int
    headed: bool
    columns: Mapping[str, int]


def is_deck_table(text: str) -> bool:
    """Return whether a text is a table that may hold a deck."""
    return _layout(text) is not None


def csv_rows(text: str) -> list[CsvRow]:
    """Return the rows of a table without its heading; DeckFormatError where it is broken."""
    layout = _layout(text)
    if layout is None:
        raise DeckFormatError("This is no table: no column of it holds card names.", EXPORT_HINT)
    if text.count(layout.delimiter) > _MOST_CELLS:
        raise DeckFormatError(
            f"The table has more than {_MOST_CELLS:,} cells, too many for decks.", SPLIT_HINT
        )
    lines = text.split("\n")
    rows = []
    for number, end, cells in _cells(text, layout):
        if any(cell.strip() for cell in cells):
            shown = "\n".join(lines[number - 1 : end])[:_SHOWN]
            rows.append(_row(number, shown, cells, layout.columns))
    rows = rows[1:] if layout.headed else rows
    if not rows:
        raise DeckFormatError("The table has a heading and nothing below it.", EXPORT_HINT, 1)
    return rows


def _cells(text: str, layout: _Layout) -> Iterator[tuple[int, int, list[str]]]:
    """Yield every row of cells with the numbers of its first and last line."""
    first = text.count("\n", 0, layout.start) + 1
    reader = csv.reader(io.StringIO(text[layout.start :], newline=""), delimiter=layout.delimiter)
    begins = 0
    try:
        for cells in reader:
            yield first + begins, first + reader.line_num - 1, cells
            begins = reader.line_num
    except csv.Error as error:
        line = first + begins
        raise DeckFormatError(
            f"The table cannot be read at line {line}: {error}.",
            "Save it as CSV again, or repair the file in a text editor.",
            line,
        ) from None


def _row(number: int, text: str, cells: Sequence[str], columns: Mapping[str, int]) -> CsvRow:
    cells = [cell_as_written(cell.strip()) for cell in cells]
    found = {name: cells[at] for name, at in columns.items() if at < len(cells)}
    if len(cells) == 1 and "name" in columns and "name" not in found:
        found["name"] = cells[0]
    if "count" in columns:
        found.setdefault("count", "")
    return CsvRow(number, text, **found)


def _layout(text: str) -> _Layout | None:
    stated = _SEPARATOR_LINE.match(text)
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
    """Return the first rows that are not empty."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return list(islice((row for row in reader if any(c.strip() for c in row)), _SAMPLE))
    except csv.Error:
        return []


def _headings(cells: Sequence[str]) -> dict[str, int]:
    """Return the columns that headings name; none where they head no table of cards."""
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
    counts = [at for at in range(width) if all(map(_COUNT.fullmatch, columns_of_cells[at]))]
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
