"""The worked standings E1 to E7 of the rules, as exact fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from events import operations as ops
from events.event_terms import GameResult, Tiebreaker
from events.shown_round import shown_standings
from events.standings import standings
from tests.unit.events.organizer import Organizer, custom, started

E1 = ("A-B 5:0, C-D 4:1, E-F 2:2", "A-C 5:0, E-B 0:5, F-D 5:0", "A-F 0:5, B-C 5:0, E-D 5:0")
E1_LATER = ("A-B 5:0, C-D 4:0, E-F 4:0", *E1[1:])
E3 = (
    "B-D 0:5, H-E 1:4, A-F 5:0, C-G 0:5",
    "A-D 0:5, G-E 0:5, H-F 5:0, C-B 5:0",
    "D-E 0:5, H-A 0:5, G-B 0:5, C-F 5:0",
)
E3_LATER = tuple(each.replace("1:4", "0:4") for each in E3)
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
    for each in rounds:
        organizer.played(each)
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
        line, parts = row.line, [each.line for each in shown.opponents(row)]
        assert line.sos == sum(each.points / each.rounds for each in parts) / len(parts)
        assert line.xsos == sum(each.sos for each in parts) / len(parts)


def test_e1_under_the_later_regulations() -> None:
    organizer = event("ABCDEF", E1_LATER, "2.2")
    assert organizer.order() == "ABFECD"
    assert [organizer.line(each).sos for each in "ABF"] == [
        Fraction(8, 3),
        Fraction(23, 9),
        Fraction(19, 9),
    ]
    assert [organizer.line(each).points for each in "EC"] == [9, 4]


def test_e2_byes_count_for_the_average_and_not_as_opponents() -> None:
    organizer = started("VWXYZ", custom(2))
    organizer.played("V-W 5:0, X-Y 5:0", byes="Z")
    organizer.played("V-X 5:0, Z-W 0:5", byes="Y")
    assert organizer.order()[0] == "V"
    assert set(organizer.order()[1:3]) == {"W", "X"}
    found = {each: (organizer.line(each).sos, organizer.line(each).xsos) for each in "WXYZ"}
    assert found == {
        "W": (Fraction(15, 4), Fraction(5, 2)),
        "X": (Fraction(15, 4), Fraction(5, 2)),
        "Y": (Fraction(5, 2), Fraction(15, 4)),
        "Z": (Fraction(5, 2), Fraction(15, 4)),
    }
    assert {organizer.line(each).decided_by for each in "WXYZ"} == {Tiebreaker.LOT}


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
    assert [[game.players for game in each.games] for each in organizer.state.rounds] == [
        [game.players for game in each.games] for each in before.rounds
    ]


def test_an_open_game_counts_for_nobody() -> None:
    organizer = event("ABCD", ("A-B 5:0, C-D 5:0",))
    state = organizer.state
    games = tuple(replace(game, result=None) for game in state.rounds[0].games)
    state = state.with_round(replace(state.rounds[0], games=games))
    assert not any(line.points or line.rounds for line in standings(state))
