"""Where the library is."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import URL

from library.addresses import in_words, library_address
from library.errors import LibraryError
from library.library import Library
from tests.unit.library.server import PostgresServer
from tests.unit.library.ticking import Ticking


def test_a_file_in_the_home_folder_unless_said_otherwise(tmp_path: Path) -> None:
    assert library_address(tmp_path, {}) == tmp_path / "decks.db"
    assert library_address(tmp_path, {"SEVENPLOTS_LIBRARY": " "}) == tmp_path / "decks.db"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_server(tmp_path: Path, scheme: str) -> None:
    named = f"{scheme}://ned:winter@wall.example:5433/club"
    address = library_address(tmp_path, {"SEVENPLOTS_LIBRARY": named})
    assert isinstance(address, URL)
    assert address.drivername == "postgresql+psycopg"
    assert in_words(address) == "postgresql://ned:***@wall.example:5433/club"


@pytest.mark.parametrize(
    "named",
    ["decks.db", "sqlite:///decks.db", "mysql://host/club", "postgresql://host", "://", "a"],
)
def test_anything_else_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(LibraryError, match="does not name a PostgreSQL database"):
        library_address(tmp_path, {"SEVENPLOTS_LIBRARY": named})


def test_a_server_that_does_not_answer() -> None:
    address = library_address(Path(), {"SEVENPLOTS_LIBRARY": "postgresql://a:secret@127.0.0.1:1/x"})
    with pytest.raises(LibraryError) as caught:
        Library(address, clock=Ticking())
    assert "cannot be reached" in caught.value.sentence
    assert "secret" not in caught.value.sentence


def test_a_database_that_is_not_there(server: PostgresServer) -> None:
    address = library_address(Path(), {"SEVENPLOTS_LIBRARY": server.url("nowhere")})
    with pytest.raises(LibraryError, match='database "nowhere" does not exist'):
        Library(address, clock=Ticking())
