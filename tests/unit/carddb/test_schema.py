"""The tables of cards.db: made as defined, read to the last column; older ones are filled anew."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from carddb import catalogue, reader, schema
from carddb.card_rows import QUERIES
from carddb.origin import CATALOGUE, Origin
from carddb.pool import CardPool, Pools
from carddb.store import CardStore
from carddb.terms import Edition
from tests.builders import card, pool
from tools.catalogue_lines import encode_line, encode_list

pytestmark = pytest.mark.usefixtures("reverse_unordered")

ARYA = card("Arya Stark", code="01141", traits=("Lady",))
SHIPPED = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"), edition=Edition.FIRST
    ),
    Edition.SECOND: pool(ARYA),
}
SYNCED = pool(replace(ARYA, text="She runs."), card("Theon", code="01142", traits=("Höfling",)))
ORIGIN = Origin("https://thronesdb.com", datetime(2026, 8, 1, 12, tzinfo=UTC))


@pytest.fixture
def store(tmp_path: Path) -> CardStore:
    made = CardStore(tmp_path / "cards.db", load=lambda: SHIPPED, fingerprint=lambda: "one")
    made.pools()
    return made


@pytest.fixture
def connection(store: CardStore) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(store.path)) as connection:
        yield connection


def found(path: Path, words: str) -> list[str]:
    """Return the codes of the cards that the full-text index finds, which must be in order."""
    query = (
        "SELECT code FROM card JOIN card_search ON card_search.rowid = card.id"
        " WHERE card_search MATCH ? ORDER BY code"
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO card_search(card_search) VALUES ('integrity-check')")
        connection.rollback()
        return [code for (code,) in connection.execute(query, [words])]


def test_the_tables_of_a_schema_never_change() -> None:
    # Files are read only if their tables are these to the letter: another column needs another
    # SCHEMA_VERSION, and a reader for files of this one.
    statements = [sql for table in schema.TABLES for sql in table.statements()]
    digest = sha256("\n".join(sorted(statements)).encode()).hexdigest()
    assert (reader.SCHEMA_VERSION, digest) == (
        2,
        "481c9604c5ed6d35c23f613d108ce75db294cd04f2a23cf2218ee8ed9e3588cf",
    )


def test_every_column_is_read(connection: sqlite3.Connection) -> None:
    read = {
        (name.split()[0], column)
        for name, query in QUERIES.items()
        for column, *_ in connection.execute(query).description
    }
    # Places and the numbers of rows are in the order of what is read.
    order = {"ordinal", "id"}
    columns = {
        (table.name, column)
        for table in schema.TABLES
        for column in table.columns
        if table.name != "meta"
    }
    assert {each for each in columns - read if each[1] not in order} == set()
    assert read <= columns


def test_every_value_has_the_type_that_it_had(tmp_path: Path, pools: Pools) -> None:
    filled = CardStore(tmp_path / "cards.db", load=lambda: pools)
    filled.pools()
    assert filled.note == ""
    for edition, pool_of_edition in filled.pools().items():
        assert repr(pool_of_edition.cards) == repr(pools[edition].cards)
        assert repr(pool_of_edition.packs) == repr(pools[edition].packs)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO card_trait VALUES ('99999', 0, 'Lady')",
        "UPDATE card SET pack = 'Nowhere'",
        "UPDATE card SET cost = 'three'",
        "UPDATE card SET name = NULL",
    ],
)
def test_other_tools_cannot_store_what_is_no_fact(
    connection: sqlite3.Connection, statement: str
) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)


def test_the_words_of_a_sync_are_found_and_the_old_ones_no_more(store: CardStore) -> None:
    assert found(store.path, "arya") == ["01141"]
    assert found(store.path, "runs") == []
    store.replace(SYNCED, ORIGIN)
    assert found(store.path, "runs") == ["01141"]
    assert found(store.path, "traits: hofling") == ["01142"]
    assert found(store.path, "ice") == ["core_1"]
    store.replace(SHIPPED[Edition.SECOND], ORIGIN)
    assert found(store.path, "runs") == []
    assert found(store.path, "hofling") == []
    assert found(store.path, "lady") == ["01141"]


def test_words_are_found_after_other_tools_tidied_the_file(
    store: CardStore,
) -> None:
    store.replace(SYNCED, ORIGIN)
    with closing(sqlite3.connect(store.path)) as connection:
        for statement in ("VACUUM", "ANALYZE", "CREATE VIEW mine AS SELECT name FROM card"):
            connection.execute(statement)
    assert found(store.path, "runs") == ["01141"]
    reported: list[int] = []
    again = CardStore(store.path, load=lambda: SHIPPED, fingerprint=lambda: "one")
    assert again.pools(lambda done, _: reported.append(done))[Edition.SECOND].cards == SYNCED.cards
    assert (reported, again.note) == ([], "")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE card_search_data SET block = x'ff00ff'",
        "DROP TABLE card_search",
        "DROP VIEW card_words",
        "CREATE UNIQUE INDEX other ON card (edition)",
    ],
)
def test_damage_beside_the_cards_does_not_stop_a_sync(
    store: CardStore, connection: sqlite3.Connection, statement: str
) -> None:
    connection.execute(statement)
    connection.commit()
    connection.close()
    store.replace(SYNCED, ORIGIN)
    assert found(store.path, "runs") == ["01141"]
    again = CardStore(store.path, load=lambda: SHIPPED, fingerprint=lambda: "one")
    assert again.pools()[Edition.SECOND].cards == SYNCED.cards
    assert again.pools()[Edition.FIRST].cards == SHIPPED[Edition.FIRST].cards
    assert (again.origin(Edition.SECOND), again.note) == (ORIGIN, "")


def test_the_checksum_of_rows_is_the_same_in_every_version_of_python() -> None:
    rows: list[tuple[object, ...]] = [("01141", None, 7, -1, 2**40, "Königsmund"), ()]
    assert reader.checksum({"card": rows, "pack": []}) == (
        "5d548e9e402718e1be6e383f16a01461e3fd36fff4b520ca3bcfdae2a3fb0fa1"
    )


_TABLES = """
CREATE TABLE meta ("key" VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY ("key"));
CREATE TABLE cycle (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (edition, code)
);
CREATE TABLE pack (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, cycle VARCHAR NOT NULL, facts VARCHAR NOT NULL,
    PRIMARY KEY (edition, code)
);
CREATE TABLE restricted_list (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (edition, code)
);
CREATE TABLE card (
    code VARCHAR NOT NULL, edition VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, type VARCHAR NOT NULL, pack VARCHAR NOT NULL,
    position INTEGER NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (code),
    FOREIGN KEY(edition, pack) REFERENCES pack (edition, code)
);
CREATE INDEX ix_card_edition ON card (edition);
"""


def write_schema_1(path: Path, pools: Pools, origin: Origin | None, catalogue: str) -> None:
    """Write a file with the second edition as it was synced from an origin, or with neither."""
    digest = sha256()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_TABLES)
        for table in ("cycle", "pack", "restricted_list", "card"):
            for edition in Edition:
                for row in _rows(table, pools, edition):
                    digest.update(row["facts"].encode() + b"\n")
                    names = ", ".join(row)
                    marks = ", ".join("?" * len(row))
                    connection.execute(
                        f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608
                        list(row.values()),
                    )
        meta = {"schema": "1", "catalogue": catalogue, "checksum": digest.hexdigest()}
        meta |= origin.rows(Edition.SECOND) if origin else ()
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        connection.commit()


def _rows(table: str, pools: Pools, edition: Edition) -> list[dict[str, Any]]:
    pool = pools[edition]
    found: dict[str, list[Any]] = {
        "cycle": [*pool.cycles.values()],
        "pack": [*pool.packs.values()],
        "restricted_list": [*pool.lists.values()],
        "card": [*pool.cards],
    }
    more: dict[str, tuple[str, ...]] = {"pack": ("cycle",), "card": ("type", "pack", "position")}
    return [
        {
            "edition": edition.value,
            "code": each.code,
            "ordinal": ordinal,
            "name": each.name,
            "facts": encode_list(each) if table == "restricted_list" else encode_line(each),
            **{name: str(getattr(each, name)) for name in more.get(table, ())},
        }
        for ordinal, each in enumerate(found[table])
    ]


DAY = datetime(2026, 8, 1, 12, tzinfo=UTC)
OLD_ORIGIN = Origin("https://thronesdb.com", DAY, (("/cards/", "Sat, 25 Jul 2026 17:20:00 GMT"),))


@pytest.fixture(scope="module")
def synced(pools: Pools) -> Pools:
    """Return the catalogue with a text and a picture for each card, and with a card more."""
    old = pools[Edition.SECOND]
    cards = [
        replace(each, text=f"Made up {number}.", blank=False, image_url=f"https://x.org/{number}")
        for number, each in enumerate(old)
    ]
    new = CardPool(
        old.edition,
        (*cards, card("Hodor", code="90000", text="Renown.")),
        old.packs.values(),
        old.cycles.values(),
        old.lists.values(),
    )
    return {**pools, Edition.SECOND: new}


def test_what_was_synced_is_carried_over(tmp_path: Path, pools: Pools, synced: Pools) -> None:
    path = tmp_path / "cards.db"
    write_schema_1(path, synced, OLD_ORIGIN, "an older catalogue")
    for _ in range(2):
        store = CardStore(path, load=lambda: pools)
        found = store.pools()
        assert store.note == ""
        assert found[Edition.FIRST].cards == pools[Edition.FIRST].cards
        second = found[Edition.SECOND]
        stored = [(each.code, each.text, each.image_url) for each in second]
        assert stored == [(e.code, e.text, e.image_url) for e in synced[Edition.SECOND]]
        # As at every new version, the facts are read from the texts.
        assert second.card("90000").keyword("renown")
        assert list(second.lists.items()) == list(pools[Edition.SECOND].lists.items())
        # Everything is requested at the next sync.
        assert store.origin(Edition.SECOND) == Origin(OLD_ORIGIN.source, DAY)
    with closing(sqlite3.connect(path)) as connection:
        words = "SELECT card.name FROM card JOIN card_search ON card_search.rowid = id"
        found_names = connection.execute(f"{words} WHERE card_search MATCH 'renown'")
        assert found_names.fetchall() == [("Hodor",)]


@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)
def test_without_a_sync_the_catalogue_takes_its_place(tmp_path: Path, pools: Pools) -> None:
    path = tmp_path / "cards.db"
    write_schema_1(path, pools, None, catalogue.fingerprint())
    store = CardStore(path, load=lambda: pools)
    assert store.pools()[Edition.SECOND].cards == pools[Edition.SECOND].cards
    assert (store.note, store.origin(Edition.SECOND)) == ("", CATALOGUE)


@pytest.fixture(scope="module")
def old_file(tmp_path_factory: pytest.TempPathFactory, synced: Pools) -> Path:
    """Return a file of the first schema, to be copied."""
    path = tmp_path_factory.mktemp("old") / "cards.db"
    write_schema_1(path, synced, OLD_ORIGIN, "an older catalogue")
    return path


@pytest.mark.usefixtures("filled_once")
@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE card SET facts = replace(facts, 'Made', 'Maid') WHERE code = '01141'",
        "DELETE FROM card WHERE code = '01141'",
        "UPDATE card SET facts = '{' WHERE code = '01141'",
        "UPDATE pack SET facts = 5",
        "DROP TABLE restricted_list",
        "CREATE VIEW other AS SELECT 1",
    ],
)
def test_a_damaged_one_is_told(
    tmp_path: Path,
    pools: Pools,
    old_file: Path,
    statement: str,
) -> None:
    path = Path(shutil.copy(old_file, tmp_path / "cards.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
    store = CardStore(path, load=lambda: pools)
    assert store.pools()[Edition.SECOND].cards == pools[Edition.SECOND].cards
    assert "https://thronesdb.com are gone. Sync to have them again." in store.note
