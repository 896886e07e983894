"""`sevenplots study`: real processes, a store that is used again, and Ctrl+C."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from carddb import catalogue
from core.download import SERVER
from decks.deck_reader import read_decks
from study.study_cards import StudyDeck
from tests.running import Run, output_until_stopped

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "resources/decks/second"
DECKS = sorted(FOLDER.glob("*.json"))
CHECK = ("--ask", "check", "--date", "2026-11-20", "--workers", 1)


def test_a_study_of_a_folder_agrees_with_the_command_and_costs_nothing_again(
    sevenplots: Run, tmp_path: Path
) -> None:
    folder, table, store = tmp_path / "decks", tmp_path / "table.csv", tmp_path / "answers.db"
    folder.mkdir()
    for number, deck in enumerate(DECKS[:3]):
        folder.joinpath(f"{number}.json").write_bytes(deck.read_bytes())
    (folder / "3.txt").write_text("=1+1\nHouse Stark\nFealty\n3x Arya Stark (Core)\n1x Nobody\n")
    (folder / "4.txt").write_text("no deck\n")
    words = ("study", folder, *CHECK, "--store", store, "--csv", table, "--json")
    first = sevenplots(*words)
    assert first.status == 2, first.err
    assert "4.txt" in first.err
    studied = first.json
    checked = sevenplots("check", folder, "--date", "2026-11-20", "--json").json["decks"]
    assert [each["name"] for each in studied["decks"]] == [each["name"] for each in checked]
    for mine, theirs in zip(studied["decks"], checked, strict=True):
        answer = mine["answer"]
        assert answer["legal"] == theirs["legal"]
        assert [p["code"] for p in answer["problems"]] == [p["code"] for p in theirs["problems"]]
    assert [line["text"] for line in studied["decks"][3]["answer"]["unread"]] == ["1x Nobody"]
    assert studied["summary"]["legal"] == sum(each["legal"] for each in checked)
    assert (studied["computed"], studied["reused"]) == (4, 0)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["legal"] == "yes" for row in rows] == [each["legal"] for each in checked]
    again = sevenplots(*words).json
    assert (again["computed"], again["reused"]) == (0, 4)
    assert again["decks"] == studied["decks"]
    assert "4 decks" in sevenplots("study", folder, *CHECK, "--store", store).out


def test_decks_of_a_day_are_fetched(
    sevenplots: Run, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    samples = list(catalogue.sample_decks())
    decks = [json.loads(each.text) | {"name": each.name} for each in samples[:2]]
    path = "/api/public/decklists/by_date/2026-11-20.json"
    httpserver.expect_request(path).respond_with_json(decks)
    monkeypatch.setenv(SERVER, httpserver.url_for(""))
    words = ("study", "thronesdb:2026-11-20", "--workers", 1, "--store", tmp_path / "s.db")
    ran = sevenplots(*words, "--ask", "check", "--json")
    assert ran.status == 0, ran.err
    assert [each["name"] for each in ran.json["decks"]] == [each.name for each in samples[:2]]
    assert sevenplots("study", "thronesdb:2026-11-19", "--ask", "hands").status == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("library", "--ask", "check"), "no deck to study"),
        (("thronesdb:yesterday", "--ask", "check"), "is not a date"),
        (("nothing.txt", "--ask", "check"), "cannot be read"),
        ((DECKS[0], "--ask", "win"), "win"),
        ((DECKS[0], "--ask", "check", "--games", 3), "has no option"),
        ((DECKS[0], "--ask", "check", "--list", "x9"), "x9"),
        ((DECKS[0], "--ask", "hands", "--policy", "never"), "is no policy"),
        ((DECKS[0], "--ask", "hands", "--exact", "--hands", 3), "Choose one"),
        ((DECKS[0], "--ask", "hands", "--workers", 0), "workers"),
        ((DECKS[0], "--ask", "goldfish", "--rounds", 9), "9 rounds"),
        ((DECKS[0], "--ask", "advise", "--goal", "luck"), "is no goal"),
        ((DECKS[0], "--ask", "check", "--store", DECKS[0]), "cannot be used"),
        ((DECKS[0], "--ask", "check", "--store", ROOT), "no plain file"),
        ((DECKS[0], "--ask", "hands", "--cluster", "tcp://example.org:1"), "not secure"),
        ((DECKS[0], "--ask", "hands", "--cluster", "x", "--workers", 1), "Choose one"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_a_sentence(
    sevenplots: Run, words: tuple[object, ...], sentence: str
) -> None:
    ran = sevenplots("study", *words)
    assert ran.status == 2
    assert sentence in ran.err + ran.out
    assert "Traceback" not in ran.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for a group of processes")
def test_ctrl_c_ends_all_processes_and_what_was_answered_stays(
    sevenplots: Run, home: Path, tmp_path: Path
) -> None:
    """The signal goes to the whole group, as a terminal sends it, once some decks are answered."""
    store = tmp_path / "answers.db"
    question = ("--ask", "hands", "--hands", "100000", "--workers", "2", "--store", str(store))
    words = ("--home", home, "study", FOLDER, *question)
    assert "is kept in" in output_until_stopped(*words, shows=r"[1-9]\d*/31")
    with closing(sqlite3.connect(store)) as connection:
        kept = {row[0] for row in connection.execute("SELECT deck FROM answers")}
    assert 0 < len(kept) < 31
    readings = {path: sevenplots("read", path, "--json").json["deck"] for path in DECKS}
    known = [path for path, deck in readings.items() if digest_of(deck) in kept]
    again = sevenplots("study", *known, *question, "--json").json
    assert (again["computed"], again["reused"]) == (0, len(kept))


def digest_of(deck: dict[str, object]) -> str:
    """Return the digest of a deck of the command `read`."""
    (reading,) = read_decks(json.dumps(deck), catalogue.pools())
    return StudyDeck("", reading.deck).digest
