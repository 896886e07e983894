"""Reads pasted text, files and folders for the import dialog, in a worker."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from pathlib import Path

from carddb.card import Card
from carddb.terms import Edition
from core.errors import AppError
from core.files import is_folder, unreadable
from core.progress import Progress
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.deck_writer import WRITERS
from decks.diff import Outline, outline
from decks.report import Reading, ReportLine
from library.content import unread_entry
from library.deck_files import read_file, readings_of
from validators.judge import Judge

CardOf = Callable[[str], Card | None]


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck that was read, its source, and the codes chosen for its lines (empty: left out)."""

    source: str
    reading: Reading
    choices: Mapping[int, str] = field(default_factory=dict)
    name: str | None = None

    def choose(self, number: int, code: str) -> FoundDeck:
        """Return it with a card, or none, for a line; the card that was read undoes a choice."""
        choices = {each: chosen for each, chosen in self.choices.items() if each != number}
        if code != (self.reading.lines[number].code or ""):
            choices[number] = code
        return replace(self, choices=choices)

    def code(self, number: int) -> str:
        """Return the code of a line's card now; empty for none."""
        return self.choices.get(number, self.reading.lines[number].code or "")

    def deck(self, card_of: CardOf) -> Deck:
        deck = self.reading.deck
        for number, code in self.choices.items():
            deck = _replaced(deck, self.reading.lines[number], code, card_of)
        return deck if self.name is None else replace(deck, name=self.name)

    def outline(self, card_of: CardOf) -> Outline:
        """Return the deck to be added; lines that were not read become unknown cards."""
        return outline(self.deck(card_of), [unread_entry(line) for line in self._lost_lines()])

    @property
    def unread(self) -> int:
        return len(self._lost_lines())

    def _lost_lines(self) -> list[ReportLine]:
        lines = enumerate(self.reading.lines)
        return [line for number, line in lines if line.lost and not self.code(number)]


# A deck, and whether it will be added.
CheckedDeck = tuple[FoundDeck, bool]


def carried_over(before: Iterable[CheckedDeck], found: Iterable[FoundDeck]) -> list[CheckedDeck]:
    """Return decks read again with the choices made for them `before`; new ones will be added."""
    alike: dict[tuple[str, str, int], list[CheckedDeck]] = {}
    for deck, added in before:
        alike.setdefault(_key(deck), []).append((deck, added))
    # Usually nothing was chosen, and no lines need to be compared.
    changed = {
        key: decks
        for key, decks in alike.items()
        if any(not added or deck.choices or deck.name is not None for deck, added in decks)
    }

    def with_choices(new: FoundDeck) -> CheckedDeck:
        decks = changed.get(_key(new), [])
        for number, (old, _) in enumerate(decks):
            if old.reading == new.reading:
                return decks.pop(number)
        return new, True

    return [with_choices(each) for each in found]


def _key(found: FoundDeck) -> tuple[str, str, int]:
    return found.source, found.reading.deck.name, len(found.reading.lines)


def _replaced(deck: Deck, line: ReportLine, code: str, card_of: CardOf) -> Deck:
    """Return the deck with another card for a line, or none, where the line's own card lies."""
    old = card_of(line.code) if line.code else None
    new = card_of(code) if code else None
    section = line.section or DRAW_DECK
    if old is not None:
        deck = section.changed(deck, old, -line.copies)
    # A lost line may state no copies; it means one.
    return section.of(new).changed(deck, new, max(1, line.copies)) if new else deck


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
    """The sources of an import: a text, files and folders, and downloads with their names."""

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
            named = isinstance(given, Path) and given.name in error.text
            failures.append(error.text if named else f"{source}: {error.text}")
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
