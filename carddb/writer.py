"""cards.db, written: a file filled, or one edition of it replaced; `carddb.reader` reads it."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from os import fsync
from pathlib import Path
from typing import Any, TypeAlias

from carddb import reader
from carddb.card import Card
from carddb.card_rows import BOUNDS, EVERY_FORMAT, GOLD, GOLD_PATTERNS, PARTS, TERMS
from carddb.origin import Origin, is_about_edition
from carddb.pattern import CardPattern
from carddb.pool import CardPool
from carddb.progress import Progress
from carddb.reader import StaleStoreError, StoredCards
from carddb.restrictions import RestrictedList
from carddb.terms import Edition, Number, Printed

# Errors of a file or a disk.
FAILURES = (sqlite3.Error, OSError)

_Row: TypeAlias = tuple[Any, ...]
_Rows: TypeAlias = dict[str, list[_Row]]
_BATCH = 500
_NO_STATS = (None, 0) * 4
_DAMAGE = frozenset(
    (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_INTERRUPT,
    )
)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error may be the file's own, and is not the disk's or another writer's."""
    # An extended code holds the plain one in its lowest byte.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.IntegrityError) or code in _DAMAGE


def write(path: Path, cards: StoredCards, progress: Progress | None) -> None:
    """Fill an empty file in one transaction."""
    meta = reader.meta_of_program(cards.catalogue)
    for edition, origin in cards.origins.items():
        meta |= origin.rows(edition)
    rows = _rows(*cards.pools.values())
    made = reader.statements("tables").values()
    indexes = [each for each in made if each.startswith("CREATE INDEX")]
    with closing(reader.connect(path)) as connection:
        # The file is put into its place once it is whole; one that is not finished is thrown away.
        connection.execute("PRAGMA journal_mode = OFF").close()
        connection.execute("PRAGMA synchronous = OFF").close()
        connection.execute("BEGIN").close()
        for statement in made:
            if statement not in indexes:
                connection.execute(statement).close()
        _insert(connection, rows, progress)
        # To sort all rows once is quicker than to find the place of each.
        for statement in indexes:
            connection.execute(statement).close()
        _finish(connection, meta)
        connection.execute("COMMIT").close()
    with path.open("r+b") as file:
        fsync(file.fileno())


def replace_edition(
    path: Path, pool: CardPool, origin: Origin, catalogue: str, progress: Progress | None
) -> None:
    """Put a pool in the place of its edition's in one transaction; equal rows stay as they are.

    Whatever happens in it, the file holds the old edition or the new one, whole. StaleStoreError
    where the file is not that of this catalogue.
    """
    edition = pool.edition
    rows = _rows(pool)
    with _changing(path, catalogue) as connection:
        _insert(connection, _remove_others(connection, edition, rows), progress)
        _forget(connection, edition)
        _finish(connection, dict(origin.rows(edition)))


def replace_origin(path: Path, edition: Edition, origin: Origin, catalogue: str) -> None:
    """Write down anew where an edition's cards are from; they stay as they are."""
    with _changing(path, catalogue) as connection:
        _forget(connection, edition)
        _insert_meta(connection, dict(origin.rows(edition)))


