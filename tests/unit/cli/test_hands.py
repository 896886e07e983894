"""The contract of `sevenplots hands`."""

from __future__ import annotations

from pathlib import Path

import pytest

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
        ("nowhere.txt",),
        (DECK, "--exact", "--hands", "5"),
        (DECK, "--policy", "never"),
        (DECK, "--policy", "needs:"),
        (DECK, "--policy", "needs:t:("),
        (DECK, "--score", "luck"),
        (DECK, "--hands", "0"),
        (DECK, "--prefer", "luck"),
        (DECK, "--versus", "nowhere.txt"),
    ],
)
def test_what_cannot_be_used_is_2_and_a_sentence(sevenplots: Run, words: tuple[str, ...]) -> None:
    ran = sevenplots("hands", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert ran.err.strip()
