"""Files of SQLite that anybody may have written: read within bounds, and only if they hold rows.

A view in place of a table can keep SQLite busy forever, and a trigger can write anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping

# What SQLite does in some seconds; all cards are read in a thousandth of it.
STEPS = 300_000_000
_EVERY = 100_000
_LONGEST = 100_000_000


def bound(connection: sqlite3.Connection, steps: int = STEPS) -> None:
    """Distrust the file's schema, and interrupt statements that take too long.

    Interrupted statements raise sqlite3.OperationalError.
    """
    left = steps // _EVERY

    def is_over() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(is_over, _EVERY)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    connection.execute("PRAGMA trusted_schema = OFF").close()
    # Python 3.12 is the first that has it.
    if defend := getattr(connection, "setconfig", None):
        defend(getattr(sqlite3, "SQLITE_DBCONFIG_DEFENSIVE"), True)  # noqa: B009, FBT003


def has_only_tables(connection: sqlite3.Connection, tables: Mapping[str, Collection[str]]) -> bool:
    """Return whether the file has these tables and columns and nothing that runs code.

    Views, triggers, virtual tables, computed columns, conditions on rows and other required columns
    are refused.
    """
    # Views, triggers and tables of a module have no page.
    query = "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage <= 0"
    if connection.execute(query).fetchone():
        return False
    return all(is_database_table(connection, name, columns) for name, columns in tables.items())


def is_database_table(connection: sqlite3.Connection, table: str, columns: Collection[str]) -> bool:
    """Return whether the file has a plain table of this name with these columns."""
    # Compared in SQLite, which accepts letters that Python cannot decode.
    query = (
        "SELECT sql LIKE '%check%' FROM sqlite_master"
        " WHERE name = ? AND type = 'table' AND rootpage > 0"
    )
    return (
        [row[0] for row in connection.execute(query, [table])] == [0]
        and _has_columns(connection, table, columns)
        and not _asks_for_more(connection, table)
    )


def _has_columns(connection: sqlite3.Connection, table: str, wanted: Collection[str]) -> bool:
    left = set(wanted)
    for _, name, _, must, default, _, hidden in connection.execute(f"PRAGMA table_xinfo({table})"):
        if hidden or (name not in wanted and must and default is None):
            return False
        left.discard(name)
    return not left


def _asks_for_more(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether an added index refuses rows; our own unique columns are part of the table."""
    indexes = connection.execute(f"PRAGMA index_list({table})")
    return any(unique and origin == "c" for _, _, unique, origin, _ in indexes)
