"""The worked standings E1 to E7, and the tables of rounds and cut at every edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from core.errors import AppError
from events import operations as ops
from events.event_terms import EventKind, GameResult, StructureKind, Tiebreaker, Tier
from events.event_values import HandedInDeck, MeleeForm
from events.plan_steps import plan_of
from events.readiness import before_start, settings_notes
from events.regulations import REGULATIONS, regulations
from events.shown_round import shown_standings
from events.standings import standings
from events.structure import EventPlan, plan_for
from events.tiers import TIERS
from tests.unit.events.organizer import SETTINGS, Organizer, custom, started

E1 = ("A-B 5:0, C-D 4:1, E-F 2:2", "A-C 5:0, E-B 0:5, F-D 5:0", "A-F 0:5, B-C 5:0, E-D 5:0")
E1_LATER = ("A-B 5:0, C-D 4:0, E-F 4:0", *E1[1:])
E3 = (
    "B-D 0:5, H-E 1:4, A-F 5:0, C-G 0:5",
    "A-D 0:5, G-E 0:5, H-F 5:0, C-B 5:0",
    "D-E 0:5, H-A 0:5, G-B 0:5, C-F 5:0",
)
E3_LATER = tuple(each_player.replace("1:4", "0:4") for each_player in E3)
E4 = (
    "H-C 2:2, B-F 0:5, E-A 5:0, G-D 0:5",
    "D-E 0:5, F-C 0:5, H-A 4:1, G-B 5:0",
    "E-C 0:5, H-F 0:5, G-A 0:5, D-B 0:5",
)
E5 = (
    "A-F 0:5, D-C 5:0, E-B 2:2, G-H 2:2",
    "D-F 0:5, G-B 5:0, E-H 5:0, C-A 5:0",
    "F-E 1:4, G-C 0:5, D-H 5:0, B-A 5:0",
)
E6 = (
    "G-D 5:0, B-A 5:0, F-E 5:0, H-C 0:5",
    "G-C 0:5, F-B 0:5, A-D 5:0, H-E 0:5",
    "B-C 5:0, A-G 5:0, F-H 5:0, E-D 0:5",
)


def event(
    players: str, rounds: tuple[str, ...], regulations: str = "1.0.1", seed: int = 7
) -> Organizer:
    organizer = started(players, custom(len(rounds), regulations=regulations, seed=seed))
    for each_player in rounds:
        organizer.played(each_player)
    return organizer


def test_e1_points_sos_and_xsos() -> None:
    organizer = event("ABCDEF", E1)
    found: list[tuple[object, ...]] = [
        (line.player, line.points, line.average, line.sos, line.xsos)
        for line in standings(organizer.state)
    ]
    assert found == [
        ("F", 12, 4, 2, Fraction(8, 3)),
        ("A", 10, Fraction(10, 3), Fraction(26, 9), Fraction(20, 9)),
        ("B", 10, Fraction(10, 3), Fraction(7, 3), Fraction(70, 27)),
        ("E", 7, Fraction(7, 3), Fraction(23, 9), Fraction(62, 27)),
        ("C", 4, Fraction(4, 3), Fraction(7, 3), Fraction(70, 27)),
        ("D", 1, Fraction(1, 3), Fraction(23, 9), Fraction(62, 27)),
    ]
    assert organizer.line("A").opponents == ("B", "C", "F")
    assert organizer.line("A").decided_by is Tiebreaker.HEAD_TO_HEAD
    assert organizer.line("F").decided_by is Tiebreaker.POINTS


def test_the_parts_of_a_line_add_up() -> None:
    shown = shown_standings(event("ABCDEF", E1).state)
    for row in shown.rows:
        line, parts = row.line, [each_player.line for each_player in shown.opponents(row)]
        assert line.sos == sum(
            each_player.points / each_player.rounds for each_player in parts
        ) / len(parts)
        assert line.xsos == sum(each_player.sos for each_player in parts) / len(parts)


def test_e1_under_the_later_regulations() -> None:
    organizer = event("ABCDEF", E1_LATER, "2.2")
    assert organizer.order() == "ABFECD"
    assert [organizer.line(each_player).sos for each_player in "ABF"] == [
        Fraction(8, 3),
        Fraction(23, 9),
        Fraction(19, 9),
    ]
    assert [organizer.line(each_player).points for each_player in "EC"] == [9, 4]


def test_e2_byes_count_for_the_average_and_not_as_opponents() -> None:
    organizer = started("VWXYZ", custom(2))
    organizer.played("V-W 5:0, X-Y 5:0", byes="Z")
    organizer.played("V-X 5:0, Z-W 0:5", byes="Y")
    assert organizer.order()[0] == "V"
    assert set(organizer.order()[1:3]) == {"W", "X"}
    found = {
        each_player: (organizer.line(each_player).sos, organizer.line(each_player).xsos)
        for each_player in "WXYZ"
    }
    assert found == {
        "W": (Fraction(15, 4), Fraction(5, 2)),
        "X": (Fraction(15, 4), Fraction(5, 2)),
        "Y": (Fraction(5, 2), Fraction(15, 4)),
        "Z": (Fraction(5, 2), Fraction(15, 4)),
    }
    assert {organizer.line(each_player).decided_by for each_player in "WXYZ"} == {Tiebreaker.LOT}


def test_e3_head_to_head_before_strength_of_schedule() -> None:
    organizer = event("ABCDEFGH", E3)
    assert organizer.order() == "EDACHBGF"
    assert organizer.line("B").decided_by is Tiebreaker.HEAD_TO_HEAD
    assert organizer.line("D").decided_by is Tiebreaker.SOS
    later = event("ABCDEFGH", E3_LATER, "2.2").order()
    assert later.index("G") < later.index("B")


def test_e4_a_circle_has_no_first_and_the_lot_decides() -> None:
    orders = {event("ABCDEFGH", E4, seed=seed).order() for seed in range(12)}
    assert orders == {"CFEHABDG", "CFEHADBG"}
    organizer = event("ABCDEFGH", E4)
    assert organizer.line("G").decided_by is Tiebreaker.SOS
    assert organizer.line("F").decided_by is Tiebreaker.XSOS
    assert organizer.line("B").xsos == organizer.line("D").xsos == Fraction(59, 27)


def test_e5_a_modified_win_defeats_the_opponent() -> None:
    assert event("ABCDEFGH", E5).order()[:2] == "EF"


def test_e6_xsos_alone() -> None:
    organizer = event("ABCDEFGH", E6)
    assert organizer.order() == "BACFGDEH"
    assert organizer.line("C").xsos == Fraction(80, 27)
    assert organizer.line("D").sos == Fraction(20, 9)


def test_e7_a_bye_in_the_place_of_an_opponent() -> None:
    """Opponents with 10 of 3, 6 of 3 and 5 of 2; then a bye in the place of the third."""
    organizer = started("XABCPQR", custom(3))
    organizer.played("C-X 5:0, A-P 5:0, B-Q 1:4", byes="R")
    organizer.played("A-X 5:0, C-P 0:5, B-R 0:5", byes="Q")
    organizer.do(ops.Dropped, player="C")
    organizer.played("B-X 5:0, A-Q 0:5, P-R 5:0")
    assert organizer.line("X").sos == Fraction(47, 18)
    organizer = started("XABCPQR", custom(3))
    organizer.played("C-R 5:0, A-P 5:0, B-Q 1:4", byes="X")
    organizer.played("A-X 5:0, C-P 0:5, B-R 0:5", byes="Q")
    organizer.played("B-X 5:0, A-Q 0:5, P-R 5:0", byes="C")
    assert organizer.line("X").sos == Fraction(8, 3)


def test_without_opponents_the_strength_of_schedule_is_nought() -> None:
    organizer = started("ABC", custom(1))
    organizer.played("A-B 5:0", byes="C")
    assert organizer.line("C").sos == organizer.line("C").xsos == 0


def test_a_correction_changes_the_standings_and_no_pairing() -> None:
    organizer = event("ABCDEF", E1)
    before = organizer.state
    organizer.do(ops.ResultCorrected, round=1, table=1, result=GameResult.LOSS)
    assert [line.points for line in standings(organizer.state)[:2]] == [15, 12]
    assert [
        [game.players for game in each_player.games] for each_player in organizer.state.rounds
    ] == [[game.players for game in each_player.games] for each_player in before.rounds]


def test_an_open_game_counts_for_nobody() -> None:
    organizer = event("ABCD", ("A-B 5:0, C-D 5:0",))
    state = organizer.state
    games = tuple(replace(game, result=None) for game in state.rounds[0].games)
    state = state.with_round(replace(state.rounds[0], games=games))
    assert not any(line.points or line.rounds for line in standings(state))


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
    assert structure == "The structure is basic; a premier event usually has the custom one."
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
