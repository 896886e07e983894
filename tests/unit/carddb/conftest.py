"""Fixtures of the tests of the card data."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from carddb import reader
from carddb.pack import Cycle
from carddb.restrictions import FormatList
from carddb.store import CardStore
from carddb.terms import CardType, Edition, PlotStats
from tests import prepared_cards
from tests.builders import card, pack, pool, restricted_list
from tests.long_run import times
from tests.thronesdb import Api, api_of

filled_once = prepared_cards.filled_once


@pytest.fixture(params=[True, False][: times(short=1, long=2)], ids=lambda on: f"reversed {on}")
def reverse_unordered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite answer in the other order where a query does not ask for one.

    In a long run it answers as usual, too, as it does in all tests beside these.
    """
    set_up = reader.set_up

    def reverse(connection: sqlite3.Connection) -> None:
        set_up(connection)
        switch = "ON" if request.param else "OFF"
        connection.execute(f"PRAGMA reverse_unordered_selects = {switch}").close()

    monkeypatch.setattr(reader, "set_up", reverse)


LIST = restricted_list(
    banned=frozenset({"01004"}),
    formats=(("joust", FormatList(frozenset({"01141"}))), ("melee", FormatList())),
)
POOLS = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"), edition=Edition.FIRST
    ),
    Edition.SECOND: pool(
        card("Arya Stark", code="01141", traits=("Lady",), cost=3, strength=2),
        card("A Noble Cause", CardType.PLOT, code="01004", plot=PlotStats(5, 0, 1, 6)),
        card("Ward", CardType.ATTACHMENT, code="01039", cost=2),
        packs=(pack(), pack("TtB", "Taking the Black", position=2)),
        cycles=(Cycle("core", "Core Set", Edition.SECOND, 1),),
        lists=(LIST,),
    ),
}


@pytest.fixture
def api(httpserver: HTTPServer) -> Api:
    """Return a server that has the same cards as the program."""
    return Api(httpserver, api_of(POOLS[Edition.SECOND]))


@pytest.fixture
def store(tmp_path: Path) -> CardStore:
    return CardStore(tmp_path / "cards.db", load=lambda: POOLS, fingerprint=lambda: "one")
