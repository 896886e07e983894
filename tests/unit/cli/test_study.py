"""`sevenplots study` and `sevenplots advise`: real processes, stored answers, and Ctrl+C."""

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
from carddb.pool import Pools
from core.download import SERVER
from decks.deck_reader import read_decks
from library.owned import Single
from study.deck_advice import NO_CHANGE
from study.study_cards import StudyDeck
from tests.running import Run, output_until_stopped
from tests.small_deck import small_deck
from tests.unit.cli.conftest import open_library, refusal

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
        ((DECKS[0], "--ask", "hands", "--policy", "never"), "is not a policy"),
        ((DECKS[0], "--ask", "hands", "--exact", "--hands", 3), "Choose one"),
        ((DECKS[0], "--ask", "hands", "--workers", 0), "workers"),
        ((DECKS[0], "--ask", "goldfish", "--rounds", 9), "9 rounds"),
        ((DECKS[0], "--ask", "advise", "--goal", "luck"), "is not a goal"),
        ((DECKS[0], "--ask", "check", "--store", DECKS[0]), "cannot be used"),
        ((DECKS[0], "--ask", "check", "--store", ROOT), "not a plain file"),
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


SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
SLOW = SAMPLES / "the-old-ways-core.json"
# Few enough cards to come in that a test is quick.
FEW = ("--in", "t:location cost:2")


@pytest.fixture
def small(pools: Pools, tmp_path: Path) -> Path:
    """Return the file of a deck of a few cards."""
    path = tmp_path / "small.json"
    path.write_text(StudyDeck("", small_deck(pools)).text, "utf-8")
    return path


def test_the_object_has_the_keys_of_the_contract(sevenplots: Run, small: Path) -> None:
    printed = sevenplots("advise", small, *FEW, "--top", 3, "--json").json
    assert printed["goal"] == "cards"
    base = printed["base"]
    assert base["low"] == base["mean"] == base["high"]
    assert printed["considered"] > printed["classes"] > 0
    assert printed["seconds"] > 0
    assert len(printed["swaps"]) == 3
    for swap in printed["swaps"]:
        assert len(swap["out"]) == len(swap["in"]) == 1
        assert set(swap["gain"]) == {"mean", "low", "high"}
        assert swap["exact"] is True
        assert isinstance(swap["also"], list)
    hands = sevenplots("hands", small, "--exact", "--json").json
    assert base["mean"] == pytest.approx(hands["cards"]["mean"])


def test_the_changed_deck_has_what_was_promised(
    sevenplots: Run, small: Path, tmp_path: Path
) -> None:
    words = ("advise", small, *FEW, "--goal", "poor", "--policy", "poor", "--top", 1, "--json")
    printed = sevenplots(*words).json
    (swap,) = printed["swaps"]
    deck = sevenplots("read", small, "--json").json["deck"]
    (out,), (into,) = swap["out"], swap["in"]
    deck["slots"][out] -= 1
    deck["slots"][into] = deck["slots"].get(into, 0) + 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(deck))
    hands = sevenplots("hands", changed, "--exact", "--policy", "poor", "--json").json
    gain = printed["base"]["mean"] - hands["poor"]["mean"]
    assert swap["gain"]["mean"] == pytest.approx(gain, abs=1e-9)


def test_sampled_and_of_two_cards(sevenplots: Run, small: Path) -> None:
    sampled = sevenplots("advise", small, *FEW, "--hands", 5000, "--top", 1, "--json").json
    (swap,) = sampled["swaps"]
    assert swap["exact"] is False
    assert swap["gain"]["low"] < swap["gain"]["high"]
    two = sevenplots("advise", small, *FEW, "--swaps", 2, "--top", 2, "--json").json
    assert [len(swap["in"]) for swap in two["swaps"]] == [2, 2]


def test_what_is_kept_and_what_may_go(sevenplots: Run) -> None:
    best = sevenplots("advise", DECK, *FEW, "--top", 1, "--json").json["swaps"][0]
    (kept,) = best["out"]
    words = ("--out", "t:event", "--keep", kept, "--top", 50, "--json")
    printed = sevenplots("advise", DECK, *FEW, *words).json
    for swap in printed["swaps"]:
        assert kept not in (*swap["out"], *swap["also_out"])


def test_the_first_rounds(sevenplots: Run) -> None:
    words = ("--out", "t:event", "--goal", "strength", "--rounds", 1, "--hands", 1000, "--top", 1)
    strong = ("--in", "t:character cost:2 f:greyjoy strength>=3")
    printed = sevenplots("advise", DECK, *strong, *words, "--json")
    (swap,) = printed.json["swaps"]
    assert swap["exact"] is False
    assert swap["gain"]["low"] > 0


def test_only_what_is_owned(sevenplots: Run, home: Path, small: Path) -> None:
    refused = sevenplots("advise", small, *FEW, "--owned", "--json")
    assert refused.status == 2
    assert "collection" in refused.err
    found = sevenplots("advise", small, *FEW, "--top", 50, "--json").json["swaps"]
    code = found[-1]["in"][0]
    with open_library(home) as library:
        library.collection.add_singles([Single(code, 3)])
    owned = sevenplots("advise", small, *FEW, "--owned", "--json").json["swaps"]
    assert {swap["in"][0] for swap in owned} == {code}
    assert not any(swap["also"] for swap in owned)


def test_people_get_a_table_and_a_sentence(sevenplots: Run, small: Path) -> None:
    out = sevenplots("advise", small, *FEW, "--top", 2, "--goal", "poor").out
    assert "poor setups" in out
    assert "The first:" in out
    assert "their texts do not" in out


def test_nothing_that_may_be_changed_is_the_same_sentence_everywhere(sevenplots: Run) -> None:
    ran = sevenplots("advise", DECK, *FEW, "--out", "t:event cost:9")
    assert ran.status == 2
    assert NO_CHANGE.sentence in ran.err
    assert "Ask for less" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("nowhere.txt",),
        (DECK, "--goal", "luck"),
        (DECK, "--goal", "see:"),
        (DECK, "--goal", "see:t:("),
        (DECK, "--in", "t:("),
        (DECK, "--keep", "99999"),
        (DECK, "--swaps", 3),
        (DECK, "--workers", 0),
        (DECK, "--rounds", 2),
        (DECK, "--by-round", 2),
        (DECK, "--goal", "strength", "--swaps", 2),
        (DECK, *FEW, "--goal", "strength", "--rounds", 9),
        (DECK, "--policy", "never"),
        (DECK, "--prefer", "luck"),
        (DECK, "--out", "n:nobody"),
    ],
    ids=str,
)
def test_rubbish_gets_a_sentence(sevenplots: Run, words: tuple[object, ...]) -> None:
    assert refusal(sevenplots, "advise", *words).strip()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_every_process(home: Path) -> None:
    """A terminal sends it to the workers too, which say nothing."""
    words = ("--home", home, "advise", SLOW, "--workers", "2")
    output_until_stopped(*words, shows="Trying")
