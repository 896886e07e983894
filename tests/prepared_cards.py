"""Cards that a test process loads once: what a test has not changed is not read again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from carddb import catalogue, store
from carddb.reader import StoredCards, read

# A header of SQLite's has a counter that every commit changes.
_HEADER_SIZE = 100
_Version = tuple[object, ...]


def load_catalogue_once(patch: pytest.MonkeyPatch) -> None:
    """Let the catalogue's pools, which are never changed, be loaded once."""
    patch.setattr(catalogue, "load_pool", cache(catalogue.load_pool))


def read_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let the store read a cards.db again only where it differs from the one read before."""
    patch.setattr(store, "read", reading_once())


def reading_once() -> Callable[[Path, str], StoredCards]:
    """Return `read` with a memory of what it has read."""
    known: dict[_Version, StoredCards] = {}

    def read_again(path: Path, fingerprint: str) -> StoredCards:
        version = (_version(path), fingerprint)
        if version not in known:
            known[version] = read(path, fingerprint)
        return known[version]

    return read_again


def _version(path: Path) -> _Version:
    if not path.is_file():
        return (path,)
    found = path.stat()
    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    return (path, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, header)
