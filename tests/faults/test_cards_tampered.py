"""cards.db as nobody of ours wrote it: flipped bytes and odd rows end in the catalogue, quietly."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from carddb import schema
from carddb.card import Card, Erratum
from carddb.card_rows import QUERIES
from carddb.catalogue_json import decode_lines
from carddb.gold import GoldEffect, GoldKind, Moment
from carddb.origin import Origin
from carddb.pack import Cycle
from carddb.pattern import ANY_CHARACTER, CardPattern
from carddb.pool import Pools
from carddb.reader import checksum
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.store import CardStore
from carddb.terms import CardType, Crest, Edition, Faction, Icon, Keyword, PlotStats
from core.errors import AppError
from core.untrusted_database import bound
from tests import prepared_cards
from tests.builders import card, pack, pool
from tests.long_run import pairs, times
from tools.catalogue_lines import encode_line

# Something of everything, and enough cards for some dozens of pages.
GOLD = GoldEffect(
    kind=GoldKind.REDUCE,
    moment=Moment.MARSHALING_ACTION,
    amount=1,
    applies=CardPattern(names=("A",)),
)
RICH = card(
    "Rich",
    CardType.ATTACHMENT,
    code="00001",
    factions=(Faction.STARK,),
    house_only=(Faction.STARK,),
    icons=(Icon.POWER,),
    naval=(Icon.POWER,),
    crests=(Crest.WAR,),
    keywords=(Keyword("no-attachments", 1, ("Weapon",)),),
    errata=(Erratum("FFG", "1"),),
    doubts=("cost",),
    host=ANY_CHARACTER,
    gold_effects=(GOLD,),
)
PLOT = card("Plot", CardType.PLOT, code="00002", plot=PlotStats(5, 1, 1, 6))
CARDS = [card(f"Card {number}", code=f"01{number:03}", traits=("Lady",)) for number in range(60)]
CYCLE = Cycle("core", "Core Set", Edition.SECOND, 1)
LIST = RestrictedList(
    code="one",
    name="One",
    issuer="House",
    version="1",
    date=date(2026, 7, 1),
    card_set="redesign",
    edition=Edition.SECOND,
    banned=frozenset({"01001"}),
    formats=(
        ("joust", FormatList(frozenset({"01002"}), pods=(Pod(("01003", "01004"), "01003"),))),
    ),
)
POOLS: Pools = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"),
        edition=Edition.FIRST,
        packs=(pack("core", "Core", edition=Edition.FIRST),),
    ),
    Edition.SECOND: pool(RICH, PLOT, *CARDS, packs=(pack(),), cycles=(CYCLE,), lists=(LIST,)),
}
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
ENDLESS_WORDS = ENDLESS.replace("SELECT i FROM", "SELECT i, 'a', 'b', 'c' FROM")
ENDLESS_PAIRS = ENDLESS.replace("SELECT i FROM", "SELECT 'a', i FROM")
ODD = {
    "blob": "x'ff00ff'",
    "huge": "9223372036854775807",
    "negative": "-1",
    "infinite": "9e999",
    "no text": "CAST(x'ff' AS TEXT)",
    "another text": "'nobody knows it'",
    "empty": "''",
    "a day": "'9999-99-99T99:99:99+99:99'",
}
TABLES = tuple(table.name for table in schema.TABLES)
COLUMNS = [(table.name, column) for table in schema.TABLES for column in table.columns]


filled_once = prepared_cards.filled_once
pytestmark = pytest.mark.usefixtures("filled_once")


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
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            connection.execute(statement).close()


def loosely(path: Path, *statements: str) -> None:
    """Run statements in a file whose tables take values of any type, as who tampers would."""
    ours = {table.name: next(table.statements()) for table in schema.TABLES}
    loose = {
        name: re.sub(r",?\n STRICT$", "", ours[name]).replace(" NOT NULL", "") for name in TABLES
    }
    for sql, todo in ((loose, statements), (ours, ())):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("BEGIN")
            for name in TABLES:
                connection.execute(
                    "UPDATE sqlite_master SET sql = ? WHERE name = ?", [sql[name], name]
                )
            connection.execute("COMMIT")
        run(path, *todo)


def sealed(path: Path) -> None:
    """Write the checksum of what is there, as who tampers would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        rows = {name: connection.execute(query).fetchall() for name, query in QUERIES.items()}
        seal = checksum(rows)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'checksum'", [seal])


