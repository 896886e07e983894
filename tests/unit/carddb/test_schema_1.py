"""A cards.db of the first schema: filled anew, with what the player synced in it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from carddb import catalogue
from carddb.origin import CATALOGUE, Origin
from carddb.pool import CardPool
from carddb.store import CardStore
from carddb.terms import Edition
from tests.builders import card
from tests.prepared_cards import fill_files_once
from tests.unit.carddb.schema_1 import write_schema_1

pytestmark = pytest.mark.usefixtures("reverse_unordered")

DAY = datetime(2026, 8, 1, 12, tzinfo=UTC)
ORIGIN = Origin("https://thronesdb.com", DAY, (("/cards/", "Sat, 25 Jul 2026 17:20:00 GMT"),))


@pytest.fixture(scope="module")
def synced(pools: Mapping[Edition, CardPool]) -> Mapping[Edition, CardPool]:
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


def test_what_was_synced_is_carried_over(
    tmp_path: Path, pools: Mapping[Edition, CardPool], synced: Mapping[Edition, CardPool]
) -> None:
    path = tmp_path / "cards.db"
    write_schema_1(path, synced, ORIGIN, "an older catalogue")
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
        assert store.origin(Edition.SECOND) == Origin(ORIGIN.source, DAY)
    with closing(sqlite3.connect(path)) as connection:
        words = "SELECT card.name FROM card JOIN card_search ON card_search.rowid = id"
        found_names = connection.execute(f"{words} WHERE card_search MATCH 'renown'")
        assert found_names.fetchall() == [("Hodor",)]


@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)
def test_without_a_sync_the_catalogue_takes_its_place(
    tmp_path: Path, pools: Mapping[Edition, CardPool]
) -> None:
    path = tmp_path / "cards.db"
    write_schema_1(path, pools, None, catalogue.fingerprint())
    store = CardStore(path, load=lambda: pools)
    assert store.pools()[Edition.SECOND].cards == pools[Edition.SECOND].cards
    assert (store.note, store.origin(Edition.SECOND)) == ("", CATALOGUE)


@pytest.fixture(scope="module")
def filled_once() -> Iterator[None]:
    """Fill a cards.db with the catalogue once; the tests before see how it is filled."""
    with pytest.MonkeyPatch.context() as patch:
        fill_files_once(patch)
        yield


@pytest.fixture(scope="module")
def old_file(tmp_path_factory: pytest.TempPathFactory, synced: Mapping[Edition, CardPool]) -> Path:
    """Return a file of the first schema, to be copied."""
    path = tmp_path_factory.mktemp("old") / "cards.db"
    write_schema_1(path, synced, ORIGIN, "an older catalogue")
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
    pools: Mapping[Edition, CardPool],
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
