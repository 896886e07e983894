"""Each row C1 to C15 of the rules of setup, and the agendas that change it."""

from __future__ import annotations

from typing import Any

import pytest

from carddb.card import Card
from carddb.pattern import ANY_CHARACTER, Host
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Keyword, Printed
from goldfish.setup_plan import Criterion, Way, order_of, read_order
from tests.builders import card
from tests.unit.goldfish.conftest import Solve

LIMITED = (Keyword("limited"),)
SHADOW = (Keyword("shadow", 3),)


def location(**fields: Any) -> Card:
    return card("Roseroad", CardType.LOCATION, **fields)


def attachment(name: str = "Sword", **fields: Any) -> Card:
    return card(name, CardType.ATTACHMENT, **{"host": ANY_CHARACTER, "cost": 1, **fields})


def test_c1_eight_gold_and_no_more(solve: Solve) -> None:
    plan = solve(card(cost=5), card(cost=4), card(cost=3))
    assert (plan.cards, plan.gold, plan.budget) == (2, 8, 8)
    assert "leaves 0 of 8 gold" in plan.left[0].reason


def test_c2_events_stay_in_hand(solve: Solve) -> None:
    plan = solve(card("Feast", CardType.EVENT, cost=0), location(cost=1))
    assert plan.codes == (plan.placed[0].card.code,)
    assert plan.left[0].reason.startswith("Events are not placed")


def test_c3_one_limited_card(solve: Solve) -> None:
    plan = solve(location(cost=0, keywords=LIMITED), card("Limited", keywords=LIMITED, cost=2))
    assert (plan.cards, plan.gold) == (1, 2)
    assert "Only one Limited card" in plan.left[0].reason


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


def test_c5_a_duplicate_counts_as_limited(solve: Solve) -> None:
    arbor = location(cost=1, unique=True, keywords=LIMITED)
    assert solve(arbor, arbor).cards == 1


def test_c6_a_plan_says_nothing_of_round_one(solve: Solve) -> None:
    assert solve(location(cost=0, keywords=LIMITED)).cards == 1


def test_c7_a_host_of_one_s_own(solve: Solve) -> None:
    assert solve(attachment()).cards == 0
    assert solve(attachment()).left[0].reason == "None of the placed cards may bear it."
    plan = solve(attachment(), card(cost=1))
    assert plan.placed[1].host == plan.placed[0].card or plan.placed[0].host is not None
    assert "opponent" in solve("02077", "01152").left[0].reason


def test_c8_attachments_come_at_once(solve: Solve) -> None:
    assert solve("01133", "02058", "02044").cards == 2
    maiden = solve("01152", "08064", "01035")
    assert "01035" in maiden.codes or "08064" in maiden.codes
    assert maiden.cards == 2
    assert solve("01152", "01133", "08064", "01035").cards == 4


def test_c8_milk_of_the_poppy_takes_the_keyword_that_another_needs(solve: Solve) -> None:
    assert solve("11016", "13044").cards == 2
    assert solve("11016", "13044", "01035").cards == 2
    assert solve("11016", "13044", "01035", "01152").cards == 4


def test_c9_hosts_are_judged_as_printed(solve: Solve) -> None:
    grown = card(cost=2, traits=("Knight",))
    knights_only = attachment(host=Host(ANY_CHARACTER.options, "character"))
    assert solve(grown, knights_only).cards == 2


def test_c10_nothing_is_cheaper_or_dearer(solve: Solve) -> None:
    assert solve("02007", "01133").gold == 7


def test_c11_shadow_cards_for_two_gold_each_events_too(solve: Solve) -> None:
    event = card("Whisper", CardType.EVENT, cost=1, keywords=SHADOW)
    plan = solve(event, event, card("Lurker", cost=7, unique=True, keywords=SHADOW))
    assert (plan.cards, plan.gold) == (3, 6)
    assert all(each.way is Way.SHADOW for each in plan.placed)


def test_c12_a_dash_goes_through_shadows_alone(solve: Solve, second: CardPool) -> None:
    assert second.card("11099").cost is None
    plan = solve("11099", "01152")
    assert {each.card.code: each.way for each in plan.placed}["11099"] is Way.SHADOW


def test_c13_x_is_nothing(solve: Solve) -> None:
    assert solve(card(cost=Printed.X, strength=Printed.X)).tally.gold == 0


def test_c14_a_limited_card_goes_into_shadows_beside_another(solve: Solve) -> None:
    plan = solve("26106", "01040")
    assert (plan.cards, plan.gold) == (2, 2)


def test_c15_no_attachments_but_weapons(solve: Solve) -> None:
    proud = card(cost=1, keywords=(Keyword("no-attachments", None, ("Weapon",)),))
    assert solve(proud, attachment()).cards == 1
    assert solve(proud, attachment(traits=("Weapon",))).cards == 2


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


def test_of_equals_the_lowest_codes(solve: Solve) -> None:
    alike = [card(cost=8, code=code) for code in ("90999", "90998")]
    assert solve(*alike).codes == ("90998",)


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
        "Keep",
        CardType.LOCATION,
        edition=Edition.FIRST,
        cost=4,
        factions=(Faction.MARTELL,),
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
