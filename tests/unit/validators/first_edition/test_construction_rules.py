"""Sizes, copies and plots: core rules, Building a deck, and the cards that change them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import PLOT
from tests.verdicts import errors, exchanged, only, some_draw_card

LIMIT_ONE = ("core_139", "low_45", "core_144", "core_149", "qod_43", "lotr_40", "atoc_78")
DRAGON_EGGS = ("cad_94", "cad_95", "cad_96")
THE_POWER_OF = ("core_194", "core_200", "kotst_51")
BETRAYAL_AT_THE_WALL = "kr_79"


@pytest.mark.parametrize("format_name", ["joust", "melee"])
@pytest.mark.parametrize(
    ("draw", "expected"), [(59, ["draw.too-few"]), (60, []), (61, []), (150, [])]
)
def test_at_least_sixty_cards_and_no_maximum(
    format_name: str, draw: int, expected: list[str], pool: CardPool
) -> None:
    assert errors(Wanted(format=format_name, draw=draw).deck(pool), pool) == expected


@pytest.mark.parametrize(("plots", "code"), [(6, "plots.too-few"), (8, "plots.too-many")])
def test_exactly_seven_plots(plots: int, code: str, pool: CardPool) -> None:
    deck = Wanted(plots=plots).deck(pool)
    assert errors(deck, pool) == [code]
    problem = only(deck, pool, code)
    assert (problem.found, problem.wanted) == (plots, 7)


def test_no_plot_twice(pool: CardPool) -> None:
    for card in pool:
        if PLOT(card) and card.deck_limit == 1 and card.neutral and not card.house_only:
            deck = Wanted(cards={card.code: 2}).deck(pool)
            assert errors(deck, pool) == ["plots.copies"], card.name


@pytest.mark.parametrize("code", THE_POWER_OF)
def test_the_power_of_may_be_doubled(code: str, pool: CardPool) -> None:
    assert errors(Wanted(cards={code: 2}).deck(pool), pool) == []
    thrice = only(Wanted(cards={code: 3}).deck(pool), pool, "plots.copies")
    assert (thrice.found, thrice.wanted) == (3, 2)


@pytest.mark.parametrize(
    ("plots", "expected"), [(6, ["plots.too-few"]), (7, []), (8, []), (9, ["plots.too-many"])]
)
def test_betrayal_at_the_wall_may_be_one_plot_more(
    plots: int, expected: list[str], pool: CardPool
) -> None:
    deck = Wanted(cards={BETRAYAL_AT_THE_WALL: 1}, plots=plots).deck(pool)
    assert errors(deck, pool) == expected


def test_betrayal_at_the_wall_is_in_a_plot_deck_once(pool: CardPool) -> None:
    deck = Wanted(cards={BETRAYAL_AT_THE_WALL: 2}, plots=8).deck(pool)
    assert errors(deck, pool) == ["plots.copies"]


def test_betrayal_at_the_wall_beside_defiance(pool: CardPool) -> None:
    wanted = Wanted(agendas=("cad_2",), cards={BETRAYAL_AT_THE_WALL: 1})
    for plots, expected in ((9, ["plots.too-few"]), (11, []), (12, ["plots.too-many"])):
        assert errors(replace(wanted, plots=plots).deck(pool), pool) == expected


def test_three_copies_by_title(pool: CardPool) -> None:
    names = {name: cards for name, cards in pool.by_title.items() if len(cards) > 1}
    two = next(
        cards
        for cards in names.values()
        if all(c.type is CardType.CHARACTER and c.factions == (Faction.STARK,) for c in cards)
        and not any(c.house_only for c in cards)
    )
    one, other = two[0].code, two[1].code
    assert errors(Wanted(cards={one: 3}).deck(pool), pool) == []
    assert errors(Wanted(cards={one: 2, other: 1}).deck(pool), pool) == []
    four = only(Wanted(cards={one: 2, other: 2}).deck(pool), pool, "copies.too-many")
    assert (four.found, four.wanted, set(four.cards)) == (4, 3, {one, other})
    assert "2 versions" in four.message


@pytest.mark.parametrize("code", [*LIMIT_ONE, *DRAGON_EGGS])
def test_limit_one_per_deck(code: str, pool: CardPool) -> None:
    house = pool.card(code).house_only[0] if pool.card(code).house_only else Faction.STARK
    wanted = Wanted(faction=house)
    assert errors(replace(wanted, cards={code: 1}).deck(pool), pool) == []
    twice = only(replace(wanted, cards={code: 2}).deck(pool), pool, "copies.too-many")
    assert (twice.found, twice.wanted) == (2, 1)


def test_the_limit_one_cards_of_the_data_are_those_of_the_rules(pool: CardPool) -> None:
    found = {card.code for card in pool if card.in_draw_deck and card.deck_limit == 1}
    assert found == {*LIMIT_ONE, *DRAGON_EGGS}


def test_the_plot_alliance_beside_the_agenda_alliance(pool: CardPool) -> None:
    assert errors(Wanted(agendas=("qod_47",), cards={"pots_59": 1}).deck(pool), pool) == []


def test_every_problem_at_once(pool: CardPool) -> None:
    deck = Wanted(draw=50, plots=6, cards={"low_45": 2, "core_192": 1}).deck(pool)
    both = replace(deck, agendas=(pool.card("ator_1"), pool.card("ator_21")))
    assert sorted(errors(both, pool)) == [
        "agenda.too-many",
        "copies.too-many",
        "draw.too-few",
        "house.only",
        "plots.too-few",
    ]


def test_a_card_of_the_other_edition_is_no_card_of_the_deck(pools: Pools, pool: CardPool) -> None:
    deck: Deck = Wanted().deck(pool)
    stranger = pools[Edition.SECOND].card("01141")
    assert errors(deck.with_copies(stranger, 1), pool) == ["deck.not-a-deck-card"]
    swapped = exchanged(deck, some_draw_card(deck), stranger)
    assert errors(swapped, pool) == ["deck.not-a-deck-card", "draw.too-few"]
