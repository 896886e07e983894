"""Reads pasted text, files and folders for the import dialog, in a worker."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

from carddb.errors import AppError
from carddb.files import is_folder, unreadable
from carddb.progress import Progress
from carddb.terms import Edition
from decks.deck_writer import WRITERS
from library.deck_files import read_file, readings_of
from library.found_deck import FoundDeck
from validators.judge import Judge

PASTED = "Pasted text"
Fetched = tuple[str, bytes]
MOST_FILES = 2000
ENDINGS = frozenset({writer.ending for writer in WRITERS.values()})


@dataclass(frozen=True, slots=True)
class ImportedDecks:
    """Every deck that was found, and a sentence for each file without a deck."""

    found: tuple[FoundDeck, ...] = ()
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportSources:
    """What is to be read: a text, files and folders, and what was fetched, with its name."""

    text: str = ""
    paths: tuple[Path, ...] = ()
    fetched: tuple[Fetched, ...] = ()


def read_sources(
    sources: ImportSources, judges: Mapping[Edition, Judge], today: date, progress: Progress
) -> ImportedDecks:
    """Return the decks of all sources; a fault in one does not affect the others."""
    found: list[FoundDeck] = []
    failures: list[str] = []
    texts: list[tuple[str, Path | str | bytes]] = []
    if sources.text.strip():
        texts.append((PASTED, sources.text))
    texts += [*sources.fetched, *_files(sources.paths, failures, progress)]
    for number, (source, given) in enumerate(texts):
        progress(number, len(texts))
        name = given.stem if isinstance(given, Path) else source.replace("text", "deck")
        try:
            data = read_file(given) if isinstance(given, Path) else given
            readings = readings_of(data, name, judges, today)
        except AppError as error:
            failures.append(f"{source}: {error.text}")
        else:
            found += [FoundDeck(source, reading) for reading in readings]
    return ImportedDecks(tuple(found), tuple(failures))


def _files(
    paths: Sequence[Path], failures: list[str], progress: Progress
) -> Iterator[tuple[str, Path]]:
    """Yield the files, and those in the folders that may be decks, with their names."""
    for path in paths:
        if not is_folder(path):
            yield path.name, path
            continue
        try:
            os.scandir(path).close()  # os.walk skips a folder that may not be read without an error
        except OSError as error:
            failures.append(unreadable(path.name, error).sentence)
            continue
        inside = list(islice(_inside(path, progress), MOST_FILES + 1))
        if not inside:
            failures.append(f"{path.name}: there is no file in this folder that could be a deck.")
        if len(inside) > MOST_FILES:
            failures.append(f"{path.name}: only the first {MOST_FILES:,} files were read.")
        for each in inside[:MOST_FILES]:
            yield str(each.relative_to(path)), each


def _inside(folder: Path, progress: Progress) -> Iterator[Path]:
    """Yield what may be decks in a folder and below it; it can be cancelled half-way."""
    for where, folders, names in os.walk(folder):
        progress(0, 0)
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(names):
            path = Path(where, name)
            if path.suffix.lower() in ENDINGS and not name.startswith("."):
                yield path
