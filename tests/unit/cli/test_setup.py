"""The contract of `sevenplots setup`."""

from __future__ import annotations

import io

import pytest

from tests.running import Run

HAND = "01144,01144,03003,01141,01040,01152,01035"


def test_the_json_is_the_contract_s(sevenplots: Run) -> None:
    printed = sevenplots("setup", "--hand", HAND, "--json").json
    assert (printed["cards"], printed["gold"], printed["budget"]) == (6, 8, 8)
    assert printed["left"] == ["01141"]
    keys = ("code", "as", "cost", "host")
    placed = [tuple(each[key] for key in keys) for each in printed["placed"]]
    assert placed == [
        ("01035", "card", 1, "01152"),
        ("01040", "card", 0, None),
        ("01144", "duplicate", 0, None),
        ("01144", "duplicate", 0, None),
        ("01152", "card", 1, None),
        ("03003", "card", 6, None),
    ]
    assert printed["reasons"] == [
        {
            "code": "01141",
            "reason": "It costs 3; the best setup leaves 0 of 8 gold.",
            "rule": "ruling.setup.gold",
        }
    ]


def test_a_dash_takes_one_hand_a_line(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"11016\n\n{HAND}\n"))
    results = sevenplots("setup", "--hand", "-", "--json").json["results"]
    assert [each["cards"] for each in results] == [1, 6]


def test_an_error_of_a_line_names_it(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("11016\n11016,99999\n"))
    ran = sevenplots("setup", "--hand", "-", "--json")
    assert ran.status == 2
    assert ran.json["error"]["line"] == 2
    assert "99999" in ran.err


def test_agendas_locations_and_houses(sevenplots: Run) -> None:
    red_door = ("--agenda", "08039", "--in-play", "01155")
    printed = sevenplots("setup", "--hand", "01155,01152", *red_door, "--json").json
    assert (printed["cards"], printed["gold"], printed["budget"]) == (2, 1, 4)
    martell = ("--faction", "martell", "--edition", "first")
    assert sevenplots("setup", "--hand", "core_5", *martell, "--json").json["budget"] == 5


def test_prefer_orders_the_criteria(sevenplots: Run) -> None:
    ran = sevenplots("setup", "--hand", HAND, "--prefer", "characters", "--json")
    assert ran.json["characters"] >= 2
    assert sevenplots("setup", "--hand", HAND, "--prefer", "luck").status == 2


@pytest.mark.parametrize(
    "words",
    [
        ("--hand", ""),
        ("--hand", "99999"),
        ("--hand", "01001"),
        ("--hand", "01144,core_5"),
        ("--hand", "01144", "--agenda", "01152"),
        ("--hand", "01144", "--in-play", "01152"),
        ("--hand", "01144", "--edition", "first"),
        ("--hand", ",".join(["01144"] * 13)),
        (),
    ],
)
def test_what_cannot_be_used_is_2_and_a_sentence(sevenplots: Run, words: tuple[str, ...]) -> None:
    ran = sevenplots("setup", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert ran.err.strip()


def test_people_are_told_why_cards_are_left(sevenplots: Run) -> None:
    ran = sevenplots("setup", "--hand", HAND)
    assert "6 cards, 8 of 8 gold" in ran.out
    assert "duplicate" in ran.out
    assert "It costs 3" in ran.out
