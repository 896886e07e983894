"""What an organizer types: by hand, at time, deck lists, and in the wrong order."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.drawing import PdfWriters
from cli.main import run
from decks.sheet import DeckSheet
from tests.running import Run
from tests.unit.cli.event.conftest import begun

LISTS = Path(__file__).parents[2] / "decks" / "lists"
WORLD = LISTS / "world-2016-clipboard.txt"


@pytest.fixture
def four(event: Run) -> str:
    """Return the id of an event of four players that has not started."""
    event_id: str = event("new", "Club night", "--date", "2026-11-20", "--json").json["id"]
    event("players", event_id, *("--add", "Arya"), *("--add", "Bran"), *("--add", "Cersei"))
    event("players", event_id, "--add", "Davos", "--faction", "baratheon")
    return event_id


@pytest.fixture
def paired(event: Run, four: str) -> str:
    event("start", four)
    event("pair", "--library", four, "--seed", 1)
    return four


def test_a_pasted_list_accounts_for_every_line(event: Run, four: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Edric\narya\n\nGilly\nEdric\n")
    ran = event("players", four, "--from", tmp_path / "list.txt", "--json")
    assert (ran.status, ran.json["added"]) == (1, ["p5", "p6"])
    assert [each["line"] for each in ran.json["unread"]] == [2, 5]
    assert "arya is in the event already" in ran.json["unread"][0]["reason"]
    assert event("players", four).out.splitlines()[-1].startswith("6 players, 0 lists handed in")


def test_wrong_order_and_wrong_names(event: Run, four: str) -> None:
    def refusal(*words: object) -> str:
        ran = event(*words)
        assert ran.status == 2
        assert ran.out == ""
        return ran.err

    assert "has not started yet" in refusal("pair", "--library", four)
    assert "No round was paired yet" in refusal("result", four, 1, "win")
    assert "no player “Nobody”" in refusal("drop", four, "Nobody")
    assert "“zz” is not a faction" in refusal("players", four, "--add", "X", "--faction", "zz")
    assert "is in the event already" in refusal("players", four, "--add", "ARYA")
    assert "has not started yet" in refusal("finish", four)
    assert "has not started yet" in refusal("late", four, "Edric")
    assert "no event “gone”" in refusal("show", "gone")
    assert "two different players" in refusal("forbid", four, "Arya", "Arya")
    assert "needs a name" in refusal("new", " ")
    assert "is not a date" in refusal("new", "X", "--date", "soon")
    assert "a slash" in refusal("new", "X", "--melee-points", "5")
    assert len(event("show", "--json").json["events"]) == 1


def test_what_is_no_result_is_refused(event: Run, paired: str) -> None:
    def refusal(*words: object) -> str:
        ran = event("result", paired, *words)
        assert ran.status == 2
        return ran.err

    assert "A result is missing" in refusal(1)
    assert "Round 1 has no table 9" in refusal(9, "win")
    assert "Round 7 was not paired yet" in refusal(1, "win", "--round", 7)
    refused = refusal(1, "--power", "9,9", "--totals", "15,15", "--dominance", "third")
    assert "takes first or second, not “third”" in refused


def test_the_list_says_what_is_special_about_a_player(event: Run) -> None:
    begun(event, "ABCDE")
    event("late", "autumn", "Zoe")
    event("table", "autumn", "B", 4)
    event("drop", "autumn", "C", "--disqualify", "--reason", "Cheating")
    event("drop", "autumn", "D")
    lines = [line.split("  ") for line in event("players", "autumn").out.splitlines()]
    said = {line[1]: line[-1].strip() for line in lines if len(line) > 2}
    expected = ("table 4", "disqualified", "dropped after round 1", "from round 2")
    assert tuple(said[name] for name in ("B", "C", "D", "Zoe")) == expected


def test_results_in_every_way(event: Run, paired: str) -> None:
    games = event("show", paired, "--json").json["event"]["rounds"][0]["games"]
    first = games[0]["players"]
    by_name = event("result", paired, 1, first[1], "--at-time", "--json").json
    assert (by_name["playing"], "at time (4:1)" in by_name["did"]) == ([2], True)
    assert "has a result already" in event("result", paired, 1, "win").err
    for words in ("loss", "aw"):
        corrected = event("result", paired, 1, words, "--at-time", "--correct")
        assert "at time (4:1)" in corrected.out
    assert "game is open again" in event("result", paired, 1, "open").out
    assert "by concession" in event("result", paired, 1, "ac").out
    # A needs 8, B needs 6.
    by_power = event(*("result", paired, 1), "--correct", "--power", "12,9", "--totals", "20,15")
    assert "at time (4:1)" in by_power.out
    assert "neither a result nor a player" in event("result", paired, 2, "sideways").err
    assert "does not play there" in event("result", paired, 2, first[0]).err
    assert "has no table 9" in event("result", paired, 9, "win").err
    assert "whole numbers" in event("result", paired, 2, "--power", "a,b").err
    assert "still being played at table 2" in event("pair", "--library", paired).err
    assert "draw" in event("result", paired, 2, "--power", "5,5").out


def test_the_five_steps_are_asked_for_in_order(event: Run) -> None:
    event("new", "Late", "--regulations", "2.2", "--date", "2026-11-20")
    event("players", "late", *(word for name in "ABCD" for word in ("--add", name)))
    assert event("start", "late").status == 1
    assert event("start", "late", "--anyway").status == 0
    event("pair", "--library", "late")
    told = ["result", "late", 1, "--power", "5,5"]
    for words, question in (
        (["--draw-decks", "20,20"], "How many cards"),
        (["--dominance", "nobody"], "Who won dominance"),
        (["--dead-piles", "3,3"], "dead pile"),
        (["--choice", "second"], "the first player choose"),
    ):
        assert question in event(*told).err
        told += words
    assert "at time (4:0)" in event(*told).out


def test_by_hand(event: Run, paired: str) -> None:
    games = event("show", paired, "--json").json["event"]["rounds"][0]["games"]
    assert "stays when the round is drawn anew" in event("pin", paired, 1).out
    again = event("pair", "--library", paired, "--again", "--seed", 5, "--json").json
    assert again["pairings"][0] == games[0]["players"]
    assert event("cancel", paired, "--reason", "Fire alarm.").out == (
        "Round 1 was cancelled. Fire alarm.\n"
    )
    assert "gets a bye" in event("bye", paired, "Davos").out
    assert "always sits at table 7" in event("table", paired, "Arya", 7).out
    assert event("late", paired, "Edric", "--json").json["player"] == "p5"
    drawn = event("pair", "--library", paired, "--json").json
    assert drawn["byes"] == ["p4"]
    assert 7 in drawn["tables"]
    assert "dropped" in event("drop", paired, "ed").out
    assert "came back" in event("rejoin", paired, "p5").out
    assert (
        "was disqualified. Rude."
        in event("drop", paired, "p5", "--disqualify", "--reason", "Rude.").out
    )
    assert "Slow play" in event("penalty", paired, "Bran", "warning", "Slow play.").out
    assert "4 Swiss rounds" in event("plan", paired, "--rounds", 4).out
    assert "is now Arya Stark" in event("rename", paired, "Arya", "Arya Stark").out
    said = event("show", paired).out
    assert "Davos has a bye by the organizer's choice." in said
    assert "is in the bin" in event("delete", paired).out
    assert event("show").out.startswith("The library has no events")


def test_deck_lists_are_judged_and_drawn(
    event: Run, four: str, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handed_in = event("list", four, "Arya", WORLD, "--json")
    (one,) = handed_in.json["lists"]
    assert (one["player"], one["unread"]) == ("p1", [])
    assert handed_in.status == (0 if one["legal"] else 1)
    folder = tmp_path / "lists"
    folder.mkdir()
    shutil.copy(WORLD, folder / "Bran.txt")
    (folder / "Cersei.txt").write_text("House Stark\n3x Arya Stark (Core)\n3x Qqq Zzz\n")
    (folder / "Stranger.txt").write_text("House Stark\n3x Arya Stark (Core)\n")
    ran = event("list", four, folder)
    assert ran.status == 1
    assert f"Bran: 2016 World Championship Deck ({one['digest']})" in ran.out
    assert "Cersei: Cersei (" in ran.out
    assert "1 not read" in ran.out
    assert "Line 3 was not read: 3x Qqq Zzz" in ran.out
    assert "is the list of nobody in the event" in ran.err
    assert event("players", four).out.splitlines()[-1].startswith("4 players, 3 lists handed in")
    drawn: list[DeckSheet] = []

    def draw(sheets: Sequence[DeckSheet], page: str) -> bytes:
        assert page == "a4"
        drawn.extend(sheets)
        return b"%PDF"

    words = ["--home", str(home), "event", "sheets", four, "--output", str(tmp_path / "all.pdf")]
    assert run(words, PdfWriters(draw)) == 0
    assert run([*words, "--language", "de"], PdfWriters(draw)) == 0
    capsys.readouterr()
    assert [each.event.player for each in drawn] == ["Arya", "Bran", "Cersei"] * 2
    assert "Plots" in {section.title for section in drawn[1].sections}
    assert "Strategiekarten" in {section.title for section in drawn[4].sections}
    assert (tmp_path / "all.pdf").read_bytes() == b"%PDF"
    assert "which the window's library draws" in event("sheets", four, "--output", "x.pdf").err


def test_a_correction_after_the_cut_is_said_and_the_cut_taken_back(event: Run) -> None:
    begun(event, "ABCDEFGH", "--rounds", 1, "--cut", 4, paired=False)
    pairings = event("pair", "--library", "autumn", "--json").json["pairings"]
    for table in range(1, 5):
        event("result", "autumn", table, "win")
    seed = event("bracket", "--library", "autumn", "--json").json["games"][0]["players"][0]
    table = next(at for at, pair in enumerate(pairings, 1) if seed in pair)
    ran = event("result", "autumn", table, "loss", "--round", 1, "--correct")
    assert " goes on instead of " in ran.err
    assert "sevenplots event cancel takes it back." in ran.err
    shown = event("show", "autumn", "--json").json
    assert shown["departures"][0]["where"] == "The cut"
    assert event("cancel", "autumn").out == "The cut was taken back.\n"
    assert event("show", "autumn", "--json").json["departures"] == []
    seeds = event("bracket", "--library", "autumn", "--json").json["games"]
    assert seed not in [each for game in seeds for each in game["players"]]


@pytest.mark.parametrize(("since", "departures"), [("the start", 1), ("the deadline", 0)])
def test_a_list_is_locked_after_the_start_or_a_deadline(
    event: Run, four: str, tmp_path: Path, since: str, departures: int
) -> None:
    event("list", four, "Arya", WORLD)
    if since == "the start":
        event("start", four, "--anyway")
    else:
        shown = event("settings", four, "--lists-until", "2020-01-01 09:00").out
        assert "deadline for lists: 2020-01-01 09:00" in shown
    other = tmp_path / "Arya.txt"
    other.write_text(WORLD.read_text("utf-8").replace("3x ", "2x ", 1), "utf-8")
    refused = event("list", four, "Arya", other)
    assert refused.status == 2
    assert f"Lists are locked since {since}, and this is another deck list" in refused.err
    assert len(event("show", four, "--json").json["departures"]) == departures
    ran = event("list", four, "Arya", other, "--anyway")
    text = f"Arya handed in another deck list after {since}."
    assert text in ran.err
    texts = [each["text"] for each in event("show", four, "--json").json["departures"]]
    assert text in texts


def test_what_is_left_to_do_is_said(event: Run, paired: str) -> None:
    first = event("show", paired, "--json").json["event"]["rounds"][0]["games"][0]["players"][0]
    dropped = event("drop", paired, first, "--disqualify")
    assert "table 1 of round 1 is still open: enter its result." in dropped.err
    won = event("result", paired, 1, "win", "--json").json
    assert "was disqualified and wins all the same" in won["notes"][0]


def test_a_level_game_of_the_elimination_says_that_the_regulations_are_silent(
    event: Run, four: str
) -> None:
    event("start", four, "--rounds", 1, "--cut", 2)
    event("pair", "--library", four)
    for table in (1, 2):
        event("result", four, table, "win")
    event("bracket", "--library", four)
    ran = event("result", four, 1, "--power", "9,9")
    assert "Regulations 1.0.1 say nothing of this" in ran.err


def test_every_command_takes_a_part_of_the_name(event: Run, four: str) -> None:
    event("new", "Club evening", "--date", "2026-11-21")
    event("start", "night")
    assert event("pair", "club night", "--json").json["round"] == 1
    assert event("standings", "NIGHT").status == event("log", "night").status == 0
    assert event("export", "night", "--json").json["event"]["name"] == "Club night"
    assert "has no elimination" in event("bracket", "night").err
    ambiguous = event("pair", "club").err
    assert "may be one of 2 events: Club evening " in ambiguous
    assert four[:8] in ambiguous
    missed = event("pair", "Club nihgt")
    assert missed.status == 2
    assert "Did you mean “Club night”" in missed.err
    assert "Did you mean “Arya”?" in event("drop", "night", "Arja").err
    assert "no such file" in event("pair", "missing.json").err.lower()


def test_a_file_comes_before_an_event_of_its_name(
    event: Run, four: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    event("start", four)
    event("export", four, "--output", tmp_path / "night")
    assert event("pair", "night", "--json").json["round"] == 1
    assert event("show", four, "--json").json["event"]["rounds"] == []
    assert event("pair", "--library", "night").status == 0
    assert len(event("show", four, "--json").json["event"]["rounds"]) == 1
