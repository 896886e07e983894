"""Loads and writes cards once in a test process, as long as no test changes them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import pytest

from carddb import catalogue, store, writer
from carddb.reader import StoredCards, read
from carddb.terms import Edition
from core.progress import Progress
from goldfish.setup_kernel import DeckTables, SetupKernel

# A header of SQLite's has a counter that every commit changes.
_HEADER_SIZE = 100
_write = writer.write
_Version = tuple[object, ...]
_T = TypeVar("_T")


class Memory(Generic[_T]):
    """The latest results, by what they were made of; any thread may use them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[object, _T] = {}
        self._lock = Lock()

    def get(self, key: object, make: Callable[[], _T]) -> _T:
        """Return the result for a key; make it the first time."""
        with self._lock:
            if key in self._made:
                self._made[key] = self._made.pop(key)
                return self._made[key]
        made = make()
        with self._lock:
            self._made[key] = made
            if len(self._made) > self._most:
                del self._made[next(iter(self._made))]
        return made


_read: Memory[StoredCards] = Memory(4)
_read_content: Memory[StoredCards] = Memory(4)
_written: Memory[bytes] = Memory(2)
_tables: Memory[DeckTables] = Memory(3)  # of up to 120 MB each


def load_catalogue_once(patch: pytest.MonkeyPatch) -> None:
    """Let the catalogue's pools, which are never changed, be loaded once."""
    patch.setattr(catalogue, "load_pool", cache(catalogue.load_pool))


def read_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let the store read a cards.db again only where it differs from the one read before."""
    patch.setattr(store, "read", _read_once)


def fill_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let the same cards be written once: every other cards.db of them is a copy."""
    patch.setattr(writer, "write", _write_once)


@pytest.fixture(scope="module")
def filled_once() -> Iterator[None]:
    """Fill a cards.db with the same cards once in a module that does not test the filling."""
    with pytest.MonkeyPatch.context() as patch:
        fill_files_once(patch)
        yield


def table_decks_once(patch: pytest.MonkeyPatch) -> None:
    """Let the tables of a deck's setups, which are never changed, be made once."""
    patch.setattr(SetupKernel, "_make_tables", _tables_of)


def _read_once(path: Path, fingerprint: str) -> StoredCards:
    def read_content() -> StoredCards:
        content = hashlib.blake2b(path.read_bytes()).digest() if path.is_file() else path
        return _read_content.get((content, fingerprint), lambda: read(path, fingerprint))

    return _read.get((_version(path), fingerprint), read_content)


def _write_once(path: Path, cards: StoredCards, progress: Progress | None, old: Path) -> None:
    if len(cards.pools) < len(Edition):
        _write(path, cards, progress, old)
        return
    pools = tuple(cards.pools.items())

    def write() -> bytes:
        _write(path, cards, progress, old)
        return path.read_bytes()

    path.write_bytes(_written.get((pools, cards.catalogue, tuple(cards.origins.items())), write))


def _tables_of(kernel: SetupKernel) -> DeckTables:
    keys = kernel.keys
    deck = (kernel.opening, tuple(keys.shifts.items()), keys.value_shift)
    return _tables.get(deck, lambda: DeckTables(kernel.classes, keys))


def _version(path: Path) -> _Version:
    if not path.is_file():
        return (path,)
    found = path.stat()
    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    return (path, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, header)
