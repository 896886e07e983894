"""`sevenplots hands`, `odds` and `setup`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.odds_by_scipy import Hypergeometric
from tests.running import Run

SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
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
        ("setup", "--hand", ""),
        ("setup", "--hand", "99999"),
        ("setup", "--hand", "01001"),
        ("setup", "--hand", "01144,core_5"),
        ("setup", "--hand", "01144", "--agenda", "01152"),
        ("setup", "--hand", "01144", "--in-play", "01152"),
        ("setup", "--hand", "01144", "--edition", "first"),
        ("setup", "--hand", ",".join(["01144"] * 13)),
        ("setup",),
    ],
)
def test_what_cannot_be_used_is_2_and_a_sentence(sevenplots: Run, words: tuple[str, ...]) -> None:
    ran = sevenplots(*words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert ran.err.strip()


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


def test_people_are_told_why_cards_are_left(sevenplots: Run) -> None:
    ran = sevenplots("setup", "--hand", HAND)
    assert "6 cards, 8 of 8 gold" in ran.out
    assert "duplicate" in ran.out
    assert "It costs 3" in ran.out
