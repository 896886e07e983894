"""`sevenplots hands`, `odds`, `setup` and `goldfish`, and what Ctrl+C prints."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from tests.long_run import times
from tests.odds_by_scipy import Hypergeometric
from tests.running import Run, output_until_stopped
from tests.unit.cli.conftest import refusal

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
OTHER = SAMPLES / "2016-world-championship-deck.json"
KEYS = {
    *("exact", "hands", "seed", "policy", "cards", "gold", "characters", "strength", "poor"),
    *("great", "mulligan", "by_card", "seconds", "hands_per_second", "remarks"),
}


def test_exact_has_the_keys_of_the_contract_and_no_error(sevenplots: Run) -> None:
    printed = sevenplots("hands", DECK, "--exact", "--policy", "poor", "--json").json
    assert set(printed) == KEYS
    assert (printed["exact"], printed["hands"], printed["seed"]) == (True, 7_460_408, None)
    assert printed["policy"] == "poor"
    for name in ("cards", "gold", "characters", "poor", "great"):
        assert printed[name]["low"] == printed[name]["high"] == printed[name]["mean"]
    assert sum(printed["cards"]["histogram"].values()) == pytest.approx(1)
    assert set(printed["by_card"]["01040"]) == {"drawn", "set_up"}
    assert printed["mulligan"]["taken"]["mean"] > 0


def test_sampled_hands_follow_the_seed(sevenplots: Run) -> None:
    def sampled(seed: int) -> dict[str, object]:
        words = ("--hands", "5000", "--seed", seed, "--json")
        printed = sevenplots("hands", OTHER, *words).json
        return {key: printed[key] for key in KEYS - {"seconds", "hands_per_second", "seed"}}

    assert sampled(7) == sampled(7)
    assert sampled(7) != sampled(8)
    printed = sampled(7)
    assert (printed["exact"], printed["hands"]) == (False, 5000)
    cards = printed["cards"]
    assert isinstance(cards, dict)
    assert cards["low"] < cards["mean"] < cards["high"]


def test_versus_compares_exactly_or_from_the_same_deals(sevenplots: Run) -> None:
    exact = sevenplots("hands", DECK, "--versus", OTHER, "--json").json
    assert exact["difference"]["cards"]["mean"] == pytest.approx(
        exact["cards"]["mean"] - exact["versus"]["cards"]["mean"]
    )
    sampled = sevenplots("hands", DECK, "--versus", OTHER, "--hands", 9000, "--json").json
    assert sampled["versus"]["seed"] == sampled["seed"] == 1
    gap = sampled["difference"]["cards"]
    assert gap["low"] < exact["difference"]["cards"]["mean"] < gap["high"]


def test_a_search_can_be_needed(sevenplots: Run) -> None:
    words = ("--policy", "needs:t:location", "--event", 6, "--json")
    printed = sevenplots("hands", OTHER, *words).json
    assert printed["policy"] == "needs:t:location"
    assert sum(printed["event"]["poor"].values()) == pytest.approx(1)


def test_people_get_a_page(sevenplots: Run) -> None:
    out = sevenplots("hands", OTHER, "--event", 6, "--policy", "optimal").out
    for words in ("cards", "great", "mulligan", "set up", "poor setups in 6 rounds"):
        assert words in out


@pytest.mark.parametrize(
    "words",
    [
        ("hands", "nowhere.txt"),
        ("hands", DECK, "--exact", "--hands", "5"),
        ("hands", DECK, "--policy", "never"),
        ("hands", DECK, "--policy", "needs:"),
        ("hands", DECK, "--policy", "needs:t:("),
        ("hands", DECK, "--score", "luck"),
        ("hands", DECK, "--hands", "0"),
        ("hands", DECK, "--prefer", "luck"),
        ("hands", DECK, "--versus", "nowhere.txt"),
        ("odds", DECK, "--want", "99999"),
        ("odds", DECK, "--want", ""),
        ("odds", DECK, "--want", "01144"),
        ("odds", DECK, "--want", "01040", "--named", "stark"),
        ("setup", "--hand", ""),
        ("setup", "--hand", "99999"),
        ("setup", "--hand", "01001"),
        ("setup", "--hand", "01144,core_5"),
        ("setup", "--hand", "01144", "--agenda", "01152"),
        ("setup", "--hand", "01144", "--in-play", "01152"),
        ("setup", "--hand", "01144", "--edition", "first"),
        ("setup", "--hand", "01144", "--prefer", "luck"),
        ("setup", "--hand", "core_11", "--named", "stark"),
        ("setup", "--hand", ",".join(["01144"] * 13)),
        ("setup",),
        ("goldfish", DECK, "--policy", "whatever"),
        ("goldfish", "nowhere.json"),
    ],
)
def test_what_cannot_be_used_is_2_and_a_sentence(sevenplots: Run, words: tuple[str, ...]) -> None:
    assert refusal(sevenplots, *words).strip()


def test_the_opening_hand_is_hypergeometric(sevenplots: Run) -> None:
    printed = sevenplots("odds", DECK, "--want", "01040,01039", "--at-least", 2, "--json").json
    assert printed["probability"] == pytest.approx(Hypergeometric(60, 6, 7).sf(1))
    assert printed["exact"] is True
    assert (printed["copies"], printed["cards_seen"]) == (6, 7)


def test_a_category_of_the_deck_stands_for_its_cards(sevenplots: Run, tmp_path: Path) -> None:
    plain = json.loads(DECK.read_text())
    plain["categories"] = [
        {"name": "Fast ships", "cards": ["01040", "01039", "99999"]},
        {"name": "No ships", "cards": ["99999"]},
    ]
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(plain))
    printed = sevenplots("odds", path, "--want", "category:fast ships", "--json").json
    assert printed["want"] == ["01039", "01040"]
    unheld = refusal(sevenplots, "odds", path, "--want", "category:no ships")
    assert "category:no ships is not among the cards" in unheld
    counted = sevenplots("stats", path, "--json").json["decks"][0]["tables"]["categories"]
    assert counted[0] == {"key": "Fast ships", "label": "Fast ships", "copies": 6}


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
    assert "Did you mean The Roseroad?" in refusal(sevenplots, "odds", DECK, "--want", "rosero")


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


def stdin_with(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))


def test_a_dash_takes_one_hand_a_line(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin_with(monkeypatch, f"11016\n\n{HAND}\n".encode())
    results = sevenplots("setup", "--hand", "-", "--json").json["results"]
    assert [each["cards"] for each in results] == [1, 6]


def test_an_error_of_a_line_names_it(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (b"99999", b"\xff"):
        stdin_with(monkeypatch, b"11016\n11016," + wrong)
        ran = sevenplots("setup", "--hand", "-", "--json")
        assert ran.status == 2
        assert ran.json["error"]["line"] == 2
        assert f"code {wrong.decode('cp1252')} in the second" in ran.err


def test_agendas_locations_and_houses(sevenplots: Run) -> None:
    red_door = ("--agenda", "08039", "--in-play", "01155")
    printed = sevenplots("setup", "--hand", "01155,01152", *red_door, "--json").json
    assert (printed["cards"], printed["gold"], printed["budget"]) == (2, 1, 4)
    martell = ("--faction", "martell", "--edition", "first")
    assert sevenplots("setup", "--hand", "core_5", *martell, "--json").json["budget"] == 5


def test_prefer_orders_the_criteria(sevenplots: Run) -> None:
    ran = sevenplots("setup", "--hand", HAND, "--prefer", "characters", "--json")
    assert ran.json["characters"] >= 2


def test_people_are_told_why_cards_are_left(sevenplots: Run) -> None:
    ran = sevenplots("setup", "--hand", HAND)
    assert "6 cards, 8 of 8 gold" in ran.out
    assert "duplicate" in ran.out
    assert "It costs 3" in ran.out


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
        (("--plots", "01141"), "is not a plot of this deck"),
        (("--rounds", "6"), "cannot be played alone"),
        (("--rounds", "0"), "cannot be played alone"),
        (("--games", "0"), "--games"),
        (("--rounds", "two"), "--rounds"),
        (("--orders", "--by", "luck"), "not compared by"),
        (("--by", "gold"), "--orders"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(
    sevenplots: Run, words: tuple[str, ...], output: str
) -> None:
    assert output in refusal(sevenplots, "goldfish", DECK, *words)


def test_a_deck_of_less_than_a_hand_is_refused(sevenplots: Run, tmp_path: Path) -> None:
    small = tmp_path / "small.json"
    slots = {"01141": 3, "01004": 1}
    small.write_text(json.dumps({"name": "s", "faction_code": "stark", "slots": slots}))
    assert "A hand is 7 cards" in refusal(sevenplots, "goldfish", small)


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


LONG_WORK = (("goldfish", "--games"), ("hands", "--hands"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("command", LONG_WORK[: times(short=1, long=2)])
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
    waived = ("setup", "--hand", "core_11", "--named", "stark", "--agenda", "qod_47")
    assert sevenplots(*waived).status == 0
