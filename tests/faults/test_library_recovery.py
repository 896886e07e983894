"""A recovery that is killed at any time is finished by the next start: every deck is there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from library.library import Library
from library.recovery import finish_recovery
from tests.faults.test_library_damage import damaged_index, day, fill, filled
from tests.long_run import times
from tests.script_process import ScriptProcess
from tests.unit.library.decks import starks

KILLING = "from tests.faults.library_recoverer import main; main()"
EVERY = times(short=8, long=1)


def emptied(path: Path) -> None:
    """Leave nothing of a file, as the crash of a file system does."""
    path.write_bytes(b"")


def names(path: Path) -> set[str]:
    with Library(path, clock=day(5)) as library:
        return {each.name for each in library.decks.all()}


def killed_at_steps(home: Path, folder: Path) -> list[Path]:
    """Kill the recovery of a library before its steps, one by one; return the homes that it left.

    Before each of them in a long run, else before every eighth.
    """
    folder.mkdir()
    with ScriptProcess(KILLING, home, folder, EVERY) as process:
        printed, errors = process.communicate()
    assert process.returncode == 0, errors
    return [folder / str(step) for step in range(1, int(printed) + 1, EVERY)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")
@pytest.mark.parametrize("backup", [True, False])
def test_a_kill_at_any_step_of_a_recovery(tmp_path: Path, backup: bool) -> None:
    path = tmp_path / "home" / "decks.db"
    filled(path)
    if not backup:
        (path.parent / "backups" / "decks-2026-03-02.db").unlink()
    damaged_index(path)
    homes = killed_at_steps(path.parent, tmp_path / "killed")
    assert len(homes) > 20 // EVERY
    for home in homes:
        assert names(home / "decks.db") == {"First", "Second"}, home
        # The damaged file is there, once.
        assert len(list(home.glob("decks-damaged-*.db"))) == 1
        assert not list(home.glob("decks-damaged-*.recovered*"))
        # And that was all.
        with Library(home / "decks.db", clock=day(6)) as library:
            assert library.note == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")
def test_a_kill_while_an_emptied_file_is_recovered(tmp_path: Path) -> None:
    path = tmp_path / "home" / "decks.db"
    filled(path)
    emptied(path)
    homes = killed_at_steps(path.parent, tmp_path / "killed")
    for home in homes:
        assert names(home / "decks.db") == {"First"}, home


def crashed(path: Path, folder: Path) -> Path:
    """Return a copy of a home whose library has a deck in its log alone, and an empty file."""
    with Library(path, clock=day(1)) as library:
        library.decks.add(starks("In the log"))
        shutil.copytree(path.parent, folder)
    emptied(folder / "decks.db")
    assert (folder / "decks.db-wal").stat().st_size
    return folder / "decks.db"


def test_an_empty_file_beside_its_log(tmp_path: Path) -> None:
    filled(tmp_path / "home" / "decks.db")
    path = crashed(tmp_path / "home" / "decks.db", tmp_path / "crashed")
    log = path.with_name("decks.db-wal").read_bytes()
    with Library(path, clock=day(2)) as library:
        assert "The backup decks-2026-03-02.db is used instead" in library.note
        assert "First" in {each.name for each in library.decks.all()}
    (aside,) = path.parent.glob("decks-damaged-*.db-wal")
    assert aside.read_bytes() == log


def test_an_empty_file_without_a_past_is_a_new_library(tmp_path: Path) -> None:
    emptied(tmp_path / "decks.db")
    with Library(tmp_path / "decks.db", clock=day(0)) as library:
        assert (library.note, library.decks.all()) == ("", ())


@pytest.mark.parametrize("statement", ["CREATE TABLE other (thing)", "PRAGMA user_version = 1"])
def test_a_strange_file_where_a_library_was_is_damage(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "decks.db"
    filled(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement).close()
    assert names(path) == {"First"}
    (aside,) = tmp_path.glob("decks-damaged-*.db")
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() in ([("other",)], [])


def test_a_library_that_was_put_back_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    filled(path)
    shutil.copy(path, tmp_path / "decks-damaged-2026-03-05T000000.db.recovered")
    shutil.copy(path, tmp_path / "decks-damaged-2026-03-05T000000.db")
    with Library(path, clock=day(2)) as library:
        library.decks.add(starks("Newest"))
    assert names(path) == {"First", "Second", "Newest"}
    assert finish_recovery(path) == ""
    assert (tmp_path / "decks-damaged-2026-03-05T000000-recovered.db").is_file()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_a_recovered_file_has_the_mode_of_the_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "home" / "decks.db"
    path.parent.mkdir()
    emptied(path)
    path.chmod(0o600)
    fill(path)
    damaged_index(path)
    assert names(path) == {"First", "Second"}
    files = [path, *path.parent.glob("decks-damaged-*"), *path.parent.glob("backups/*.db")]
    assert len(files) > 3
    assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few make links")
def test_a_library_behind_a_link_is_recovered_where_it_is(tmp_path: Path) -> None:
    real, path = tmp_path / "stick" / "mine.db", tmp_path / "home" / "decks.db"
    for each in (real, path):
        each.parent.mkdir()
    emptied(real)
    path.symlink_to(real)
    fill(path)
    damaged_index(real)
    assert names(path) == {"First", "Second"}
    assert path.is_symlink()
    assert len(list(real.parent.glob("decks-damaged-*.db"))) == 1
