"""Which version of the tables a database has, and how it gets today's."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, insert, inspect, select, table, text
from sqlalchemy import column as sql_column

from core.errors import NewerDatabaseError
from library.addresses import Address, in_words
from library.errors import DamagedLibraryError, NotALibraryError
from library.models import METADATA, FactRow

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
    """Return the version of the tables, None where there are no tables yet.

    NewerDatabaseError where this program is older; NotALibraryError where the tables are others'.
    """
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    found = None
    if _VERSION.name in tables:
        found = connection.scalar(select(_VERSION.c.version_num))
    if found is None or ("deck" not in tables and found in REVISIONS):
        raise NotALibraryError(
            f"{in_words(address)} is a database, but no library of Seven Plots.",
            "Move it away, or choose another place.",
        )
    if not is_revision(found):
        raise DamagedLibraryError(f"The library {in_words(address)} is damaged.")
    if found not in REVISIONS:
        raise NewerDatabaseError(f"The library {in_words(address)}")
    return str(found)


def is_revision(found: object) -> bool:
    """Whether this is how the tables' versions are written, of whichever program."""
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
