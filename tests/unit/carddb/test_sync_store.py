"""Synced cards in cards.db: stored across starts and new versions, never lost without a note."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from carddb import reader
from carddb.card import Card, Erratum
from carddb.origin import CATALOGUE, Origin
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool, Pools
from carddb.store import CardStore, StoreError
from carddb.terms import Edition, Keyword
from core.errors import CancelledError
from tests.builders import card, pack, pool, restricted_list
from tests.unit.carddb.test_store import sql

pytestmark = pytest.mark.usefixtures("reverse_unordered")

CORE = Cycle("core", "Core Set", Edition.SECOND, 1)
ARYA = card("Arya Stark", code="01141", keywords=(Keyword("renown"),))
FIRST = pool(card("Ice", code="core_1", edition=Edition.FIRST, pack="core"), edition=Edition.FIRST)
DAY = datetime(2026, 8, 1, 12, tzinfo=UTC)
ORIGIN = Origin("https://thronesdb.com", DAY, (("/cards/", "Sat, 25 Jul 2026 17:20:00 GMT"),))


def second(*cards: Card, packs: tuple[Pack, ...] = (), lists: tuple[str, ...] = ()) -> CardPool:
    days = (restricted_list(each, date=date.fromisoformat(each)) for each in lists)
    return pool(*cards, packs=(pack(), *packs), cycles=(CORE,), lists=tuple(days))


SHIPPED = {Edition.FIRST: FIRST, Edition.SECOND: second(ARYA, lists=("2026-07-01",))}
NEW = replace(ARYA, text="Stealth.", keywords=(Keyword("stealth"),), image_url="https://x.org/a")
SYNCED = second(NEW, card("Hodor", code="30001", text="Made up."), lists=("2026-07-01",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cards.db"


def opened(path: Path, shipped: Pools = SHIPPED, fingerprint: str = "one") -> CardStore:
    store = CardStore(path, load=lambda: shipped, fingerprint=lambda: fingerprint)
    store.pools()
    return store


def synced(path: Path, origin: Origin = ORIGIN) -> None:
    opened(path).replace(SYNCED, origin)


def second_of(store: CardStore) -> tuple[Card, ...]:
    return store.pools()[Edition.SECOND].cards


def shipped_with(day: str, *packs: Pack) -> Pools:
    lists = ("2026-07-01", *([day] if day else []))
    return {Edition.FIRST: FIRST, Edition.SECOND: second(ARYA, packs=packs, lists=lists)}


def test_the_next_start_has_them_and_knows_where_they_are_from(path: Path) -> None:
    synced(path)
    store = opened(path)
    assert second_of(store) == SYNCED.cards
    assert store.pools()[Edition.FIRST].cards == FIRST.cards
    assert (store.origin(Edition.SECOND), store.note) == (ORIGIN, "")
    assert store.origin(Edition.FIRST) is CATALOGUE
    assert store.shipped() is SHIPPED


def test_a_sync_without_news_changes_the_day_alone(path: Path) -> None:
    synced(path)
    later = replace(ORIGIN, synced=DAY + timedelta(days=3))
    opened(path).confirm(Edition.SECOND, later)
    assert opened(path).origin(Edition.SECOND) == later
    assert second_of(opened(path)) == SYNCED.cards


def test_another_catalogue_without_newer_things_keeps_them(path: Path) -> None:
    synced(path)
    fixed = replace(ARYA, errata=(Erratum("House", "2"),))
    catalogue = {Edition.FIRST: FIRST, Edition.SECOND: second(fixed, lists=("2026-07-01",))}
    store = opened(path, catalogue, "two")
    arya, hodor = second_of(store)
    assert (arya, hodor.text) == (replace(NEW, errata=fixed.errata), "Made up.")
    assert store.note == ""
    # What the program knows changed, so everything is requested anew.
    assert store.origin(Edition.SECOND) == Origin(ORIGIN.source, DAY)
    assert second_of(opened(path, catalogue, "two")) == (arya, hodor)


def test_facts_are_read_from_the_texts_again(path: Path) -> None:
    store = opened(path)
    wrong = second(replace(NEW, keywords=()), lists=("2026-07-01",))
    store.replace(wrong, ORIGIN)
    (arya,) = second_of(opened(path, SHIPPED, "two"))
    assert arya.keywords == (Keyword("stealth"),)


@pytest.mark.parametrize(
    "shipped",
    [
        shipped_with("2026-10-01"),
        shipped_with("", pack("New", "New", released="2026-09-09")),
    ],
    ids=["a newer list", "a newer pack"],
)
def test_a_catalogue_with_newer_things_takes_over_and_says_so(path: Path, shipped: Pools) -> None:
    synced(path)
    store = CardStore(path, load=lambda: shipped, fingerprint=lambda: "two")
    assert second_of(store) == (ARYA,)
    assert "older than the catalogue of this program" in store.note
    assert "days ago from https://thronesdb.com" in store.note
    assert "Sync" in store.note
    assert store.origin(Edition.SECOND) is CATALOGUE
    assert (second_of(store), store.note) == ((ARYA,), "")


@pytest.mark.parametrize(
    "shipped",
    [
        shipped_with("2026-06-01"),
        shipped_with("", pack("Old", "Old", released="2020-09-09")),
        shipped_with("", pack("Never", "Never", released="")),
    ],
    ids=["an older list", "an older pack", "a pack without a day"],
)
def test_what_the_server_did_not_have_brings_no_catalogue_back(path: Path, shipped: Pools) -> None:
    synced(path)
    store = opened(path, shipped, "two")
    assert second_of(store) == SYNCED.cards
    assert store.note == ""


@pytest.mark.parametrize(
    "spoil",
    [
        sql("DELETE FROM card WHERE code = '30001'"),
        sql("UPDATE card SET cost = 7"),
        sql("DROP TABLE restricted_list"),
        sql("UPDATE meta SET value = '0' WHERE key = 'schema'"),
        sql("UPDATE meta SET value = 'x' WHERE key = 'checksum'"),
    ],
)
def test_damage_to_synced_cards_is_told(path: Path, spoil: Callable[[Path], None]) -> None:
    synced(path)
    spoil(path)
    store = CardStore(path, load=lambda: SHIPPED, fingerprint=lambda: "one")
    assert second_of(store) == (ARYA,)
    assert "https://thronesdb.com are gone. Sync to have them again." in store.note
    assert second_of(opened(path)) == (ARYA,)


@pytest.mark.parametrize("value", ["", "yesterday", "2026-08-01"])
def test_an_origin_that_makes_no_sense_is_none(path: Path, value: str) -> None:
    synced(path)
    sql(f"UPDATE meta SET value = '{value}' WHERE key = 'synced.second'")(path)  # noqa: S608
    store = opened(path)
    assert store.origin(Edition.SECOND) is CATALOGUE
    assert second_of(store) == SYNCED.cards


def test_syncing_twice_leaves_nothing_of_the_first(path: Path) -> None:
    synced(path)
    again = Origin("http://127.0.0.1:8000", DAY)
    opened(path).replace(SHIPPED[Edition.SECOND], again)
    store = opened(path)
    assert (second_of(store), store.origin(Edition.SECOND)) == ((ARYA,), again)


def test_a_card_in_no_pack_is_refused_and_the_old_ones_stay(path: Path) -> None:
    store = opened(path)
    broken = CardPool(Edition.SECOND, [replace(ARYA, pack="Nowhere")], [pack()], [CORE])
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        store.replace(broken, ORIGIN)
    assert (second_of(opened(path)), store.origin(Edition.SECOND)) == ((ARYA,), CATALOGUE)


def test_a_file_that_vanished_is_not_made_anew(path: Path) -> None:
    store = opened(path)
    path.unlink()
    with pytest.raises(StoreError, match="There is no"):
        store.replace(SYNCED, ORIGIN)
    assert not path.exists()


def test_stopping_in_the_transaction_leaves_the_old(path: Path) -> None:
    store = opened(path)
    before = path.read_bytes()

    def stop(*_: int) -> None:
        raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        store.replace(SYNCED, ORIGIN, stop)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_file_in_use_is_neither_read_nor_rebuilt(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced(path)
    monkeypatch.setattr(reader, "BUSY_TIMEOUT", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        store = CardStore(path, load=lambda: SHIPPED, fingerprint=lambda: "one")
        assert second_of(store) == (ARYA,)
        assert "is being changed by another start of the program" in store.note
        other.execute("ROLLBACK")
    assert (second_of(store), store.note) == (SYNCED.cards, "")


def test_letters_that_are_no_text_are_refused(path: Path) -> None:
    store = opened(path)
    with pytest.raises(StoreError, match="could not be saved"):
        store.replace(second(replace(ARYA, name="\ud800")), ORIGIN)
    assert second_of(opened(path)) == (ARYA,)


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(seconds=-5), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=5, minutes=59), "5 hours ago"),
        (timedelta(days=2, hours=3), "2 days ago"),
        (timedelta(days=1200), "1,200 days ago"),
    ],
)
def test_the_age_of_the_cards_in_words(age: timedelta, words: str) -> None:
    assert ORIGIN.words(DAY + age) == f"synced {words} from https://thronesdb.com"


def test_the_catalogue_in_words() -> None:
    assert CATALOGUE.words(DAY) == "from the catalogue in this program"
