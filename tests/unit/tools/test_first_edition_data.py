"""Tests of first-edition facts becoming cards, sets and the final list."""

from __future__ import annotations

from typing import Any

import pytest

from carddb.card import Erratum
from carddb.pattern import ANY_CHARACTER, Side
from carddb.terms import Crest, Edition, Faction, Icon, Keyword, PlotStats, Printed
from core.errors import AppError, CardDataError
from tools.first_edition_data import (
    card_of_facts,
    doubt_about,
    doubts_of,
    final_list,
    packs_and_cycles,
    read_first_edition_keyword,
    read_host,
)


def raw_card(**fields: Any) -> dict[str, Any]:
    return {
        "id": "kl_999",
        "name": "Dunk",
        "set": "City of Secrets",
        "set_code": "cos",
        "cycle": "King's Landing",
        "number": 999,
        "type": "Character",
        "houses": ["Stark"],
        "unique": True,
        "endless": False,
        "traits": ["Knight"],
        "crests": ["War"],
        "keywords": ["Renown"],
        "cost": 3,
        "cost_text": "3",
        "shadow": False,
        "strength": 4,
        "icons": ["Power", "Military"],
        "naval": ["Military"],
        "deck_limit": 3,
        "pack_quantity": 1,
    } | fields


def test_a_character() -> None:
    card = card_of_facts(raw_card(influence=1, income=-1, initiative=2))
    assert (card.code, card.edition, card.pack, card.position) == (
        "kl_999",
        Edition.FIRST,
        "cos",
        999,
    )
    assert (card.factions, card.crests) == ((Faction.STARK,), (Crest.WAR,))
    assert (card.icons, card.naval) == ((Icon.MILITARY, Icon.POWER), (Icon.MILITARY,))
    assert (card.cost, card.strength, card.quantity, card.deck_limit) == (3, 4, 1, 3)
    assert (card.influence, card.income, card.initiative) == (1, -1, 2)


def test_houses_and_the_houses_a_card_is_limited_to() -> None:
    both = card_of_facts(raw_card(houses=["Stark", "Baratheon"], legal_houses=["Stark"]))
    assert both.factions == (Faction.STARK, Faction.BARATHEON)
    assert both.house_only == (Faction.STARK,)
    neutral = card_of_facts(raw_card(houses=["Neutral"], legal_houses=["Neutral Faction"]))
    assert (neutral.factions, neutral.house_only) == ((), (Faction.NEUTRAL,))


def test_s0_a_shadow_card_costs_two_more_than_its_number() -> None:
    card = card_of_facts(raw_card(shadow=True, cost=1, cost_text="s1", crests=["Shadow"]))
    assert (card.cost, card.shadow_cost) == (3, 1)


def test_a_shadow_card_whose_number_no_source_gives() -> None:
    card = card_of_facts(raw_card(shadow=True, cost=None, cost_text="s?"))
    assert (card.cost, card.shadow_cost) == (Printed.X, Printed.X)


def test_an_event_has_no_cost_and_a_plot_no_reserve() -> None:
    assert card_of_facts(raw_card(type="Event", cost=None)).cost is None
    plot = card_of_facts(raw_card(type="Plot", gold=4, initiative=5, claim=1))
    assert plot.plot == PlotStats(4, 5, 1, None)
    assert (plot.initiative, plot.income) == (0, 0)


def test_errata_reprints_and_endless() -> None:
    card = card_of_facts(raw_card(errata=True, reprint_of="core_1", endless=True))
    assert card.errata == (Erratum("Fantasy Flight Games", "FAQ"),)
    assert (card.reprint_of, card.endless) == ("core_1", True)


@pytest.mark.parametrize(
    ("phrase", "keyword"),
    [
        ("Renown", Keyword("renown")),
        ("Prized 2", Keyword("prized", 2)),
        ("No attachments", Keyword("no-attachments")),
        ("No attachments except Weapon", Keyword("no-attachments", None, ("Weapon",))),
        (
            "No attachments except Weapon or Boon",
            Keyword("no-attachments", None, ("Weapon", "Boon")),
        ),
        ("No attachments except a single Weapon", Keyword("no-attachments", 1, ("Weapon",))),
        ("No Condition attachments", Keyword("no-attachments-with", None, ("Condition",))),
        ("Immune to events", Keyword("immune", None, ("events",))),
        (
            "Immune to events and character abilities",
            Keyword("immune", None, ("events", "character abilities")),
        ),
        ("Limit 1 per deck", Keyword("limit-1-per-deck")),
        ("Limit 1 per plot deck", Keyword("limit-1-per-plot-deck")),
        ("42", None),
        ("Do this, then that", None),
    ],
)
def test_keywords(phrase: str, keyword: Keyword | None) -> None:
    assert read_first_edition_keyword(phrase) == keyword


