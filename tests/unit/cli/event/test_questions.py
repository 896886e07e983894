"""The commands that ask a document: the contract's answers, and rubbish."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.running import Run

PLAYERS = [{"id": each, "name": f"Player {each}"} for each in "ABCDEF"]


def game(table: int, players: str, result: str | None) -> dict[str, Any]:
    return {"table": table, "players": list(players), "result": result}


# E1 of the rules: six players, three rounds.
ROUNDS = [
    [game(1, "AB", "win"), game(2, "CD", "modified-win"), game(3, "EF", "draw")],
    [game(1, "AC", "win"), game(2, "EB", "loss"), game(3, "FD", "win")],
    [game(1, "AF", "loss"), game(2, "BC", "win"), game(3, "ED", "win")],
]


def document(rounds: int, **fields: Any) -> dict[str, Any]:
    played = [{"games": each, "byes": [], "losses": []} for each in ROUNDS[:rounds]]
    event = {"name": "E1", "date": "2026-11-20", "seed": 7, "players": PLAYERS, "rounds": played}
    return {"event": event | fields}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.json"


def test_structure(event: Run) -> None:
    ran = event("structure", "--players", 17, "--structure", "basic", "--json")
    assert ran.json == {"players": 17, "structure": "basic", "swiss_rounds": 4, "cut": 4}
    below = event("structure", "--players", 3, "--json")
    assert below.status == 2
    assert "begins at 4 players; there are 3" in below.json["error"]["reason"]


def test_standings_of_e1(event: Run, file: Path) -> None:
    file.write_text(json.dumps(document(3)))
    lines = event("standings", file, "--json").json["standings"]
    assert "".join(line["id"] for line in lines) == "FABECD"
    first, second = lines[:2]
    assert (first["points"], first["sos"], first["xsos"]) == (12, "2/1", "8/3")
    assert (first["decided_by"], first["opponents"]) == ("points", ["E", "D", "A"])
    assert (second["sos"], second["xsos"], second["decided_by"]) == ("26/9", "20/9", "head-to-head")


def test_pair_draws_the_same_from_the_same_seed(event: Run, file: Path) -> None:
    file.write_text(json.dumps(document(1)))
    before = file.read_bytes()
    drawn = event("pair", file, "--json")
    assert event("pair", file, "--seed", 7, "--json").out == drawn.out
    answer = drawn.json
    assert (answer["round"], answer["seed"], answer["bye"]) == (2, 7, None)
    assert sorted(map(sorted, answer["pairings"])) != []
    assert answer["rematches"] == []
    floating = {each for reason in answer["reasons"] for each in reason["players"]}
    assert floating & {"E", "F"}
    assert file.read_bytes() == before
    assert event("pair", file).out.startswith("Round 2, seed 7")


@pytest.mark.parametrize("stated", [{}, {"swiss_rounds": 3, "cut": 0}])
def test_pair_begins_an_event_that_is_not_started(
    event: Run, file: Path, stated: dict[str, int]
) -> None:
    file.write_text(json.dumps(document(0, players=PLAYERS[:5], **stated)))
    answer = event("pair", file, "--json").json
    assert answer["round"] == 1
    assert answer["bye"] in "ABCDE"
    assert len(answer["pairings"]) == 2


def test_bracket_of_a_document(event: Run, file: Path) -> None:
    file.write_text(json.dumps(document(3, structure="custom", swiss_rounds=3, cut=4)))
    answer = event("bracket", file, "--json").json
    games = [(game["game"], game["players"], game["seeds"]) for game in answer["games"]]
    assert games == [(1, ["F", "E"], [1, 4]), (2, ["A", "B"], [2, 3])]
    assert answer["winner"] is None
    first = [{"game": 1, "players": ["F", "E"], "winner": "E"}]
    first.append({"game": 2, "players": ["A", "B"], "winner": "B"})
    played = document(3, structure="custom", swiss_rounds=3, cut=4, elimination=[{"games": first}])
    file.write_text(json.dumps(played))
    (final,) = event("bracket", file, "--json").json["games"]
    assert (final["players"], final["seeds"]) == (["E", "B"], [4, 3])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        ("House Stark\n3x Arya", "it is not JSON"),
        ("[1, 2]", "this JSON is no event"),
        ('{"slots": {}}', "this JSON is no event"),
        ('{"event": {"date": "soon", "players": []}}', "“event.date” is wrong"),
        ('{"event": {"date": "2026-11-20", "players": []}}', "begins at 4 players"),
        ("[" * 60_000, "it is not JSON"),
        ("%PDF-1.7", "is a PDF"),
    ],
)
@pytest.mark.parametrize("command", ["pair", "bracket"])
def test_what_is_no_event_gets_a_sentence(
    event: Run, file: Path, text: str, reason: str, command: str
) -> None:
    file.write_text(text)
    ran = event(command, file, "--json")
    assert ran.status == 2
    assert reason.lower() in ran.json["error"]["reason"].lower()


def test_wrong_calls_get_a_sentence(event: Run, file: Path) -> None:
    file.write_text(json.dumps(document(3)))
    both = event("standings", file, "--library", "x")
    assert both.status == 2
    assert "Name one event" in both.err
    assert "Name one event" in event("standings").err
    assert "no event “x”" in event("standings", "--library", "x").err
    assert "All 3 Swiss rounds are played" in event("pair", file).err
    assert "has no elimination" in event("bracket", file).err
    assert event("fly").status == 2
    missing = event("standings", file.with_name("none.json"))
    assert missing.status == 2
    assert "none.json" in missing.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")
def test_questions_are_answered_while_the_disk_is_full(event: Run, home: Path) -> None:
    """Nothing can be written: no file may grow, not even by what SQLite keeps beside its own."""
    event("new", "Autumn")
    event("players", "Autumn", "--add", "Arya", "--add", "Bran", "--add", "Cat", "--add", "Dany")
    event("start", "Autumn")
    event("pair", "--library", "Autumn")
    shutil.rmtree(home / "backups", ignore_errors=True)
    for command, status, words in (
        (["show", "Autumn"], 0, "4 players"),
        (["standings", "--library", "Autumn"], 0, "Arya"),
        (["export", "--library", "Autumn", "--log"], 0, "sevenplots-event-log"),
        (["result", "Autumn", "1", "aw"], 2, "What was saved before is as it was."),
    ):
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-c", ON_A_FULL_DISK, "--home", str(home), "event", *command],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (command, ran.returncode) == (command, status), ran.stderr
        assert words in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


ON_A_FULL_DISK = """
import resource, signal
from sevenplots import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
main()
"""
