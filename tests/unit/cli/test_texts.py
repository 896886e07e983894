"""The contract of `sevenplots texts`, and own texts in `card` and `search`."""

from __future__ import annotations

import shutil
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from cli.main import run
from tests.running import Ran, Run

TABLE = "set,number,name,text\nCore,5,Eddard Stark,Juggle.\n,,Zzqq,Nod.\nCore,1,Rhaegal,\n"


@pytest.fixture
def own(home: Path, tmp_path: Path, sevenplots: Run, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with a home of its own, where cards.db is filled already."""
    sevenplots("card", "core_1")
    (tmp_path / "home").mkdir()
    shutil.copy(home / "cards.db", tmp_path / "home")

    def ran(*words: object) -> Ran:
        status = run(["--home", str(tmp_path / "home"), *map(str, words)])
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return ran


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "texts.csv"
    file.write_text(TABLE, "utf-8")
    return file


def test_the_json_has_the_keys_of_the_contract(own: Run, table: Path) -> None:
    ran = own("texts", table, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json["kept"] == 1
    assert ran.json["counts"] == {
        "taken": 1,
        "same": 0,
        "repeated": 0,
        "unknown": 1,
        "ambiguous": 1,
        "empty": 0,
        "too-long": 0,
        "not-text": 0,
        "unreadable": 0,
    }
    assert ran.json["report"][0] == {
        "source": None,
        "line": 2,
        "text": "Eddard Stark (Core 5)",
        "status": "taken",
        "code": "core_5",
        "note": "",
        "candidates": [],
    }
    assert len(ran.json["report"]) == 3


def test_people_read_what_was_not_taken(own: Run, table: Path) -> None:
    ran = own("texts", table)
    assert "3 entries: 1 taken, 1 no card, 1 ambiguous." in ran.out
    assert "1 text of your own is here." in ran.out
    assert "Zzqq" in ran.out
    assert "Eddard" not in ran.out
    assert "1 the same as before" in own("texts", table).out


def test_cards_and_searches_show_the_text_as_the_players_own(own: Run, table: Path) -> None:
    before = own("card", "core_5", "--json").json["cards"][0]
    assert (before["text"], before["own_text"]) == (None, False)
    own("texts", table)
    card = own("card", "core_5", "--json").json["cards"][0]
    assert card == {**before, "text": "Juggle.", "own_text": True}
    shown = own("card", "core_5", "core_1").out
    assert [line.split() for line in shown.splitlines() if line.startswith("your own")] == [
        ["your", "own", "text", "Juggle."]
    ]
    assert [each["code"] for each in own("search", "x:juggle", "--json").json["cards"]] == [
        "core_5"
    ]


def test_texts_are_forgotten_again(own: Run, table: Path) -> None:
    own("texts", table)
    assert own("texts", "--json").json == {"kept": 1}
    assert own("texts", "--remove").out == "1 text of your own forgotten.\n"
    assert own("texts", "--remove", "--json").json == {"removed": 0}
    assert own("texts").out == "0 texts of your own are here.\n"
    assert own("card", "core_5", "--json").json["cards"][0]["text"] is None


def test_a_folder_of_octgn(own: Run, tmp_path: Path) -> None:
    folder = tmp_path / "game" / "Sets" / "one"
    folder.mkdir(parents=True)
    (folder / "set.xml").write_text(
        '<set name="Core"><cards><card name="Eddard Stark"><property name="Number" value="5"/>'
        '<property name="Text" value="Nod."/></card></cards></set>',
        "utf-8",
    )
    (entry,) = own("texts", tmp_path / "game", "--json").json["report"]
    assert (entry["source"], entry["code"]) == (str(Path("Sets", "one", "set.xml")), "core_5")


def test_what_a_file_says_does_not_steer_the_terminal(own: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,set,text\nRhaegal,[/x] \x1b[2J,Nod.\n", "utf-8")
    ran = own("texts", tmp_path / "t.csv")
    assert "“[/x] \ufffd[2J” does not hold" in ran.out
    assert ran.status == 1


def test_standard_input(own: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"core_5": "Nod."}')))
    assert own("texts", "-", "--json").json["counts"]["taken"] == 1


def test_a_file_with_no_text_for_any_card_is_a_no(own: Run, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"9_9": "Nod."}', "utf-8")
    assert own("texts", tmp_path / "t.json").status == 1


@pytest.mark.parametrize(
    "words", [["nowhere.json"], ["bad.json"], ["."], ["bad.json", "--remove"], [""]]
)
def test_what_cannot_be_used_is_a_sentence(
    own: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "bad.json").write_text('{"core_1": }', "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = own("texts", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err
    assert "inside the program" not in ran.err


def test_an_error_in_the_file_has_its_line_in_the_json(own: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"core_1":\n\n oh}', "utf-8")
    assert own("texts", tmp_path / "bad.json", "--json").json["error"]["line"] == 3


def test_a_damaged_file_of_texts_is_told_of_once(own: Run, tmp_path: Path, table: Path) -> None:
    own("texts", table)
    (tmp_path / "home" / "own_texts.json").write_bytes(b"{")
    told = own("card", "core_5", "--json")
    assert (told.status, told.json["cards"][0]["text"]) == (0, None)
    assert "damaged" in told.err
    assert own("card", "core_5").err == ""
    assert own("texts", table).status == 0
