"""The contract of `sevenplots goldfish`, and what Ctrl+C prints."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.running import Run, output_until_stopped

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
OTHER = SAMPLES / "2016-world-championship-deck.json"
NUMBERS = {
    *("gold", "marshaled", "shadows_in", "shadows_out", "unspent", "hand", "characters"),
    *("strength", "duplicates", "ambushed", "shadows_gold_in", "shadows_gold_out", "waiting"),
}


def test_the_object_has_the_keys_of_the_contract(sevenplots: Run) -> None:
    printed = sevenplots(
        "goldfish", DECK, "--games", 1000, "--rounds", 2, "--seed", 4, "--json"
    ).json
    assert (printed["games"], printed["seed"]) == (1000, 4)
    assert printed["games_per_second"] > 0
    assert [each["round"] for each in printed["rounds"]] == [1, 2]
    for each in printed["rounds"]:
        assert set(each) == NUMBERS | {"round", "plot"}
        for number in NUMBERS:
            assert each[number]["low"] <= each[number]["mean"] <= each[number]["high"]
    assert printed["rounds"][0]["gold"]["mean"] > 4
    assert any("no opponent" in sentence for sentence in printed["approximations"])


def test_three_rounds_and_the_same_games_for_a_seed(sevenplots: Run) -> None:
    one, other = (sevenplots("goldfish", DECK, "--games", 200, "--json").json for _ in range(2))
    assert len(one["rounds"]) == 3
    assert one["rounds"] == other["rounds"]


def test_plots_follow_the_user(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 200, "--json")
    own = [each["plot"] for each in sevenplots(*words).json["rounds"]]
    chosen = list(reversed(own))
    printed = sevenplots(*words, "--plots", ",".join(chosen)).json
    assert [each["plot"] for each in printed["rounds"]] == chosen


def test_hands_are_kept_by_the_policy(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 200, "--json", "--policy")
    printed = sevenplots(*words, "needs:t:location").json
    assert printed["policy"].startswith("needs:")
    assert printed["rounds"] != sevenplots(*words, "keep").json["rounds"]
    assert sevenplots(*words, "whatever").status == 2


def test_people_see_a_table_and_what_is_left_out(sevenplots: Run) -> None:
    ran = sevenplots("goldfish", DECK, "--games", 200)
    assert ran.status == 0
    for words in ("round 1", "round 3", "gold to spend", "characters in play", "Left out"):
        assert words in ran.out


def test_orders_are_compared(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 100, "--rounds", 1, "--orders", "--by", "gold")
    printed = sevenplots(*words, "--json").json["orders"]
    assert (printed["by"], printed["games"]) == ("gold", 100)
    assert printed["orders"][0]["score"]["mean"] >= printed["orders"][-1]["score"]["mean"]
    assert "Orders of plots, by gold" in sevenplots(*words).out


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("--plots", "01141"), "is no plot of this deck"),
        (("--rounds", "6"), "cannot be played alone"),
        (("--rounds", "0"), "cannot be played alone"),
        (("--games", "0"), "--games"),
        (("--rounds", "two"), "--rounds"),
        (("--orders", "--by", "luck"), "not compared by"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(
    sevenplots: Run, words: tuple[str, ...], output: str
) -> None:
    ran = sevenplots("goldfish", DECK, *words, "--json")
    assert ran.status == 2
    assert output in ran.json["error"]["reason"]
    assert "Traceback" not in ran.err


def test_a_missing_file_and_a_small_deck_are_sentences(sevenplots: Run, tmp_path: Path) -> None:
    assert sevenplots("goldfish", tmp_path / "none.json").status == 2
    small = tmp_path / "small.json"
    slots = {"01141": 3, "01004": 1}
    small.write_text(json.dumps({"name": "s", "faction_code": "stark", "slots": slots}))
    ran = sevenplots("goldfish", small)
    assert ran.status == 2
    assert "A hand is 7 cards" in ran.err


def test_versus_is_paired(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 500, "--rounds", 2, "--versus")
    printed = sevenplots(*words, OTHER, "--json").json
    assert printed["versus"]["seed"] == printed["seed"] == 1
    assert [each["round"] for each in printed["difference"]] == [1, 2]
    for mine, theirs, gap in zip(
        printed["rounds"], printed["versus"]["rounds"], printed["difference"], strict=True
    ):
        assert set(gap) == NUMBERS | {"round", "plot"}
        for number in NUMBERS:
            assert gap[number]["mean"] == pytest.approx(
                mine[number]["mean"] - theirs[number]["mean"], abs=1e-9
            )
    alike = sevenplots(*words, DECK, "--json").json
    assert all(each[number]["high"] == 0 for each in alike["difference"] for number in NUMBERS)
    assert "The first has more than the second" in sevenplots(*words, OTHER).out
    assert sevenplots(*words, "nowhere.json").status == 2


def test_the_other_deck_reveals_the_plots_named_that_it_has(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 200, "--json")
    own = [each["plot"] for each in sevenplots(*words).json["rounds"]]
    chosen = ",".join(reversed(own))
    printed = sevenplots(*words, "--plots", chosen, "--versus", DECK).json
    assert [each["plot"] for each in printed["versus"]["rounds"]] == list(reversed(own))
    assert sevenplots(*words, "--plots", chosen, "--versus", OTHER).status == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("command", [("goldfish", "--games"), ("hands", "--hands")])
def test_ctrl_c_says_that_it_stopped(home: Path, command: tuple[str, str]) -> None:
    """Once a terminal shows the bar the work is under way."""
    words = ("--home", home, command[0], DECK, command[1], "900000000")
    output_until_stopped(*words, shows="900000000")


def test_options_that_nothing_asks_for_are_refused(sevenplots: Run) -> None:
    for command in ("goldfish", "hands"):
        for option in ("--in-play=01155", "--aside=01155", "--named=stark"):
            printed = sevenplots(command, DECK, option)
            assert printed.status == 2
            assert f"{option.partition('=')[0]} is for an agenda" in printed.err
    alone = sevenplots("goldfish", DECK, "--by", "gold")
    assert (alone.status, "--orders" in alone.err) == (2, True)
    assert sevenplots("odds", DECK, "--want", "01040", "--named", "stark").status == 2
    assert sevenplots("setup", "--hand", "core_11", "--named", "stark").status == 2
    waived = ("setup", "--hand", "core_11", "--named", "stark", "--agenda", "qod_47")
    assert sevenplots(*waived).status == 0
