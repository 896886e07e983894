"""Dates, names and notes as a user reads them, and cells as a spreadsheet does."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from io import StringIO

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MAX_LENGTH = 60
# The letters of a name (of a deck, event, player, folder, tag) and of notes.
LONGEST_NAME = 60
LONGEST_NOTES, LONGEST_CARD_NOTE = 100_000, 10_000
# Control characters but for tabs and line breaks, and what turns the direction of a line.
_INVISIBLE = re.compile(
    "[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
# The first line of a table may name its separator.
SEPARATOR_LINE = re.compile(r"\"?sep=(?P<delimiter>[;,\t])\"?[ \t]*\n", re.IGNORECASE)
# A spreadsheet takes a text that begins so for a formula.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def day_words(moment: datetime, now: datetime) -> str:
    """Return a day in words: "Today 14:05", "Yesterday", "3 Nov 2026"."""
    there, here = moment.astimezone(now.tzinfo), now
    days = (here.date() - there.date()).days
    if days == 0:
        return f"Today {there:%H:%M}"
    if days == 1:
        return "Yesterday"
    return f"{there.day} {MONTHS[there.month - 1]} {there.year}"


def shortened(name: str, longest: int = MAX_LENGTH) -> str:
    """Return a name short enough for a sentence."""
    plain = one_line(name)
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def count_of(number: int, noun: str) -> str:
    """Return a number before a noun: "1 card", "2 copies", "1,200 cards"."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"


def one_line(text: str, longest: int | None = None) -> str:
    """Return a text on one line: single spaces, no control or direction characters, no longer."""
    shown = text if text.isprintable() else _INVISIBLE.sub("", text)
    return " ".join(shown.split())[:longest].rstrip()


def without_controls(text: str) -> str:
    """Return a text of several lines without control and direction characters."""
    return _INVISIBLE.sub("", text)


def csv_text(headings: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as CSV (RFC 4180)."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()


def table_rows(
    text: str, start: int, delimiter: str, error: Callable[[str, str, int], Exception]
) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the cells of each row after an offset, with the numbers of its first and last line.

    For a broken table `error` makes the exception of a sentence, a hint and the line.
    """
    first = text.count("\n", 0, start) + 1
    reader = csv.reader(StringIO(text[start:], newline=""), delimiter=delimiter)
    begins = 0
    try:
        for cells in reader:
            yield first + begins, first + reader.line_num - 1, cells
            begins = reader.line_num
    except csv.Error as reason:
        line = first + begins
        raise error(
            f"The table cannot be read at line {line}: {reason}.",
            "Save it as CSV again, or repair the file in a text editor.",
            line,
        ) from None


def harmless_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def cell_as_written(cell: str) -> str:
    """Return a text without the sign that `harmless_cell` put before it."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def code_as_printed(cell: str) -> str:
    """Return the card's code of a cell; spreadsheets drop its zeros, or protect it as ="01141"."""
    code = cell.strip().removeprefix("=").strip('"').strip()
    return code.zfill(5) if code.isdigit() else code
