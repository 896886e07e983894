"""The contract of `sevenplots check`: its JSON, its exit status, its sentences."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from sevenplots import window_request
from tests.running import ROOT, Run
from tests.unit.cli.conftest import refusal

SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
LEGAL = SAMPLES / "wolves-of-winter-wotn.json"
ILLEGAL = SAMPLES / "the-old-ways-core.json"
KEYS = {
    *("path", "name", "edition", "faction", "agendas", "format", "list", "date", "legal"),
    *("counts", "problems", "unread", "corrected"),
}


def test_a_legal_deck_is_0_and_an_illegal_one_1(sevenplots: Run) -> None:
    assert sevenplots("check", LEGAL).status == 0
    assert sevenplots("check", ILLEGAL).status == 1
    assert sevenplots("check", LEGAL, ILLEGAL).status == 1


def test_the_json_has_the_keys_of_the_contract(sevenplots: Run) -> None:
    ran = sevenplots("check", ILLEGAL, "--date", "2026-11-20", "--json")
    (deck,) = ran.json["decks"]
    assert set(deck) == KEYS
    assert deck["path"] == str(ILLEGAL)
    assert deck["name"] == "The Old Ways (Core)"
    assert (deck["edition"], deck["format"]) == ("second", "joust")
    assert (deck["list"], deck["date"]) == ("gotstandard2.1", "2026-11-20")
    assert deck["legal"] is False
    assert deck["counts"] == {"draw": 45, "plots": 7}
    first = deck["problems"][0]
    keys = {"code", "severity", "message", "cards", "found", "wanted", "source", "repairs"}
    assert set(first) == keys
    assert (first["code"], first["found"], first["wanted"]) == ("draw.too-few", 45, 60)


def test_none_and_a_code_choose_the_list(sevenplots: Run) -> None:
    assert sevenplots("check", LEGAL, "--list", "none", "--json").json["decks"][0]["list"] is None
    ran = sevenplots("check", LEGAL, "--list", "gotvalyrian1.0", "--json")
    assert ran.json["decks"][0]["list"] == "gotvalyrian1.0"


def test_the_matrix_has_a_row_for_each_list_and_format(sevenplots: Run) -> None:
    plain = sevenplots("check", ILLEGAL, "--json").json["decks"][0]
    assert "matrix" not in plain
    rows = sevenplots("check", ILLEGAL, "--matrix", "--json").json["decks"][0]["matrix"]
    assert len({each["list"] for each in rows}) * 2 == len(rows) >= 64
    assert rows[0] == {
        "list": "ffg1.1",
        "format": "joust",
        "legal": False,
        "problems": ["draw.too-few", "faction.loyal"],
    }


def test_a_line_that_was_not_read_makes_the_deck_illegal(sevenplots: Run, tmp_path: Path) -> None:
    deck = json.loads(LEGAL.read_text("utf-8"))
    deck["slots"]["99999"] = 1
    file = tmp_path / "deck.json"
    file.write_text(json.dumps(deck), "utf-8")
    ran = sevenplots("check", file, "--json")
    (checked,) = ran.json["decks"]
    assert (ran.status, checked["legal"], checked["problems"]) == (1, False, _notes(checked))
    (line,) = checked["unread"]
    assert set(line) == UNREAD
    assert "99999" in line["text"]


UNREAD = {"line", "text", "reason", "copies", "section", "candidates", "suggestions"}


def test_what_a_line_may_have_meant_is_told(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("House Stark\nRookery\n2x Icee frob\n", "utf-8")
    ((line,),) = (deck["unread"] for deck in sevenplots("check", file, "--json").json["decks"])
    assert (line["copies"], line["section"]) == (2, "rookery")
    assert line["suggestions"][0] == "Ice"
    assert line["candidates"][0] == "01153"
    assert all(name in line["reason"] for name in line["suggestions"])


def _notes(deck: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in deck["problems"] if each["severity"] == "note"]


def test_what_a_line_was_taken_for_is_told(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("House Stark\n\n3x Aria Stark (Core)\n1x Ward\n", "utf-8")
    ran = sevenplots("check", file, "--json")
    misspelt, printed_twice = ran.json["decks"][0]["corrected"]
    assert (misspelt["line"], misspelt["code"]) == (3, "01141")
    assert (printed_twice["line"], printed_twice["code"]) == (4, "17126")
    assert "3x Aria Stark (Core)" in sevenplots("check", file).out
    original = sevenplots("check", file, "--list", "none", "--json").json["decks"][0]
    assert original["corrected"][1]["code"] == "02102"


def test_a_list_is_read_for_the_printings_of_its_own_day(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_text("Date: 2017-12-01\nFaction: House Stark\n\n1x Ward\n", "utf-8")
    (deck,) = sevenplots("check", file, "--json").json["decks"]
    codes = {each["code"] for each in deck["problems"] if each["severity"] == "error"}
    assert (deck["list"], codes) == ("ffg1.2", {"draw.too-few", "plots.too-few"})
    assert "1 card · 0 plots · joust" in sevenplots("check", file).out


@pytest.mark.parametrize(
    "order", ["\x1b[2J", "\x1b]0;legal\x07", "\x9b1A", "\r", "\u202e", "\n✓ legal\n"]
)
@pytest.mark.parametrize("command", ["check", "read", "stats"])
def test_a_list_cannot_steer_the_terminal(
    sevenplots: Run, tmp_path: Path, command: str, order: str
) -> None:
    file = tmp_path / "deck.json"
    deck = json.loads(LEGAL.read_text("utf-8"))
    deck["name"] = f"Wolves {order}of winter"
    deck["slots"][f"99{order}999"] = 1
    file.write_text(json.dumps(deck), "utf-8")
    ran = sevenplots(command, file)
    assert any("Wolves" in line and "winter" in line for line in ran.out.splitlines())
    assert order.strip("\n") not in (ran.out + ran.err).splitlines()
    assert order[0] == "\n" or order[0] not in ran.out + ran.err


def test_a_folder_stands_for_every_deck_in_it(sevenplots: Run) -> None:
    assert len(sevenplots("check", SAMPLES, "--json").json["decks"]) == 31
    table = sevenplots("check", SAMPLES)
    assert "31 decks: 6 legal, 25 not." in table.out
    assert "matrix" not in table.out
    assert "--json has the matrix of each" in sevenplots("check", SAMPLES, "--matrix").out


@pytest.mark.parametrize("form", [("--home", "{}"), ("--home={}",)])
def test_the_home_folder_may_be_named_behind_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    place = [word.format(tmp_path / "elsewhere") for word in form]
    assert run(["check", str(LEGAL), *place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decks"][0]["legal"]
    assert (tmp_path / "elsewhere" / "cards.db").is_file()


def test_the_repairs_that_people_read_are_in_the_json_with_what_they_change(
    sevenplots: Run, tmp_path: Path
) -> None:
    raw = json.loads(LEGAL.read_text("utf-8"))
    over = next(code for code, copies in raw["slots"].items() if copies == 3)
    raw["slots"][over] = 4
    path = tmp_path / "over.json"
    path.write_text(json.dumps(raw), "utf-8")
    (deck,) = sevenplots("check", path, "--json").json["decks"]
    by_code = {each["code"]: each["repairs"] for each in deck["problems"]}
    first = by_code["copies.too-many"][0]
    assert f"fix: {first['words']}" in sevenplots("check", path).out
    assert first["cards"] == [{"code": over, "place": "slots", "before": 4, "after": 3}]
    assert set(first) == {"words", "cards"}
    assert [each for code, each in by_code.items() if code.startswith("advice.")] in ([], [[]])


def test_repairs_of_agendas_and_faction_say_so(sevenplots: Run, tmp_path: Path) -> None:
    raw = json.loads(LEGAL.read_text("utf-8"))
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(raw | {"agendas": ["01027", "08079"]}), "utf-8")
    (deck,) = sevenplots("check", path, "--json").json["decks"]
    assert (deck["faction"], deck["agendas"]) == ("stark", ["01027", "08079"])
    (problem,) = [each for each in deck["problems"] if each["code"] == "agenda.too-many"]
    gone = [each["cards"][0] for each in problem["repairs"]]
    assert {"code": "08079", "place": "agendas", "before": 1, "after": 0} in gone
    path.write_text(json.dumps(raw | {"faction_code": None}), "utf-8")
    (deck,) = sevenplots("check", path, "--json").json["decks"]
    (problem,) = [each for each in deck["problems"] if each["code"] == "faction.missing"]
    assert (deck["faction"], problem["repairs"][0]["faction"]) == (None, "stark")


def test_repairs_of_many_decks_are_found_where_they_are_asked_for(sevenplots: Run) -> None:
    decks = sevenplots("check", *[ILLEGAL] * 7, "--json").json["decks"]
    assert not any("repairs" in each for deck in decks for each in deck["problems"])
    decks = sevenplots("check", *[ILLEGAL] * 7, "--json", "--repairs").json["decks"]
    assert all("repairs" in each for deck in decks for each in deck["problems"])


@pytest.mark.parametrize("words", [("--home",), ("--home=",), ("--home", ""), ("--home=", "a.txt")])
def test_a_home_without_a_folder_is_refused_and_opens_no_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for each in (words, (words[0], "--json")):
        assert run(["check", str(LEGAL), *each]) == 2
        assert run([*each, "check", str(LEGAL)]) == 2
    for each in (words, (words[0], "--json"), ("--home=--json",)):
        assert window_request(each) is None
    assert list(tmp_path.iterdir()) == []


def test_standard_input_is_a_dash(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(LEGAL.read_bytes()))
    monkeypatch.setattr(sys, "stdin", data)
    ran = sevenplots("check", "-", "--json")
    assert (ran.status, ran.json["decks"][0]["path"]) == (0, "-")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("stats", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("check", LEGAL, "--list", "gotstandard9"), "no restricted list “gotstandard9”"),
        (("check", LEGAL, "--date", "1.7.2026"), "“1.7.2026” is not a date"),
        (("check", LEGAL, "--format", "jousting"), "“jousting” is not a format"),
        (("check", LEGAL, "--edition", "third"), "third"),
        (("check", LEGAL, "--nosuch"), "--nosuch"),
        (("check",), "PATH"),
        (("chekc", LEGAL), "chekc"),
    ],
)
def test_unusable_input_is_2_and_a_sentence(
    sevenplots: Run, words: tuple[object, ...], message: str
) -> None:
    assert message in refusal(sevenplots, *words)


def test_a_bad_file_beside_good_ones_loses_nothing(sevenplots: Run, tmp_path: Path) -> None:
    bad = tmp_path / "photo.txt"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    ran = sevenplots("check", LEGAL, bad, "--json")
    assert ran.status == 2
    assert [deck["path"] for deck in ran.json["decks"]] == [str(LEGAL)]
    (failed,) = ran.json["failed"]
    assert failed["path"] == str(bad)
    assert failed["hint"] in " ".join(ran.err.split())
    assert str(bad) in ran.err


def test_several_bad_files_are_each_named(sevenplots: Run, tmp_path: Path) -> None:
    bad = [tmp_path / name for name in ("one.txt", "two.txt")]
    bad[0].write_text("255 250 250 snow white\n248 248 255 ghostly\n", "utf-8")
    bad[1].touch()
    ran = sevenplots("check", *bad, "--json")
    assert (ran.status, ran.json["decks"]) == (2, [])
    assert [each["path"] for each in ran.json["failed"]] == [str(each) for each in bad]
    for each in (ran.err, sevenplots("check", *bad).err):
        assert f"{bad[0]}: This is not a deck list" in each
        assert f"{bad[1]}: The file is empty" in each


@pytest.mark.parametrize("name", ["draft", "hand-of-the-king", "civil-war"])
def test_a_format_that_no_list_speaks_of_has_no_list(sevenplots: Run, name: str) -> None:
    ran = sevenplots("check", LEGAL, "--format", name, "--list", "gotstandard2.1", "--json")
    assert ran.json["decks"][0]["list"] is None
    assert " · no list · " in sevenplots("check", LEGAL, "--format", name).out


def test_a_folder_that_is_no_folder_of_decks_is_refused(
    sevenplots: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.deck_files.MOST_LOOKED_AT", 10)
    assert "holds no deck files" in refusal(sevenplots, "check", tmp_path)
    below = tmp_path / "below"
    below.mkdir()
    shutil.copy(LEGAL, below / "legal.json")
    assert sevenplots("check", tmp_path).status == 0
    for number in range(10):
        (below / f"{number}.bin").touch()
    assert "holds more than 10 files" in refusal(sevenplots, "check", tmp_path)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="a file of Linux")
def test_other_file_systems_and_what_is_no_file_on_a_disk_are_not_waited_for(
    sevenplots: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert "holds no deck files" in sevenplots("check", tmp_path).err
    assert sevenplots("check", "/proc/kmsg").status == 2
    real = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        parts = list(real(path))
        parts[2] += path.name == "mounted"
        return os.stat_result(parts)

    monkeypatch.setattr(Path, "lstat", lstat)
    for name in ("here", "mounted"):
        (tmp_path / name).mkdir()
        shutil.copy(LEGAL, tmp_path / name / "legal.json")
    assert len(sevenplots("check", tmp_path, "--json").json["decks"]) == 1
    assert len(sevenplots("check", tmp_path / "mounted", "--json").json["decks"]) == 1


def test_the_players_of_a_civil_war(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "war.json"
    war = {"name": "War", "edition": "first", "format": "civil-war", "faction_code": "stark"}
    file.write_text(json.dumps({**war, "slots": {"core_4": 1}}), "utf-8")
    ran = sevenplots("check", file, "--players", 4, "--json")
    codes = {p["code"]: p["wanted"] for p in ran.json["decks"][0]["problems"]}
    assert codes["draw.too-few"] == 140


def test_people_are_shown_problems_with_their_sources(sevenplots: Run) -> None:
    shown = sevenplots("check", ILLEGAL).out
    assert "The draw deck has 45 cards; at least 60 are needed." in shown
    assert "draw.too-few · Rules Reference, Deckbuilding" in shown
    assert "not legal" in shown
    assert "fix: Remove 1 Balon Greyjoy (Core)" in shown


def test_a_file_in_a_folder_without_rights_is_left_to_what_opens_it(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    # Root may look into every folder.
    program = (
        "import os, sys; from sevenplots import window_request; os.geteuid() or os.setuid(65534);"
        "print(window_request(sys.argv[1:]).files)"
    )
    file = str(locked / "deck.txt")
    command = [sys.executable, "-c", program, file]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    locked.chmod(0o700)
    assert (done.stdout.strip(), done.stderr) == (repr((file,)), "")
