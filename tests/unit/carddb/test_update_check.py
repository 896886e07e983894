"""Checks for updates: whether a server has anything newer, without a download."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from carddb.store import CardStore
from carddb.sync import check_for_update, newer_list, sync
from carddb.terms import Edition
from core.download import AddressError
from core.errors import CancelledError, NetworkError
from tests.faults.wire import Wire, serving
from tests.thronesdb import CARDS, CYCLES, LISTS, QUICK, Api, api_list, api_of
from tests.unit.carddb.test_store import LIST
from tests.unit.carddb.test_sync import POOLS

DAY = date(2026, 12, 1)


@pytest.fixture
def api(httpserver: HTTPServer) -> Api:
    return Api(httpserver, api_of(POOLS[Edition.SECOND]))


@pytest.fixture
def store(tmp_path: Path) -> CardStore:
    return CardStore(tmp_path / "cards.db", load=lambda: POOLS, fingerprint=lambda: "one")


def test_cards_that_were_never_synced_are_older(store: CardStore, api: Api) -> None:
    assert check_for_update(store, api.url, limits=QUICK) is None
    assert api.paths() == [CYCLES]
    assert store.origin(Edition.SECOND).source == ""


def test_nothing_newer_is_written_down_with_the_time(store: CardStore, api: Api) -> None:
    before = sync(store, api.url, limits=QUICK).origin
    api.paths()
    now = check_for_update(store, f"{api.url}/", limits=QUICK)
    assert now is not None
    assert len(api.paths()) == 4
    assert (now.source, dict(now.modified)) == (before.source, dict(before.modified))
    assert now.synced is not None
    assert before.synced is not None
    assert now.synced >= before.synced
    again = CardStore(store.path, load=lambda: POOLS, fingerprint=lambda: "one")
    again.pools()
    assert again.origin(Edition.SECOND).synced == now.synced.replace(microsecond=0)


@pytest.mark.parametrize("path", [CYCLES, CARDS])
def test_whatever_is_newer_is_told_and_not_taken(store: CardStore, api: Api, path: str) -> None:
    sync(store, api.url, limits=QUICK)
    before = store.path.read_bytes()
    api.answers[path] = lambda _: Response("[]")
    assert check_for_update(store, api.url, limits=QUICK) is None
    assert store.path.read_bytes() == before


def test_another_server_is_asked_as_if_nothing_were_known(store: CardStore, api: Api) -> None:
    sync(store, api.url, limits=QUICK)
    assert check_for_update(store, api.url.replace("localhost", "127.0.0.1"), limits=QUICK) is None


@pytest.mark.parametrize(("day", "found"), [(date(2026, 12, 1), True), (date(2026, 11, 30), False)])
def test_the_list_in_force_that_is_missing_here(
    store: CardStore, api: Api, day: date, found: bool
) -> None:
    sync(store, api.url, limits=QUICK)
    assert newer_list(store, api.url, day, limits=QUICK) is None
    api.answers[LISTS].append(api_list(replace(LIST, code="new", name="New", date=DAY)))
    newest = newer_list(store, api.url, day, limits=QUICK)
    assert (newest.name if newest else "") == ("New" if found else "")


def test_no_answer_is_a_network_error(store: CardStore) -> None:
    with pytest.raises(NetworkError, match="Connection refused"):
        check_for_update(store, "http://127.0.0.1:1", limits=QUICK)
    with pytest.raises(AddressError):
        check_for_update(store, "http://thronesdb.com")


def test_it_can_be_stopped(store: CardStore) -> None:
    def stop(*_: int) -> None:
        raise CancelledError("Stopped.")

    with serving(Wire.hang) as url, pytest.raises(CancelledError):
        check_for_update(store, url, progress=stop, limits=QUICK)
