"""Texts of cards as a table whose headings name its columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from carddb.own_texts.entry import TextEntry, TextSourceError, entry_of, need_few, own_text_field

_DELIMITERS = ",;\t"
_SEPARATOR_LINE = re.compile(r"\"?sep=(?P<delimiter>[;,\t])\"?[ \t]*\n", re.IGNORECASE)
_HEADING_LETTERS = 2000
_TOO_WIDE = (
    "The row has more cells than the heading; a text with a separator in it stands in quotation"
    " marks."
)


def csv_entries(text: str) -> list[TextEntry]:
    """Return the rows of a table below its heading; TextSourceError where it has none or breaks."""
    stated = _SEPARATOR_LINE.match(text)
    first_line = 2 if stated else 1
    start = stated.end() if stated else 0
    headings, delimiter = _headings(text[start:], stated["delimiter"] if stated else _DELIMITERS)
    entries: list[TextEntry] = []
    for line, cells in _rows(text[start:], delimiter, first_line):
        if len(cells) > len(headings) and any(map(str.strip, cells[len(headings) :])):
            shown = " ".join(cells[: len(headings)])[:200]
            entries.append(TextEntry(line=line, name=shown, fault=_TOO_WIDE))
        else:
            entries.append(entry_of(line, zip(headings, cells, strict=False)))
        need_few(len(entries))
    if not entries:
        raise TextSourceError("The table has a heading and nothing below it.", line=first_line)
    return entries


def _headings(text: str, delimiters: str) -> tuple[Sequence[str], str]:
    """Return the headings and what parts them; TextSourceError where they name no texts."""
    first = text[:_HEADING_LETTERS].split("\n", 1)[0]
    for delimiter in delimiters:
        headings = next(csv.reader([first], delimiter=delimiter), [])
        fields = set(map(own_text_field, headings))
        if "text" in fields and fields & {"code", "name", "octgn_id"}:
            return headings, delimiter
    raise TextSourceError(
        "The file is neither JSON, nor an OCTGN set, nor a table whose first line names the"
        " columns “text” and “code”, or “text”, “name”, “set” and “number”.",
        line=1,
    )


def _rows(text: str, delimiter: str, first_line: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the heading that are not empty, each with the line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    begins = 0
    try:
        for cells in reader:
            if begins and any(map(str.strip, cells)):
                yield first_line + begins, cells
            begins = reader.line_num
    except csv.Error as error:
        line = first_line + begins
        raise TextSourceError(
            f"The table cannot be read at line {line}: {error}.",
            "Save it as CSV again, or repair the file in a text editor.",
            line,
        ) from None
