"""Backups: one for each day with changes, the newest ten; on request; and the way back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from carddb.errors import AppError, NewerDatabaseError
from library import schema
from library.addresses import Address
from library.errors import DamagedLibraryError, LibraryError, NotALibraryError
from library.file_copy import inspect_file
from library.library import Library
from tests.unit.library.decks import POOLS, WARD, starks
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
        (text, NotALibraryError, "is no library of Seven Plots"),
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
    with pytest.raises(LibraryError, match="is no backup, so it is left as it is"):
        filled.back_up(other)
    assert other.read_text() == "3x Ward"
    with pytest.raises(LibraryError, match="could not be written"):
        filled.back_up(tmp_path / "deck.txt" / "mine.db")
    if isinstance(address, Path):
        with pytest.raises(LibraryError, match="is the library itself"):
            filled.back_up(address)
    assert not list(tmp_path.rglob("*.unfinished"))
