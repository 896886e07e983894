"""One process at a time: what replaces or rebuilds a library's file is done by one of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from library.database_errors import file_refusal

_SECONDS = 60.0


@contextmanager
def exclusive_access(path: Path) -> Iterator[None]:
    """Wait until no other process is here, then lock; the lock of a killed process ends with it.

    The lock is that of SQLite on an empty file of its own, so it works wherever the library does.
    LibraryError where the folder cannot be written to or the others take too long.
    """
    lock = path.with_name(f"{path.name}.lock")
    try:
        with closing(sqlite3.connect(lock, timeout=_SECONDS, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        refusal = file_refusal(error, str(path))
        if refusal is None:
            raise
        raise refusal from error
