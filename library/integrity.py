"""Whether a library's file is whole: its pages, its tables, and what stands in its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import date

from sqlalchemy import Column, Connection, Integer, Table

from carddb.terms import Edition, Faction
from core.untrusted_database import has_only_tables
from events.event_terms import EventKind, EventStage
from library.game_report import Ending, Result, SetupQuality
from library.tables import METADATA

# What other databases and the window take for a number.
_LARGEST = 2**31 - 1
_TWO = "[0-9][0-9]"
# SQLite takes 31 February for a day, so Python checks days. What Python could not decode is none.
_DAY = (
    f"CASE WHEN {{0}} GLOB '{_TWO}{_TWO}-{_TWO}-{_TWO}' AND length(CAST({{0}} AS BLOB)) = 10"
    " THEN is_day({0}) ELSE 0 END"
)
# Times in the first and the last year are none in every zone; a day is never moved to another.
_TIME = (
    f"{{0}} GLOB '{_TWO}{_TWO}-{_TWO}-{_TWO}T{_TWO}:{_TWO}:{_TWO}.{_TWO * 3}+00:00'"
    " AND length(CAST({0} AS BLOB)) = 32"
    " AND strftime('%Y-%m-%dT%H:%M:%S', {0}) IS substr({0}, 1, 19)"
    f" AND {{0}} BETWEEN '0002' AND '9999' AND {_DAY.format('substr({0}, 1, 10)')}"
)
_EDITION = f"{{0}} IN {tuple(each.value for each in Edition)}"
_FACTION = f"{{0}} IN {('', *(each.value for each in Faction))}"
_RESULT = f"{{0}} IN {tuple(each.value for each in Result)}"
_FIRST = "{0} IN ('', 'me', 'opponent')"
_ENDING = f"{{0}} IN {tuple(each.value for each in Ending)}"
_SETUP = f"{{0}} IN {tuple(each.value for each in SetupQuality)}"
_KIND = f"{{0}} IN {tuple(each.value for each in EventKind)}"
_STAGE = f"{{0}} IN {tuple(each.value for each in EventStage)}"
# SQLite finds damaged pages; these find damaged words in sound pages that a list could not show.
_TESTS = {
    "deck": {
        "edition": _EDITION,
        "faction": _FACTION,
        "created": _TIME,
        "changed": _TIME,
        "deleted": _TIME,
    },
    "version": {"made": _TIME},
    "game": {
        "played": _DAY,
        "result": _RESULT,
        "first_player": _FIRST,
        "ending": _ENDING,
        "setup": _SETUP,
    },
    "holding": {"edition": _EDITION},
    "card_category": {"edition": _EDITION},
    "event": {
        "day": _DAY,
        "edition": _EDITION,
        "kind": _KIND,
        "stage": _STAGE,
        "created": _TIME,
        "changed": _TIME,
        "deleted": _TIME,
    },
    "event_operation": {"at": _TIME},
    "event_taken_back": {"taken_back": _TIME},
}
_COLUMNS = {table.name: table.columns.keys() for table in METADATA.sorted_tables}


def raw(connection: Connection) -> sqlite3.Connection:
    """Return the connection of Python's own driver."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)  # noqa: S101
    return driver


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether pages and indexes of a file are whole; takes about two milliseconds a megabyte.

    The quick check of SQLite finds less than the check of a backup.
    """
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def add_checks(connection: sqlite3.Connection) -> None:
    """Add the functions that the conditions of `sound` need."""
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
    if special := _TESTS.get(column.table.name, {}).get(name):
        test += f" AND {special.format(name)}"
    return f"{name} IS NULL OR ({test})" if column.nullable else test


# The names and conditions are those above.
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
