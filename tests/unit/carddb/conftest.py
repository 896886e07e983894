"""Fixtures of the tests of the card data."""

from __future__ import annotations

import sqlite3

import pytest

from carddb import reader
from tests import prepared_cards
from tests.long_run import times

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
