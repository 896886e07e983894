"""The tables of a database: their version, its migration, and whether a file is whole."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import Column, Connection, Integer, Table, insert, inspect, select, table, text
from sqlalchemy import column as sql_column

from core.errors import NewerDatabaseError
from core.untrusted_database import has_only_tables
from library.addresses import Address, in_words
from library.errors import DamagedLibraryError, NotALibraryError
from library.models import METADATA, FactRow
from library.storage import Storage

_LOG = logging.getLogger("sevenplots.library")
_MIGRATIONS = Path(__file__).parent / "migrations"
# Every version there was, in order; alembic itself, slow to import, is used only to migrate.
REVISIONS = tuple(sorted(each.name[1:5] for each in _MIGRATIONS.glob("versions/v*.py")))
HEAD = REVISIONS[-1]

_VERSION = table("alembic_version", sql_column("version_num"))
# Any number that nothing else in the database uses.
_LOCK = 774_410_001
# Alembic has its state in its modules, so one thread of a program migrates at a time.
_ALONE = Lock()


def revision(connection: Connection, address: Address) -> str | None:
    """Return the version of the tables, None without any; errors for newer and foreign ones."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    found = None
    if _VERSION.name in tables:
        found = connection.scalar(select(_VERSION.c.version_num))
    if found is None or ("deck" not in tables and found in REVISIONS):
        raise NotALibraryError(
            f"{in_words(address)} is a database, but not a library of Seven Plots.",
            "Move it away, or choose another place.",
        )
    if not is_revision(found):
        raise DamagedLibraryError(f"The library {in_words(address)} is damaged.")
    if found not in REVISIONS:
        raise NewerDatabaseError(f"The library {in_words(address)}")
    return str(found)


def is_revision(found: object) -> bool:
    """Return whether a version of the tables is written this way, by whichever program."""
    return isinstance(found, str) and len(found) == len(HEAD) and found.isdecimal()


def migrate(connection: Connection) -> None:
    """Bring the tables to today's version in the transaction that the connection is in."""
    if connection.dialect.name == "sqlite" and not inspect(connection).get_table_names():
        _make_tables(connection)
        return
    from alembic import command  # noqa: PLC0415 - few starts have something to migrate
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    _LOG.info("Migration of the library to version %s starts", HEAD)
    with _ALONE:
        command.upgrade(config, "head")
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    ):
        _LOG.warning("Migration of the library failed: foreign keys without rows")
        raise DamagedLibraryError("The library could not be brought up to date; it is as it was.")
    _LOG.info("Migration of the library to version %s ends", HEAD)


@contextmanager
def migrated(path: Path, named: Path | None = None) -> Iterator[Storage]:
    """Yield the storage of a file, new or not, at today's version; messages call it `named`."""
    with closing(Storage(path, migrating=True)) as storage:
        with storage.changing_schema() as connection:
            if revision(connection, named or path) != HEAD:
                migrate(connection)
        yield storage


def _make_tables(connection: Connection) -> None:
    """Make in an empty file what the migrations lead to; alembic takes 0.3 s and 11 MB."""
    alembics = "version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY"
    connection.exec_driver_sql(f"CREATE TABLE {_VERSION.name} ({alembics})")
    METADATA.create_all(connection, checkfirst=False)
    connection.execute(insert(_VERSION).values(version_num=HEAD))
    connection.execute(insert(FactRow).values(key="changes", number=0))
    _LOG.info("A new library of version %s is made", HEAD)


def lock_server(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


# Values that other databases and the window accept as numbers.
_LARGEST = 2**31 - 1
_COLUMNS = {table.name: table.columns.keys() for table in METADATA.sorted_tables}


def raw(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)  # noqa: S101
    return driver


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether pages and indexes of a file are whole; takes about two milliseconds a megabyte."""
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def is_readable(connection: sqlite3.Connection) -> bool:
    """Return whether every table of today's version is there, with valid values."""
    try:
        return (
            has_only_tables(connection, _COLUMNS)
            and all(connection.execute(query).fetchone() is None for query in _WRONG)
            and connection.execute("PRAGMA foreign_key_check").fetchone() is None
        )
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def sound(table: Table, columns: Collection[str] | None = None) -> str:
    """Return the SQL condition of a sound row."""
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
