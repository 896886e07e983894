"""Reads pasted text, files and folders for the import dialog, in a worker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

from carddb.errors import AppError
from carddb.terms import Edition
from decks.reading import read_decks
from decks.writing import WRITERS
from desktop.opening import read_file
from desktop.pages.decks.choosing import FoundDeck
from desktop.tasks import Progress
from validators.conditions import Wishes
from validators.judge import Judge
from validators.printings import playable

PASTED = "Pasted text"
Fetched = tuple[str, bytes]
MOST_FILES = 2000
ENDINGS = frozenset({writer.ending for writer in WRITERS.values()})


@dataclass(frozen=True, slots=True)
class Gathered:
    """Every deck that was found, and a sentence for each file that gave none."""

    found: tuple[FoundDeck, ...] = ()
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """What is to be read: a text, files and folders, and what was fetched, by what to call it."""

    text: str = ""
    paths: tuple[Path, ...] = ()
    fetched: tuple[Fetched, ...] = ()


def read_sources(
    sources: Sources,
    judges: Mapping[Edition, Judge],
    today: date,
    progress: Progress,
) -> Gathered:
    """Return the decks of all sources; one fault keeps no other out."""
    pools = {edition: judge.pool for edition, judge in judges.items()}
    allowed = playable(judges, Wishes(), today)
    found: list[FoundDeck] = []
    failures: list[str] = []
    texts: list[tuple[str, Path | str | bytes]] = []
    if sources.text.strip():
        texts.append((PASTED, sources.text))
    texts += [*sources.fetched, *_files(sources.paths, failures)]
    for number, (source, given) in enumerate(texts):
        progress(number, len(texts))
        name = given.stem if isinstance(given, Path) else source.replace("text", "deck")
        try:
            data = read_file(given) if isinstance(given, Path) else given
            readings = read_decks(data, pools, name=name, allowed=allowed)
        except AppError as error:
            failures.append(f"{source}: {error.sentence} {error.hint}".strip())
        else:
            found += [FoundDeck(source, reading) for reading in readings]
    return Gathered(tuple(found), tuple(failures))


def _files(paths: Sequence[Path], failures: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield the files, and those in the folders that may be decks, with what to call them."""
    for path in paths:
        if not path.is_dir():
            yield path.name, path
            continue
        inside = list(islice(_inside(path), MOST_FILES + 1))
        if not inside:
            failures.append(f"{path.name}: there is no file in this folder that could be a deck.")
        if len(inside) > MOST_FILES:
            failures.append(f"{path.name}: only the first {MOST_FILES:,} files were read.")
        for each in inside[:MOST_FILES]:
            yield str(each.relative_to(path)), each


def _inside(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.suffix.lower() in ENDINGS and not hidden and path.is_file():
            yield path
