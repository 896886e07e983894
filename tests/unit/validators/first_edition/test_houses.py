"""House cards, "House X only" and what lifts it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.pool import CardPool
from carddb.terms import Crest, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.verdicts import errors, only, problems
from validators.problem import Severity

HOUSES = (
    Faction.STARK,
    Faction.LANNISTER,
    Faction.BARATHEON,
    Faction.TARGARYEN,
    Faction.GREYJOY,
    Faction.MARTELL,
    Faction.NEUTRAL,
)
PRAYERS = {
    "asots_96": Faction.LANNISTER,
    "asots_97": Faction.TARGARYEN,
    "asots_98": Faction.MARTELL,
    "asots_118": Faction.BARATHEON,
    "asots_119": Faction.GREYJOY,
    "asots_120": Faction.STARK,
}


def house_errors(pool: CardPool, house: Faction, code: str) -> list[str]:
    """Return the errors of a deck of a House with one copy of a card."""
    return errors(Wanted(faction=house, cards={code: 1}).deck(pool), pool)


@pytest.mark.parametrize("house", HOUSES)
def test_seven_house_cards_neutral_faction_among_them(house: Faction, pool: CardPool) -> None:
    assert errors(Wanted(faction=house).deck(pool), pool) == []


@pytest.mark.parametrize("house", [None, Faction.TYRELL, Faction.NIGHTS_WATCH])
def test_a_deck_without_a_house_card(house: Faction | None, pool: CardPool) -> None:
    deck = replace(Wanted(faction=Faction.NEUTRAL).deck(pool), faction=house)
    missing = only(deck, pool, "faction.missing")
    assert (missing.found, missing.wanted) == (0, 1)
    assert errors(deck, pool) == ["faction.missing"]
    if house is not None:
        assert house.card_name in missing.message


def test_a_house_card_is_no_card_of_the_deck(pool: CardPool) -> None:
    for code in ("core_209", "bwb_18"):
        deck = Wanted(faction=Faction.STARK).deck(pool).with_copies(pool.card(code), 1)
        assert "deck.not-a-deck-card" in errors(deck, pool)


def test_cards_of_other_houses_may_be_included(pool: CardPool) -> None:
    foreign = [c for c in pool if c.factions == (Faction.LANNISTER,) and not c.house_only]
    cards = {c.code: 1 for c in foreign if c.in_draw_deck and c.deck_limit == 3}
    some = dict(list(cards.items())[:40])
    assert errors(Wanted(cards=some).deck(pool), pool) == []


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("acoa_45", {Faction.LANNISTER}),
        ("core_192", {Faction.LANNISTER}),
        ("btns_2", {Faction.STARK, Faction.GREYJOY}),
        ("cad_97", {Faction.NEUTRAL}),
        ("acoa_58", {*HOUSES}),
    ],
)
def test_some_cards_are_for_some_houses_only(
    code: str, allowed: set[Faction], house: Faction, pool: CardPool
) -> None:
    assert house_errors(pool, house, code) == ([] if house in allowed else ["house.only"])


@pytest.mark.parametrize(("prayer", "except_for"), PRAYERS.items())
def test_prayers_are_for_any_house_except_one(
    prayer: str, except_for: Faction, pool: CardPool
) -> None:
    assert set(pool.card(prayer).house_only) == {*HOUSES} - {except_for}
    for house in HOUSES:
        expected = ["house.only"] if house is except_for else []
        assert house_errors(pool, house, prayer) == expected, house


def test_every_limit_names_the_houses_and_every_copy(pool: CardPool) -> None:
    deck = Wanted(cards={"core_192": 1, "acoa_45": 3, "atoc_98": 1}).deck(pool)
    found = [each for each in problems(deck, pool) if each.code == "house.only"]
    assert {(each.cards, each.found) for each in found} == {
        (("acoa_45", "core_192"), 4),
        (("atoc_98",), 1),
    }
    both = next(each for each in found if each.cards == ("atoc_98",))
    assert "House Lannister or House Greyjoy" in both.message
    assert "Enemy of My Enemy" in both.message


@pytest.mark.parametrize("house", [h for h in HOUSES if h is not Faction.LANNISTER])
def test_city_of_shadows_lifts_the_limit_of_shadow_crests(house: Faction, pool: CardPool) -> None:
    wanted = Wanted(faction=house, agendas=("kl_20",))
    for card in pool:
        if card.house_only == (Faction.LANNISTER,) and card.in_draw_deck:
            deck = replace(wanted, cards={card.code: 1}).deck(pool)
            expected = [] if Crest.SHADOW in card.crests else ["house.only"]
            assert errors(deck, pool) == expected, card.name


def test_no_other_agenda_lifts_a_limit(pool: CardPool) -> None:
    shadow = next(
        card
        for card in pool
        if card.house_only == (Faction.LANNISTER,) and Crest.SHADOW in card.crests
    )
    for agenda in ("low_39", "kl_11", "kl_15", "qod_47", "cad_1"):
        deck = Wanted(agendas=(agenda,), cards={shadow.code: 1}).deck(pool)
        assert errors(deck, pool) == ["house.only"]


def test_doubtful_houses_are_named_in_the_source(pool: CardPool) -> None:
    asha = only(Wanted(cards={"atoc_70": 1}).deck(pool), pool, "house.only")
    assert "doubtful" in asha.source
    assert "Asha Greyjoy" in asha.source
    certain = only(Wanted(cards={"core_192": 1}).deck(pool), pool, "house.only")
    assert "doubtful" not in certain.source


def test_a_card_that_may_be_limited_elsewhere_is_allowed_with_a_note(pool: CardPool) -> None:
    def judged(house: Faction) -> Deck:
        return Wanted(faction=house, cards={"acoa_25": 1}).deck(pool)

    note = only(judged(Faction.LANNISTER), pool, "data.doubtful")
    assert (note.severity, note.cards) == (Severity.NOTE, ("acoa_25",))
    assert "disagree" in note.source
    assert errors(judged(Faction.LANNISTER), pool) == []
    assert "data.doubtful" not in {each.code for each in problems(judged(Faction.STARK), pool)}
