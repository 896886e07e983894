"""Backups: one for each day with changes, the newest ten; on request; and the way back."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import psycopg
import pytest

from carddb.terms import Edition
from cli.main import run
from core.errors import AppError, NewerDatabaseError
from library import schema
from library.addresses import VARIABLE, Address
from library.errors import DamagedLibraryError, LibraryError, NotALibraryError
from library.file_copy import inspect_file
from library.game_report import PlayedGame, Result
from library.library import Library
from library.models import METADATA
from library.owned import Single
from tests.unit.events.organizer import CREATED
from tests.unit.library.decks import POOLS, WARD, starks
from tests.unit.library.server import PostgresServer
from tests.unit.library.test_schema import OLD, set_revision
from tests.unit.library.ticking import Ticking


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "decks.db"


def days(path: Path) -> list[str]:
    return sorted(each.stem[-5:] for each in path.parent.glob("backups/decks-*.db"))


def change(path: Path, clock: Ticking) -> None:
    with Library(path, clock=clock) as library:
        assert library.note == ""
        library.decks.add(starks(str(clock.now)))


def test_the_first_opening_of_a_day_backs_up_what_was_changed(path: Path, clock: Ticking) -> None:
    change(path, clock)
    assert days(path) == []
    change(path, clock)
    assert days(path) == ["03-01"]
    clock.sleep(days=1)
    change(path, clock)
    change(path, clock)
    assert days(path) == ["03-01", "03-02"]
    assert inspect_file(path.parent / "backups" / "decks-2026-03-01.db").decks == 1
    assert inspect_file(path.parent / "backups" / "decks-2026-03-02.db").decks == 2


def test_a_day_without_a_change_needs_no_backup(path: Path, clock: Ticking) -> None:
    change(path, clock)
    for _ in range(3):
        clock.sleep(days=1)
        Library(path, clock=clock).close()
    assert days(path) == ["03-02"]


def test_the_newest_ten_are_kept(path: Path, clock: Ticking) -> None:
    for _ in range(13):
        change(path, clock)
        clock.sleep(days=1)
    assert days(path) == [f"03-{day:02}" for day in range(4, 14)]


def test_a_window_over_midnight(path: Path, clock: Ticking) -> None:
    with Library(path, clock=clock) as library:
        library.decks.add(starks())
        clock.sleep(days=1)
        assert library.back_up_daily() == ""
        assert library.back_up_daily() == ""
    assert days(path) == ["03-02"]


def test_a_backup_that_fails_is_said_and_stops_nobody(path: Path, clock: Ticking) -> None:
    change(path, clock)
    (path.parent / "backups").write_text("in the way")
    with Library(path, clock=clock) as library:
        assert library.note.startswith("Today's backup of the library could not be made.")
        assert len(library.decks.all()) == 1


def test_a_damaged_backup_does_not_stop_the_next(path: Path, clock: Ticking) -> None:
    change(path, clock)
    change(path, clock)
    (path.parent / "backups" / "decks-2026-03-01.db").write_bytes(b"rubbish")
    clock.sleep(days=1)
    Library(path, clock=clock).close()
    assert inspect_file(path.parent / "backups" / "decks-2026-03-02.db").decks == 2


@pytest.fixture
def filled(library: Library) -> Library:
    folder = library.folders.add("League")
    stored = library.decks.add(starks(notes="Ünïcode"), folder_id=folder.id, tags=["tried"])
    opened = library.decks.open(stored.id, POOLS)
    library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
    return library


def test_there_and_back(filled: Library, tmp_path: Path) -> None:
    before = filled.decks.all(), filled.folders.all()
    history = filled.history.versions(before[0][0].id)
    copy = filled.back_up(tmp_path / "mine.db")
    assert (copy.path, copy.decks, copy.revision) == (tmp_path / "mine.db", 1, schema.HEAD)
    filled.decks.add(starks("Later"))
    changes = filled.changes()
    done = filled.restore(tmp_path / "mine.db")
    assert (filled.decks.all(), filled.folders.all()) == before
    assert filled.history.versions(before[0][0].id) == history
    assert filled.changes() > changes
    assert (done.backup.decks, done.replaced.decks) == (1, 2)
    filled.restore(done.replaced.path)
    assert {each.name for each in filled.decks.all()} == {"Starks", "Later"}


def test_every_table_comes_back(filled: Library, tmp_path: Path) -> None:
    filled.collection.hold(Edition.SECOND, "Core", 3)
    filled.collection.add_singles([Single("01001", 2)])
    filled.starred_cards.star(["01141"])
    filled.events.create([CREATED])
    deck_id = filled.decks.all()[0].id
    filled.games.add(PlayedGame(played=date(2026, 3, 1), result=Result.WIN, deck_id=deck_id))
    filled.back_up(tmp_path / "mine.db")
    before = rows_of(tmp_path / "mine.db")
    assert {
        "deck",
        "version",
        "event_operation",
        "game",
        "holding",
        "single",
        "starred_card",
    } <= before.keys()
    filled.decks.throw_away([deck_id])
    filled.starred_cards.star(["01141"], starred=False)
    filled.restore(tmp_path / "mine.db")
    filled.back_up(tmp_path / "again.db")
    assert rows_of(tmp_path / "again.db") == before


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of every table of a backup that has some, but for the count of changes."""
    with closing(sqlite3.connect(file)) as connection:
        found = {
            each.name: sorted(connection.execute(f'SELECT * FROM "{each.name}"'), key=repr)  # noqa: S608
            for each in METADATA.sorted_tables
        }
    return {name: rows for name, rows in found.items() if rows and name != "fact"}


