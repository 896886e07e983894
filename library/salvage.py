"""What can still be read of a damaged library -> the library that replaces it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, func, insert, select, update

from carddb.untrusted_database import bound, is_database_table
from library import rows
from library.content import KnownCard, decode_deck
from library.errors import DamagedLibraryError, LibraryError, NoRoomError
from library.file_copy import copied_with_log, working_folder
from library.integrity import add_checks, sound
from library.storage import Storage, decode_stored_text
from library.tables import METADATA, DeckRow, FactRow, VersionRow, col

if TYPE_CHECKING:
    from library.event_salvage import EventMark

_LOG = logging.getLogger("sevenplots.library")
_Found = dict[str, list[dict[str, Any]]]
# All but decks, versions and events, which need a closer look; in this order for foreign keys.
_BEFORE = ("folder", "known_card")
_AFTER = ("plan", "tag", "game", "holding", "single", "card_category", "starred_card")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How many versions of decks and events were copied, and how many odd rows were not.

    `event_marks` are how far the events had come, as far as that could be read.
    """

    versions: int = 0
    events: int = 0
    unsound: int = 0
    event_marks: Mapping[str, EventMark] = field(default_factory=dict)


def salvage(damaged: Path, storage: Storage) -> Salvaged:
    """Copy what the storage has not.

    The damaged file is read from both ends of each table, as far as that goes, and is not touched.
    NoRoomError where it cannot be copied for that.
    """
    with working_folder() as folder:
        try:
            found, unsound = _readable(copied_with_log(damaged, folder))
        except NoRoomError:
            raise
        # Python cannot always read SQLite's own words about a damaged table.
        except (sqlite3.Error, OSError, UnicodeDecodeError, LibraryError) as error:
            _LOG.warning("Nothing can be read of %s: %s", damaged.name, type(error).__name__)
            return Salvaged()
        with storage.writing() as connection:
            for table in _BEFORE:
                _insert_new(connection, METADATA.tables[table], found)
            rescued, odd = _versions(connection, found)
            for table in _AFTER:
                _insert_new(connection, METADATA.tables[table], found)
            from library.event_salvage import (  # noqa: PLC0415 - rarely needed
                listed_marks,
                salvage_events,
            )

            events, odd_operations = salvage_events(connection, found)
        odd += unsound + odd_operations
        _LOG.warning(
            "Salvaged from %s: %d versions, %d events; %d rows left out",
            *(damaged.name, rescued, events, odd),
        )
        return Salvaged(rescued, events, odd, listed_marks(found.get("event", ())))


def _readable(path: Path) -> tuple[_Found, int]:
    """Return the rows that are sound, by table, and how many others could be read."""
    found: _Found = {}
    unsound = 0
    with closing(sqlite3.connect(path)) as connection:
        bound(connection)
        add_checks(connection)
        connection.row_factory = sqlite3.Row
        connection.text_factory = decode_stored_text
        for table in METADATA.sorted_tables:
            if table.name != FactRow.__tablename__:
                every = _rows(connection, table)
                found[table.name] = [row for row in every if row.pop("sound")]
                unsound += len(every) - len(found[table.name])
    return found, unsound


def _rows(connection: sqlite3.Connection, table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table that can be read, and of each whether its columns are sound."""
    seen: dict[int, dict[str, Any]] = {}
    for order in ("ASC", "DESC"):
        # A damaged page stops the reading; from the other end there may be more.
        with suppress(sqlite3.Error, UnicodeDecodeError):
            columns = _columns(connection, table)
            if not is_database_table(connection, table.name, columns):
                return []
            # The names and the condition are ours.
            is_sound = f"({sound(table, columns)}) IS TRUE AS sound"
            query = (
                f"SELECT rowid AS place, {', '.join(columns)}, {is_sound}"  # noqa: S608
                f" FROM {table.name} ORDER BY rowid {order}"
            )
            for row in connection.execute(query):
                plain = dict(row)
                seen[plain.pop("place")] = plain
    return [seen[place] for place in sorted(seen)]


def _columns(connection: sqlite3.Connection, table: Table) -> list[str]:
    """Return the columns to read: a file of an older version lacks some that have a default."""
    there = {row["name"] for row in connection.execute(f"PRAGMA table_xinfo({table.name})")}
    return [
        each.name for each in table.columns if each.name in there or each.server_default is None
    ]


def _insert_new(connection: Connection, table: Table, found: _Found) -> None:
    """Insert the rows whose key, deck and folder allow it."""
    keys = list(table.primary_key.columns)
    known = {tuple(row) for row in connection.execute(select(*keys))}
    decks = set(connection.scalars(select(col(DeckRow.id))))
    plans = {each["deck_id"] for each in found.get("plan", ())}
    names = set()
    if table.name == "folder":
        names = set(connection.scalars(select(table.c.folded)))
    for row in found.get(table.name, ()):
        key = tuple(row[column.name] for column in keys)
        if key in known or row.get("folded") in names:
            continue
        if row.get("of_id", None) not in {None, *(decks - plans)}:
            continue  # what was a plan is a deck among the others then
        if row.get("deck_id", None) not in {None, *decks}:
            if table.name != "game":
                continue
            row["deck_id"] = None
        known.add(key)
        names.add(row.get("folded"))
        connection.execute(insert(table).values(row))


def _versions(connection: Connection, found: _Found) -> tuple[int, int]:
    """Insert decks and versions that are newer than what is there.

    Return how many versions, and how many newer ones hold no deck.
    """
    listed = {row["id"]: row for row in found.get("deck", ())}
    current: dict[str, int] = {row.id: row.version for row in connection.execute(_heads())}
    folders = set(connection.scalars(select(METADATA.tables["folder"].c.id)))
    names = connection.execute(select(METADATA.tables["known_card"]))
    known = {row.code: KnownCard(row.name, row.pack, row.type) for row in names}
    rescued = odd = 0
    for row in sorted(found.get("version", ()), key=lambda each: each["number"]):
        deck_id, number = row["deck_id"], row["number"]
        if number <= current.get(deck_id, 0):
            continue
        try:
            deck = decode_deck(row["content"], known)
        except DamagedLibraryError:
            odd += 1
            continue
        cells = rows.cells(deck, row["content"]) | {"version": number, "changed": row["made"]}
        if deck_id in current:
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
        current[deck_id] = number
        rescued += 1
    return rescued, odd


def _heads() -> Any:
    newest = func.max(col(VersionRow.number)).label("version")
    joined = col(VersionRow.deck_id) == col(DeckRow.id)
    return select(col(DeckRow.id), newest).join(VersionRow, joined).group_by(col(DeckRow.id))
