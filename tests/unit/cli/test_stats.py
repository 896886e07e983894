"""The command `sevenplots stats`."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.gold import Allegiance, GoldEffect, GoldKind, Moment, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction
from cli.stats import effect_text
from tests.running import Run

SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
WOLVES = SAMPLES / "wolves-of-winter-wotn.json"


def test_the_json_has_tables_figures_plots_and_gold(sevenplots: Run) -> None:
    ran = sevenplots("stats", WOLVES, "--json")
    (deck,) = ran.json["decks"]
    assert (ran.status, deck["name"]) == (0, "Wolves of Winter (WotN)")
    assert deck["counts"] == {"draw": 60, "plots": 7}
    assert deck["tables"]["types"][0] == {"key": "character", "label": "Characters", "copies": 35}
    assert sum(count["copies"] for count in deck["tables"]["cost"]) == 60
    assert deck["figures"]["plot-income"]["greatest"] == 4
    assert set(deck["plots"][0]) >= {"code", "copies", "income", "initiative", "claim", "reserve"}
    kingsroad = next(line for line in deck["reducers"] if line["name"] == "The Kingsroad")
    assert (kingsroad["copies"], kingsroad["effect"]["amount"]) == (3, 3)


def test_people_are_shown_bars_and_words(sevenplots: Run) -> None:
    shown = sevenplots("stats", WOLVES)
    assert shown.status == 0
    assert "█" in shown.out
    assert "3 The Kingsroad: the next character costs 3 less" in shown.out
    assert "Cost of the draw deck" in shown.out
    assert "A Storm of Swords" in shown.out


def test_a_folder_stands_for_every_deck_in_it(sevenplots: Run) -> None:
    assert len(sevenplots("stats", SAMPLES, "--json").json["decks"]) == 31


def test_a_bad_file_beside_a_good_one_is_named_and_the_other_counted(
    sevenplots: Run, tmp_path: Path
) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("Bring the sleeves.\n", "utf-8")
    ran = sevenplots("stats", bad, WOLVES, "--json")
    assert (ran.status, [deck["path"] for deck in ran.json["decks"]]) == (2, [str(WOLVES)])
    (failed,) = ran.json["failed"]
    assert (failed["path"], failed["line"]) == (str(bad), 1)
    assert f"{bad}: This is no deck list" in ran.err


def test_a_deck_of_the_first_edition(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text(
        '{"name": "Old", "edition": "first", "faction_code": "stark", "slots": {"core_4": 2}}',
        "utf-8",
    )
    (deck,) = sevenplots("stats", file, "--json").json["decks"]
    assert {"crests", "influence", "gold-penalty"} <= set(deck["tables"])
    assert sevenplots("stats", file).status == 0


def test_what_is_no_deck_is_2_and_a_sentence(sevenplots: Run) -> None:
    ran = sevenplots("stats", "nowhere.txt")
    assert (ran.status, "nowhere.txt cannot be read" in ran.err) == (2, True)


def effect(kind: GoldKind, **fields: object) -> GoldEffect:
    return GoldEffect(kind=kind, moment=Moment.CONSTANT, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        (effect(GoldKind.REDUCE, amount=1), "each card costs 1 less"),
        (effect(GoldKind.REDUCE, reach=Reach.ITSELF), "it costs X less"),
        (
            effect(
                GoldKind.REDUCE,
                amount=2,
                reach=Reach.FIRST,
                allegiance=Allegiance.ANY,
                applies=CardPattern(
                    types=(CardType.CHARACTER,), factions=(Faction.STARK,), unique=True
                ),
            ),
            "the first unique Stark character costs 2 less",
        ),
        (effect(GoldKind.GAIN, amount=1, per=CardPattern()), "gains 1 gold for each"),
        (effect(GoldKind.PLOT_VALUE, amount=1), "1 gold on the plot"),
    ],
)
def test_gold_in_words(printed: GoldEffect, words: str) -> None:
    assert effect_text(printed) == words
