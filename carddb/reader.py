"""Read cards.db at each start; `carddb.writer` writes it.

Uses sqlite3, because importing SQLAlchemy takes longer than reading all cards. The tables must
match `carddb.schema` exactly, and the rows their checksum.
"""

from __future__ import annotations

import marshal
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from carddb.card import Card
from carddb.card_rows import QUERIES, Tables, pools_of
from carddb.origin import Origin
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool, Pools
from carddb.schema import TABLES
from carddb.terms import Edition
from core.errors import AppError, NewerDatabaseError
from core.paths import resource_folder
from core.program_version import PROGRAM_VERSION, is_newer
from core.untrusted_database import bound, has_only_tables, is_database_table

Origins: TypeAlias = Mapping[Edition, Origin]

SCHEMA_VERSION = 2
# How many seconds another process may take for its transaction before we give up.
BUSY_TIMEOUT = 5.0
# What Python and our readers raise for what no program of ours wrote.
_ODD = (ValueError, TypeError, LookupError, RecursionError, OverflowError)
_TYPES = {"TEXT": str, "INTEGER": int}
_CREATE = re.compile(r"CREATE (?:VIEW|VIRTUAL TABLE) (\w+)")
_PROGRAM = "program"


class StaleStoreError(AppError):
    """cards.db is not the cache of this catalogue and has to be rebuilt."""


class OtherVersionError(StaleStoreError):
    """cards.db is that of another version of the program."""


@dataclass(frozen=True, slots=True)
class StoredCards:
    """What a file holds: the cards, where they are from, and the catalogue it was made with.

    `catalogue` is empty if an older program with other tables made the file.
    """

    pools: Pools
    catalogue: str
    origins: Origins = field(default_factory=dict)


def read_origins(path: Path) -> Origins:
    """Return the origins of the cards of a file, whatever version wrote it."""
    if not path.is_file():
        return {}
    with _damage_as_error(), _reading(path) as connection:
        return _origins(read_meta(connection))


def read(path: Path, catalogue: str) -> StoredCards:
    """Return what a file holds that was made with a catalogue, or synced with another one.

    An error of ours or of sqlite3 if it is not fit, NewerDatabaseError if it must not be touched.
    """
    if not path.is_file():
        raise StaleStoreError("cards.db does not exist yet.")
    with _damage_as_error(), _reading(path) as connection:
        meta = read_meta(connection)
        refuse_newer(path, meta)
        origins = _origins(meta)
        is_synced = any(each.synced for each in origins.values())
        if meta.get("catalogue") != catalogue and not is_synced:
            raise _stale()
        if meta.get("schema") == "1" and is_synced:
            return StoredCards(_pools_of_schema_1(connection, meta), "", origins)
        need_tables(connection, meta)
        tables = {
            name: _rows(connection, name.split()[0], query) for name, query in QUERIES.items()
        }
        if meta.get("checksum") != checksum(tables):
            raise _damaged()
        return StoredCards(pools_of(tables), meta.get("catalogue", ""), origins)


def read_current_origins(path: Path, catalogue: str) -> Origins:
    """Return the origins of a file; raise an error unless it was made with a catalogue."""
    with _damage_as_error(), _reading(path) as connection:
        return _origins(read_current_meta(connection, path, catalogue))


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection set up by `set_up`."""
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT)
    try:
        set_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def set_up(connection: sqlite3.Connection) -> None:
    """Set up a connection for explicit transactions and deferred foreign keys."""
    # Python's own transactions would commit before CREATE TABLE; ours begin with a BEGIN.
    connection.isolation_level = None
    bound(connection)
    with closing(connection.cursor()) as cursor:
        # They are checked at the end of a transaction, all at once, which is quicker.
        cursor.execute("PRAGMA foreign_keys = OFF")
        # A rebuilt file is moved into place, and a write-ahead log would not move with it.
        cursor.execute("PRAGMA journal_mode = DELETE")


def views() -> Mapping[str, str]:
    """Return the SQL of the views and of the full-text index by name, in their order."""
    text = (resource_folder("cards_db") / "views.sql").read_text("utf-8")
    parts = [part.strip().removesuffix(";") for part in text.split(";\n\n")]
    return {match[1]: part for part in parts if (match := _CREATE.match(part))}


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the facts about a file, whatever version wrote it."""
    if not is_database_table(connection, "meta", ("key", "value")):
        raise _damaged()
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    if not all(isinstance(each, str) for pair in meta.items() for each in pair):
        raise _damaged()
    return meta


