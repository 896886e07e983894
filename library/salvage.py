"""What can still be read of a damaged library -> the library that takes its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update
from sqlmodel import col

from library import rows, schema
from library.content import KnownCard, decode
from library.copies import copied_with_log
from library.errors import DamagedLibraryError
from library.soundness import row_is_sound
from library.storage import Storage, text_of
from library.tables import METADATA, DeckRow, FactRow, VersionRow

_Found = dict[str, list[dict[str, Any]]]
# Everything but decks and versions, which need a closer look; in this order for foreign keys.
_BEFORE = ("folder", "known_card")
_AFTER = ("tag", "game", "holding", "single")


def salvage(damaged: Path, storage: Storage) -> int:
    """Take over what the storage has not; return how many versions of decks that was.

    The damaged file is read from both ends of each table, as far as that goes, and is not touched.
    """
    # Python cannot always read SQLite's own words about a damaged table.
    with suppress(sqlite3.Error, OSError, UnicodeDecodeError), TemporaryDirectory() as folder:
        found = _readable(copied_with_log(damaged, Path(folder)))
        with storage.writing() as connection:
            for table in _BEFORE:
                _insert_new(connection, METADATA.tables[table], found)
            rescued = _versions(connection, found)
            for table in _AFTER:
                _insert_new(connection, METADATA.tables[table], found)
        return rescued
    return 0


def _readable(path: Path) -> _Found:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        connection.text_factory = text_of
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if revision is None or revision[0] != schema.HEAD:
            return {}
        return {
            table.name: list(_rows(connection, table))
            for table in METADATA.sorted_tables
            if table.name != FactRow.__tablename__
        }


def _rows(connection: sqlite3.Connection, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table that can be read and are what its columns say."""
    seen: dict[int, dict[str, Any]] = {}
    for order in ("ASC", "DESC"):
        # A damaged page stops the reading; from the other end there may be more.
        with suppress(sqlite3.Error, UnicodeDecodeError):
            # The name is one of ours.
            query = f"SELECT rowid AS place, * FROM {table.name} ORDER BY rowid {order}"  # noqa: S608
            for row in connection.execute(query):
                plain = dict(row)
                seen[plain.pop("place")] = plain
    for place in sorted(seen):
        if row_is_sound(seen[place], table):
            yield seen[place]


def _insert_new(connection: Connection, table: Table, found: _Found) -> None:
    """Insert the rows whose key, deck and folder allow it."""
    keys = list(table.primary_key.columns)
    known = {tuple(row) for row in connection.execute(select(*keys))}
    decks = set(connection.scalars(select(col(DeckRow.id))))
    names = set()
    if table.name == "folder":
        names = set(connection.scalars(select(table.c.folded)))
    for row in found.get(table.name, ()):
        key = tuple(row[column.name] for column in keys)
        if key in known or row.get("folded") in names:
            continue
        if row.get("deck_id", None) not in {None, *decks}:
            if table.name != "game":
                continue
            row["deck_id"] = None
        known.add(key)
        connection.execute(insert(table).values(row))


def _versions(connection: Connection, found: _Found) -> int:
    """Insert decks and versions that are newer than what is there; return how many versions."""
    listed = {row["id"]: row for row in found.get("deck", ())}
    kept: dict[str, int] = {row.id: row.version for row in connection.execute(_heads())}
    folders = set(connection.scalars(select(METADATA.tables["folder"].c.id)))
    names = connection.execute(select(METADATA.tables["known_card"]))
    known = {row.code: KnownCard(row.name, row.pack, row.type) for row in names}
    rescued = 0
    for row in sorted(found.get("version", ()), key=lambda each: each["number"]):
        deck_id, number = row["deck_id"], row["number"]
        if number <= kept.get(deck_id, 0):
            continue
        try:
            deck = decode(row["content"], known)
        except DamagedLibraryError:
            continue
        cells = rows.cells(deck, row["content"]) | {"version": number, "changed": row["made"]}
        if deck_id in kept:
            connection.execute(update(DeckRow).where(col(DeckRow.id) == deck_id).values(cells))
        else:
            old = listed.get(deck_id, {})
            folder = old.get("folder_id")
            cells |= {
                "id": deck_id,
                "created": old.get("created", row["made"]),
                "folder_id": folder if folder in folders else None,
                "deleted": old.get("deleted"),
                "built_version": None,
            }
            connection.execute(insert(DeckRow).values(cells))
        connection.execute(insert(VersionRow).values(row))
        kept[deck_id] = number
        rescued += 1
    return rescued


def _heads() -> Any:
    newest = func.max(col(VersionRow.number)).label("version")
    joined = col(VersionRow.deck_id) == col(DeckRow.id)
    return select(col(DeckRow.id), newest).join(VersionRow, joined).group_by(col(DeckRow.id))
