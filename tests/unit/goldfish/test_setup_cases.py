"""The cases of setup that players argued about, each by its number."""

from __future__ import annotations

import pytest

from carddb.pool import CardPool
from decks.deck import Deck
from goldfish.draw_deck import OpeningChoices, opening
from goldfish.setup import ways
from goldfish.setup_plan import SetupPlan, Way
from goldfish.setup_rules import rules_for
from tests.builders import card
from tests.filled import Wanted
from tests.unit.goldfish.conftest import Solve


def ways_of(plan: SetupPlan) -> list[tuple[str, str, int]]:
    return [(each.card.code, each.way.value, each.cost) for each in plan.placed]


def test_c01_the_cheapest_eddard_pays_and_the_others_are_free(solve: Solve) -> None:
    plan = solve("01144", "01144", "03003", "01141", "01040", "01152", "01035")
    assert (plan.cards, plan.gold) == (6, 8)
    assert ways_of(plan) == [
        ("01035", "card", 1),
        ("01040", "card", 0),
        ("01144", "duplicate", 0),
        ("01144", "duplicate", 0),
        ("01152", "card", 1),
        ("03003", "card", 6),
    ]
    assert plan.placed[0].host is not None
    assert [left.card.code for left in plan.left] == ["01141"]


def test_c03_a_limited_duplicate_is_not_placed_though_it_may_be_marshaled_later(
    solve: Solve,
) -> None:
    plan = solve("02064", "02064")
    assert ways_of(plan) == [("02064", "card", solve("02064").gold)]
    assert plan.left[0].reason == "A duplicate of a Limited card may not be placed."


def test_c05_attachments_for_opponents_have_no_host_but_may_go_into_shadows(solve: Solve) -> None:
    plan = solve("01152", "02077", "26094")
    assert ways_of(plan) == [("01152", "card", 1), ("26094", "shadow", 2)]
    assert [left.card.code for left in plan.left] == ["02077"]


def test_c07_gerris_lies_face_up_for_6_or_in_shadows_for_2(solve: Solve, second: CardPool) -> None:
    gerris = second.card("11016")
    offered = set(ways(gerris, rules_for(second.edition)))
    assert offered == {(Way.CARD, 6), (Way.DUPLICATE, 0), (Way.SHADOW, 2)}
    assert solve("11016").cards == 1
    five = solve(*["11016"] * 5)
    assert (five.cards, five.gold) == (5, 8)
    assert ways_of(five) == [
        ("11016", "card", 6),
        *[("11016", "duplicate", 0)] * 3,
        ("11016", "shadow", 2),
    ]


def test_c09_the_red_door_finds_a_location_and_leaves_4_gold(
    solve: Solve, second: CardPool
) -> None:
    found = "01155"
    deck = Wanted(agendas=("08039",), cards={found: 3}).deck(second)
    made = opening(deck, OpeningChoices(in_play=found))
    assert [each.code for each in made.rules.in_play] == [found]
    assert (made.size, made.rules.gold) == (59, 4)
    assert made.size - made.rules.hand_size == 52
    assert {each.code: count for each, count in made.slots}[found] == 2
    plan = solve(found, "01152", agendas=("08039",), in_play=(found,))
    assert ways_of(plan) == [("01152", "card", 1), (found, "duplicate", 0)]
    assert plan.budget == 4


def test_c11_the_conclave_takes_seven_cards_after_the_mulligan(second: CardPool) -> None:
    deck = Wanted(agendas=("09045",)).deck(second)
    made = opening(deck)
    assert (made.size, made.rules.under) == (60, 7)
    before = made.size - made.rules.hand_size - made.rules.under
    assert (before, before - 3) == (46, 43)


def test_c13_printed_costs_count_whatever_the_abilities(solve: Solve) -> None:
    assert solve("02007", "01133", agendas=("13079",)).gold == 7


@pytest.mark.parametrize(
    ("hand", "cards", "gold"),
    [(("01091", "14036", "14036"), 2, 3), (("01091", "01091", "14036", "14036"), 4, 6)],
)
def test_c15_one_copy_per_character_is_a_matching(
    solve: Solve, hand: tuple[str, ...], cards: int, gold: int
) -> None:
    plan = solve(*hand)
    assert (plan.cards, plan.gold) == (cards, gold)


def test_c17_armed_to_the_teeth_takes_five_titles(second: CardPool) -> None:
    weapons = [
        each
        for each in second
        if "Weapon" in each.traits and each.only_in is None and each.name != "Ice"
    ]
    titles = {each.name: each.code for each in weapons}
    chosen = dict.fromkeys([*list(titles.values())[:6], "01153", "25052"], 1)
    deck: Deck = Wanted(agendas=("26120",), cards=chosen, accept=lambda c: c.host is None).deck(
        second
    )
    made = opening(deck)
    assert len(made.aside) == 5
    assert len({each.name for each in made.aside}) == 5
    assert made.size == 55
    assert made.size - made.rules.hand_size == 48


def test_a_card_of_one_s_own_making_is_set_up_too(solve: Solve) -> None:
    assert solve(card(cost=8, strength=4)).tally.strength == 4