def read_current_meta(connection: sqlite3.Connection, path: Path, catalogue: str) -> dict[str, str]:
    """Return the facts about a file; raise an error unless it was made with a catalogue."""
    meta = read_meta(connection)
    refuse_newer(path, meta)
    need_tables(connection, meta)
    if meta.get("catalogue") != catalogue:
        raise OtherVersionError(f"{path} was made by another version of the program.")
    return meta


def meta_of_program(catalogue: str) -> dict[str, str]:
    return {"schema": str(SCHEMA_VERSION), "catalogue": catalogue, _PROGRAM: PROGRAM_VERSION}


def refuse_newer(path: Path, meta: Mapping[str, str]) -> None:
    """Raise NewerDatabaseError if a newer version of the program wrote the file."""
    schema, program = meta.get("schema", ""), meta.get(_PROGRAM, "")
    is_of_later = is_newer(program)
    if is_of_later or (schema.isdecimal() and int(schema[:9]) > SCHEMA_VERSION):
        raise NewerDatabaseError(f"The card database {path}", program if is_of_later else "")


def need_tables(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    """Raise StaleStoreError unless the tables are exactly ours and there are no triggers."""
    if meta.get("schema") != str(SCHEMA_VERSION):
        raise _stale()
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE rootpage > 0"))
    if any(found.get(table.name) != next(table.statements()) for table in TABLES):
        raise _damaged()
    if connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone():
        raise _damaged()


def read_tables(connection: sqlite3.Connection) -> Tables:
    """Return the rows of all tables; the values of a damaged file may have any type."""
    return {name: connection.execute(query).fetchall() for name, query in QUERIES.items()}


def checksum(tables: Tables) -> str:
    """Return a checksum of all rows."""
    digest = sha256()
    for name in sorted(tables):
        # Equal values are equal bytes in version 2, which is as old as Python 3; JSON takes longer.
        digest.update(marshal.dumps((name, tables[name]), 2))
    return digest.hexdigest()


def _rows(connection: sqlite3.Connection, table: str, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query; a column that joins several values has the name of one."""
    kinds = {
        name: (_TYPES[kind], is_needed)
        for _, name, kind, is_needed, _, _ in connection.execute(f"PRAGMA table_info({table})")
    }
    found = connection.execute(query)
    rows = found.fetchall()
    # A strict table refuses values of other types, but the pages of a file may hold anything.
    for (name, *_), values in zip(found.description, zip(*rows, strict=True), strict=False):
        kind, is_needed = kinds[name]
        if not {*map(type, values)} <= {kind, kind if is_needed else type(None)}:
            raise _damaged()
    return rows


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(path)) as connection:
        connection.execute("BEGIN").close()
        yield connection


@contextmanager
def _damage_as_error() -> Iterator[None]:
    try:
        yield
    except _ODD:
        raise _damaged() from None


def _damaged() -> StaleStoreError:
    return StaleStoreError("cards.db is damaged.")


def _stale() -> OtherVersionError:
    return OtherVersionError("cards.db was made by another version of the program.")


def _origins(meta: Mapping[str, str]) -> Origins:
    return {edition: Origin.of(edition, meta) for edition in Edition}


def _pools_of_schema_1(connection: sqlite3.Connection, meta: Mapping[str, str]) -> Pools:
    """Return the cards of a file of the first schema, which held each as a text of JSON."""
    # Only the first start of a new version needs it.
    from carddb.catalogue import decode_lists  # noqa: PLC0415
    from carddb.catalogue_json import decode_lines  # noqa: PLC0415

    of_all = ("edition", "code", "ordinal", "name", "facts")
    ordered = {
        "cycle": of_all,
        "pack": (*of_all, "cycle"),
        "restricted_list": of_all,
        "card": (*of_all, "type", "pack", "position"),
    }
    if not has_only_tables(connection, ordered):
        raise _damaged()
    facts: dict[tuple[str, Edition], list[str]] = {}
    digest = sha256()
    for table in ordered:
        for edition in Edition:
            query = f"SELECT facts FROM {table} WHERE edition = ? ORDER BY ordinal"  # noqa: S608
            found = facts[table, edition] = [
                fact for (fact,) in connection.execute(query, (edition.value,))
            ]
            for fact in found:
                digest.update(fact.encode("utf-8", "surrogatepass") + b"\n")
    if meta.get("checksum") != digest.hexdigest():
        raise _damaged()
    return {
        edition: CardPool(
            edition,
            decode_lines(Card, facts["card", edition]),
            decode_lines(Pack, facts["pack", edition]),
            decode_lines(Cycle, facts["cycle", edition]),
            decode_lists(facts["restricted_list", edition]),
        )
        for edition in Edition
    }
