"""The text files that ThronesDB offers for download: one deck, by cycle, or many at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from decks.errors import DeckFormatError
from decks.formats.deck_format import DeckFormat, Wanted
from decks.formats.lines import Line, lines_of
from decks.formats.listing import read_list
from decks.report import Reading

_SEPARATOR = re.compile(r"={3,}")
_CYCLE = re.compile(r"-{2,}\s*\S.*\S\s*-{2,}")
_MARKS = re.compile(
    r"^[ \t]*(?:={3,}|-{2,}[ \t]*[^\s-].*-{2,}|Version:.*)[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_VERSION = re.compile(r"(?P<name>.*\S)\s+v?\d+\.\d+")


def recognises(text: str) -> bool:
    """Tell whether a text has separators, headings of cycles or a version under its name."""
    return _MARKS.search(text) is not None


def read(text: str, wanted: Wanted) -> list[Reading]:
    """Return the decks of a downloaded text; DeckFormatError where a part of it is no deck list."""
    parts = list(_parts(lines_of(text)))
    if not parts:
        raise DeckFormatError("The file is empty between its lines of equals signs: no deck.")
    return [read_list(_without_version(part), wanted) for part in parts]


def _parts(lines: list[Line]) -> Iterator[list[Line]]:
    part: list[Line] = []
    for line in lines:
        if not _SEPARATOR.fullmatch(line.text):
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _without_version(part: list[Line]) -> list[Line]:
    """Return the lines with the version taken off the name, where it stands beside it."""
    by_cycle = any(_CYCLE.fullmatch(line.text) for line in part[1:])
    versioned = _VERSION.fullmatch(part[0].text)
    if not (by_cycle and versioned):
        return part
    return [replace(part[0], text=versioned["name"]), *part[1:]]


FORMAT = DeckFormat("thronesdb-file", "ThronesDB download", recognises, read)
