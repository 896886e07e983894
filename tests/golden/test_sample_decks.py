"""The verdicts of the 31 published decks, whole, as the command line prints them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.main import run

SAMPLES = Path(__file__).parents[2] / "resources" / "decks" / "second"
STARTERS = {
    "The Old Ways (Core)",
    "At the Wall (Core)",
    "From East to West (Core)",
    "Secrets and Schemes (Core)",
}

Golden = Callable[[str, str], None]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Return a function that runs `sevenplots check` on the samples and gives its JSON object."""

    def checked(*options: str) -> dict[str, Any]:
        words = ["--home", str(tmp_path), "check", str(SAMPLES), "--date", "2026-11-20", "--json"]
        assert run([*words, *options]) == 1
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        for deck in printed["decks"]:
            deck["path"] = Path(deck["path"]).name
        return printed

    return checked


def legal(printed: dict[str, Any]) -> set[str]:
    return {deck["name"] for deck in printed["decks"] if deck["legal"]}


def test_without_a_list_only_the_four_core_starters_are_illegal(
    check: Callable[..., dict[str, Any]], golden: Golden
) -> None:
    printed = check("--list", "none")
    illegal = {deck["name"] for deck in printed["decks"]} - legal(printed)
    assert (illegal, len(legal(printed))) == (STARTERS, 27)
    for deck in printed["decks"]:
        if deck["name"] in STARTERS:
            codes = [problem["code"] for problem in deck["problems"]]
            assert codes[:2] == ["draw.too-few", "faction.loyal"]
    golden("samples-no-list.json", _text(printed))


def test_under_the_list_of_july_2026_the_listed_cards_are_named(
    check: Callable[..., dict[str, Any]], golden: Golden
) -> None:
    printed = check("--list", "gotstandard2.1")
    problems = {
        deck["name"]: {p["code"]: p["cards"] for p in deck["problems"]} for deck in printed["decks"]
    }
    assert len(legal(printed)) == 6
    assert problems["2016 World Championship Deck"]["list.banned"] == ["02102"]
    assert problems["House Stark Intro Deck"]["list.restricted"] == ["01146", "06082"]
    assert problems["You Win Or You Die (LoCR)"]["list.pod"] == ["01013", "05001"]
    golden("samples-standard-2.1.json", _text(printed))


def test_the_list_of_july_2026_is_the_one_in_force(
    check: Callable[..., dict[str, Any]],
) -> None:
    assert check() == check("--list", "gotstandard2.1")


def _text(printed: dict[str, Any]) -> str:
    return json.dumps(printed, ensure_ascii=False, indent=1) + "\n"
