"""Fixtures of the tests of the card data."""

from __future__ import annotations

import sqlite3

import pytest

from carddb import reader


@pytest.fixture(params=[True, False], ids=["reversed", "in order"])
def reverse_unordered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite answer in either order where a query does not ask for one."""
    set_up = reader.set_up

    def reverse(connection: sqlite3.Connection) -> None:
        set_up(connection)
        switch = "ON" if request.param else "OFF"
        connection.execute(f"PRAGMA reverse_unordered_selects = {switch}").close()

    monkeypatch.setattr(reader, "set_up", reverse)
