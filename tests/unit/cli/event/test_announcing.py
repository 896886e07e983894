"""What is announced and changed before the start, who did it, and papers of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.main import run
from events.event_log import read_log
from events.papers import EventPaper
from tests.running import Run

WORLD = Path(__file__).parents[2] / "decks" / "lists" / "world-2016-clipboard.txt"
DAY = ("--date", "2026-11-20")


@pytest.fixture(autouse=True)
def nobody_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEVENPLOTS_BY", raising=False)


def test_settings_are_changed_before_the_start(event: Run) -> None:
    made = event("new", "Autumn", *DAY, "--tier", "premier", "--rounds", "3", "--json").json
    assert len(made["notes"]) == 3
    words = ("--rounds", "2", "--cut", "2", "--tier", "relaxed", "--lists", "--minutes", "50")
    changed = event("settings", "autumn", *words, "--name", "Winter", "--json").json
    settings = changed["settings"]
    assert settings["plan"] == {"swiss_rounds": 2, "cut": 2, "cut_wins": None}
    assert (settings["lists_required"], settings["round_minutes"]) == (True, 50)
    assert event("settings", "winter", "--json").json["changed"] is False
    event("settings", "winter", "--structure", "basic")
    assert "structure: basic\n" in event("settings", "winter").out
    event("players", "winter", "--add", "Arya", "--add", "Bran", "--add", "C", "--add", "D")
    event("start", "winter", "--anyway")
    refused = event("settings", "winter", "--tier", "formal")
    assert (refused.status, "The event has started" in refused.err) == (2, True)


def test_settings_that_make_no_sense_are_refused_at_once(event: Run) -> None:
    for words, said in (
        (("--structure", "custom"), "needs --rounds"),
        (("--cut", "4"), "needs --rounds"),
        (("--structure", "basic", "--rounds", "3"), "come from the table of the basic"),
        (("--format", "melee", "--rounds", "3", "--cut", "8"), "Choose one of these cuts"),
        (("--list", "nonsense"), "nonsense"),
        (("--regulations", "9"), "Choose one of"),
    ):
        refused = event("new", "X", *words)
        assert (refused.status, said in refused.err) == (2, True), words
        assert "of the log" not in refused.err
    assert event("show", "--json").json["events"] == []


def test_lists_are_judged_again_where_another_day_is_announced(event: Run) -> None:
    event("new", "Autumn", *DAY, "--list", "none")
    event("players", "autumn", "--add", "Arya")
    legal = event("list", "autumn", "Arya", WORLD, "--json").json["lists"][0]["legal"]
    assert legal
    changed = event("settings", "autumn", "--date", "2015-12-01", "--json").json
    assert changed["judged_again"] == ["p1"]
    assert "not legal" in event("players", "autumn").out
    assert "is now legal" in event("settings", "autumn", *DAY).out


def test_who_did_it_is_in_the_log(event: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "tyrion")
    monkeypatch.setenv("LOGNAME", "tyrion")
    event("new", "Autumn", *DAY, "--by", "  Sansa \n Stark ")
    event("players", "autumn", "--add", "Arya", "--add", "Bran", "--add", "C", "--add", "D")
    monkeypatch.setenv("SEVENPLOTS_BY", "Varys")
    event("start", "autumn")
    event("pair", "--library", "autumn", "--by", "Davos")
    event("result", "autumn", "1", "aw", "--by", "Davos")
    event("undo", "autumn", "--by", "Lysa")
    log = event("log", "--library", "autumn", "--json").json
    by = [each["by"] for each in log["operations"]]
    assert by == ["Sansa Stark", *["tyrion"] * 4, "Varys", "Davos"]
    assert [each["kind"] for each in log["taken_back"]] == ["result-entered"]
    assert [each["taken_back_by"] for each in log["taken_back"]] == ["Lysa"]
    printed = event("log", "--library", "autumn").out
    assert "Sansa Stark  The event “Autumn” was created." in printed
    assert " by Lysa: number 8, result entered, by Davos." in printed
    exported = event("export", "--library", "autumn", "--log").out
    assert [each.by for each in read_log(exported)] == by


def test_papers_are_drawn(
    event: Run, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event("new", "Autumn", *DAY)
    event("players", "autumn", *(word for name in "ABCD" for word in ("--add", name)))
    event("start", "autumn")
    drawn: list[EventPaper] = []

    def draw(papers: Sequence[EventPaper], page: str) -> bytes:
        assert page == "letter"
        drawn.extend(papers)
        return b"%PDF"

    def papers(*words: str) -> tuple[int, str]:
        drawn.clear()
        options = ["--output", str(tmp_path / "all.pdf"), "--page", "letter", *words]
        status = run(["--home", str(home), "event", "papers", "autumn", *options], papers=draw)
        return status, capsys.readouterr().err

    status, said = papers()
    assert (status, "No round was paired yet" in said) == (2, True)
    event("pair", "--library", "autumn")
    assert papers()[0] == 0
    titles = [each.head.title for each in drawn]
    assert titles == ["Pairings by table", "Pairings by name", "Result"]
    assert papers("--paper", "standings", "--paper", "playing", "--round", "1")[0] == 0
    assert [each.head.title for each in drawn] == ["Standings", "Tables still playing"]
    status, said = papers("--paper", "bracket")
    assert (status, "There is no bracket yet" in said) == (2, True)
    assert "is not at hand" in event("papers", "autumn", "--output", "x.pdf").err
    assert (tmp_path / "all.pdf").read_bytes() == b"%PDF"


def test_the_elimination_takes_what_a_round_takes(event: Run) -> None:
    event("new", "Autumn", *DAY, "--rounds", "0")
    event("players", "autumn", *(word for name in "ABCDEFGH" for word in ("--add", name)))
    event("start", "autumn")
    event("bracket", "--library", "autumn", "--seed", "1")
    for game, (word, said) in enumerate(
        (("am", "at time"), ("modified-loss", "at time"), ("bc", "by concession")), start=1
    ):
        assert f"wins {said}." in event("result", "autumn", game, word).out
    for word in ("di", "draw", "xx", "double-loss"):
        refused = event("result", "autumn", 4, word)
        assert (refused.status, "has a winner" in refused.err) == (2, True)
    assert "cannot be opened again" in event("result", "autumn", 1, "open").err
    assert "Still playing: games 1, 2." in event("result", "autumn", 4, "aw").err


def test_an_agreed_draw_says_its_rule(event: Run) -> None:
    event("new", "Autumn", *DAY)
    event("players", "autumn", *(word for name in "ABCD" for word in ("--add", name)))
    event("start", "autumn")
    event("pair", "--library", "autumn")
    assert "while a leader is present" in event("result", "autumn", 1, "di").err
    notes = event("result", "autumn", 2, "intentional-draw", "--json").json["notes"]
    assert "in the Swiss rounds alone" in notes[0]


def test_documents_below_the_table_and_with_odd_seeds(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    players = '[{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]'
    rounds = '[{"games": [{"table": 1, "players": ["a", "b"], "result": "win"}]}]'
    start = f'{{"event": {{"date": "2026-11-20", "players": {players}, "rounds": {rounds}'
    file.write_text(f"{start}}}}}")
    lines = event("standings", file, "--json").json["standings"]
    assert [each["id"] for each in lines] == ["a", "b"]
    assert event("pair", file, "--json").json["rematches"] == [["a", "b"]]
    for odd in ('"seed": -1', f'"rounds": {rounds[:-2]}, "seed": -4}}]'):
        file.write_text(f"{start}, {odd}}}}}")
        refused = event("standings", file)
        assert (refused.status, "seed" in refused.err) == (2, True), odd
