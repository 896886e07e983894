"""`sevenplots lists`: restricted lists of a club or a league."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import Run

LEAGUE: dict[str, Any] = {
    "name": "Winter League",
    "issuer": "The Club",
    "date": "2026-11-01",
    "formats": [
        {
            "name": "joust",
            "restricted": ["01146"],
            "banned": ["01027"],
            "pods": [{"cards": ["01081", "16027"]}],
        }
    ],
    "bannedCards": ["17101"],
}
DECK = "House Stark\nAgenda: Fealty\n3x Winterfell Steward\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder without lists, for each test."""
    return tmp_path / "home"


@pytest.fixture
def league(tmp_path: Path) -> Path:
    path = tmp_path / "league.json"
    path.write_text(json.dumps(LEAGUE), "utf-8")
    return path


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "deck.txt"
    path.write_text(DECK, "utf-8")
    return str(path)


def codes(sevenplots: Run, *words: str) -> list[str]:
    (judged,) = sevenplots("check", *words, "--json").json["decks"]
    return [each["code"] for each in judged["problems"]]


def test_a_list_is_added_shown_chosen_and_removed(sevenplots: Run, league: Path, deck: str) -> None:
    added = sevenplots("lists", "add", str(league))
    assert added.out == "“Winter League (own)” was added; its code is winter-league.\n"
    again = sevenplots("lists", "add", str(league))
    assert again.out == "“Winter League (own)” was replaced; its code is winter-league.\n"
    (shown,) = sevenplots("lists", "show", "--json").json["lists"]
    assert shown == LEAGUE | {
        "code": "winter-league",
        "version": "",
        "cardSet": "own",
        "edition": "second",
    }
    assert "list.banned" in codes(sevenplots, deck, "--list", "winter-league")
    # It is never in force by itself, though it is the newest.
    assert "list.banned" not in codes(sevenplots, deck)
    assert "Winter League (own)" in sevenplots("check", deck, "--list", "winter-league").out
    assert sevenplots("lists", "remove", "winter-league").status == 0
    assert sevenplots("lists", "remove", "winter-league").status == 2
    assert sevenplots("check", deck, "--list", "winter-league").status == 2


def test_what_is_shown_is_a_file_for_others(sevenplots: Run, league: Path, tmp_path: Path) -> None:
    sevenplots("lists", "add", str(league))
    (shown,) = sevenplots("lists", "show", "--json").json["lists"]
    shared = tmp_path / "shared.json"
    shared.write_text(json.dumps(shown), "utf-8")
    sevenplots("lists", "remove", "winter-league")
    assert sevenplots("lists", "add", str(shared)).status == 0


def test_every_fault_of_a_file_is_named_with_its_place(sevenplots: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    raw = {
        "code": "gotstandard2.1",
        "name": "Ours",
        "date": "2026-02-30",
        "formats": [
            {"name": "joust", "restricted": ["01146", "99999"], "pods": [{"cards": ["01081"]}, 5]},
            {"name": "draft"},
        ],
        "bannedCards": "17101",
    }
    wrong.write_text(json.dumps(raw), "utf-8")
    refused = sevenplots("lists", "add", str(wrong))
    assert refused.status == 2
    for fault in (
        "code is the code of the published list Standard v2.1.",
        "issuer is missing",
        "date must be a day",
        'formats[0].restricted[1] is "99999", which is not the code of a card.',
        "formats[0].pods[0] must name at least two cards",
        "formats[0].pods[1] is not an object",
        "formats[1].name must be “joust” or “melee”",
        "bannedCards is not a list",
    ):
        assert fault in " ".join(refused.err.split()), fault
    assert "\ndate must be a day such as 2026-07-01.\n" in refused.err
    assert sevenplots("lists", "show", "--json").json["lists"] == []


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"[1]", b"\x89PNG", b'{"a":' * 9000])
def test_what_is_no_list_is_refused_in_a_sentence(
    sevenplots: Run, tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    refused = sevenplots("lists", "add", str(file))
    assert (refused.status, refused.out) == (2, "")
    assert "This is not a restricted list" in " ".join(refused.err.split())


def test_a_damaged_file_is_named_and_the_others_are_used(
    sevenplots: Run, league: Path, deck: str
) -> None:
    file = Path(sevenplots("lists", "add", str(league), "--json").json["file"])
    file.with_name("broken.json").write_text("{", "utf-8")
    ran = sevenplots("check", deck, "--list", "winter-league")
    assert "broken.json is not used" in " ".join(ran.err.split())
    assert "Winter League (own)" in ran.out
