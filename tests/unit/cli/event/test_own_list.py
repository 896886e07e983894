"""A league's own restricted list in an event, from registration to the end, and elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carddb.catalogue import sample_decks
from carddb.terms import Edition
from tests.running import Ran, Run
from tests.unit.cli.conftest import command_line

DECKS = {each.name: json.loads(each.text) for each in sample_decks(Edition.SECOND)}
WOLVES, WATCH = DECKS["Wolves of Winter (WotN)"], DECKS["Taking the Black (WotW)"]
# A ban, two restricted cards and a pod that the first deck breaks, and the second one does not.
BANNED, ONE, OTHER, IN_POD, BESIDE = sorted(WOLVES["slots"].keys() - WATCH["slots"].keys())[:5]
LEAGUE: dict[str, Any] = {
    "name": "Winter League",
    "issuer": "The Club",
    "date": "2026-11-01",
    "formats": [
        {"name": "joust", "restricted": [ONE, OTHER], "pods": [{"cards": [IN_POD, BESIDE]}]}
    ],
    "bannedCards": [BANNED],
}
CODE = "winter-league"


@pytest.fixture
def add_list(sevenplots: Run, tmp_path: Path) -> Callable[[dict[str, Any]], None]:
    def add(raw: dict[str, Any]) -> None:
        path = tmp_path / "list.json"
        path.write_text(json.dumps(raw), "utf-8")
        assert sevenplots("lists", "add", path).status == 0

    return add


@pytest.fixture
def elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line on another computer, which does not have the list."""
    return command_line(tmp_path / "elsewhere", capsys)


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    for name, deck in (("Arya", WOLVES), ("Bran", WATCH), ("Cersei", WATCH), ("Davos", WATCH)):
        (folder / f"{name}.json").write_text(json.dumps(deck), "utf-8")
    return folder


@pytest.fixture
def begun(event: Run, add_list: Callable[[dict[str, Any]], None], decks: Path) -> str:
    """Return an event by the league's list, with four lists handed in."""
    add_list(LEAGUE)
    options = ("--date", "2026-11-20", "--list", CODE, "--lists")
    event_id: str = event("new", "League night", *options, "--json").json["id"]
    names = ("Arya", "Bran", "Cersei", "Davos")
    event("players", event_id, *(word for each in names for word in ("--add", each)))
    assert event("list", event_id, decks).status == 1
    return event_id


def reasons(event: Callable[..., Ran], event_id: str, decks: Path) -> list[str]:
    """Return why the first player's list is not legal, handed in again."""
    handed_in = event("list", event_id, "Arya", decks / "Arya.json", "--anyway", "--json").json
    (one,) = handed_in["lists"]
    assert one["legal"] is False
    found: list[str] = one["reasons"]
    return found


def test_a_leagues_list_from_registration_to_the_end(event: Run, begun: str, decks: Path) -> None:
    broken = reasons(event, begun, decks)
    assert [each.split(":")[0] for each in broken] == [
        "Banned by Winter League (own) (joust)",
        "2 restricted cards of Winter League (own) (joust)",
        *[each for each in broken[2:] if each.startswith("One pod of Winter League (own)")],
    ]
    assert len(broken) == 3
    assert event("list", begun, "Bran", decks / "Bran.json").status == 0
    # The event does not start with a list that breaks it, unless somebody says so.
    refused = event("start", begun, "--rounds", 2, "--cut", 0)
    assert refused.status == 1
    assert "Arya" in refused.out
    event("list", begun, "Arya", decks / "Bran.json")
    assert event("start", begun, "--rounds", 2, "--cut", 0).status == 0
    for number in (1, 2):
        assert event("pair", "--library", begun).status == 0
        for table in (1, 2):
            assert event("result", begun, table, "win", "--round", number).status == 0
    assert event("finish", begun).status == 0
    standings = event("standings", "--library", begun, "--json").json["standings"]
    assert len(standings) == 4


@pytest.mark.parametrize("options", [("--log",), ("--to", "json")])
def test_another_computer_judges_by_the_list_that_the_event_carries(
    event: Run, begun: str, elsewhere: Run, decks: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    here = reasons(event, begun, decks)
    file = tmp_path / "event.json"
    event("export", begun, *options, "--output", file)
    taken = elsewhere("event", "import", file, "--json").json
    assert taken["notes"] == [
        "Its restricted list “Winter League (own)” was added to your own lists, as winter-league."
    ]
    assert reasons(lambda *words: elsewhere("event", *words), taken["id"], decks) == here
    (shown,) = elsewhere("lists", "show", "--json").json["lists"]
    assert (shown["code"], shown["issuer"]) == (CODE, "The Club")
    # The event keeps its list when the computer's own is gone, and exports it again.
    elsewhere("lists", "remove", CODE)
    assert reasons(lambda *words: elsewhere("event", *words), taken["id"], decks) == here
    again = elsewhere("event", "export", taken["id"], "--to", "json").json["event"]
    assert again["restricted_list"]["bannedCards"] == [BANNED]
    # Nothing is said where the same list is there already.
    assert event("import", file, "--json").json["notes"] == []


def test_an_import_never_replaces_another_list_of_the_code(
    event: Run, begun: str, add_list: Callable[..., None], sevenplots: Run, decks: Path,
    tmp_path: Path,
) -> None:  # fmt: skip
    here = reasons(event, begun, decks)
    file = tmp_path / "event.json"
    event("export", begun, "--log", "--output", file)
    add_list(LEAGUE | {"bannedCards": [], "formats": []})
    taken = event("import", file, "--json").json
    assert taken["notes"] == [
        (
            "Your own list with the code winter-league has other content and stays as it is. The"
            " event uses the list “Winter League (own)” that came with it."
        )
    ]
    (shown,) = sevenplots("lists", "show", "--json").json["lists"]
    assert shown["bannedCards"] == []
    assert reasons(event, taken["id"], decks) == here
    # Chosen anew, the list is the one of this computer.
    settings = event("settings", taken["id"], "--list", CODE, "--json").json
    assert settings["judged_again"] == ["p1"]
    handed_in = event("list", taken["id"], "Arya", decks / "Arya.json")
    assert handed_in.status == 0


def test_a_log_says_which_programs_can_read_it(event: Run, begun: str, tmp_path: Path) -> None:
    carrying = json.loads(event("export", begun, "--log").out)
    assert carrying["version"] == 2
    plain_id = event("new", "Plain", "--list", "gotstandard2.1", "--json").json["id"]
    assert json.loads(event("export", plain_id, "--log").out)["version"] == 1
    newer = tmp_path / "newer.json"
    newer.write_text(json.dumps(carrying | {"version": 3}), "utf-8")
    assert "Use a newer version" in " ".join(event("import", newer).err.split())


def test_a_broken_list_in_a_document_is_refused_with_its_place(
    event: Run, begun: str, tmp_path: Path
) -> None:
    document = event("export", begun, "--to", "json").json
    document["event"]["restricted_list"] |= {"date": "soon", "bannedCards": 7}
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document), "utf-8")
    refused = event("import", file)
    said = " ".join(refused.err.split())
    assert refused.status == 2
    assert "“restricted_list” is wrong: " in said
    assert "date must be a day" in said
    assert "bannedCards is not a list of card codes" in said
