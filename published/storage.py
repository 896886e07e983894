"""The file of published decklists: a cache, which may be deleted at any time.

Cards are stored as numbers of the table `code`, so that all slots can be loaded as one array.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from struct import pack

import numpy as np
import numpy.typing as npt

from core.errors import AppError, NewerDatabaseError
from core.untrusted_database import bound, has_only_tables
from published.decklist import Decklist

_LOG = logging.getLogger("sevenplots.published")
_SCHEMA = 1
_TABLES = {
    "decklist": ("id", "name", "created", "faction", "agendas", "slots"),
    "code": ("number", "code"),
    "fact": ("name", "value"),
}
_CREATE = """
CREATE TABLE decklist (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    faction TEXT NOT NULL,
    agendas TEXT NOT NULL,
    slots BLOB NOT NULL
);
CREATE TABLE code (number INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_BUSY_SECONDS = 10.0
# Numbers of codes have two bytes.
_MOST_CODES = 1 << 16

Row = tuple[int, str, str, str, str, bytes]


@dataclass(frozen=True, slots=True)
class Changes:
    """How many decklists an update added, changed and removed."""

    added: int
    changed: int
    removed: int


@dataclass(frozen=True, slots=True)
class StoredDecklists:
    """All stored decklists, in order of their numbers.

    `rows` are (number, name, created, faction, agendas joined with commas). The slots of all
    decklists are one array: `lengths` says how many slots each has, `slots` has a row for each
    with the index of its code in `codes` and the copies.
    """

    rows: list[tuple[int, str, str, str, str]]
    lengths: npt.NDArray[np.int64]
    slots: npt.NDArray[np.uint16]
    codes: list[str]


NOTHING = StoredDecklists([], np.zeros(0, np.int64), np.zeros((0, 2), np.uint16), [])


class PublishedStore:
    """The decklists in a file. A damaged file counts as empty and is replaced by the next fetch."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def facts(self) -> dict[str, str]:
        """Return where and when the decklists were fetched; empty before the first time."""
        with self._reading() as connection:
            return dict(connection.execute("SELECT name, value FROM fact")) if connection else {}

    def load(self) -> StoredDecklists:
        """Return all decklists."""
        with self._reading() as connection:
            if connection is None:
                return NOTHING
            found = connection.execute(
                "SELECT id, name, created, faction, agendas, slots FROM decklist ORDER BY id"
            ).fetchall()
            ordered = connection.execute("SELECT code FROM code ORDER BY number")
            codes = [code for (code,) in ordered]
        slots = [row[5] for row in found]
        array = np.frombuffer(b"".join(slots), np.dtype("<u2")).reshape(-1, 2)
        lengths = np.fromiter(map(len, slots), np.int64, len(slots)) // 4
        return StoredDecklists([row[:5] for row in found], lengths, array, codes)

    def write(
        self, decklists: Iterable[Decklist], facts: Mapping[str, str], *, remove: bool
    ) -> Changes:
        """Store decklists in one transaction; if `decklists` raises, nothing is stored.

        They replace decklists with the same numbers. With `remove` all others are deleted. The
        facts are read after the last decklist.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self._is_sound():
                _LOG.warning("%s is damaged and is replaced", self.path.name)
                self.path.unlink()
            with closing(_connect(self.path)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    changes = _update(connection, decklists, remove=remove)
                    connection.executemany("REPLACE INTO fact VALUES (?, ?)", facts.items())
                    connection.execute("COMMIT")
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                return changes
        except (OSError, sqlite3.Error) as error:
            raise AppError(
                f"The published decks cannot be stored in {self.path}: {error}.",
                "Check the space on the disk and the rights of the folder, then fetch them again.",
            ) from None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Yield a connection; None if the file is missing or damaged."""
        if not self.path.exists() or not self._is_sound():
            yield None
            return
        with _busy_as_error(), closing(_connect(self.path)) as connection:
            connection.execute("BEGIN")
            yield connection

    def _is_sound(self) -> bool:
        if not self.path.exists():
            return True
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS)
            with _busy_as_error(), closing(connection):
                bound(connection)
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version > _SCHEMA:
                    raise NewerDatabaseError(f"The file of published decks {self.path}")
                if version > 0 and not has_only_tables(connection, _TABLES):
                    return False
                return list(connection.execute("PRAGMA quick_check(1)")) == [("ok",)]
        except sqlite3.DatabaseError:
            return False


@contextmanager
def _busy_as_error() -> Iterator[None]:
    """Raise AppError if another process is writing: its file is not damaged."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # Python's own errors, of texts, have no code.
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
            raise
        raise AppError(
            "The published decks are being fetched by another start of the program.",
            "Try again when it is ready.",
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        bound(connection)
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            connection.executescript(f"BEGIN;{_CREATE}PRAGMA user_version = {_SCHEMA};COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def _update(
    connection: sqlite3.Connection, decklists: Iterable[Decklist], *, remove: bool
) -> Changes:
    numbers = {code: number for number, code in connection.execute("SELECT number, code FROM code")}
    before: dict[int, Row] = {}
    columns = "id, name, created, faction, agendas, slots"
    for row in connection.execute(f"SELECT {columns} FROM decklist"):  # noqa: S608 - no input
        before[row[0]] = row
    left = set(before)
    added = changed = 0
    for decklist in decklists:
        row = _row(decklist, numbers)
        left.discard(decklist.number)
        known = before.get(decklist.number)
        if known == row:
            continue
        added += known is None
        changed += known is not None
        before[decklist.number] = row
        connection.execute("REPLACE INTO decklist VALUES (?, ?, ?, ?, ?, ?)", row)
    gone = left if remove else set()
    connection.executemany("DELETE FROM decklist WHERE id = ?", [(number,) for number in gone])
    connection.executemany(
        "INSERT OR IGNORE INTO code VALUES (?, ?)",
        [(number, code) for code, number in numbers.items()],
    )
    return Changes(added, changed, len(gone))


def _row(decklist: Decklist, numbers: dict[str, int]) -> Row:
    slots: list[int] = []
    for code, copies in decklist.slots:
        slots += (numbers.setdefault(code, len(numbers)), copies)
    if len(numbers) > _MOST_CODES:
        raise AppError(
            f"The published decks name more than {_MOST_CODES:,} cards, too many to be stored.",
            "Fetch them from another server.",
        )
    return (
        decklist.number,
        decklist.name,
        decklist.created,
        decklist.faction,
        ",".join(decklist.agendas),
        pack(f"<{len(slots)}H", *slots),
    )
