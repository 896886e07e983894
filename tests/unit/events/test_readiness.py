"""What an event asks for by tier and regulations, and what of it is named as missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events import operations as ops
from events.event_terms import EventKind, StructureKind, Tier
from events.event_values import HandedInDeck, MeleeForm
from events.plan_steps import plan_of
from events.readiness import before_start, settings_notes
from events.structure import EventPlan
from events.tiers import TIERS
from tests.unit.events.organizer import SETTINGS, Organizer, custom

LEGAL = HandedInDeck(text="{}", digest="0" * 12, legal=True)
ILLEGAL = replace(LEGAL, legal=False, reasons=("59 cards.", "A second reason."))


def texts(organizer: Organizer) -> list[str]:
    return [each.text for each in organizer.state.departures]


@pytest.mark.parametrize("version", ["1.0.1", "1.2", "2.0", "2.2"])
def test_lists_that_are_required_and_missing_or_illegal_are_departures(version: str) -> None:
    organizer = Organizer(custom(2, regulations=version, lists_required=True))
    organizer.register("ABCD")
    organizer.do(ops.DeckHandedIn, player="A", deck=LEGAL)
    organizer.do(ops.DeckHandedIn, player="B", deck=ILLEGAL)
    organizer.do(ops.Dropped, player="D")
    assert before_start(organizer.state) == (
        "C has not handed in a deck list.",
        "The deck of B is not legal: 59 cards.",
    )
    organizer.start()
    assert texts(organizer) == [
        "Deck lists that are not handed in: 1 (C).",
        "The deck of B is not legal: 59 cards.",
    ]
    organizer.do(ops.DeckHandedIn, player="C", deck=ILLEGAL)
    assert texts(organizer)[2:] == [
        "C handed in a deck list after the start.",
        "The deck of C is not legal: 59 cards.",
    ]
    organizer.pair()
    organizer.all_win()
    organizer.do(ops.EnteredLate, player="E", name="E")
    organizer.pair()
    assert "E plays without having handed in a deck list." in texts(organizer)


def test_lists_that_nobody_requires_may_be_missing() -> None:
    organizer = Organizer(custom(1))
    organizer.register("AB")
    assert before_start(organizer.state) == ()
    organizer.start()
    assert texts(organizer) == []


def test_what_a_tier_asks_for_and_is_not_met_is_told() -> None:
    premier = replace(SETTINGS, tier=Tier.PREMIER)
    structure, leaders, sleeves, products = settings_notes(premier)
    assert structure == "The structure is basic; that of a premier event is custom as a rule."
    assert "do not play" in leaders
    assert "opaque" in sleeves
    assert "released after 9 November 2026" in products
    for tier, rules in TIERS.items():
        usual = replace(SETTINGS, tier=tier, structure=rules.usual_structure)
        assert not any("structure" in each for each in settings_notes(usual))
    assert settings_notes(SETTINGS) == ()


@pytest.mark.parametrize(
    ("structure", "players", "plan"),
    [
        (StructureKind.BASIC, 16, EventPlan(swiss_rounds=4)),
        (StructureKind.BASIC, 45, EventPlan(swiss_rounds=6, cut=4)),
        (StructureKind.ADVANCED, 16, EventPlan(swiss_rounds=4, cut=4)),
        (StructureKind.ADVANCED, 80, EventPlan(swiss_rounds=6, cut=16)),
        (StructureKind.ADVANCED, 150, EventPlan(swiss_rounds=6, cut=16)),
    ],
)
def test_a_table_gives_melee_a_cut_that_it_can_have(
    structure: StructureKind, players: int, plan: EventPlan
) -> None:
    form = MeleeForm(three=(4, 2, 1), four=(5, 3, 2, 1))
    settings = replace(SETTINGS, kind=EventKind.MELEE, structure=structure, melee=form)
    assert "a cut of 8 becomes one of 4" in settings_notes(settings)[-1]
    organizer = Organizer(settings)
    organizer.register(f"P{each}" for each in range(players))
    assert plan_of(organizer.state) == plan
    organizer.start()
    assert texts(organizer) == []


def test_a_list_that_is_replaced_after_the_start_is_a_departure_though_none_is_required() -> None:
    organizer = Organizer(custom(1))
    organizer.register("AB")
    wolves = replace(LEGAL, faction="stark")
    organizer.do(ops.DeckHandedIn, player="A", deck=wolves)
    organizer.start()
    organizer.do(ops.DeckHandedIn, player="A", deck=wolves)
    organizer.do(ops.DeckHandedIn, player="B", deck=wolves)
    assert texts(organizer) == []
    organizer.do(ops.DeckHandedIn, player="A", deck=replace(wolves, digest="1" * 12))
    lions = replace(wolves, digest="2" * 12, faction="lannister")
    organizer.do(ops.DeckHandedIn, player="A", deck=lions)
    assert texts(organizer) == [
        "A handed in another deck list after the start.",
        "A handed in another deck list of House Lannister instead of House Stark after the start.",
    ]
