"""Whether a library's file is whole: its pages, its tables, and what stands in its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import date

from sqlalchemy import Column, Connection, Integer, Table

from core.untrusted_database import has_only_tables
from library.models import METADATA

# What other databases and the window take for a number.
_LARGEST = 2**31 - 1
_COLUMNS = {table.name: table.columns.keys() for table in METADATA.sorted_tables}


def raw(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)  # noqa: S101
    return driver


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether pages and indexes of a file are whole; takes about two milliseconds a megabyte.

    The quick check of SQLite finds less than the check of a backup.
    """
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def add_checks(connection: sqlite3.Connection) -> None:
    connection.create_function("is_day", 1, _is_day, deterministic=True)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_readable(connection: sqlite3.Connection) -> bool:
    """Whether every table of today's version is there, with values that it may have."""
    add_checks(connection)
    try:
        return (
            has_only_tables(connection, _COLUMNS)
            and all(connection.execute(query).fetchone() is None for query in _WRONG)
            and connection.execute("PRAGMA foreign_key_check").fetchone() is None
        )
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def sound(table: Table, columns: Collection[str] | None = None) -> str:
    """Return the condition in SQL under which a row is what its columns, or some of them, say.

    The connection that it is for needs `add_checks`.
    """
    return " AND ".join(
        f"({_sound(column)})"
        for column in table.columns
        if columns is None or column.name in columns
    )


def _sound(column: Column[object]) -> str:
    name = column.name
    if isinstance(column.type, Integer):
        test = f"typeof({name}) = 'integer' AND {name} BETWEEN {-_LARGEST} AND {_LARGEST}"
    else:
        test = f"typeof({name}) = 'text'"
    if condition := column.info.get("condition"):
        test += f" AND {condition.format(name)}"
    return f"{name} IS NULL OR ({test})" if column.nullable else test


# SQLite finds damaged pages; these find damaged words in sound pages that a list could not show.
# The names and conditions are those of the models.
_WRONG = (
    *(
        f"SELECT 1 FROM {table.name} WHERE ({sound(table)}) IS NOT TRUE LIMIT 1"  # noqa: S608
        for table in METADATA.sorted_tables
    ),
    "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM fact WHERE key = 'changes')",
    *(
        f"SELECT 1 FROM deck WHERE {column} IS NOT NULL AND NOT EXISTS"  # noqa: S608
        f" (SELECT 1 FROM version WHERE deck_id = deck.id AND number = deck.{column}) LIMIT 1"
        for column in ("version", "built_version")
    ),
    # No list would show it.
    "SELECT 1 FROM plan WHERE of_id IN (SELECT deck_id FROM plan) LIMIT 1",
    (
        "SELECT 1 FROM event LEFT JOIN event_operation ON event_id = event.id GROUP BY event.id"
        " HAVING count(number) != operations OR min(number) != 1 OR max(number) != operations"
        " OR operations < 1 LIMIT 1"
    ),
)
