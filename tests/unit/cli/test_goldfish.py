"""The contract of `sevenplots goldfish`, and what Ctrl+C says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.running import Run

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
NUMBERS = {
    *("gold", "marshaled", "shadows_in", "shadows_out", "unspent", "hand", "characters"),
    *("strength", "duplicates", "ambushed", "shadows_gold_in", "shadows_gold_out", "waiting"),
}


def test_the_object_has_the_keys_of_the_contract(sevenplots: Run) -> None:
    told = sevenplots("goldfish", DECK, "--games", 3000, "--rounds", 2, "--seed", 4, "--json").json
    assert (told["games"], told["seed"]) == (3000, 4)
    assert told["games_per_second"] > 0
    assert [each["round"] for each in told["rounds"]] == [1, 2]
    for each in told["rounds"]:
        assert set(each) == NUMBERS | {"round", "plot"}
        for number in NUMBERS:
            assert each[number]["low"] <= each[number]["mean"] <= each[number]["high"]
    assert told["rounds"][0]["gold"]["mean"] > 4
    assert any("no opponent" in sentence for sentence in told["approximations"])


def test_three_rounds_and_the_same_games_for_a_seed(sevenplots: Run) -> None:
    one, other = (sevenplots("goldfish", DECK, "--games", 500, "--json").json for _ in range(2))
    assert len(one["rounds"]) == 3
    assert one["rounds"] == other["rounds"]


def test_plots_follow_the_user(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 500, "--json")
    own = [each["plot"] for each in sevenplots(*words).json["rounds"]]
    chosen = list(reversed(own))
    told = sevenplots(*words, "--plots", ",".join(chosen)).json
    assert [each["plot"] for each in told["rounds"]] == chosen


def test_hands_are_kept_by_the_policy(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 500, "--json", "--policy")
    told = sevenplots(*words, "needs:t:location").json
    assert told["policy"].startswith("needs:")
    assert told["rounds"] != sevenplots(*words, "keep").json["rounds"]
    assert sevenplots(*words, "whatever").status == 2


def test_people_see_a_table_and_what_is_left_out(sevenplots: Run) -> None:
    ran = sevenplots("goldfish", DECK, "--games", 500)
    assert ran.status == 0
    for words in ("round 1", "round 3", "gold to spend", "characters in play", "Left out"):
        assert words in ran.out


def test_orders_are_compared(sevenplots: Run) -> None:
    words = ("goldfish", DECK, "--games", 300, "--rounds", 1, "--orders", "--by", "gold")
    told = sevenplots(*words, "--json").json["orders"]
    assert (told["by"], told["games"]) == ("gold", 300)
    assert told["orders"][0]["score"]["mean"] >= told["orders"][-1]["score"]["mean"]
    assert "Orders of plots, by gold" in sevenplots(*words).out


@pytest.mark.parametrize(
    ("words", "said"),
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
    sevenplots: Run, words: tuple[str, ...], said: str
) -> None:
    ran = sevenplots("goldfish", DECK, *words, "--json")
    assert ran.status == 2
    assert said in ran.json["error"]["reason"]
    assert "Traceback" not in ran.err


def test_a_missing_file_and_a_small_deck_are_sentences(sevenplots: Run, tmp_path: Path) -> None:
    assert sevenplots("goldfish", tmp_path / "none.json").status == 2
    small = tmp_path / "small.json"
    slots = {"01141": 3, "01004": 1}
    small.write_text(json.dumps({"name": "s", "faction_code": "stark", "slots": slots}))
    ran = sevenplots("goldfish", small)
    assert ran.status == 2
    assert "A hand is 7 cards" in ran.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("command", [("goldfish", "--games"), ("hands", "--hands")])
def test_ctrl_c_says_that_it_stopped(sevenplots: Run, home: Path, command: tuple[str, str]) -> None:
    sevenplots(command[0], DECK, command[1], "10")
    ready = home / "ready"
    script = (
        "import pathlib, sys, sevenplots, goldfish.dealing as dealing\n"
        "class Dealer(dealing.Dealer):\n"
        "    def words(self):\n"
        f"        pathlib.Path({str(ready)!r}).touch()\n"
        "        return super().words()\n"
        "dealing.Dealer = Dealer\n"
        "sys.exit(sevenplots.start(sys.argv[1:]))\n"
    )
    words = ["--home", str(home), command[0], str(DECK), command[1], "900000000"]
    ready.unlink(missing_ok=True)
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", script, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not ready.exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip() == "Stopped."
