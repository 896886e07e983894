"""`sevenplots backup` and `sevenplots restore`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import run
from tests.builders import deck
from tests.running import Ran, Run
from tests.unit.cli.conftest import open_library
from tests.unit.events.organizer import Organizer, custom


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a library of one deck."""
    folder = tmp_path / "home"
    with open_library(folder) as opened:
        opened.decks.add(deck(name="Wolves"))
    return folder


def names(home: Path) -> list[str]:
    with open_library(home) as opened:
        return sorted(each.name for each in opened.decks.all())


def add(home: Path, name: str) -> None:
    with open_library(home) as opened:
        opened.decks.add(deck(name=name))


def test_a_backup_goes_where_it_is_told(home: Path, tmp_path: Path, sevenplots: Run) -> None:
    ran = sevenplots("backup", tmp_path / "mine.db", "--json")
    assert (ran.status, ran.err) == (0, "")
    size = (tmp_path / "mine.db").stat().st_size
    assert ran.json == {"path": str(tmp_path / "mine.db"), "decks": 1, "bytes": size}
    assert names(home) == ["Wolves"]


def test_a_backup_goes_into_the_home_otherwise(home: Path, sevenplots: Run) -> None:
    ran = sevenplots("backup")
    assert ran.status == 0
    assert ran.out.startswith(f"The library, 1 deck, is in {home / 'backups'}")
    assert len(list(home.glob("backups/decks-*T*.db"))) == 1


def test_a_backup_goes_into_a_folder(home: Path, tmp_path: Path, sevenplots: Run) -> None:
    (tmp_path / "stick").mkdir()
    assert sevenplots("backup", tmp_path / "stick").status == 0
    assert len(list((tmp_path / "stick").glob("decks-*T*.db"))) == 1
    assert home.is_dir()


def test_there_and_back(home: Path, tmp_path: Path, sevenplots: Run) -> None:
    sevenplots("backup", tmp_path / "mine.db")
    add(home, "Krakens")
    ran = sevenplots("restore", tmp_path / "mine.db")
    assert (ran.status, ran.err) == (0, "")
    assert f"The library was restored from {tmp_path / 'mine.db'}: 1 deck." in ran.out
    assert "The previous library, 2 decks, is kept in" in ran.out
    assert names(home) == ["Wolves"]
    (copy,) = home.glob("backups/decks-replaced-*.db")
    back = sevenplots("restore", copy, "--json")
    assert back.json["restored"]["decks"] == 2
    assert back.json["replaced"]["decks"] == 1
    assert names(home) == ["Krakens", "Wolves"]


@pytest.mark.parametrize("content", [b"", b"Ward\n" * 400])
def test_what_is_no_backup_is_refused(
    home: Path, tmp_path: Path, sevenplots: Run, content: bytes
) -> None:
    wrong = tmp_path / "deck.txt"
    wrong.write_bytes(content)
    ran = sevenplots("restore", wrong)
    assert (ran.status, ran.out) == (2, "")
    assert "so it is not a library" in ran.err or "is not a library of Seven Plots" in ran.err
    assert names(home) == ["Wolves"]
    if content:
        assert sevenplots("backup", wrong).status == 2
        assert wrong.read_bytes() == content


def test_a_missing_file_makes_no_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = tmp_path / "fresh"
    assert run(["--home", str(fresh), "restore", str(tmp_path / "nothing.db"), "--json"]) == 2
    assert "There is no file" in Ran(2, capsys.readouterr().out, "").json["error"]["reason"]
    assert not fresh.exists()


def test_a_damaged_library_is_repaired_and_said(home: Path, sevenplots: Run) -> None:
    add(home, "Krakens")
    (home / "decks.db").write_bytes(b"rubbish" * 1000)
    ran = sevenplots("backup")
    assert ran.status == 0
    assert "was damaged" in ran.err
    assert names(home) == ["Wolves"]


def test_the_variable_must_name_a_server(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEVENPLOTS_LIBRARY", "decks.db")
    ran = sevenplots("backup")
    assert ran.status == 2
    assert "SEVENPLOTS_LIBRARY does not name a PostgreSQL database" in ran.err


def test_a_restore_says_which_events_go_back_and_how_far(
    home: Path, tmp_path: Path, sevenplots: Run
) -> None:
    backup = tmp_path / "mine.db"
    organizer = Organizer(custom(2))
    organizer.register("ABCD")
    organizer.start()
    with open_library(home) as opened:
        event_id = opened.events.create(organizer.log)
    sevenplots("backup", backup)
    known = len(organizer.log)
    organizer.pair()
    with open_library(home) as opened:
        opened.events.append_all(event_id, organizer.log[known:], known)
        opened.events.create(organizer.log[:2])
    ran = sevenplots("restore", backup)
    assert "“Test event” went back from 7 operations (round 1) to 6 operations." in ran.out
    assert "The event “Test event” is gone; it had 2 operations." in ran.out
    again = sevenplots("restore", backup, "--json").json
    assert again["events_set_back"] == []
