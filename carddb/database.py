"""The file cards.db: read whole, written whole, or one edition of it replaced."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlmodel import col, delete, insert, select

from carddb.card import Card
from carddb.card_json import decode, encode
from carddb.errors import AppError
from carddb.fingerprint import checksum
from carddb.list_json import decode_lists, encode_list
from carddb.origin import Origin, tells_of
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.progress import Progress
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

Pools: TypeAlias = Mapping[Edition, CardPool]
Origins: TypeAlias = Mapping[Edition, Origin]

_Table: TypeAlias = type[CycleRow] | type[PackRow] | type[ListRow] | type[CardRow]
_Row: TypeAlias = dict[str, Any]
# In this order packs stand before the cards that refer to them.
_TABLES: tuple[_Table, ...] = (CycleRow, PackRow, ListRow, CardRow)
_BATCH = 500
# How many seconds another process may take for its transaction before we give up.
PATIENCE = 5.0


class StaleStoreError(AppError):
    """cards.db is not the cache of this catalogue and has to be rebuilt."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file holds: the cards, where they are from, and the catalogue it was made with."""

    pools: Pools
    catalogue: str
    origins: Origins = field(default_factory=dict)


def read_origins(path: Path) -> Origins:
    """Return where the cards of a file are from, be it of whichever version of the program."""
    if not path.is_file():
        return {}
    with _engine(path) as engine, engine.connect() as connection:
        return origins_of(_all_meta(connection))


def read(path: Path, catalogue: str) -> Kept:
    """Return what a file holds that was made with a catalogue, or synced with another one.

    An error of ours or of the database if it is not fit.
    """
    if not path.is_file():
        raise StaleStoreError("cards.db does not exist yet.")
    with _engine(path) as engine, engine.connect() as connection:
        meta = _meta(connection)
        origins = origins_of(meta)
        if meta.get("catalogue") != catalogue and not any(each.synced for each in origins.values()):
            raise StaleStoreError("cards.db was made by another version of the program.")
        facts = {
            (table, edition): _facts(connection, table, edition)
            for table in _TABLES
            for edition in Edition
        }
    if meta.get("checksum") != checksum(fact for each in facts.values() for fact in each):
        raise StaleStoreError("cards.db is damaged.")
    pools = {
        edition: CardPool(
            edition,
            decode(Card, facts[CardRow, edition]),
            decode(Pack, facts[PackRow, edition]),
            decode(Cycle, facts[CycleRow, edition]),
            decode_lists(facts[ListRow, edition]),
        )
        for edition in Edition
    }
    return Kept(pools, meta.get("catalogue", ""), origins)


def write(path: Path, kept: Kept, progress: Progress | None) -> None:
    """Fill an empty file in one transaction."""
    rows = {
        table: [row for e in Edition for row in _rows(table, kept.pools[e])] for table in _TABLES
    }
    meta = {
        "schema": str(SCHEMA_VERSION),
        "catalogue": kept.catalogue,
        "checksum": checksum(row["facts"] for table in _TABLES for row in rows[table]),
    }
    for edition, origin in kept.origins.items():
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


def origins_of(meta: Mapping[str, str]) -> Origins:
    """Return where the cards of each edition are from."""
    return {edition: Origin.of(edition, meta) for edition in Edition}


@contextmanager
def _changing(path: Path, catalogue: str) -> Iterator[Connection]:
    """Yield a connection in a transaction that shuts out every other writer from its start."""
    if not path.is_file():
        raise StaleStoreError(f"There is no {path}.")
    with _engine(path, "BEGIN IMMEDIATE") as engine, engine.begin() as connection:
        if _meta(connection).get("catalogue") != catalogue:
            raise StaleStoreError(f"{path} was made by another version of the program.")
        yield connection


def _all_meta(connection: Connection) -> dict[str, str]:
    return {row.key: row.value for row in connection.execute(select(MetaRow))}


def _meta(connection: Connection) -> dict[str, str]:
    meta = _all_meta(connection)
    if meta.get("schema") != str(SCHEMA_VERSION):
        raise StaleStoreError("cards.db was made by another version of the program.")
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
    # SQLite keeps values of any type in a column of texts.
    if not all(isinstance(each, str) for each in facts):
        raise StaleStoreError("cards.db is damaged.")
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
    engine = create_engine(address, poolclass=NullPool, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        yield engine
    finally:
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    # Python's own transactions would commit before CREATE TABLE; ours begin with a BEGIN.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA foreign_keys = ON")
        # A rebuilt file is moved into place, and a write-ahead log would not move with it.
        cursor.execute("PRAGMA journal_mode = DELETE")
