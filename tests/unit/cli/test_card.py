"""The contract of `sevenplots card`."""

from __future__ import annotations

from typing import Any

from tests.running import Run


def facts(sevenplots: Run, code: str) -> dict[str, Any]:
    (card,) = sevenplots("card", code, "--json").json["cards"]
    found: dict[str, Any] = card
    return found


def test_the_facts_of_a_character(sevenplots: Run) -> None:
    arya = facts(sevenplots, "01141")
    assert {key: arya[key] for key in ("name", "edition", "type", "factions", "pack")} == {
        "name": "Arya Stark",
        "edition": "second",
        "type": "character",
        "factions": ["stark"],
        "pack": "Core",
    }
    assert (arya["position"], arya["cost"], arya["strength"]) == (141, 3, 2)
    assert (arya["unique"], arya["loyal"], arya["icons"]) == (True, False, ["power"])
    assert (arya["traits"], arya["keywords"]) == (["Lady"], [{"name": "stealth"}])
    assert (arya["plot"], arya["income"], arya["deck_limit"]) == (None, 0, 3)
    assert (arya["host"], arya["text"]) == (None, None)
    assert arya["printings"] == ["01141", "03007", "08081", "13101"]


def test_letters_and_dashes_among_the_costs(sevenplots: Run) -> None:
    assert facts(sevenplots, "01045")["cost"] == "X"
    assert facts(sevenplots, "11099")["cost"] is None


def test_keywords_carry_their_values_and_exceptions(sevenplots: Run) -> None:
    assert {"name": "bestow", "value": 2} in facts(sevenplots, "06015")["keywords"]
    hunter = facts(sevenplots, "01131")
    assert hunter["keywords"] == [{"name": "no-attachments", "except": ["Weapon"]}]


def test_a_plot_has_its_four_values(sevenplots: Run) -> None:
    assert facts(sevenplots, "01004")["plot"] == {
        "income": 5,
        "initiative": 0,
        "claim": 1,
        "reserve": 6,
    }


def test_hosts_are_told_in_words(sevenplots: Run) -> None:
    assert facts(sevenplots, "01035")["host"] == "character"
    printed = facts(sevenplots, "20018")["host"]
    assert printed == "unique Martell character or House Dayne character"
    assert facts(sevenplots, "14036")["one_per_host"] is True


def test_cards_of_both_editions_in_one_call(sevenplots: Run) -> None:
    cards = sevenplots("card", "core_5", "01144", "--json").json["cards"]
    assert [(each["name"], each["edition"]) for each in cards] == [
        ("Eddard Stark", "first"),
        ("Eddard Stark", "second"),
    ]
    assert cards[0]["crests"] == ["noble"]


def test_gold_effects_name_what_they_concern(sevenplots: Run) -> None:
    (effect,) = facts(sevenplots, "02105")["gold_effects"]
    assert (effect["kind"], effect["amount"]) == ("reduce", 1)
    assert effect["applies"] == {"types": ["location"]}


def test_people_read_words_and_not_json(sevenplots: Run) -> None:
    shown = sevenplots("card", "01131").out
    assert "No attachments except Weapon" in shown
    assert "{" not in shown


def test_people_read_gold_effects_as_sentences(sevenplots: Run) -> None:
    shown = sevenplots("card", "02105").out
    assert "location" in shown
    assert "costs 1 less" in shown
    assert "kind reduce" not in shown
