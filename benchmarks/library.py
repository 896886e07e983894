"""How fast a library of 5,000 decks opens, and how fast one deck of it is saved."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count
from pathlib import Path
from shutil import copyfile

from benchmarks.cards import clipboard_text
from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.pool import Pools
from carddb.terms import Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from decks.deck_reader import read_decks
from library.library import Library

DECKS = 5000
_DAY = datetime(2026, 11, 20, tzinfo=UTC)


def _decks(pools: Pools) -> Iterator[Deck]:
    deck = read_decks(clipboard_text(pools[Edition.SECOND]), pools)[0].deck
    houses = [faction for faction in Faction if faction is not Faction.NEUTRAL]
    for number in range(DECKS):
        yield replace(deck, name=f"Deck {number}", faction=houses[number % len(houses)])


@lru_cache(maxsize=1)
def _filled_once(path: Path) -> Path:
    """Fill a library, of which each benchmark takes a copy; return its path."""
    pools = catalogue.pools()
    moments = (_DAY + timedelta(seconds=each) for each in count())
    with Library(path, clock=lambda: next(moments)) as library:
        decks = library.decks.add_all(_decks(pools), tags=["tried", "league"])
        for number in (1, 2):
            for stored in decks[:250]:
                opened = library.decks.open(stored.id, pools)
                edited = replace(opened.deck, notes=f"Edited {number} times.")
                library.decks.save(opened.with_deck(edited))
    return path


def _filled(path: Path) -> None:
    copyfile(_filled_once(path.parent.parent / "filled.db"), path)


def open_(folder: Path) -> Trial:
    """Open a library of 5,000 decks and list them, as the page of decks does when it is shown."""
    path = folder / "decks.db"
    _filled(path)

    def run() -> None:
        with Library(path, clock=lambda: _DAY + timedelta(days=1)) as library:
            if len(library.decks.all()) != DECKS:
                raise AppError("The library of the benchmark was not listed whole.")

    def reference() -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("SELECT * FROM deck").fetchall()
            connection.execute("SELECT * FROM tag").fetchall()

    return Trial(run, reference)


def save(folder: Path) -> Trial:
    """Save a deck of a library of 5,000 after a change; the disk has it when that is done."""
    path, pools = folder / "decks.db", catalogue.pools()
    _filled(path)
    library = Library(path, clock=lambda: _DAY)
    opened = library.decks.open(library.decks.all()[0].id, pools)
    edits = count()

    def run() -> None:
        nonlocal opened
        edited = replace(opened.deck, notes=f"Edit {next(edits)}")
        opened = library.decks.save(opened.with_deck(edited)).opened

    plain = sqlite3.connect(folder / "plain.db", isolation_level=None)
    plain.execute("PRAGMA journal_mode = WAL").close()
    plain.execute("PRAGMA synchronous = FULL").close()
    plain.execute("CREATE TABLE plain (text TEXT)").close()

    def reference() -> None:
        plain.execute("INSERT INTO plain VALUES ('a deck')").close()

    return Trial(run, reference)


BENCHMARKS = (
    Benchmark("library.open", Unit.MILLISECONDS, "sqlite3 reading the same rows", open_),
    Benchmark("library.save", Unit.MILLISECONDS, "sqlite3 committing one short row", save),
)
