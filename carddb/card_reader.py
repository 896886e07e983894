"""What cards.db holds, read whole at each start.

By sqlite3 alone: the tables are SQLModel's and are written with it, but to import that takes
longer than to read all cards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from carddb.card import Card
from carddb.card_json import decode
from carddb.errors import AppError
from carddb.fingerprint import checksum
from carddb.list_json import decode_lists
from carddb.origin import Origin
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.terms import Edition
from carddb.untrusted_database import bound, is_plain

Pools: TypeAlias = Mapping[Edition, CardPool]
Origins: TypeAlias = Mapping[Edition, Origin]

SCHEMA_VERSION = 1
# The names of the tables of `carddb.tables`, packs before the cards that refer to them.
META, CYCLES, PACKS, LISTS, CARDS = "meta", "cycle", "pack", "restricted_list", "card"
TABLES = (CYCLES, PACKS, LISTS, CARDS)
_OF_ALL = ("edition", "code", "ordinal", "name", "facts")
_COLUMNS = {
    META: ("key", "value"),
    CYCLES: _OF_ALL,
    PACKS: (*_OF_ALL, "cycle"),
    LISTS: _OF_ALL,
    CARDS: (*_OF_ALL, "type", "pack", "position"),
}
# What Python and our readers raise for what no program of ours wrote.
_ODD = (ValueError, TypeError, RecursionError, OverflowError)
# How many seconds another process may take for its transaction before we give up.
BUSY_TIMEOUT = 5.0


class StaleStoreError(AppError):
    """cards.db is not the cache of this catalogue and has to be rebuilt."""


@dataclass(frozen=True, slots=True)
class StoredCards:
    """What a file holds: the cards, where they are from, and the catalogue it was made with."""

    pools: Pools
    catalogue: str
    origins: Origins = field(default_factory=dict)


def read_origins(path: Path) -> Origins:
    """Return where the cards of a file are from, be it of whichever version of the program."""
    if not path.is_file():
        return {}
    with _told(), _reading(path, [META]) as connection:
        return origins_of(_meta(connection))


def read(path: Path, catalogue: str) -> StoredCards:
    """Return what a file holds that was made with a catalogue, or synced with another one.

    An error of ours or of sqlite3 if it is not fit.
    """
    if not path.is_file():
        raise StaleStoreError("cards.db does not exist yet.")
    with _told():
        return _read(path, catalogue)


def _read(path: Path, catalogue: str) -> StoredCards:
    with _reading(path) as connection:
        meta = _meta(connection)
        check_schema(meta)
        origins = origins_of(meta)
        if meta.get("catalogue") != catalogue and not any(each.synced for each in origins.values()):
            raise StaleStoreError("cards.db was made by another version of the program.")
        facts = {
            (table, edition): _facts(connection, table, edition)
            for table in TABLES
            for edition in Edition
        }
    if meta.get("checksum") != checksum(fact for each in facts.values() for fact in each):
        raise damaged()
    pools = {
        edition: CardPool(
            edition,
            decode(Card, facts[CARDS, edition]),
            decode(Pack, facts[PACKS, edition]),
            decode(Cycle, facts[CYCLES, edition]),
            decode_lists(facts[LISTS, edition]),
        )
        for edition in Edition
    }
    return StoredCards(pools, meta.get("catalogue", ""), origins)


def damaged() -> StaleStoreError:
    """Return the error of a file that does not hold what we wrote."""
    return StaleStoreError("cards.db is damaged.")


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except _ODD:
        raise damaged() from None


def need_plain(connection: sqlite3.Connection, tables: Iterable[str] = tuple(_COLUMNS)) -> None:
    """Raise StaleStoreError where tables are not ours, or something stands beside them."""
    if not is_plain(connection, {table: _COLUMNS[table] for table in tables}):
        raise damaged()


def origins_of(meta: Mapping[str, str]) -> Origins:
    """Return where the cards of each edition are from."""
    return {edition: Origin.of(edition, meta) for edition in Edition}


def check_schema(meta: Mapping[str, str]) -> None:
    """Raise StaleStoreError where the tables are those of another version."""
    if meta.get("schema") != str(SCHEMA_VERSION):
        raise StaleStoreError("cards.db was made by another version of the program.")


def set_up(connection: sqlite3.Connection) -> None:
    """Make a connection one that our transactions can be sure of."""
    # Python's own transactions would commit before CREATE TABLE; ours begin with a BEGIN.
    connection.isolation_level = None
    bound(connection)
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA foreign_keys = ON")
        # A rebuilt file is moved into place, and a write-ahead log would not move with it.
        cursor.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _reading(path: Path, tables: Iterable[str] = tuple(_COLUMNS)) -> Iterator[sqlite3.Connection]:
    """Yield a connection in a transaction, so that all that is read is of one moment."""
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT)) as connection:
        set_up(connection)
        connection.execute("BEGIN").close()
        need_plain(connection, tables)
        yield connection


def _meta(connection: sqlite3.Connection) -> dict[str, str]:
    meta = dict(connection.execute(f"SELECT key, value FROM {META}"))  # noqa: S608 - our own name
    if not all(isinstance(each, str) for pair in meta.items() for each in pair):
        raise damaged()
    return meta


def _facts(connection: sqlite3.Connection, table: str, edition: Edition) -> Sequence[str]:
    query = f"SELECT facts FROM {table} WHERE edition = ? ORDER BY ordinal"  # noqa: S608 - our own
    facts = [fact for (fact,) in connection.execute(query, (edition.value,))]
    # SQLite stores values of any type in a column of texts.
    if not all(isinstance(each, str) for each in facts):
        raise damaged()
    return facts
