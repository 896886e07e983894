"""`sevenplots read`: every line accounted for, and unread lines in other commands."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.running import Run

LISTS = Path(__file__).parents[1] / "decks" / "lists"
FAULTY = "My wolves\n\nHouse Stark\n3x Aria Stark (Core)\n2x Eddard Stark\n1x Qqq Zzz\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    file = tmp_path / "wolves.txt"
    file.write_text(FAULTY, "utf-8")
    return file


def test_the_json_has_the_keys_of_the_contract(sevenplots: Run, faulty: Path) -> None:
    ran = sevenplots("read", faulty, "--json")
    assert ran.status == 0
    assert {"deck", "report"} <= ran.json.keys()
    deck = ran.json["deck"]
    assert (deck["name"], deck["edition"], deck["faction_code"]) == ("My wolves", "second", "stark")
    assert deck["slots"] == {"01141": 3, "01144": 2}
    assert [(each["line"], each["status"]) for each in ran.json["report"]] == [
        (1, "ignored"),
        (3, "read"),
        (4, "corrected"),
        (5, "ambiguous"),
        (6, "unknown"),
    ]
    assert ran.json["report"][2] == {
        "line": 4,
        "text": "3x Aria Stark (Core)",
        "status": "corrected",
        "code": "01141",
        "copies": 3,
        "note": "Taken for Arya Stark.",
        "candidates": [],
        "section": "draw deck",
    }
    assert ran.json["report"][3]["candidates"] == ["01144", "03003", "13041"]


def test_people_see_what_was_not_simply_read(sevenplots: Run, faulty: Path) -> None:
    ran = sevenplots("read", faulty)
    assert ran.status == 0
    assert "House Stark · no agenda" in ran.out
    assert "5 cards · 0 plots" in ran.out
    assert "Taken for Arya Stark." in ran.out
    assert "1x Qqq Zzz" in ran.out
    assert "5 lines: 1 read as written, 1 corrected, 1 ambiguous, 1 not read" in ran.out


def test_several_decks_of_a_file(sevenplots: Run, tmp_path: Path) -> None:
    text = (LISTS / "world-2016-download.txt").read_text("utf-8")
    file = tmp_path / "bulk.txt"
    file.write_text(f"{text}===\n{text}", "utf-8")
    printed = sevenplots("read", file, "--json").json
    assert len(printed["decks"]) == 2
    assert printed["deck"] == printed["decks"][0]["deck"] == printed["decks"][1]["deck"]
    assert sevenplots("read", file).out.count("2016 World Championship Deck\n") == 2


def test_the_edition_overrules(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("House Stark\n3x Arya Stark (Core)\n", "utf-8")
    assert sevenplots("read", file, "--json").json["deck"]["edition"] == "second"
    forced = sevenplots("read", file, "--edition", "first", "--json").json
    assert forced["deck"]["edition"] == "first"


def test_standard_input(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FAULTY.encode("utf-8-sig"))))
    assert sevenplots("read", "-", "--json").json["deck"]["name"] == "My wolves"


@pytest.mark.parametrize(("name", "data"), [("a.txt", b"hello"), ("b.o8d", b"<deck>")])
def test_what_is_no_deck_is_2(sevenplots: Run, tmp_path: Path, name: str, data: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    ran = sevenplots("read", file, "--json")
    assert (ran.status, ran.json["error"]["line"]) == (2, 1)
    assert sevenplots("read", tmp_path / "missing.txt").status == 2
    assert sevenplots("read", tmp_path).status == 2


SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
COMMANDS = (
    ("odds", "--want", "01040"),
    ("hands", "--hands", "200"),
    ("goldfish", "--games", "50"),
    ("stats",),
)


@pytest.fixture
def deck(sevenplots: Run, tmp_path: Path) -> Path:
    """Return a deck list with a line that no card is meant by."""
    path = tmp_path / "deck.txt"
    sevenplots("export", DECK, "--to", "plain", "--output", path)
    path.write_text(path.read_text("utf-8") + "3x Qwertz of Nowhere\n", "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_a_line_that_was_not_read_is_told_to_people_and_programs(
    command: tuple[str, ...], sevenplots: Run, deck: Path
) -> None:
    name, *options = command
    printed = sevenplots(name, deck, *options, "--json").json
    (line,) = (printed["decks"][0] if "decks" in printed else printed)["unread"]
    assert line["text"].strip() == "3x Qwertz of Nowhere"
    assert set(line) == {"line", "text", "reason"}
    assert f"Line {line['line']} was not read: 3x Qwertz" in sevenplots(name, deck, *options).err