def test_a_restore_on_a_server_waits_for_other_writers(
    server: PostgresServer, tmp_path: Path, clock: Ticking
) -> None:
    with server_library(server, tmp_path, clock) as (library, other):
        other.execute("UPDATE deck SET name = 'Edited meanwhile'")
        with ThreadPoolExecutor() as pool:
            restoring = pool.submit(library.restore, tmp_path / "mine.db")
            server.wait_for_a_lock()
            assert not restoring.done()
            other.commit()
            done = restoring.result(60)
        # What the other one wrote is in the copy of what was there.
        assert [each.name for each in library.decks.all()] == ["Starks"]
        library.restore(done.replaced.path)
        names = {each.name for each in library.decks.all()}
        assert names == {"Edited meanwhile"}


def test_a_restore_on_a_server_that_breaks_off_changes_nothing(
    server: PostgresServer, tmp_path: Path, clock: Ticking
) -> None:
    with server_library(server, tmp_path, clock) as (library, other):
        other.execute("SELECT * FROM deck FOR UPDATE")
        before = library.decks.all()
        with ThreadPoolExecutor() as pool:
            restoring = pool.submit(library.restore, tmp_path / "mine.db")
            (process,) = server.wait_for_a_lock()
            other.execute("SELECT pg_terminate_backend(%s)", [process])
            with pytest.raises(LibraryError):
                restoring.result(60)
        other.rollback()
        assert library.decks.all() == before
        library.restore(tmp_path / "mine.db")
        assert [each.name for each in library.decks.all()] == ["Starks"]


@contextmanager
def server_library(
    server: PostgresServer, folder: Path, clock: Ticking
) -> Iterator[tuple[Library, psycopg.Connection]]:
    """Give a library of two decks, with a backup of the first, and another connection to it."""
    address = server.new_database()
    with (
        Library(address, clock=clock, home=folder / "home") as library,
        psycopg.connect(server.url(str(address.database))) as other,
    ):
        library.decks.add(starks("Starks"))
        library.back_up(folder / "mine.db")
        library.decks.add(starks("Later"))
        yield library, other


