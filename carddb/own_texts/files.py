"""A file, or a folder with OCTGN's sets -> its entries, read within bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from carddb.decoding import decoded, normalized, other_kind
from carddb.errors import AppError
from carddb.files import is_folder, path_text, unreadable
from carddb.own_texts.csv_texts import csv_entries
from carddb.own_texts.entry import MOST_BYTES, SPLIT_HINT, TextEntry, TextSourceError, need_few
from carddb.own_texts.json_texts import json_entries
from carddb.own_texts.octgn_sets import is_octgn_set, octgn_set_entries

_SET_FILE = "set.xml"
_MOST_FILES = 500
_MOST_LOOKED_AT = 100_000
_MOST_IN_ALL = 40_000_000


def entries_in(source: Path | bytes) -> list[TextEntry]:
    """Return the entries of a file, of its bytes, or of every set below a folder.

    TextSourceError where there are none; a set that cannot be read is an entry with that fault.
    """
    if isinstance(source, bytes):
        return _entries(source)
    return _of_folder(source) if is_folder(source) else _entries(_bytes(source))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _entries(data: bytes) -> list[TextEntry]:
    if len(data) > MOST_BYTES:
        raise TextSourceError(
            f"The file is too large for texts of cards: more than {MOST_BYTES // 10**6} MB.",
            SPLIT_HINT,
        )
    if what := other_kind(data):
        raise TextSourceError(f"This is {what}, not a file of texts.")
    text = normalized(decoded(data))
    if not text.strip():
        raise TextSourceError("The file is empty.")
    if "\0" in text:
        raise TextSourceError("This is not text.")
    if is_octgn_set(text):
        return octgn_set_entries(text)
    return json_entries(text) if text.lstrip()[:1] in "{[" else csv_entries(text)


def _of_folder(folder: Path) -> list[TextEntry]:
    files = sorted(_set_files(folder))
    if not files:
        raise TextSourceError(
            f"{path_text(folder)} holds no OCTGN sets, which are files “{_SET_FILE}”."
        )
    if len(files) > _MOST_FILES or sum(map(_size, files)) > _MOST_IN_ALL:
        raise TextSourceError(f"{path_text(folder)} holds more sets than a game has.", SPLIT_HINT)
    entries: list[TextEntry] = []
    for path in files:
        entries += _of_set(path, str(path.relative_to(folder)))
        need_few(len(entries))
    return entries


def _of_set(path: Path, name: str) -> list[TextEntry]:
    """Return the entries of one set of a folder, or one that says why it cannot be used."""
    try:
        return [replace(each, source=name) for each in _entries(_bytes(path))]
    except AppError as error:
        line = getattr(error, "line", None) or 0
        fault = f"The file cannot be used. {error.sentence}"
        return [TextEntry(line=line, name=name, source=name, fault=fault)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _set_files(folder: Path) -> Iterator[Path]:
    """Yield the sets below a folder; links to other folders are not followed."""
    try:
        os.scandir(folder).close()  # a walk leaves out in silence what may not be read
    except OSError as error:
        raise unreadable(folder, error) from None
    left = _MOST_LOOKED_AT
    for place, _, names in os.walk(folder):
        left -= len(names) + 1
        if left < 0:
            raise TextSourceError(
                f"{path_text(folder)} holds more than {_MOST_LOOKED_AT:,} files.",
                "Name the folder of the game's sets.",
            )
        for name in names:
            path = Path(place, name)
            if name.lower() == _SET_FILE and path.is_file():
                yield path