@contextmanager
def _transaction(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection in a transaction; it is undone by whatever is raised."""
    with closing(reader.connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


@contextmanager
def _changing(path: Path, catalogue: str) -> Iterator[sqlite3.Connection]:
    """Yield a connection in a transaction that shuts out every other writer from its start."""
    if not path.is_file():
        raise StaleStoreError(f"There is no {path}.")
    with _transaction(path) as connection:
        meta = reader.read_meta(connection)
        reader.refuse_newer(path, meta)
        reader.need_tables(connection, meta)
        if meta.get("catalogue") != catalogue:
            raise StaleStoreError(f"{path} was made by another version of the program.")
        yield connection


def _forget(connection: sqlite3.Connection, edition: Edition) -> None:
    """Delete where an edition's cards are from."""
    keys = [(key,) for key in reader.read_meta(connection) if is_about_edition(edition, key)]
    connection.executemany("DELETE FROM meta WHERE key = ?", keys)


def _insert_meta(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())


def _finish(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    """Make the views, the index of words and the checksum of what is stored.

    sqlite3.IntegrityError where a row refers to none.
    """
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("FOREIGN KEY constraint failed")
    for name, statement in reader.statements("views").items():
        kind = "VIEW" if statement.startswith("CREATE VIEW") else "TABLE"
        connection.execute(f"DROP {kind} IF EXISTS {name}").close()
        connection.execute(statement).close()
    connection.execute("INSERT INTO card_search(card_search) VALUES ('rebuild')").close()
    checksum = reader.checksum(reader.read_tables(connection))
    _insert_meta(connection, {**meta, "checksum": checksum})


def _remove_others(connection: sqlite3.Connection, edition: Edition, rows: _Rows) -> _Rows:
    """Delete the rows of an edition that are none of these, and return those that are missing."""
    missing: _Rows = {}
    # Those of all tables are looked for first, because the cards' tell which the others are.
    for table, key, keys in [_found(connection, table, edition) for table in reader.table_names()]:
        wanted = {row[_own_columns(table)]: row for row in rows[table]}
        gone = [value for row, value in keys.items() if row not in wanted]
        missing[table] = [row for facts, row in wanted.items() if facts not in keys]
        marks = ", ".join("?" * len(key))
        query = f"DELETE FROM {table} WHERE ({', '.join(key)}) = ({marks})"  # noqa: S608 - our own
        connection.executemany(query, gone)
    return missing


def _found(
    connection: sqlite3.Connection, table: str, edition: Edition
) -> tuple[str, Sequence[str], Mapping[_Row, _Row]]:
    """Return a table, the columns of its key, and its rows of an edition with their keys."""
    columns = [(name, pk) for _, name, *_, pk in connection.execute(f"PRAGMA table_info({table})")]
    names = [name for name, _ in columns]
    key = ["code"] if table == "card" else [name for name, pk in columns if pk]
    of_edition = "code IN (SELECT code FROM card WHERE edition = ?)"
    if "edition" in names:
        of_edition = "edition = ?"
    places = [names.index(name) for name in key]
    query = f"SELECT * FROM {table} WHERE {of_edition}"  # noqa: S608 - our own names
    return (
        table,
        key,
        {
            row[_own_columns(table)]: tuple(row[place] for place in places)
            for row in connection.execute(query, [edition.value])
        },
    )


def _own_columns(table: str) -> slice:
    """Return the columns that are compared: the number of a card is given by SQLite."""
    return slice(1 if table == "card" else 0, None)


def _insert(connection: sqlite3.Connection, rows: _Rows, progress: Progress | None) -> None:
    total = sum(map(len, rows.values()))
    done = 0
    for table in reader.table_names():
        for start in range(0, len(rows[table]), _BATCH):
            batch = rows[table][start : start + _BATCH]
            marks = ", ".join("?" * len(batch[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", batch)  # noqa: S608
            done += len(batch)
            if progress:
                progress(done, total)


def _rows(*pools: CardPool) -> _Rows:
    """Return the rows of every table, with the columns of `carddb.schema`."""
    rows: _Rows = defaultdict(list)
    for pool in pools:
        edition = pool.edition.value
        rows["cycle"] += (
            (edition, each.code, ordinal, each.name, each.position)
            for ordinal, each in enumerate(pool.cycles.values())
        )
        rows["pack"] += (
            (
                edition,
                each.code,
                ordinal,
                each.name,
                each.cycle,
                each.position,
                each.released,
                int(each.in_progress),
            )
            for ordinal, each in enumerate(pool.packs.values())
        )
        for ordinal, restricted in enumerate(pool.lists.values()):
            _add_list(rows, restricted, ordinal)
        for card in pool.cards:
            _add_card(rows, card)
    return rows


def _add_list(rows: _Rows, restricted: RestrictedList, ordinal: int) -> None:
    place = (restricted.edition.value, restricted.code)
    rows["restricted_list"].append(
        (
            *place,
            ordinal,
            restricted.name,
            restricted.issuer,
            restricted.version,
            restricted.date.isoformat(),
            restricted.card_set,
        )
    )
    entries = rows["list_entry"]
    entries += ((*place, EVERY_FORMAT, "banned", code) for code in sorted(restricted.banned))
    for number, (name, of_format) in enumerate(restricted.formats):
        rows["list_format"].append((*place, number, name))
        entries += ((*place, name, "banned", code) for code in sorted(of_format.banned))
        entries += ((*place, name, "restricted", code) for code in sorted(of_format.restricted))
        for number_of_pod, pod in enumerate(of_format.pods):
            rows["pod"].append((*place, name, number_of_pod, pod.trigger))
            rows["pod_card"] += (
                (*place, name, number_of_pod, at, code) for at, code in enumerate(pod.cards)
            )


def _add_card(rows: _Rows, card: Card) -> None:
    code = card.code
    rows["card"].append(_card_row(card))
    for table, (_, name, _) in PARTS.items():
        if words := getattr(card, name):
            rows[table] += [(code, place, str(word)) for place, word in enumerate(words)]
    for place, keyword in enumerate(card.keywords):
        rows["card_keyword"].append((code, place, keyword.name, *_number(keyword.value)))
        rows["card_keyword_exception"] += [
            (code, place, at, each) for at, each in enumerate(keyword.exceptions)
        ]
    for place, erratum in enumerate(card.errata):
        rows["card_erratum"].append((code, place, erratum.issuer, erratum.version))
    for place, option in enumerate(card.host.options if card.host else ()):
        pattern = _add_pattern(rows, code, option.pattern)
        rows["host_option"].append((code, place, pattern, option.side.value))
    for place, effect in enumerate(card.gold_effects):
        facts: dict[str, Any] = {name: _plain(getattr(effect, name)) for name in GOLD}
        for name in GOLD_PATTERNS:
            if facts[name] is not None:
                facts[name] = _add_pattern(rows, code, facts[name])
        rows["gold_effect"].append((code, place, *facts.values()))
        rows["gold_effect_price"] += [
            (code, place, at, price.value) for at, price in enumerate(effect.prices)
        ]


def _card_row(card: Card) -> _Row:
    plot, host = card.plot, card.host
    stats = (plot.income, plot.initiative, plot.claim, plot.reserve) if plot else ()
    return (
        None,
        card.code,
        card.edition.value,
        card.name,
        card.type.value,
        card.pack,
        card.position,
        card.quantity,
        card.deck_limit,
        int(card.unique),
        int(card.loyal),
        *_number(card.cost),
        *_number(card.strength),
        *([column for value in stats for column in _number(value)] or _NO_STATS),
        *_number(card.income),
        *_number(card.initiative),
        card.reserve,
        card.influence,
        int(card.endless),
        card.only_in,
        int(card.deckbuilding),
        int(card.blank),
        card.reprint_of,
        host.words if host else None,
        int(host is not None and host.once),
        card.text,
        card.image_url,
        card.octgn_id,
        card.illustrator,
    )


def _add_pattern(rows: _Rows, code: str, pattern: CardPattern) -> int:
    """Add a pattern of a card and return its place among the card's."""
    patterns = rows["pattern"]
    last = patterns[-1] if patterns else None
    place = last[1] + 1 if last and last[0] == code else 0
    patterns.append((code, place, *(_plain(getattr(pattern, name)) for name in BOUNDS)))
    terms = [
        (name.removesuffix("s"), str(word)) for name in TERMS for word in getattr(pattern, name)
    ]
    rows["pattern_term"] += ((code, place, at, *term) for at, term in enumerate(terms))
    return int(place)


def _plain(value: object) -> object:
    """Return what sqlite3 stores without asking how."""
    if isinstance(value, bool):
        return int(value)
    return value.value if isinstance(value, StrEnum) else value


def _number(value: Number | None) -> tuple[int | None, int]:
    """Return the two columns of a number."""
    return (None, 1) if value is Printed.X else (value, 0)
