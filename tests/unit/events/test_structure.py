"""The tables of rounds and cut at every edge, and what is missing by tier and regulations."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.errors import AppError
from events import operations as ops
from events.event_terms import EventKind, GameResult, StructureKind, Tier
from events.event_values import HandedInDeck, MeleeForm
from events.plan_steps import plan_of
from events.readiness import before_start, settings_notes
from events.regulations import REGULATIONS, regulations
from events.structure import EventPlan, plan_for
from events.tiers import TIERS
from tests.unit.events.organizer import SETTINGS, Organizer, custom, started

BASIC = (
    (4, 3, 0), (8, 3, 0), (9, 4, 0), (16, 4, 0), (17, 4, 4), (24, 4, 4), (25, 5, 4), (40, 5, 4),
    (41, 5, 8), (44, 5, 8), (45, 6, 8), (76, 6, 8), (77, 6, 16), (148, 6, 16), (149, 7, 16),
    (1000, 7, 16),
)  # fmt: skip
ADVANCED = (
    (9, 4, 4), (12, 4, 4), (13, 4, 8), (24, 4, 8), (25, 5, 8), (40, 5, 8), (41, 6, 8), (76, 6, 8),
    (77, 6, 16), (148, 6, 16), (149, 6, 32), (288, 6, 32), (289, 7, 32), (512, 7, 32),
    (513, 8, 32), (1000, 8, 32),
)  # fmt: skip


@pytest.mark.parametrize(("players", "rounds", "cut"), BASIC)
def test_the_edges_of_the_basic_table(players: int, rounds: int, cut: int) -> None:
    assert plan_for(StructureKind.BASIC, players) == EventPlan(swiss_rounds=rounds, cut=cut)


@pytest.mark.parametrize(("players", "rounds", "cut"), ADVANCED)
def test_the_edges_of_the_advanced_table(players: int, rounds: int, cut: int) -> None:
    assert plan_for(StructureKind.ADVANCED, players) == EventPlan(swiss_rounds=rounds, cut=cut)


@pytest.mark.parametrize(
    ("kind", "players"), [(StructureKind.BASIC, 3), (StructureKind.ADVANCED, 8)]
)
def test_below_a_table_custom_is_offered(kind: StructureKind, players: int) -> None:
    with pytest.raises(AppError, match="begins at") as caught:
        plan_for(kind, players)
    assert "custom" in caught.value.hint


def test_the_plan_is_frozen_by_who_is_registered_at_the_start() -> None:
    organizer = Organizer()
    organizer.register("ABCDEFGHI")
    organizer.do(ops.Dropped, player="I")
    assert plan_of(organizer.state).swiss_rounds == 3
    organizer.start()
    organizer.do(ops.EnteredLate, player="J", name="J")
    assert organizer.state.plan == EventPlan(swiss_rounds=3)
    assert organizer.state.departures[-1].text.startswith("J entered late")


def test_another_plan_than_the_table_is_a_departure() -> None:
    organizer = Organizer()
    organizer.register("ABCDE")
    organizer.do(ops.Started, plan=EventPlan(swiss_rounds=2, cut=2))
    assert [each.where for each in organizer.state.departures] == ["The start"]


def test_a_change_after_the_start_says_what_it_departs_from() -> None:
    organizer = started("ABCD", custom(3))
    organizer.pair()
    plan = EventPlan(swiss_rounds=1, cut=2)
    organizer.do(ops.PlanChanged, plan=plan, reason="The hall closes.")
    assert organizer.state.plan == plan
    assert "The hall closes." in organizer.state.departures[-1].text
    with pytest.raises(AppError, match="paired already"):
        organizer.do(ops.PlanChanged, plan=EventPlan(swiss_rounds=0))


@pytest.mark.parametrize(
    ("version", "points"),
    [
        ("1.0.1", {"win": (5, 0), "modified-win": (4, 1), "draw": (2, 2), "loss": (0, 5)}),
        ("2.2", {"win": (5, 0), "modified-win": (4, 0), "modified-loss": (0, 4)}),
    ],
)
def test_points(version: str, points: dict[str, tuple[int, int]]) -> None:
    rules = regulations(version)
    assert {name: rules.points_of(GameResult(name)) for name in points} == points


@pytest.mark.parametrize("version", ["1.2", "2.0", "2.2"])
@pytest.mark.parametrize("result", [GameResult.DRAW, GameResult.INTENTIONAL_DRAW])
def test_later_regulations_have_no_draw(version: str, result: GameResult) -> None:
    with pytest.raises(AppError, match="know no"):
        regulations(version).points_of(result)


def test_versions() -> None:
    assert [each.version for each in REGULATIONS] == ["1.0.1", "1.2", "2.0", "2.2"]
    assert [each.final_minutes for each in REGULATIONS] == [None, 120, 120, 120]
    with pytest.raises(AppError, match="no Tournament Regulations"):
        regulations("3.2")


def test_settings_change_before_the_start_and_keep_who_is_registered() -> None:
    organizer = Organizer(custom(2))
    organizer.register("ABC")
    organizer.do(ops.ByeGiven, player="C", prize=True)
    organizer.do(ops.SettingsChanged, settings=custom(3, regulations="2.2"))
    assert organizer.state.regulations.version == "2.2"
    assert (len(organizer.state.active), organizer.state.given_byes) == (3, ("C",))


def test_civil_war_is_not_sanctioned() -> None:
    organizer = started("AB", custom(2, kind=EventKind.CIVIL_WAR))
    assert [each.text for each in organizer.state.departures] == ["Civil War is not sanctioned."]


def test_a_leader_who_plays_is_a_departure_without_a_second_one_at_the_relaxed_tier() -> None:
    found = []
    for tier, second in product(Tier, ("", "c", "D")):
        organizer = Organizer(custom(1, tier=tier, second_leader=second))
        organizer.register("AB")
        organizer.do(ops.Registered, player="C", name="C", leader=True)
        organizer.start()
        found.append(len(organizer.state.departures))
    assert found == [1, 1, 0, 1, 1, 1, 1, 1, 1]
    assert [TIERS[tier].release_days for tier in Tier] == [0, 0, 11]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": " "}, "needs a name"),
        ({"regulations": "9"}, "no Tournament Regulations"),
        ({"plan": EventPlan(swiss_rounds=3, cut=1)}, "two players or more"),
    ],
)
def test_settings_that_cannot_be(changed: dict[str, object], said: str) -> None:
    with pytest.raises(AppError, match=said):
        Organizer(replace(SETTINGS, **changed))  # type: ignore[arg-type]


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
    organizer.play()
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
