"""Whether a library's file is whole: its pages, its tables, and what stands in its rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, Integer, Table, select
from sqlalchemy.exc import DBAPIError

from carddb.terms import Edition, Faction
from library.record import Result
from library.tables import METADATA
from library.times import moment, written

# SQLite finds damaged pages; these find damaged words in sound pages that a list could not show.
_TIME = "length({0}) <> 32 OR strftime('%Y-%m-%dT%H:%M:%S', {0}) IS NOT substr({0}, 1, 19)"
_DAY = "date({0}) IS NOT {0}"
_EDITION = f"{{0}} NOT IN {tuple(each.value for each in Edition)}"
_FACTION = f"{{0}} NOT IN {('', *(each.value for each in Faction))}"
_RESULT = f"{{0}} NOT IN {tuple(each.value for each in Result)}"
_WRONG = {
    "deck": {
        "edition": _EDITION,
        "faction": _FACTION,
        "created": _TIME,
        "changed": _TIME,
        "deleted": f"{{0}} IS NOT NULL AND ({_TIME})",
    },
    "version": {"made": _TIME},
    "game": {"played": _DAY, "result": _RESULT},
    "holding": {"edition": _EDITION},
}


def is_whole(connection: Connection) -> bool:
    """Tell whether pages and indexes of a file are whole; takes about a millisecond a megabyte."""
    return bool(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok")


def is_readable(connection: Connection) -> bool:
    """Tell whether every table of today's version is there, and says what it may say."""
    try:
        for table in METADATA.sorted_tables:
            connection.execute(select(table).limit(0))
            wrong = _WRONG.get(table.name)
            if wrong:
                # Names and conditions are those above.
                tests = " OR ".join(f"({test.format(name)})" for name, test in wrong.items())
                query = f"SELECT 1 FROM {table.name} WHERE {tests} LIMIT 1"  # noqa: S608
                if connection.exec_driver_sql(query).first():
                    return False
    except DBAPIError:
        return False
    return True


def row_is_sound(row: Mapping[str, Any], table: Table) -> bool:
    """Tell whether a row of a damaged file is what its columns say."""
    if row.keys() != set(table.columns.keys()):
        return False
    typed = all(
        (row[column.name] is None and column.nullable)
        or type(row[column.name]) is (int if isinstance(column.type, Integer) else str)
        for column in table.columns
    )
    return typed and all(
        _makes_sense(test, row[name]) for name, test in _WRONG.get(table.name, {}).items()
    )


def _makes_sense(test: str, text: str | None) -> bool:
    try:
        if test == _EDITION:
            Edition(text or "")
        elif test == _FACTION:
            Faction(text or Faction.NEUTRAL)
        elif test == _RESULT:
            Result(text or "")
        elif test == _DAY:
            date.fromisoformat(text or "")
        elif text is not None:
            return written(moment(text)) == text
    except ValueError:
        return False
    return True
