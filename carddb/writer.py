"""Write cards.db; `carddb.reader` reads it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from os import fsync
from pathlib import Path
from typing import TypeAlias

from carddb import reader
from carddb.card_rows import Row, rows_of
from carddb.origin import Origin, is_about_edition
from carddb.reader import StaleStoreError, StoredCards
from carddb.schema import META, TABLES
from carddb.terms import Edition
from core.progress import Progress

Rows: TypeAlias = dict[str, list[Row]]
_BATCH = 500
_CARD_TABLES = tuple(table for table in TABLES if table is not META)


def write(path: Path, cards: StoredCards, progress: Progress | None, old: Path) -> None:
    """Fill an empty file in one transaction; copy editions without a pool from an old file."""
    copied = [edition for edition in Edition if edition not in cards.pools]
    meta = reader.meta_of_program(cards.catalogue)
    for edition, origin in cards.origins.items():
        meta |= origin.rows(edition)
    rows = rows_of(*cards.pools.values())
    made = [statement for table in TABLES for statement in table.statements()]
    indexes = [each for each in made if each.startswith("CREATE INDEX")]
    with closing(reader.connect(path)) as connection:
        # The file is put into its place once it is whole; one that is not finished is thrown away.
        # A connection that defends itself (Python 3.12) refuses OFF and would write a journal.
        connection.execute("PRAGMA journal_mode = MEMORY").close()
        connection.execute("PRAGMA synchronous = OFF").close()
        if copied:
            connection.execute("ATTACH ? AS old", [str(old)]).close()
        connection.execute("BEGIN").close()
        for statement in made:
            if statement not in indexes:
                connection.execute(statement).close()
        for edition in copied:
            _copy(connection, edition)
        _insert(connection, rows, progress)
        # To sort all rows once is quicker than to find the place of each.
        for statement in indexes:
            connection.execute(statement).close()
        _finish(connection, meta)
        connection.execute("COMMIT").close()
    with path.open("r+b") as file:
        fsync(file.fileno())


def replace_origin(path: Path, edition: Edition, origin: Origin, catalogue: str) -> None:
    if not path.is_file():
        raise StaleStoreError(f"There is no {path}.")
    with closing(reader.connect(path)) as connection:
        # It shuts out other writers from its start; closing the connection undoes what failed.
        connection.execute("BEGIN IMMEDIATE")
        meta = reader.read_current_meta(connection, path, catalogue)
        keys = [(key,) for key in meta if is_about_edition(edition, key)]
        connection.executemany("DELETE FROM meta WHERE key = ?", keys)
        _insert_meta(connection, dict(origin.rows(edition)))
        connection.execute("COMMIT")


def _insert_meta(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())


def _finish(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    """Make the views, the index of words and the checksum of what is stored.

    sqlite3.IntegrityError if a row refers to none.
    """
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("FOREIGN KEY constraint failed")
    for statement in reader.views().values():
        connection.execute(statement).close()
    connection.execute("INSERT INTO card_search(card_search) VALUES ('rebuild')").close()
    checksum = reader.checksum(reader.read_tables(connection))
    _insert_meta(connection, {**meta, "checksum": checksum})


def _copy(connection: sqlite3.Connection, edition: Edition) -> None:
    """Copy the rows of an edition from the attached file."""
    of_edition = "edition = ?"
    of_its_cards = f"code IN (SELECT code FROM main.card WHERE {of_edition})"  # noqa: S608 - our own names
    for table in _CARD_TABLES:
        chosen = of_edition if "edition" in table.columns else of_its_cards
        query = f"INSERT INTO main.{table.name} SELECT * FROM old.{table.name} WHERE {chosen}"  # noqa: S608
        connection.execute(query, [edition.value]).close()


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
