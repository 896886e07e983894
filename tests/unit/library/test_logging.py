"""What the library logs: migrations, backups, recovery and what was salvaged; never whole paths."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.log_file import LogFile
from library.library import Library
from library.schema import HEAD
from tests.unit.library.decks import starks
from tests.unit.library.ticking import Ticking


@pytest.fixture
def log(tmp_path: Path) -> Iterator[LogFile]:
    # The library is elsewhere, so that a whole path in a line would stay.
    installed = LogFile(tmp_path / "home")
    installed.install()
    yield installed
    installed.uninstall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library" / "decks.db"


def lines(log: LogFile) -> list[str]:
    """Return the lines without their times."""
    assert log.path is not None
    text = log.path.read_text("utf-8")
    assert str(log.path.parents[2]) not in text
    return [line.split(" ", 2)[2] for line in text.splitlines()]


def test_a_new_library_and_its_backups_are_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        library.back_up(path.with_name("copy.db"))
        library.back_up_daily()
    made, backup, daily = lines(log)
    assert made == f"INFO sevenplots.library: A new library of version {HEAD} is made"
    assert backup == "INFO sevenplots.library: Backup copy.db: 1 decks"
    assert re.fullmatch(r"INFO sevenplots.library: Daily backup decks-\d{4}-\d\d-\d\d\.db", daily)


def test_a_backup_that_fails_and_a_restore_are_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        copy = library.back_up(path.with_name("copy.db"))
        library.restore(copy.path)
        (path.parent / "backups").rename(path.parent / "elsewhere")
        (path.parent / "backups").write_text("not a folder")
        assert library.back_up_daily()
    assert any("INFO sevenplots.library: Restored copy.db" in each for each in lines(log))
    assert lines(log)[-1].startswith("WARNING sevenplots.library: The daily backup failed: ")


def test_recovery_is_logged_with_what_was_salvaged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '?'")
        connection.commit()
    with Library(path, clock=Ticking()) as library:
        assert "was damaged" in library.note
    damaged, salvaged, recovered = [each for each in lines(log) if each.startswith("WARNING")]
    assert damaged.endswith("The library decks.db is damaged; recovery from no backup")
    assert salvaged.endswith("Salvaged from decks.db: 1 versions, 0 events; 0 rows left out")
    assert "is recovered; the damaged file is decks-damaged-" in recovered


def test_a_file_of_which_nothing_can_be_read_is_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        backup = library.back_up_daily()
    assert backup == ""
    path.write_bytes(b"rubbish" * 10_000)
    with Library(path, clock=Ticking()) as library:
        assert [each.name for each in library.decks.all()] == [starks().name]
    warnings = [each for each in lines(log) if each.startswith("WARNING")]
    assert "recovery from the backup decks-2026" in warnings[0]
    assert "decks.db" in warnings[1]