@pytest.mark.parametrize(
    ("phrase", "words", "side"),
    [
        ("House Stark character only", "Stark character", Side.ANY),
        ("Stark unique character only", "unique Stark character", Side.ANY),
        ("House Dayne character only", "House Dayne character", Side.ANY),
        ("Printed Sandsnake character only", "Sand Snake character", Side.ANY),
        ("War character only", "War-crest character", Side.ANY),
        ("Lord or Lady character only", "Lord or Lady character", Side.ANY),
        (
            "Attach to a Noble character you control",
            "Noble-crest character you control",
            Side.YOURS,
        ),
        (
            "Attach to a non-unique non-limited location",
            "non-unique non-limited location",
            Side.ANY,
        ),
        (
            "Attach to a non-limited location or attachment",
            "non-limited location or attachment",
            Side.ANY,
        ),
        ("Attach to a non-Army character", "non-Army character", Side.ANY),
        ("Attach to an opponent's location", "opponent's location", Side.OPPONENTS),
        ("Attach to your House card", "House card you control", Side.YOURS),
        ("Attach to an opponent's House card", "opponent's House card", Side.OPPONENTS),
        ("Attach to a player's House card", "House card", Side.ANY),
        ("Attach to the Neutral Faction House card", "neutral House card", Side.ANY),
        ("Attach to a card controlled by an opponent", "opponent's card", Side.OPPONENTS),
        (
            "Attach to an opponent's income providing card",
            "opponent's card with income 1 or higher",
            Side.OPPONENTS,
        ),
    ],
)
def test_hosts(phrase: str, words: str, side: Side) -> None:
    host = read_host((phrase,))
    assert host is not None
    assert host.words == words
    assert {option.side for option in host.options} == {side}


def test_without_a_line_any_character_will_do() -> None:
    card = card_of_facts(raw_card(type="Attachment"))
    assert card.host == ANY_CHARACTER
    assert card_of_facts(raw_card()).host is None


@pytest.mark.parametrize("phrase", ["Attach to the moon", "brave only", "", "character"])
def test_a_host_that_is_not_understood(phrase: str) -> None:
    assert read_host((phrase,)) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 5),
        ("type", "Horse"),
        ("houses", []),
        ("houses", ["Frey"]),
        ("legal_houses", ["Frey"]),
        ("crests", ["Golden"]),
        ("keywords", ["Do this, then that"]),
        ("icons", ["Sword"]),
        ("cost", "three"),
        ("number", 0),
        ("shadow", "yes"),
    ],
)
def test_every_malformed_field_is_named(field: str, value: object) -> None:
    with pytest.raises(CardDataError) as caught:
        card_of_facts(raw_card(**{field: value}))
    assert caught.value.field == field


def test_an_attachment_whose_host_is_not_understood() -> None:
    with pytest.raises(CardDataError) as caught:
        card_of_facts(raw_card(type="Attachment", attach=["Attach to the moon"]))
    assert caught.value.field == "attach"


def test_a_shadow_card_without_any_number() -> None:
    with pytest.raises(CardDataError):
        card_of_facts(raw_card(shadow=True, cost=None))


@pytest.mark.parametrize(
    ("field", "remark", "doubt"),
    [
        ("crest War", "somebody: no", "sources disagree about its crest"),
        ("legal_houses", "somebody: none", "sources disagree about which Houses may include it"),
        ("unique", "somebody: no", "sources disagree about whether it is unique"),
        ("cost", "missing everywhere", "sources do not tell its cost"),
    ],
)
def test_doubts_are_in_words_of_our_own(field: str, remark: str, doubt: str) -> None:
    assert doubt_about(field, remark) == doubt


def test_only_open_conflicts_are_doubts() -> None:
    conflicts = [
        {"id": "a_1", "status": "open", "fields": {"crest War": "no", "crest Noble": "no"}},
        {"id": "a_1", "status": "open", "fields": {"cost": "two"}},
        {"id": "a_2", "status": "corrected", "fields": {"number": 8}},
    ]
    assert doubts_of(conflicts) == {
        "a_1": ("sources disagree about its crest", "sources disagree about its cost")
    }


def test_sets_are_packs_of_cycles() -> None:
    sets = [
        {"order": 2, "code": "a", "name": "Ay", "cycle": "War", "cycle_code": "w", "released": ""},
        {"order": 0, "code": "core", "name": "Core", "cycle": None, "cycle_code": None},
        {"order": 1, "code": "big", "name": "Big", "cycle": None, "released": "2009"},
        {"order": 3, "code": "b", "name": "Bee", "cycle": "War", "cycle_code": "w"},
    ]
    packs, cycles = packs_and_cycles(sets)
    assert [(pack.code, pack.cycle, pack.position) for pack in packs] == [
        ("core", "core", 1),
        ("big", "deluxe", 1),
        ("a", "w", 1),
        ("b", "w", 2),
    ]
    assert [(cycle.code, cycle.position) for cycle in cycles] == [
        ("core", 1),
        ("deluxe", 2),
        ("w", 3),
    ]


def test_the_final_list() -> None:
    faq = final_list(
        [
            {"id": "a_1", "joust": "restricted", "melee": "legal"},
            {"id": "a_2", "joust": "banned", "melee": "restricted"},
        ]
    )
    assert (faq.code, faq.date.isoformat(), faq.card_set) == ("faq6.0", "2015-09-30", "first")
    joust, melee = faq.of("joust"), faq.of("melee")
    assert joust is not None
    assert melee is not None
    assert (set(joust.restricted), set(joust.banned)) == ({"a_1"}, {"a_2"})
    assert (set(melee.restricted), len(melee.banned)) == ({"a_2"}, 0)
    with pytest.raises(AppError):
        final_list([{"id": "a_1", "joust": 5}])
