"""Cards that a test process loads once: what a test has not changed is not read again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from carddb import catalogue, store
from carddb.reader import StoredCards, read
from goldfish import setup_kernel
from goldfish.classes import DeckClasses
from goldfish.deck_tables import DeckTables
from goldfish.setup_keys import Keys

# A header of SQLite's has a counter that every commit changes.
_HEADER_SIZE = 100
_TABLED_DECKS = 6  # of up to 120 MB each
_Version = tuple[object, ...]
_known: dict[_Version, StoredCards] = {}


def load_catalogue_once(patch: pytest.MonkeyPatch) -> None:
    """Let the catalogue's pools, which are never changed, be loaded once."""
    patch.setattr(catalogue, "load_pool", cache(catalogue.load_pool))


def read_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let the store read a cards.db again only where it differs from the one read before."""
    patch.setattr(store, "read", _read_once)


def table_decks_once(patch: pytest.MonkeyPatch) -> None:
    """Let the tables of a deck's setups, which are never changed, be made once."""
    tables: dict[object, DeckTables] = {}

    def tables_of(classes: DeckClasses, keys: Keys) -> DeckTables:
        deck = (classes.opening, tuple(keys.shifts.items()))
        if deck not in tables:
            if len(tables) == _TABLED_DECKS:
                del tables[next(iter(tables))]
            tables[deck] = DeckTables(classes, keys)
        return tables[deck]

    patch.setattr(setup_kernel, "DeckTables", tables_of)


def _read_once(path: Path, fingerprint: str) -> StoredCards:
    version = (_version(path), fingerprint)
    if version not in _known:
        _known[version] = read(path, fingerprint)
    return _known[version]


def _version(path: Path) -> _Version:
    if not path.is_file():
        return (path,)
    found = path.stat()
    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    return (path, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, header)
