"""Published decklists are fetched whole or not at all, and wait for cards that are unknown yet."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from carddb.pool import CardPool
from core.errors import AppError, CancelledError, NewerDatabaseError
from published import storage
from published.corpus import Corpus
from published.storage import Changes, PublishedStore
from published.sync import sync_published
from tests.thronesdb import QUICK
from tests.unit.published.decklists import ALL, decklist, draw_decklists, serve_all

TODAY = date(2024, 6, 1)


@pytest.fixture
def store(tmp_path: Path) -> PublishedStore:
    return PublishedStore(tmp_path / "home" / "published.db")


def fetch(store: PublishedStore, server: HTTPServer, decklists: object) -> Changes:
    server.clear()
    serve_all(server, decklists)
    return sync_published(store, server.url_for(""), today=TODAY, limits=QUICK).changes


def names(store: PublishedStore) -> dict[int, str]:
    return {row[0]: row[1] for row in store.load().rows}


def test_a_fetch_replaces_what_was_there(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    decklists = draw_decklists(second, 30)
    assert fetch(store, httpserver, decklists) == Changes(30, 0, 0)
    changed = {**decklists[0], "name": "Renamed"}
    other = fetch_from_elsewhere(store, httpserver, [changed, *decklists[1:29]])
    assert other == Changes(0, 1, 1)
    assert names(store)[1] == "Renamed"
    assert 30 not in names(store)


def fetch_from_elsewhere(store: PublishedStore, server: HTTPServer, answer: object) -> Changes:
    """Fetch as from another server, which is not asked whether it has anything newer."""
    store.write((), {"source": "https://elsewhere.example"}, remove=False)
    return fetch(store, server, answer)


def test_nothing_newer_is_not_fetched_again(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    seen = serve_all(httpserver, draw_decklists(second, 5))
    first = sync_published(store, httpserver.url_for(""), today=TODAY, limits=QUICK)
    again = sync_published(store, httpserver.url_for(""), today=TODAY, limits=QUICK)
    assert (first.not_modified, again.not_modified) == (False, True)
    assert [bool(each.headers.get("If-Modified-Since")) for each in seen] == [False, True]
    assert len(names(store)) == 5


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>Back soon</html>",
        b'{"error": "maintenance"}',
        b"[" + json.dumps(decklist(9, "stark", [], {})).encode() + b', {"id": 10, "na',
        b"\xff\xfe[]",
        b"[1, 2" + b"[" * 5000,
    ],
)
def test_an_answer_of_no_use_loses_nothing(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool, answer: bytes
) -> None:
    fetch(store, httpserver, draw_decklists(second, 5))
    before = store.load().rows
    with pytest.raises(AppError):
        fetch_from_elsewhere(store, httpserver, answer)
    assert store.load().rows == before


def test_a_file_that_another_process_writes_is_not_taken_for_damaged(
    store: PublishedStore,
    httpserver: HTTPServer,
    second: CardPool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fetch(store, httpserver, draw_decklists(second, 5))
    monkeypatch.setattr(storage, "_BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(store.path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        for use in (store.load, store.facts, lambda: store.write((), {}, remove=True)):
            with pytest.raises(AppError, match="by another start of the program"):
                use()
    assert len(names(store)) == 5


def test_more_codes_than_the_file_has_numbers_for_lose_nothing(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    fetch(store, httpserver, draw_decklists(second, 5))
    many = [
        decklist(number, "stark", [], {f"c{number}_{at}": 1 for at in range(500)})
        for number in range(1, 133)
    ]
    with pytest.raises(AppError, match="name more than 65,536 cards"):
        fetch_from_elsewhere(store, httpserver, many)
    assert len(names(store)) == 5


def test_a_cancelled_fetch_loses_nothing(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    fetch(store, httpserver, draw_decklists(second, 5))
    store.write((), {"source": "https://elsewhere.example"}, remove=False)
    httpserver.clear()
    serve_all(httpserver, draw_decklists(second, 400, seed=2))

    def cancel(done: int, total: int) -> None:
        assert total == 100
        if done > 60:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        sync_published(store, httpserver.url_for(""), today=TODAY, limits=QUICK, progress=cancel)
    assert len(names(store)) == 5


def test_entries_that_are_no_decklists_are_counted_and_left_out(
    store: PublishedStore, httpserver: HTTPServer
) -> None:
    good = decklist(1, "stark", ["01027"], {"01027": 1, "01141": 3})
    bad: list[object] = [
        3,
        None,
        {},
        {**good, "id": "2"},
        {**good, "id": 3, "slots": {"01141": -1}},
        {**good, "id": 4, "slots": {"01141": 10_000}},
        {**good, "id": 5, "date_creation": "yesterday"},
        {**good, "id": 6, "agendas": [7]},
        {**good, "id": 7, "slots": {"x" * 50: 1}},
    ]
    serve_all(httpserver, [*bad, good, {**good, "id": 8, "slots": []}])
    report = sync_published(store, httpserver.url_for(""), today=TODAY, limits=QUICK)
    assert report.unread == len(bad)
    assert sorted(names(store)) == [1, 8]


@pytest.mark.parametrize("as_agenda", [False, True])
def test_unknown_cards_wait_until_they_are_known(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool, as_agenda: bool
) -> None:
    decklists = [each for each in draw_decklists(second, 40) if "99123" not in each["slots"]]
    known = next(each for each in decklists if sum(each["slots"].values()) > 67)
    new = known["agendas"][0] if as_agenda else next(iter(known["slots"]))
    older = CardPool(
        second.edition, [card for card in second if card.code != new], second.packs.values()
    )
    fetch(store, httpserver, [known])
    stored = store.load()
    assert (len(Corpus(older, stored)), len(Corpus(second, stored))) == (0, 1)


def test_a_damaged_name_is_read_as_far_as_it_goes(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    fetch(store, httpserver, draw_decklists(second, 3))
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE decklist SET name = CAST(x'41ff' AS TEXT) WHERE id = 1")
    assert [row[1] for row in store.load().rows if row[0] == 1] == ["A\N{REPLACEMENT CHARACTER}"]


def test_a_server_without_all_decklists_is_asked_for_each_day(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool
) -> None:
    first, last = draw_decklists(second, 2)
    last |= {"date_creation": "2024-01-03T10:00:00+00:00", "name": "Half a character \ud800"}
    httpserver.expect_request(ALL).respond_with_data(status=404)
    with pytest.raises(AppError, match="does not deliver all"):
        sync_published(store, httpserver.url_for(""), today=TODAY, limits=QUICK)
    fetch(store, httpserver, [first])
    httpserver.clear()
    httpserver.expect_request(ALL).respond_with_data(status=404)
    for day, found in (("01", [first]), ("02", []), ("03", [last])):
        httpserver.expect_request(f"{ALL}/by_date/2024-01-{day}.json").respond_with_json(found)
    report = sync_published(store, httpserver.url_for(""), today=date(2024, 1, 3), limits=QUICK)
    assert report.changes == Changes(1, 0, 0)
    assert sorted(names(store)) == [1, 2]
    assert names(store)[2] == "Half a character \ufffd\ufffd\ufffd"


@pytest.mark.parametrize("undamaged", [0, 5 * 4096])
def test_a_damaged_file_is_replaced_and_a_newer_one_left_alone(
    store: PublishedStore, httpserver: HTTPServer, second: CardPool, undamaged: int
) -> None:
    fetch(store, httpserver, draw_decklists(second, 200))
    whole = store.path.read_bytes()
    store.path.write_bytes(whole[:undamaged] + b"rubbish" * ((len(whole) - undamaged) // 7))
    assert store.load().rows == []
    assert fetch(store, httpserver, draw_decklists(second, 3)) == Changes(3, 0, 0)
    with store.path.open("r+b") as file:
        file.seek(60)
        file.write(b"\x00\x00\x00\x63")
    with pytest.raises(NewerDatabaseError):
        store.load()
