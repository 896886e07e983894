"""`sevenplots event`: every command, a whole event, and its server."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.drawing import PdfWriters
from cli.event.commands import EventCommands
from cli.main import run
from events.event_log import read_log
from events.papers import EventPaper
from events.replay import replay
from tests.running import Run, run_python
from tests.unit.cli.event.conftest import begun

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
        ("[1, 2]", "this JSON is not an event"),
        ('{"slots": {}}', "this JSON is not an event"),
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
    begun(event, "ABCD")
    shutil.rmtree(home / "backups", ignore_errors=True)
    commands = (
        "show Autumn",
        "standings --library Autumn",
        "export --library Autumn --log",
        "result Autumn 1 aw",
    )
    ran = run_python("-c", ON_A_FULL_DISK, home, *commands)
    assert re.findall(r"^\d$", ran.stderr, re.MULTILINE) == ["0", "0", "0", "2"]
    assert "Traceback" not in ran.stderr
    for words in ("4 players", "player", "sevenplots-event-log"):
        assert words in ran.stdout
    assert "Everything saved before is unchanged." in ran.stderr


ON_A_FULL_DISK = """
import json, resource, signal, sys
from cli.main import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
home, *commands = sys.argv[1:]
for words in commands:
    sys.stderr.write(f"{run(['--home', home, 'event', *words.split()])}\\n")