def test_the_command_restores_a_library_on_a_server(
    server: PostgresServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = server.new_database()
    monkeypatch.setenv(VARIABLE, server.url(str(address.database)))
    home, file = tmp_path / "home", tmp_path / "mine.db"
    with Library(address, clock=Ticking()) as library:
        library.decks.add(starks("Starks"))
        assert run(["--home", str(home), "backup", str(file)]) == 0
        library.decks.add(starks("Later"))
        capsys.readouterr()
        assert run(["--home", str(home), "restore", str(file), "--json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        (replaced,) = home.glob("backups/decks-replaced-*.db")
        assert printed["replaced"] == {
            "path": str(replaced),
            "decks": 2,
            "bytes": replaced.stat().st_size,
        }
        assert [each.name for each in library.decks.all()] == ["Starks"]
        newer = tmp_path / "newer.db"
        shutil.copy(file, newer)
        set_revision(newer, "0815")
        assert run(["--home", str(home), "restore", str(newer)]) == 2
        assert [each.name for each in library.decks.all()] == ["Starks"]


def test_a_backup_goes_to_any_library(filled: Library, tmp_path: Path, clock: Ticking) -> None:
    filled.back_up(tmp_path / "mine.db")
    with Library(tmp_path / "other" / "decks.db", clock=clock) as other:
        other.restore(tmp_path / "mine.db")
        assert other.decks.all() == filled.decks.all()
        other.decks.add(starks("From a file"))
        other.back_up(tmp_path / "other.db")
    filled.restore(tmp_path / "other.db")
    assert len(filled.decks.all()) == 2


def test_an_old_backup_comes_along(library: Library, tmp_path: Path) -> None:
    for old in OLD.glob("*.db"):
        shutil.copy(old, tmp_path / "old.db")
        library.restore(tmp_path / "old.db")
        assert len(library.decks.all()) == 2
        assert (tmp_path / "old.db").read_bytes() == old.read_bytes()


def test_a_library_in_use_can_be_restored_from(filled: Library, tmp_path: Path) -> None:
    with Library(tmp_path / "used" / "decks.db", clock=Ticking()) as used:
        used.decks.add(starks("In the log alone"))
        assert (tmp_path / "used" / "decks.db-wal").stat().st_size > 0
        filled.restore(tmp_path / "used" / "decks.db")
    assert [each.name for each in filled.decks.all()] == ["In the log alone"]


def test_other_windows_go_on_with_what_was_restored(
    filled: Library, address: Address, tmp_path: Path, clock: Ticking
) -> None:
    filled.back_up(tmp_path / "mine.db")
    with Library(address, clock=clock, home=tmp_path) as window:
        later = window.decks.add(starks("Later"))
        opened = window.decks.open(later.id, POOLS)
        filled.restore(tmp_path / "mine.db")
        assert len(window.decks.all()) == 1
        window.decks.save(opened)
    assert {each.name for each in filled.decks.all()} == {"Starks", "Later"}


def damaged(tmp_path: Path, good: Path) -> Path:
    path = tmp_path / "damaged.db"
    content = bytearray(good.read_bytes())
    for start in range(4096, len(content), 8192):
        content[start : start + 2048] = b"\xaa" * 2048
    path.write_bytes(content)
    return path


def test_what_cannot_be_restored_changes_nothing(filled: Library, tmp_path: Path) -> None:
    text, empty, newer = (tmp_path / name for name in ("deck.txt", "empty.db", "newer.db"))
    text.write_text("Ward\n" * 1000)
    empty.write_bytes(b"")
    filled.back_up(newer)
    wrong: list[tuple[Path, type[AppError], str]] = [
        (damaged(tmp_path, newer), DamagedLibraryError, "is damaged"),
        (text, NotALibraryError, "is not a library of Seven Plots"),
        (empty, NotALibraryError, "is empty"),
        (tmp_path / "nothing.db", LibraryError, "There is no file"),
        (tmp_path, LibraryError, "There is no file"),
        (newer, NewerDatabaseError, "newer version"),
    ]
    set_revision(newer, "0815")
    before = filled.decks.all()
    for file, kind, words in wrong:
        with pytest.raises(kind, match=words):
            filled.restore(file)
    assert filled.decks.all() == before
    assert not list(tmp_path.rglob("*-replaced-*"))


def test_where_a_backup_may_go(filled: Library, address: Address, tmp_path: Path) -> None:
    target = tmp_path / "new" / "mine.db"
    filled.back_up(target)
    filled.decks.add(starks("Two"))
    assert filled.back_up(target).decks == 2
    other = tmp_path / "deck.txt"
    other.write_text("3x Ward")
    with pytest.raises(LibraryError, match="is not a backup, so it is left as it is"):
        filled.back_up(other)
    assert other.read_text() == "3x Ward"
    with pytest.raises(LibraryError, match="could not be written"):
        filled.back_up(tmp_path / "deck.txt" / "mine.db")
    if isinstance(address, Path):
        with pytest.raises(LibraryError, match="is the library itself"):
            filled.back_up(address)
    assert not list(tmp_path.rglob("*.unfinished"))
