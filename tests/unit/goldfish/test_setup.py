"""Each row C1 to C15 of the rules of setup, disputed cases, agendas, and the reasons shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import goldfish.setup
from carddb.card import Card
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption, Side
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Keyword, Printed
from decks.deck import Deck
from goldfish.draw_deck import OpeningChoices, opening
from goldfish.setup import Criterion, SetupPlan, Way, order_of, read_order, ways
from goldfish.setup_rules import rules_for
from rulebook.rule_book import rule_book
from tests.builders import card
from tests.filled import Wanted
from tests.unit.goldfish.conftest import Solve

LIMITED = (Keyword("limited"),)
SHADOW = (Keyword("shadow", 3),)


def location(**fields: Any) -> Card:
    return card("Roseroad", CardType.LOCATION, **fields)


def attachment(name: str = "Sword", **fields: Any) -> Card:
    return card(name, CardType.ATTACHMENT, **{"host": ANY_CHARACTER, "cost": 1, **fields})


ARBOR = location(cost=1, unique=True, keywords=LIMITED)
PROUD = card(cost=1, keywords=(Keyword("no-attachments", None, ("Weapon",)),))


@pytest.mark.parametrize(
    ("hand", "cards", "gold"),
    [
        # C1, eight gold and no more; C3, one Limited card; C5, a duplicate counts as one.
        ((card(cost=5), card(cost=4), card(cost=3)), 2, 8),
        ((location(cost=0, keywords=LIMITED), card("Limited", keywords=LIMITED, cost=2)), 1, 2),
        ((ARBOR, ARBOR), 1, 1),
        # C8, attachments come at once: Milk of the Poppy takes a keyword that another needs.
        (("01133", "02058", "02044"), 2, 2),
        (("01152", "08064", "01035"), 2, 3),
        (("01152", "01133", "08064", "01035"), 4, 5),
        (("11016", "13044"), 2, 8),
        (("11016", "13044", "01035"), 2, 8),
        (("11016", "13044", "01035", "01152"), 4, 6),
        # C10, printed costs; C13, an X is nothing; C14, a Limited card in shadows beside another.
        (("02007", "01133"), 2, 7),
        ((card(cost=Printed.X, strength=Printed.X),), 1, 0),
        (("26106", "01040"), 2, 2),
        # C15, no attachments but Weapons; one copy per character is a matching.
        ((PROUD, attachment()), 1, 1),
        ((PROUD, attachment(traits=("Weapon",))), 2, 2),
        (("01091", "14036", "14036"), 2, 3),
        (("01091", "01091", "14036", "14036"), 4, 6),
    ],
)
def test_cards_and_gold_of_the_best_setup(
    solve: Solve, hand: tuple[str | Card, ...], cards: int, gold: int
) -> None:
    plan = solve(*hand)
    assert (plan.cards, plan.gold, plan.budget) == (cards, gold, 8)


def test_of_equals_the_lowest_codes_and_why_cards_are_left(solve: Solve) -> None:
    plan = solve(*(card(cost=8, code=code) for code in ("90999", "90998")))
    assert plan.codes == ("90998",)
    assert "leaves 0 of 8 gold" in plan.left[0].reason
    limited = solve(*(location(cost=cost, keywords=LIMITED, code=f"9099{cost}") for cost in (0, 2)))
    assert "Only one Limited card" in limited.left[0].reason


def test_c2_events_stay_in_hand(solve: Solve) -> None:
    plan = solve(card("Feast", CardType.EVENT, cost=0), location(cost=1))
    assert plan.codes == (plan.placed[0].card.code,)
    assert plan.left[0].reason.startswith("Events are not placed")


def test_c4_copies_of_any_version_and_type_are_free(solve: Solve) -> None:
    ghost = card("Ghost", cost=4, unique=True)
    worn = attachment("Ghost", unique=True, cost=3)
    plan = solve(ghost, worn, card(cost=4))
    assert (plan.cards, plan.gold) == (3, 8)
    assert [each.way for each in plan.placed].count(Way.DUPLICATE) == 1
    assert solve(card("Plain", cost=5), card("Plain", cost=5)).cards == 1


def test_c4_a_copy_in_shadows_pays_for_none(solve: Solve) -> None:
    varys = card("Varys", cost=9, unique=True, keywords=SHADOW)
    plan = solve(*[varys] * 5)
    assert [each.way for each in plan.placed] == [Way.SHADOW] * 4


def test_c7_a_host_of_one_s_own(solve: Solve) -> None:
    assert solve(attachment()).cards == 0
    assert solve(attachment()).left[0].reason == "None of the placed cards may bear it."
    plan = solve(attachment(), card(cost=1))
    assert plan.placed[1].host == plan.placed[0].card or plan.placed[0].host is not None
    assert "opponent" in solve("02077", "01152").left[0].reason


def test_c11_shadow_cards_for_two_gold_each_events_too(solve: Solve) -> None:
    event = card("Whisper", CardType.EVENT, cost=1, keywords=SHADOW)
    plan = solve(event, event, card("Lurker", cost=7, unique=True, keywords=SHADOW))
    assert (plan.cards, plan.gold) == (3, 6)
    assert all(each.way is Way.SHADOW for each in plan.placed)


def test_c12_a_dash_goes_through_shadows_alone(solve: Solve, second: CardPool) -> None:
    assert second.card("11099").cost is None
    plan = solve("11099", "01152")
    assert {each.card.code: each.way for each in plan.placed}["11099"] is Way.SHADOW


@pytest.mark.parametrize(("agenda", "cards"), [("13039", 0), ("00367", 1), ("08039", 0)])
def test_agendas_change_the_gold(solve: Solve, agenda: str, cards: int) -> None:
    assert solve(card(cost=6), agendas=(agenda,)).cards == cards


def test_war_elephants_are_never_placed(solve: Solve) -> None:
    assert solve("26113").left[0].reason == "By its text it cannot be placed during setup."


def test_the_user_orders_the_criteria(solve: Solve) -> None:
    hand = [card(cost=7, strength=1), card(cost=1), card(cost=1), card("Giant", cost=8, strength=9)]
    assert solve(*hand).cards == 2
    assert solve(*hand, order=order_of([Criterion.STRENGTH])).tally.strength == 9
    assert read_order("gold, cards")[:2] == (Criterion.GOLD, Criterion.CARDS)


def old(name: str = "Squire", **fields: Any) -> Card:
    return card(name, **{"edition": Edition.FIRST, "cost": 2, **fields})


def test_first_edition_five_gold_and_no_duplicates(solve: Solve) -> None:
    robb = old("Robb Stark", unique=True, cost=1)
    plan = solve(robb, robb, old(cost=4))
    assert (plan.cards, plan.gold, plan.budget) == (2, 5, 5)
    assert "duplicates are not placed" in plan.left[0].reason


def test_first_edition_attachments_need_setup(solve: Solve) -> None:
    sword = attachment(edition=Edition.FIRST, cost=0)
    ready = attachment(edition=Edition.FIRST, cost=0, keywords=(Keyword("setup"),))
    assert solve(old(), sword).left[0].reason.endswith("keyword Setup.")
    assert solve(old(), ready).cards == 2
    assert solve(ready).cards == 0


def test_first_edition_gold_penalty_and_who_waives_it(solve: Solve) -> None:
    foreign = old(cost=3, factions=(Faction.MARTELL,))
    assert solve(foreign, faction=Faction.MARTELL).gold == 3
    assert solve(foreign, faction=Faction.STARK).gold == 5
    assert solve(foreign, faction=Faction.NEUTRAL).gold == 4
    assert solve(foreign, faction=Faction.STARK, agendas=("kl_15",)).gold == 3
    assert solve(foreign, faction=Faction.STARK, agendas=("qod_47",)).gold == 5
    named = solve(foreign, faction=Faction.STARK, agendas=("qod_47",), named=Faction.MARTELL)
    assert named.gold == 3
    keep = card(
        "Keep", CardType.LOCATION, edition=Edition.FIRST, cost=4, factions=(Faction.MARTELL,)
    )
    refused = solve(keep, faction=Faction.NEUTRAL)
    assert "of which 2 for being out of House" in refused.left[0].reason


def test_first_edition_shadows_take_two_of_the_five(solve: Solve) -> None:
    lurker = old(cost=3, keywords=SHADOW, factions=(Faction.MARTELL,))
    plan = solve(lurker, lurker, lurker, faction=Faction.STARK)
    assert (plan.cards, plan.gold) == (2, 4)
    assert all(each.way is Way.SHADOW for each in plan.placed)


def test_first_edition_house_of_dreams_and_hollow_hill(solve: Solve) -> None:
    assert solve(old(cost=4), agendas=("btns_119",)).budget == 3
    assert solve(old(cost=0), agendas=("bwb_59",)).cards == 0


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


def rules(plan: SetupPlan) -> dict[str, str]:
    for left in plan.left:
        assert left.rule in rule_book(), left
    return {left.card.name: left.rule for left in plan.left}


def test_every_rule_behind_a_reason_is_an_entry() -> None:
    source = Path(goldfish.setup.__file__).read_text("utf-8")
    names = set(re.findall(r'"((?:ruling|answer|deck-building)\.[^"]+)"', source))
    assert len(names) > 10
    assert [name for name in names if name not in rule_book()] == []
    first = [name for name in names if not name.endswith(".first")]
    mapped = [goldfish.setup.first_edition_rule(name) for name in first]
    # War Elephants is a card of the second edition.
    assert {name for name in mapped if name not in rule_book()} == {
        "ruling.setup.war-elephants.first"
    }


def test_gold_events_limited_and_hosts(solve: Solve) -> None:
    blade = card("Blade", CardType.ATTACHMENT, cost=0, host=ANY_CHARACTER)
    theirs = Host((HostOption(CardPattern(types=(CardType.CHARACTER,)), Side.OPPONENTS),))
    milk = card("Milk", CardType.ATTACHMENT, cost=0, host=theirs)
    assert rules(solve(card("Tywin", cost=9))) == {"Tywin": "ruling.setup.gold"}
    assert rules(solve(card("Feast", CardType.EVENT, cost=0))) == {"Feast": "ruling.setup.events"}
    assert rules(solve(blade)) == {"Blade": "ruling.setup.attachments"}
    assert rules(solve(card("Guard", cost=1), milk)) == {"Milk": "answer.setup-attachments-own"}
    roads = [card(name, CardType.LOCATION, cost=0, keywords=LIMITED) for name in ("Gate", "Road")]
    assert set(rules(solve(*roads)).values()) == {"ruling.setup.limited"}