def assert_usable(path: Path) -> None:
    """Check that there are cards, that a sync can be saved, and that the file is whole then."""
    used = store(path)
    found = used.pools()
    assert all(len(found[edition]) for edition in Edition)
    cards = [card for edition in Edition for card in found[edition]]
    assert list(decode_lines(Card, map(encode_line, cards))) == cards
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


def odd_value(table: str, column: str, odd: str) -> str:
    last = f"(SELECT {column} FROM {table} ORDER BY 1 DESC LIMIT 1)"  # noqa: S608
    return f"UPDATE {table} SET {column} = {ODD[odd]} WHERE {column} IS {last}"  # noqa: S608


@pytest.mark.parametrize(("place", "odd"), pairs(COLUMNS[:: times(12, 6)], ODD, each=1))
def test_odd_values(path: Path, place: tuple[str, str], odd: str) -> None:
    with suppress(sqlite3.IntegrityError):
        loosely(path, odd_value(*place, odd))
    assert_usable(path)


@pytest.mark.parametrize(("place", "odd"), pairs(COLUMNS[:: times(4, 1)], ODD, each=1))
def test_odd_values_with_their_checksum(path: Path, place: tuple[str, str], odd: str) -> None:
    with suppress(sqlite3.IntegrityError):
        loosely(path, odd_value(*place, odd))
    try:
        sealed(path)
    except sqlite3.OperationalError:
        assert odd in {"no text", "blob"}  # bytes that are no UTF-8
    assert_usable(path)


def test_the_tables_that_take_any_value_are_ours_again(path: Path) -> None:
    loosely(path)
    rebuilt: list[int] = []
    store(path).pools(lambda done, _: rebuilt.append(done))
    assert rebuilt == []


SCHEMAS = {
    "a view": ["ALTER TABLE card RENAME TO other", f"CREATE VIEW card AS {ENDLESS}"],
    "a view of traits": [
        "ALTER TABLE card_trait RENAME TO other",
        f"CREATE VIEW card_trait(code, trait) AS {ENDLESS_PAIRS}",
    ],
    "a view for meta": [
        "ALTER TABLE meta RENAME TO other",
        f"CREATE VIEW meta(key, value) AS {ENDLESS_PAIRS}",
    ],
    "a view of ours that never ends": [
        "DROP VIEW card_words",
        f"CREATE VIEW card_words(id, name, traits, text) AS {ENDLESS_WORDS}",
    ],
    "no view": ["DROP VIEW card_words"],
    "no index of words": ["DROP TABLE card_search"],
    "an index of words that is a table": [
        "DROP TABLE card_search",
        "CREATE TABLE card_search (card_search NOT NULL UNIQUE)",
        "INSERT INTO card_search VALUES ('rebuild')",
    ],
    "an index of words that is broken": ["UPDATE card_search_data SET block = x'ff00ff'"],
    "an index of words from tomorrow": ["UPDATE card_search_config SET v = 99"],
    "a trigger": [
        f"CREATE TRIGGER t AFTER DELETE ON card BEGIN INSERT INTO meta {ENDLESS_PAIRS}; END"
    ],
    "a trigger that empties": ["CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM card; END"],
    "a column that is computed": [
        "ALTER TABLE pack RENAME TO other",
        "CREATE TABLE pack (edition, code, ordinal, name, cycle, position, released AS (name), p)",
    ],
    "an index that refuses": ["CREATE UNIQUE INDEX u ON card(edition) WHERE code = '01001'"],
    "a column that must be filled": [
        "ALTER TABLE list_format RENAME TO other",
        "CREATE TABLE list_format (edition, list, ordinal, format, x NOT NULL)",
    ],
    "a table of a module": [
        "DROP TABLE card_doubt",
        "CREATE VIRTUAL TABLE card_doubt USING fts5(doubt)",
    ],
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
        decode_lines(Cycle, ["[" * 60_000])
