"""The contract of `sevenplots odds`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.odds_by_scipy import Hypergeometric
from tests.running import Run

SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"


def test_the_opening_hand_is_hypergeometric(sevenplots: Run) -> None:
    printed = sevenplots("odds", DECK, "--want", "01040,01039", "--at-least", 2, "--json").json
    assert printed["probability"] == pytest.approx(Hypergeometric(60, 6, 7).sf(1))
    assert printed["exact"] is True
    assert (printed["copies"], printed["cards_seen"]) == (6, 7)


def test_a_category_of_the_deck_stands_for_its_cards(sevenplots: Run, tmp_path: Path) -> None:
    plain = json.loads(DECK.read_text())
    plain["categories"] = [{"name": "Fast ships", "cards": ["01040", "01039", "99999"]}]
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(plain))
    printed = sevenplots("odds", path, "--want", "category:fast ships", "--json").json
    assert printed["want"] == ["01039", "01040"]
    counted = sevenplots("stats", path, "--json").json["decks"][0]["tables"]["categories"]
    assert counted == [{"key": "Fast ships", "label": "Fast ships", "copies": 6}]


def test_rounds_count_the_refill_unless_told_not_to(sevenplots: Run) -> None:
    words = ("odds", DECK, "--want", "01040", "--by-round", 2)
    plain = sevenplots(*words, "--no-refill", "--json").json
    assert plain["probability"] == pytest.approx(Hypergeometric(60, 3, 11).sf(0))
    printed = sevenplots(*words, "--json").json
    assert printed["plain"]["probability"] == plain["probability"]
    assert printed["probability"] > plain["probability"]
    assert printed["cards_seen"] > 14
    assert "after the best setup" in printed["model"]


def test_a_mulligan_counts_where_a_policy_is_given(sevenplots: Run) -> None:
    words = ("odds", DECK, "--want", "01040", "--policy", "needs:t:location", "--json")
    assert sevenplots(*words).json["probability"] > Hypergeometric(60, 3, 7).sf(0)


def test_people_read_what_was_counted(sevenplots: Run) -> None:
    out = sevenplots("odds", DECK, "--want", "01040", "--by-round", 1).out
    assert "At least 1 of 3: The Roseroad (01040)" in out
    assert "2 in each of 1 draw phases" in out


@pytest.mark.parametrize("want", ["99999", "", "01144"])
def test_cards_must_be_in_the_deck(sevenplots: Run, want: str) -> None:
    ran = sevenplots("odds", DECK, "--want", want)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("want", ["The Roseroad", "roseroad", "01040, the roseroad"])
def test_a_name_stands_for_its_cards(sevenplots: Run, want: str) -> None:
    printed = sevenplots("odds", DECK, "--want", want, "--json").json
    assert (printed["want"], printed["copies"]) == (["01040"], 3)


def test_a_name_counts_in_all_its_versions(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("2x Arya Stark (Core)\n1x Arya Stark (Wolves of the North)\n40x Ice (Core)\n")
    printed = sevenplots("odds", file, "--want", "Arya Stark", "--json").json
    assert (printed["want"], printed["copies"]) == (["01141", "03007"], 3)


def test_a_part_of_a_name_is_asked_back(sevenplots: Run) -> None:
    ran = sevenplots("odds", DECK, "--want", "rosero")
    assert ran.status == 2
    assert "Did you mean The Roseroad?" in ran.err
