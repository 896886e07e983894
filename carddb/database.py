"""The file cards.db, written whole, or one edition of it replaced; `card_reader` reads it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, delete, insert, select

from carddb import card_reader
from carddb.card import Card
from carddb.card_json import encode
from carddb.card_reader import SCHEMA_VERSION, StaleStoreError, StoredCards, check_schema
from carddb.fingerprint import checksum
from carddb.list_json import encode_list
from carddb.origin import Origin, tells_of
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.progress import Progress
from carddb.restrictions import RestrictedList
from carddb.tables import METADATA, CardRow, CycleRow, ListRow, MetaRow, PackRow
from carddb.terms import Edition

# Errors of a file or a disk.
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)

_Table: TypeAlias = type[CycleRow] | type[PackRow] | type[ListRow] | type[CardRow]
_Row: TypeAlias = dict[str, Any]
# In this order packs stand before the cards that refer to them.
_TABLES: tuple[_Table, ...] = (CycleRow, PackRow, ListRow, CardRow)
_BATCH = 500


def write(path: Path, cards: StoredCards, progress: Progress | None) -> None:
    """Fill an empty file in one transaction."""
    rows = {
        table: [row for e in Edition for row in _rows(table, cards.pools[e])] for table in _TABLES
    }
    meta = {
        "schema": str(SCHEMA_VERSION),
        "catalogue": cards.catalogue,
        "checksum": checksum(row["facts"] for table in _TABLES for row in rows[table]),
    }
    for edition, origin in cards.origins.items():
        meta |= origin.rows(edition)
    with _engine(path) as engine, engine.begin() as connection:
        METADATA.create_all(connection)
        _insert_meta(connection, meta)
        _insert(connection, rows, progress)


def replace_edition(
    path: Path, pool: CardPool, origin: Origin, catalogue: str, progress: Progress | None
) -> None:
    """Put a pool in the place of its edition's in one transaction.

    Whatever happens in it, the file holds the old edition or the new one, whole. StaleStoreError
    where the file is not that of this catalogue.
    """
    edition = pool.edition
    rows = {table: list(_rows(table, pool)) for table in _TABLES}
    for each in (row for table in _TABLES for row in rows[table]):
        each["facts"].encode()
    with _changing(path, catalogue) as connection:
        for table in reversed(_TABLES):
            connection.execute(delete(table).where(col(table.edition) == edition.value))
        _insert(connection, rows, progress)
        facts = (
            fact
            for table in _TABLES
            for each in Edition
            for fact in _facts(connection, table, each)
        )
        _change_meta(
            connection, edition, dict([*origin.rows(edition), ("checksum", checksum(facts))])
        )


def replace_origin(path: Path, edition: Edition, origin: Origin, catalogue: str) -> None:
    """Write down anew where an edition's cards are from; they stay as they are."""
    with _changing(path, catalogue) as connection:
        _change_meta(connection, edition, dict(origin.rows(edition)))


@contextmanager
def _changing(path: Path, catalogue: str) -> Iterator[Connection]:
    """Yield a connection in a transaction that shuts out every other writer from its start."""
    if not path.is_file():
        raise StaleStoreError(f"There is no {path}.")
    with _engine(path, "BEGIN IMMEDIATE") as engine, engine.begin() as connection:
        card_reader.need_plain(_raw(connection))
        if _meta(connection).get("catalogue") != catalogue:
            raise StaleStoreError(f"{path} was made by another version of the program.")
        yield connection


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)  # noqa: S101
    return raw


def _all_meta(connection: Connection) -> dict[str, str]:
    return {row.key: row.value for row in connection.execute(select(MetaRow))}


def _meta(connection: Connection) -> dict[str, str]:
    meta = _all_meta(connection)
    check_schema(meta)
    return meta


def _change_meta(connection: Connection, edition: Edition, meta: Mapping[str, str]) -> None:
    old = [key for key in _all_meta(connection) if key in meta or tells_of(edition, key)]
    connection.execute(delete(MetaRow).where(col(MetaRow.key).in_(old)))
    _insert_meta(connection, meta)


def _insert_meta(connection: Connection, meta: Mapping[str, str]) -> None:
    rows = [{"key": key, "value": value} for key, value in meta.items()]
    connection.execute(insert(MetaRow), rows)


def _insert(
    connection: Connection, rows: Mapping[_Table, Sequence[_Row]], progress: Progress | None
) -> None:
    total = sum(map(len, rows.values()))
    done = 0
    for table in _TABLES:
        for start in range(0, len(rows[table]), _BATCH):
            batch = rows[table][start : start + _BATCH]
            connection.execute(insert(table), batch)
            done += len(batch)
            if progress:
                progress(done, total)


def _facts(connection: Connection, table: _Table, edition: Edition) -> Sequence[str]:
    query = select(col(table.facts)).where(col(table.edition) == edition.value)
    facts = connection.scalars(query.order_by(col(table.ordinal))).all()
    # SQLite stores values of any type in a column of texts.
    if not all(isinstance(each, str) for each in facts):
        raise card_reader.damaged()
    return facts


def _rows(table: _Table, pool: CardPool) -> Iterator[_Row]:
    """Yield the rows of a table for an edition, in the order in which they are read again."""
    if table is CycleRow:
        values = [_row(each, encode(each)) for each in pool.cycles.values()]
    elif table is PackRow:
        values = [_row(each, encode(each)) | {"cycle": each.cycle} for each in pool.packs.values()]
    elif table is ListRow:
        values = [_row(each, encode_list(each)) for each in pool.lists.values()]
    else:
        values = [_card_row(card) for card in pool.cards]
    yield from (row | {"ordinal": ordinal} for ordinal, row in enumerate(values))


def _row(value: Cycle | Pack | RestrictedList | Card, facts: str) -> _Row:
    return {
        "edition": value.edition.value,
        "code": value.code,
        "name": value.name,
        "facts": facts,
    }


def _card_row(card: Card) -> _Row:
    where = {"type": card.type.value, "pack": card.pack, "position": card.position}
    return _row(card, encode(card)) | where


@contextmanager
def _engine(path: Path, begin: str = "BEGIN") -> Iterator[Engine]:
    """Yield an engine on a file; no connection of it outlives the block."""
    address = URL.create("sqlite", database=str(path))
    engine = create_engine(
        address, poolclass=NullPool, connect_args={"timeout": card_reader.BUSY_TIMEOUT}
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        yield engine
    finally:
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    card_reader.set_up(connection)
