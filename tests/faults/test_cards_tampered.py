"""cards.db as nobody of ours wrote it: flipped bytes and odd rows end in the catalogue, quietly."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from carddb.card_json import decode
from carddb.card_reader import TABLES
from carddb.errors import AppError
from carddb.fingerprint import checksum
from carddb.origin import Origin
from carddb.pack import Cycle
from carddb.pool import CardPool
from carddb.store import CardStore
from carddb.terms import Edition
from carddb.untrusted_database import bound
from tests.builders import card, pack, pool
from tests.long_run import pairs, times

# Enough cards for some dozens of pages of every kind.
CARDS = [card(f"Card {number}", code=f"01{number:03}", traits=("Lady",)) for number in range(300)]
CYCLE = Cycle("core", "Core Set", Edition.SECOND, 1)
POOLS: Mapping[Edition, CardPool] = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"),
        edition=Edition.FIRST,
        packs=(pack("core", "Core", edition=Edition.FIRST),),
    ),
    Edition.SECOND: pool(*CARDS, packs=(pack(),), cycles=(CYCLE,)),
}
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
ENDLESS_PAIRS = ENDLESS.replace("SELECT i FROM", "SELECT 'a', i FROM")
ENDLESS_FACTS = ENDLESS.replace("SELECT i FROM", "SELECT 'second', i, '' FROM")
DEEP = f"'{'[' * 60_000}'"
ODD = {
    "blob": "x'ff00ff'",
    "huge": "9223372036854775807",
    "negative": "-1",
    "infinite": "9e999",
    "no text": "CAST(x'ff' AS TEXT)",
    "deep": DEEP,
    "empty": "''",
    "a day": "'9999-99-99T99:99:99+99:99'",
}
COLUMNS = [
    *[("meta", column) for column in ("key", "value")],
    *[(t, c) for t in TABLES for c in ("edition", "code", "ordinal", "name", "facts")],
    *[("card", column) for column in ("type", "pack", "position")],
]


def store(path: Path) -> CardStore:
    return CardStore(path, load=lambda: POOLS, fingerprint=lambda: "one")


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file whose second edition was synced, to be copied."""
    path = tmp_path_factory.mktemp("synced") / "cards.db"
    filled = store(path)
    filled.pools()
    origin = Origin("https://thronesdb.com", datetime(2026, 8, 1, tzinfo=UTC))
    filled.replace(POOLS[Edition.SECOND], origin)
    return path


@pytest.fixture
def path(tmp_path: Path, synced: Path) -> Path:
    return Path(shutil.copy(synced, tmp_path / "cards.db"))


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = bytes
        for statement in statements:
            connection.execute(statement).close()


def sealed(path: Path) -> None:
    """Write the checksum of what is there, as who tampers would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        facts = [
            fact
            for table in TABLES
            for edition in Edition
            for (fact,) in connection.execute(
                f"SELECT facts FROM {table} WHERE edition = '{edition.value}' ORDER BY ordinal"  # noqa: S608
            )
        ]
        seal = checksum(each for each in facts if isinstance(each, str))
        connection.execute("UPDATE meta SET value = ? WHERE key = 'checksum'", [seal])


def assert_usable(path: Path) -> None:
    """Check that there are cards, that a sync can be saved, and that the file is whole then."""
    used = store(path)
    found = used.pools()
    assert all(len(found[edition]) for edition in Edition)
    origin = Origin("https://thronesdb.com", datetime(2026, 8, 2, tzinfo=UTC))
    used.replace(POOLS[Edition.SECOND], origin)
    used.confirm(Edition.SECOND, replace(origin, modified=(("cards", "now"),)))
    again = store(path)
    assert again.pools()[Edition.SECOND].cards == POOLS[Edition.SECOND].cards
    assert again.note == ""


@pytest.mark.parametrize("seed", range(times(short=18, long=60)))
def test_any_byte_may_be_wrong(path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    content = bytearray(path.read_bytes())
    # A third of them where it hurts: the header and the schema.
    end = 4096 if seed % 3 == 0 else len(content)
    for _ in range(chance.choice([1, 5, 50])):
        content[chance.randrange(end)] = chance.randrange(256)
    path.write_bytes(content)
    assert_usable(path)


@pytest.mark.parametrize(("place", "odd"), pairs(COLUMNS, ODD, each=3))
def test_odd_values(path: Path, place: tuple[str, str], odd: str) -> None:
    table, column = place
    one = f"(SELECT rowid FROM {table} ORDER BY rowid DESC LIMIT 1)"  # noqa: S608
    run(path, f"UPDATE {table} SET {column} = {ODD[odd]} WHERE rowid = {one}")  # noqa: S608
    assert_usable(path)


ODD_FACTS = (*ODD.values(), "'1'", "'{}'", "'[]'", "'1}, {2'")


@pytest.mark.parametrize(("table", "facts"), pairs(TABLES, ODD_FACTS, each=5))
def test_odd_facts_with_their_checksum(path: Path, table: str, facts: str) -> None:
    row = "edition, code, ordinal, name"
    if table == "restricted_list":
        run(path, f"INSERT INTO {table} ({row}, facts) VALUES ('second', 'x', 0, 'x', {facts})")  # noqa: S608
    else:
        run(path, f"UPDATE {table} SET facts = {facts} WHERE edition = 'second'")  # noqa: S608
    try:
        sealed(path)
    except sqlite3.OperationalError:
        assert "CAST" in facts
    assert_usable(path)


SCHEMAS = {
    "a view": ["ALTER TABLE card RENAME TO other", f"CREATE VIEW card AS {ENDLESS}"],
    "a view of facts": [
        "ALTER TABLE card RENAME TO other",
        f"CREATE VIEW card(edition, ordinal, facts) AS {ENDLESS_FACTS}",
    ],
    "a view for meta": [
        "ALTER TABLE meta RENAME TO other",
        f"CREATE VIEW meta(key, value) AS {ENDLESS_PAIRS}",
    ],
    "a trigger": [
        f"CREATE TRIGGER t AFTER DELETE ON card BEGIN INSERT INTO meta {ENDLESS_PAIRS}; END"
    ],
    "a trigger that empties": [
        "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM card; END",
    ],
    "a column that is computed": [
        "ALTER TABLE card RENAME TO other",
        "CREATE TABLE card (code, edition, ordinal, name, type, pack, position, facts AS (name))",
        "INSERT INTO card SELECT code, edition, ordinal, name, type, pack, position FROM other",
    ],
    "an index that refuses": ["CREATE UNIQUE INDEX u ON card(edition) WHERE ordinal = 1"],
    "a column that must be filled": [
        "ALTER TABLE restricted_list RENAME TO other",
        "CREATE TABLE restricted_list (edition, code, ordinal, name, facts, x NOT NULL)",
    ],
    "a table of a module": ["DROP TABLE card", "CREATE VIRTUAL TABLE card USING fts5(facts)"],
}


@pytest.mark.parametrize("statements", SCHEMAS.values(), ids=SCHEMAS.keys())
def test_a_schema_that_is_not_ours(path: Path, statements: list[str]) -> None:
    run(path, *statements)
    assert_usable(path)


def test_what_takes_for_ever_is_interrupted() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        bound(connection, steps=1_000_000)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(ENDLESS).fetchall()


def test_deep_json_is_no_card() -> None:
    with pytest.raises(AppError):
        decode(Cycle, ["[" * 60_000])
