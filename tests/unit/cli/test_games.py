"""`sevenplots games`: the log of played games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import deck
from tests.running import Run
from tests.unit.cli.conftest import open_library


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a library of two decks."""
    folder = tmp_path / "home"
    with open_library(folder) as opened:
        opened.decks.add_all([deck(name="Wolves"), deck(name="Krakens at sea")])
    return folder


RECORDED = ("--deck", "wolves", "--against", "Night's Watch", "--agenda", "fealty", "--second")


def test_a_game_is_recorded_listed_counted_and_removed(sevenplots: Run) -> None:
    ran = sevenplots("games", "record", "win", *RECORDED, "--date", "2026-03-01", "--json")
    assert ran.status == 0
    game = ran.json
    noted = {key: game[key] for key in ("deck", "version", "faction", "agenda_name", "first")}
    assert noted == {
        "deck": "Wolves",
        "version": 1,
        "faction": "thenightswatch",
        "agenda_name": "Fealty",
        "first": False,
    }
    ran = sevenplots(
        *("games", "record", "loss", "--deck", "sea", "--ending", "time", "--setup", "poor")
    )
    assert "“Krakens at sea”: 0 of 1 game won: 0% (0 to 79%)." in ran.out
    listed = sevenplots("games", "list").out
    assert "Night's Watch, Fealty" in listed
    assert "at time, poor setup" in listed
    assert len(sevenplots("games", "list", "--deck", "wolves", "--json").json["games"]) == 1
    stats = sevenplots("games", "stats", "--by", "first", "--json").json
    assert stats["all"]["games"] == 2
    assert [each["group"] for each in stats["by"]["first"]] == ["Not noted", "The opponent"]
    assert "Wolves, version 1" in sevenplots("games", "stats").out
    assert sevenplots("games", "remove", game["id"]).out == "1 game removed.\n"
    assert sevenplots("games", "remove", game["id"]).status == 2


def test_the_log_goes_out_as_csv_and_comes_back(sevenplots: Run, tmp_path: Path) -> None:
    game = sevenplots("games", "record", "win", *RECORDED, "--json").json
    file = tmp_path / "games.csv"
    assert sevenplots("games", "export", file).status == 0
    printed = sevenplots("games", "export", "-").out
    assert printed.splitlines() == file.read_text("utf-8").splitlines()
    assert not Path("-").exists()
    assert sevenplots("games", "import", file, "--json").json == {
        "added": 0,
        "known": 1,
        "problems": [],
    }
    sevenplots("games", "remove", game["id"])
    assert sevenplots("games", "import", file).out == "1 game added.\n"
    assert sevenplots("games", "list", "--json").json["games"] == [game]
    file.write_text("date,result\nnever,won\n2026-01-01,won\n")
    ran = sevenplots("games", "import", file)
    assert (ran.status, ran.out) == (1, "1 game added.\n")
    assert "Line 2 was left out" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("win", "--deck", "Lions"), "no deck “Lions”"),
        (("win", "--deck", "e"), "2 decks of the library are called “e”"),
        (("win", "--against", "Frey"), "“Frey” is not a faction"),
        (("win", "--version", "1"), "--version is that of a deck"),
        (("win", "--deck", "wolves", "--version", "9"), "no version 9"),
    ],
)
def test_what_is_not_there_is_refused(sevenplots: Run, words: tuple[str, ...], said: str) -> None:
    ran = sevenplots("games", "record", *words)
    assert ran.status == 2
    assert said in ran.err
    assert sevenplots("games", "list", "--json").json == {"games": []}
