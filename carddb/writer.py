"""Write cards.db, or replace one edition in it; `carddb.reader` reads it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from os import fsync
from pathlib import Path
from typing import TypeAlias

from carddb import reader
from carddb.card_rows import Row, rows_of
from carddb.origin import Origin, is_about_edition
from carddb.pool import CardPool
from carddb.reader import StaleStoreError, StoredCards
from carddb.schema import CARD, META, TABLES, Table
from carddb.terms import Edition
from core.progress import Progress

# Errors of a file or a disk.
FAILURES = (sqlite3.Error, OSError)

Rows: TypeAlias = dict[str, list[Row]]
_BATCH = 500
_CARD_TABLES = tuple(table for table in TABLES if table is not META)
_DAMAGE = frozenset(
    (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_INTERRUPT,
    )
)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error means a damaged file, not a disk error or a busy file."""
    # An extended code holds the plain one in its lowest byte.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.IntegrityError) or code in _DAMAGE


def write(path: Path, cards: StoredCards, progress: Progress | None) -> None:
    """Fill an empty file in one transaction."""
    meta = reader.meta_of_program(cards.catalogue)
    for edition, origin in cards.origins.items():
        meta |= origin.rows(edition)
    rows = rows_of(*cards.pools.values())
    made = [statement for table in TABLES for statement in table.statements()]
    indexes = [each for each in made if each.startswith("CREATE INDEX")]
    with closing(reader.connect(path)) as connection:
        # The file is put into its place once it is whole; one that is not finished is thrown away.
        connection.execute("PRAGMA journal_mode = OFF").close()
        connection.execute("PRAGMA synchronous = OFF").close()
        connection.execute("BEGIN").close()
        for statement in made:
            if statement not in indexes:
                connection.execute(statement).close()
        _insert(connection, rows, progress)
        # To sort all rows once is quicker than to find the place of each.
        for statement in indexes:
            connection.execute(statement).close()
        _finish(connection, meta)
        connection.execute("COMMIT").close()
    with path.open("r+b") as file:
        fsync(file.fileno())


def replace_edition(
    path: Path, pool: CardPool, origin: Origin, catalogue: str, progress: Progress | None
) -> None:
    """Replace an edition's rows in one transaction; equal rows are kept.

    Whatever happens in it, the file holds the old edition or the new one, whole. StaleStoreError
    where the file is not that of this catalogue.
    """
    edition = pool.edition
    rows = rows_of(pool)
    with _changing(path, catalogue) as connection:
        _insert(connection, _remove_others(connection, edition, rows), progress)
        _forget(connection, edition)
        _finish(connection, dict(origin.rows(edition)))


def replace_origin(path: Path, edition: Edition, origin: Origin, catalogue: str) -> None:
    """Write down anew where an edition's cards are from; they stay as they are."""
    with _changing(path, catalogue) as connection:
        _forget(connection, edition)
        _insert_meta(connection, dict(origin.rows(edition)))


@contextmanager
def _transaction(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection in a transaction that any exception rolls back."""
    with closing(reader.connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


@contextmanager
def _changing(path: Path, catalogue: str) -> Iterator[sqlite3.Connection]:
    """Yield a connection in a transaction that shuts out every other writer from its start."""
    if not path.is_file():
        raise StaleStoreError(f"There is no {path}.")
    with _transaction(path) as connection:
        meta = reader.read_meta(connection)
        reader.refuse_newer(path, meta)
        reader.need_tables(connection, meta)
        if meta.get("catalogue") != catalogue:
            raise StaleStoreError(f"{path} was made by another version of the program.")
        yield connection


def _forget(connection: sqlite3.Connection, edition: Edition) -> None:
    keys = [(key,) for key in reader.read_meta(connection) if is_about_edition(edition, key)]
    connection.executemany("DELETE FROM meta WHERE key = ?", keys)


def _insert_meta(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())


def _finish(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    """Make the views, the index of words and the checksum of what is stored.

    sqlite3.IntegrityError where a row refers to none.
    """
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("FOREIGN KEY constraint failed")
    for name, statement in reader.views().items():
        kind = "VIEW" if statement.startswith("CREATE VIEW") else "TABLE"
        connection.execute(f"DROP {kind} IF EXISTS {name}").close()
        connection.execute(statement).close()
    connection.execute("INSERT INTO card_search(card_search) VALUES ('rebuild')").close()
    checksum = reader.checksum(reader.read_tables(connection))
    _insert_meta(connection, {**meta, "checksum": checksum})


def _remove_others(connection: sqlite3.Connection, edition: Edition, rows: Rows) -> Rows:
    """Delete the rows of an edition that are none of these, and return those that are missing."""
    missing: Rows = {}
    # All tables are read first, because the cards tell which rows of the others to look at.
    found = [(table, _found(connection, table, edition)) for table in _CARD_TABLES]
    for table, keys in found:
        wanted = {row[_own_columns(table)]: row for row in rows[table.name]}
        gone = [value for row, value in keys.items() if row not in wanted]
        missing[table.name] = [row for facts, row in wanted.items() if facts not in keys]
        key = _key(table)
        marks = ", ".join("?" * len(key))
        query = f"DELETE FROM {table.name} WHERE ({', '.join(key)}) = ({marks})"  # noqa: S608
        connection.executemany(query, gone)
    return missing


def _found(connection: sqlite3.Connection, table: Table, edition: Edition) -> Mapping[Row, Row]:
    """Return the rows of an edition with their keys."""
    of_edition = "code IN (SELECT code FROM card WHERE edition = ?)"
    if "edition" in table.columns:
        of_edition = "edition = ?"
    places = [table.columns.index(name) for name in _key(table)]
    query = f"SELECT * FROM {table.name} WHERE {of_edition}"  # noqa: S608 - our own names
    return {
        row[_own_columns(table)]: tuple(row[place] for place in places)
        for row in connection.execute(query, [edition.value])
    }


def _key(table: Table) -> list[str]:
    return ["code"] if table is CARD else table.key


def _own_columns(table: Table) -> slice:
    """Return the columns that are compared: SQLite gives a card its number."""
    return slice(1 if table is CARD else 0, None)


def _insert(connection: sqlite3.Connection, rows: Rows, progress: Progress | None) -> None:
    total = sum(map(len, rows.values()))
    done = 0
    for table in _CARD_TABLES:
        marks = ", ".join("?" * len(table.columns))
        for start in range(0, len(rows[table.name]), _BATCH):
            batch = rows[table.name][start : start + _BATCH]
            connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", batch)  # noqa: S608
            done += len(batch)
            if progress:
                progress(done, total)