"""


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
    assert re.search(r"8  .*  Lysa +Taken back: result entered, by Davos\.", printed)
    exported = event("export", "--library", "autumn", "--log").out
    assert [each.by for each in read_log(exported)] == by


def test_papers_are_drawn(
    event: Run, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(event, "ABCD", paired=False)
    drawn: list[EventPaper] = []

    def draw(papers: Sequence[EventPaper], page: str) -> bytes:
        assert page == "letter"
        drawn.extend(papers)
        return b"%PDF"

    def papers(*chosen: str) -> tuple[int, str]:
        drawn.clear()
        options = ["--output", str(tmp_path / "all.pdf"), "--page", "letter", *chosen]
        words = ["--home", str(home), "event", "papers", "autumn", *options]
        status = run(words, PdfWriters(papers=draw))
        return status, capsys.readouterr().err

    status, said = papers()
    assert (status, "No round was paired yet" in said) == (2, True)
    event("pair", "--library", "autumn")
    assert papers()[0] == 0
    titles = [each.head.title for each in drawn]
    assert titles == ["Pairings by table", "Pairings by name", "Result"]
    for table in (1, 2):
        event("result", "autumn", table, "win")
    assert papers()[0] == 0
    assert [each.head.title for each in drawn] == ["Standings"]
    status, said = papers("--page", "a3")
    assert (status, "There is no paper “a3”" in said) == (2, True)
    assert papers("--paper", "standings", "--paper", "playing", "--round", "1")[0] == 0
    assert [each.head.title for each in drawn] == ["Standings", "Tables still playing"]
    status, said = papers("--paper", "bracket")
    assert (status, "There is no bracket yet" in said) == (2, True)
    assert "is not at hand" in event("papers", "autumn", "--output", "x.pdf").err
    assert (tmp_path / "all.pdf").read_bytes() == b"%PDF"


def test_the_elimination_takes_what_a_round_takes(event: Run) -> None:
    begun(event, "ABCDEFGH", "--rounds", "0", paired=False)
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
    begun(event, "ABCD")
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


DOCS = Path(__file__).parents[4] / "docs" / "events.md"


def test_every_command_is_described() -> None:
    text = DOCS.read_text("utf-8")
    names = [row.name for row in EventCommands.rows]
    assert len(names) > 20
    assert [name for name in names if f"`{name}" not in text] == []


NAMES = (
    *("Arya", "Bran", "Cersei", "Davos", "Edric", "Fergie", "Gilly", "Hodor"),
    *("Illyrio", "Jaime", "Khal", "Lancel", "Meera", "Nymeria", "Olenna", "Podrick"),
)


def test_sixteen_players_from_sign_up_to_winner(event: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("Name,House\n" + "\n".join(f"{n},Stark" for n in NAMES))
    made = event("new", "Autumn", "--structure", "advanced", "--date", "2026-11-20", "--json")
    assert made.status == 0
    event_id = made.json["id"]
    signed = event("players", "autumn", "--from", tmp_path / "players.csv", "--json")
    assert (signed.status, len(signed.json["added"]), signed.json["unread"]) == (0, 16, [])
    assert event("forbid", event_id[:6], "Arya", "Bran").out == "Arya and Bran are kept apart.\n"
    started = event("start", event_id, "--json").json
    assert (started["swiss_rounds"], started["cut"]) == (4, 8)
    for number in range(1, 5):
        _swiss_round(event, event_id, number)
    assert event("result", event_id, 1, "loss", "--round", 1, "--correct").status == 0
    assert "Taken back: Round 1, table 1, corrected" in event("undo", event_id).out
    table = event("standings", "--library", event_id).out
    assert table.splitlines()[0].split()[:2] == ["swiss", "player"]
    lines = event("standings", "--library", event_id, "--json").json["standings"]
    first = event("bracket", "--library", event_id, "--json").json
    assert [game["seeds"] for game in first["games"]] == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert first["games"][0]["players"] == [lines[0]["id"], lines[7]["id"]]
    for games in (4, 2, 1):
        for game in range(1, games + 1):
            assert event("result", event_id, game, "loss" if game == 1 else "win").status == 0
    done = event("bracket", "--library", event_id, "--json").json
    assert (done["games"], done["winner"]) == ([], lines[1]["id"])
    name = next(line["name"] for line in lines if line["id"] == done["winner"])
    assert f"{name} won the event." in event("bracket", "--library", event_id).out
    assert event("finish", event_id).out == "The event was finished.\n"
    assert "finished" in event("show").out
    assert "finished" in event("show", "Autumn").out
    _there_and_back(event, event_id, tmp_path)


def _swiss_round(event: Run, event_id: str, number: int) -> None:
    """Pair a round, the first one twice, and enter all of its results."""
    drawn = event("pair", "--library", event_id, "--seed", number, "--json").json
    assert (drawn["round"], drawn["seed"], drawn["bye"]) == (number, number, None)
    assert len(drawn["pairings"]) == 8
    assert ["p1", "p2"] not in map(sorted, drawn["pairings"])
    if number == 1:
        swapped = event("swap", event_id, drawn["pairings"][0][0], drawn["pairings"][1][0])
        assert "changed places" in swapped.out
        assert event("pair", "--library", event_id, "--again", "--json").json["round"] == 1
    for table in drawn["tables"]:
        entered = event("result", event_id, table, "win", "--json").json
        assert entered["playing"] == list(range(table + 1, 9))


def _there_and_back(event: Run, event_id: str, folder: Path) -> None:
    """Every format of the finished event is read again, and tells the same."""
    expected = event("standings", "--library", event_id, "--json").json
    log = event("export", "--library", event_id, "--log").out
    assert replay(read_log(log)).winner
    for kind, words in {"log": ["--log"], "json": [], "nrtm": ["--to", "nrtm"]}.items():
        file = folder / f"{kind}.json"
        written = event("export", "--library", event_id, *words, "--output", file)
        assert (written.status, written.out) == (0, "")
        read = event("import", file, "--name", f"Again {kind}", "--json").json
        assert (read["players"], read["rounds"], read["stage"]) == (16, 4, "finished")
        assert read["notes"] == []
        again = event("standings", "--library", read["id"], "--json").json
        points = [(line["name"], line["points"]) for line in again["standings"]]
        assert dict(points) == {e["name"]: e["points"] for e in expected["standings"]}
        if kind != "nrtm":
            assert again == expected
    assert event("standings", folder / "json.json", "--json").json == expected
    assert event("export", folder / "json.json", "--to", "csv").out.startswith("rank,player,")
    assert json.loads(event("export", folder / "log.json").out)["event"]["finished"] is True


def test_the_final_of_a_melee_event_takes_all_places(event: Run, tmp_path: Path) -> None:
    names = tmp_path / "players.txt"
    names.write_text("\n".join(("Arya", "Bran", "Catelyn", "Davos")))
    points = ("--melee-points", "4,2,1/5,3,2,1")
    event("new", "Melee", "--format", "melee", "--rounds", 1, "--cut", 4, *points)
    event("players", "melee", "--from", names)
    event("start", "melee")
    event("pair", "--library", "melee")
    event("result", "melee", 1, "1,2,3,4")
    seeds = event("bracket", "--library", "melee", "--json").json["games"][0]["players"]
    refused = event("result", "melee", 1, "1,1,3,4")
    assert refused.status == 2
    assert "needs one winner" in refused.err
    ran = event("result", "melee", 1, "3,1,2,4")
    assert "Elimination, round 1, game 1: 1. " in ran.out
    ranking = event("bracket", "--library", "melee", "--json").json["ranking"]
    assert ranking == [seeds[1], seeds[2], seeds[0], seeds[3]]


ROOT = Path(__file__).parents[4]


def test_pages_as_files(event: Run, tmp_path: Path) -> None:
    event("new", "Autumn")
    ran = event("serve", "Autumn", "--folder", tmp_path / "pages", "--json")
    assert ran.status == 0
    assert all(Path(each).is_file() for each in ran.json["files"])
    refused = event("serve", "Autumn", "--host", "here")
    assert refused.status == 2
    assert "not the address of a computer" in refused.err
