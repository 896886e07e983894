"""cards.db: the cards of both editions on disk, a cache that can always be rebuilt."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from os import close
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, insert, select

from carddb import catalogue
from carddb.card import Card
from carddb.card_json import decode, encode
from carddb.errors import AppError
from carddb.fingerprint import catalogue_fingerprint, checksum
from carddb.list_json import decode_lists, encode_list
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.tables import (
    METADATA,
    SCHEMA_VERSION,
    CardRow,
    CycleRow,
    ListRow,
    MetaRow,
    PackRow,
)
from carddb.terms import Edition

Progress = Callable[[int, int], None]
Pools: TypeAlias = Mapping[Edition, CardPool]

_Table: TypeAlias = type[CycleRow] | type[PackRow] | type[ListRow] | type[CardRow]
_TABLES: tuple[_Table, ...] = (CycleRow, PackRow, ListRow, CardRow)
_BATCH = 500
_ABANDONED_SECONDS = 60.0


class StaleStoreError(AppError):
    """cards.db is not the cache of this catalogue and has to be rebuilt."""


class CardStore:
    """The cards on disk; every method may be called from any thread.

    `note` is a sentence about what kept cards.db from being used, empty where nothing did: the
    cards are then read from the catalogue each time, which is slower and nothing else.
    """

    def __init__(
        self,
        path: Path,
        *,
        load: Callable[[], Pools] = catalogue.pools,
        fingerprint: Callable[[], str] = catalogue_fingerprint,
    ) -> None:
        self.path = path
        self.note = ""
        self._load = load
        self._fingerprint = fingerprint
        self._lock = Lock()

    def pools(self, progress: Progress | None = None) -> Pools:
        """Return the pools of both editions, filling or rebuilding cards.db first if need be.

        `progress` is called with (done, total) while it is filled, not at all otherwise.
        """
        with self._lock:
            self.note = ""
            fingerprint = self._fingerprint()
            self._sweep()
            try:
                return _read(self.path, fingerprint)
            except (AppError, SQLAlchemyError, sqlite3.Error, OSError):
                pools = self._load()
            try:
                self._rebuild(pools, fingerprint, progress)
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                self.note = (
                    f"The cards could not be kept in {self.path} ({_reason(error)}), so they are"
                    " read from the program's catalogue at every start. Make the folder writable"
                    " or choose another one to start faster."
                )
            return pools

    def _rebuild(self, pools: Pools, fingerprint: str, progress: Progress | None) -> None:
        """Write a file beside cards.db and put it in its place: a kill leaves the old or the new.

        Two processes that do so at once write two files; the later one stays.
        """
        if self.path.is_dir():
            raise IsADirectoryError(21, "there is a folder of that name")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(prefix=f"{self.path.name}.", suffix=".tmp", dir=self.path.parent)
        unfinished = Path(name)
        close(handle)
        try:
            _write(unfinished, pools, fingerprint, progress)
            unfinished.replace(self.path)
        finally:
            _remove(unfinished)

    def _sweep(self) -> None:
        """Remove what a killed process left behind."""
        with suppress(OSError):
            for left in self.path.parent.glob(f"{self.path.name}.*.tmp*"):
                if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                    _remove(left)


def _read(path: Path, fingerprint: str) -> Pools:
    """Return the pools that a file holds; an error of ours or the database's if it is not fit."""
    if not path.is_file():
        raise StaleStoreError("cards.db does not exist yet.")
    with _engine(path) as engine, engine.connect() as connection:
        meta = {row.key: row.value for row in connection.execute(select(MetaRow))}
        if meta.get("schema") != str(SCHEMA_VERSION) or meta.get("catalogue") != fingerprint:
            raise StaleStoreError("cards.db was made by another version of the program.")
        facts = {
            (table, edition): _facts(connection, table, edition)
            for table in _TABLES
            for edition in Edition
        }
    if meta.get("checksum") != checksum(fact for each in facts.values() for fact in each):
        raise StaleStoreError("cards.db is damaged.")
    return {
        edition: CardPool(
            edition,
            decode(Card, facts[CardRow, edition]),
            decode(Pack, facts[PackRow, edition]),
            decode(Cycle, facts[CycleRow, edition]),
            decode_lists(facts[ListRow, edition]),
        )
        for edition in Edition
    }


def _facts(connection: Connection, table: _Table, edition: Edition) -> Sequence[str]:
    query = select(col(table.facts)).where(col(table.edition) == edition.value)
    facts = connection.scalars(query.order_by(col(table.ordinal))).all()
    # SQLite keeps values of any type in a column of texts.
    if not all(isinstance(each, str) for each in facts):
        raise StaleStoreError("cards.db is damaged.")
    return facts


def _write(path: Path, pools: Pools, fingerprint: str, progress: Progress | None) -> None:
    """Fill an empty file in one transaction."""
    rows = {table: list(_rows(table, pools)) for table in _TABLES}
    total = sum(map(len, rows.values()))
    done = 0
    facts = (row["facts"] for table in _TABLES for row in rows[table])
    meta = {
        "schema": str(SCHEMA_VERSION),
        "catalogue": fingerprint,
        "checksum": checksum(facts),
    }
    with _engine(path) as engine, engine.begin() as connection:
        METADATA.create_all(connection)
        connection.execute(insert(MetaRow), [{"key": k, "value": v} for k, v in meta.items()])
        for table in _TABLES:
            for start in range(0, len(rows[table]), _BATCH):
                batch = rows[table][start : start + _BATCH]
                connection.execute(insert(table), batch)
                done += len(batch)
                if progress:
                    progress(done, total)


def _rows(table: _Table, pools: Pools) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, edition by edition in the order in which they are read again."""
    for edition in Edition:
        pool = pools[edition]
        if table is CycleRow:
            values = [_row(each, encode(each)) for each in pool.cycles.values()]
        elif table is PackRow:
            values = [
                _row(each, encode(each)) | {"cycle": each.cycle} for each in pool.packs.values()
            ]
        elif table is ListRow:
            values = [_row(each, encode_list(each)) for each in pool.lists.values()]
        else:
            values = [_card_row(card) for card in pool.cards]
        yield from (row | {"ordinal": ordinal} for ordinal, row in enumerate(values))


def _row(value: Cycle | Pack | RestrictedList | Card, facts: str) -> dict[str, Any]:
    return {
        "edition": value.edition.value,
        "code": value.code,
        "name": value.name,
        "facts": facts,
    }


def _card_row(card: Card) -> dict[str, Any]:
    where = {"type": card.type.value, "pack": card.pack, "position": card.position}
    return _row(card, encode(card)) | where


@contextmanager
def _engine(path: Path) -> Iterator[Engine]:
    """Yield an engine on a file; no connection of it outlives the block."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    try:
        yield engine
    finally:
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    # Python's own transactions would commit before CREATE TABLE; _begin starts ours instead.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA foreign_keys = ON")
        # The file is written once and then moved into place: a write-ahead log would gain nothing
        # and leave files beside it that do not move with it.
        cursor.execute("PRAGMA journal_mode = DELETE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _reason(error: Exception) -> str:
    """Return what went wrong in the system's words, without a path or a statement."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    cause = getattr(error, "orig", None) or error
    return str(cause)
