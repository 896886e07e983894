"""Several threads, and several processes, on one library at once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, insert

from library import storage
from library.addresses import Address
from library.errors import LibraryBusyError, LibraryError
from library.library import Library
from library.models import SingleRow
from library.owned import Single
from library.storage import Storage
from tests.script_process import start_script
from tests.unit.library.decks import POOLS, WARD, starks
from tests.unit.library.server import PostgresServer
from tests.unit.library.ticking import Ticking

WRITING = """
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from library.addresses import server_address
from library.library import Library
from tests.script_process import start_script
from tests.unit.library.decks import POOLS, starks

named, deck_id, who = sys.argv[1:]
address = server_address(named) if "://" in named else Path(named)
with Library(address, clock=lambda: datetime.now(UTC)) as library:
    opened = library.decks.open(deck_id, POOLS)
    for number in range(30):
        edited = replace(opened.deck, notes=f"{who} {number}")
        opened = library.decks.save(opened.with_deck(edited)).opened
        library.decks.add(starks(f"{who} {number}"))
"""


def test_threads_take_turns(library: Library) -> None:
    def add(number: int) -> str:
        stored = library.decks.add(starks(f"Deck {number}"))
        opened = library.decks.open(stored.id, POOLS)
        library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 1)))
        return stored.id

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(add, range(24)))
    assert {each.id for each in library.decks.all()} == ids
    assert {each.version for each in library.decks.all()} == {2}


def test_two_processes_write_at_once(library: Library, address: Address) -> None:
    stored = library.decks.add(starks())
    named = (
        address.set(drivername="postgresql").render_as_string(hide_password=False)
        if isinstance(address, URL)
        else str(address)
    )
    writers = [start_script(WRITING, named, stored.id, who) for who in ("here", "there")]
    for writer in writers:
        with writer:
            assert writer.communicate(timeout=60) == ("", "")
    assert [writer.returncode for writer in writers] == [0, 0]
    assert len(library.decks.all()) == 61
    notes = {
        library.history.outline(stored.id, version.number).notes
        for version in library.history.versions(stored.id)
    }
    assert notes == {"", *(f"{who} {n}" for who in ("here", "there") for n in range(30))}


def test_two_of_a_club_say_the_same_at_once(server: PostgresServer, clock: Ticking) -> None:
    address = server.new_database()
    with Library(address, clock=clock) as library, ThreadPoolExecutor(1) as pool:
        other = Storage(address)
        with other.writing() as connection:
            connection.execute(insert(SingleRow).values(code="01001", copies=1))
            late = pool.submit(library.collection.add_singles, [Single("01001", 2)])
            # It waits for the other's transaction, which has the row already.
            assert server.wait_for_a_lock()
            assert not late.done()
        with pytest.raises(LibraryBusyError, match="at the same moment"):
            late.result(60)
        other.close()
        assert library.collection.owned().singles == (Single("01001", 1),)
        library.collection.add_singles([Single("01001", 2)])
        assert library.collection.owned().singles == (Single("01001", 2),)


def test_two_windows_make_the_library_at_once(tmp_path: Path, clock: Ticking) -> None:
    def open_it(_: int) -> str:
        with Library(tmp_path / "home" / "decks.db", clock=clock) as library:
            return library.decks.add(starks()).id

    with ThreadPoolExecutor(6) as pool:
        ids = set(pool.map(open_it, range(6)))
    with Library(tmp_path / "home" / "decks.db", clock=clock) as library:
        assert {each.id for each in library.decks.all()} == ids


def test_two_libraries_are_made_at_once(tmp_path: Path, clock: Ticking) -> None:
    def open_it(number: int) -> str:
        with Library(tmp_path / str(number) / "decks.db", clock=clock) as library:
            return library.note

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(open_it, range(8))) == {""}


def test_another_program_that_locks_the_file(
    tmp_path: Path, clock: Ticking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.1)
    path = tmp_path / "decks.db"
    with Library(path, clock=clock) as library, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryBusyError, match=r"is using the library"):
            library.decks.add(starks())
        assert library.decks.all() == ()
        other.rollback()
        library.decks.add(starks())
        assert len(library.decks.all()) == 1


@pytest.mark.parametrize("fate", ["moved", "replaced", "put back from a copy"])
def test_a_file_that_goes_away_while_it_is_open_saves_nothing_and_is_reported(
    fate: str, tmp_path: Path
) -> None:
    path = tmp_path / "decks.db"
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks("Before"))
        copy = library.back_up(tmp_path / "copy.db").path
        if fate == "moved":
            path.rename(tmp_path / "elsewhere.db")
        elif fate == "replaced":
            other = tmp_path / "other.db"
            other.write_text("no library")
            other.replace(path)
        else:
            copy.replace(path)
        for _ in range(2):
            with pytest.raises(LibraryError, match="moved, replaced or deleted while it was open"):
                library.decks.add(starks("After"))
        if fate == "moved":
            (tmp_path / "elsewhere.db").rename(path)
            library.decks.add(starks("Back"))
            assert {deck.name for deck in library.decks.all()} == {"Before", "Back"}
