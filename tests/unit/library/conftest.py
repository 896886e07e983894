"""Libraries for the tests: in a file, and on a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from library.addresses import Address
from library.library import Library
from tests.unit.library.server import PostgresServer, programs, running
from tests.unit.library.ticking import Ticking


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """Give a running server; where none can run here, say so, but not in CI."""
    where = programs()
    if where is None:
        assert not os.environ.get("CI"), "CI has no PostgreSQL; tools/postgres.sh installs it"
        pytest.skip("no PostgreSQL server is installed here (Debian: apt-get install postgresql)")
    with running(where) as started:
        yield started


@pytest.fixture(scope="session")
def shared_database(server: PostgresServer) -> URL:
    """Return a database that the tests share, one after the other, so that it is migrated once."""
    return server.new_database()


@pytest.fixture(params=["file", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Return where an empty library is to be: in a file, and on a server."""
    if request.param == "file":
        return tmp_path / "home" / "decks.db"
    shared: URL = request.getfixturevalue("shared_database")
    server: PostgresServer = request.getfixturevalue("server")
    with Library(shared, clock=Ticking()):
        pass
    server.empty(shared)
    return shared


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def library(address: Address, clock: Ticking, tmp_path: Path) -> Iterator[Library]:
    """Give an empty library that is open."""
    with Library(address, clock=clock, home=tmp_path / "home") as opened:
        yield opened
