"""What stands on the papers of an event."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import bracket_tree, elimination_title
from events.papers import (
    bracket_paper,
    isolated,
    outstanding_tables,
    pairings_by_name,
    pairings_by_table,
    ranking_paper,
    result_slips,
    standings_paper,
)
from events.shown_round import MEETS_AGAIN, shown_round
from tests.event_samples import elimination_event, melee_event, named, played_event
from tests.unit.events.organizer import Organizer, custom, started


def three_rounds_of_four() -> Organizer:
    """Return an event of the rules file's points: A 10, B 5, C 5, D 0 after two rounds."""
    organizer = started("ABCD", custom(3, name="Open"))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.played("A-C 5:0, D-B 0:5")
    return organizer


def test_by_table_has_points_before_the_round_and_results() -> None:
    state = three_rounds_of_four().state
    paper = pairings_by_table(state)
    assert paper.head.moment == "Round 2 of 3"
    assert [row.cells for row in paper.rows] == [
        ("1", "A", "5", "5", "C", "5", "0"),
        ("2", "D", "0", "0", "B", "0", "5"),
    ]
    assert pairings_by_table(state, 1).rows[0].cells == ("1", "A", "0", "5", "B", "0", "0")


def test_by_name_says_table_and_opponent() -> None:
    paper = pairings_by_name(three_rounds_of_four().state)
    assert [row.cells for row in paper.rows] == [
        ("A", "1", "C"),
        ("B", "2", "D"),
        ("C", "1", "A"),
        ("D", "2", "B"),
    ]


def test_names_are_sorted_without_accents_and_case() -> None:
    organizer = started(["zed", "Émile", "Eddard", "Zoë"], custom(1))
    organizer.pair()
    names = [row.cells[0] for row in pairings_by_name(organizer.state).rows]
    assert names == ["Eddard", "Émile", "zed", "Zoë"]


def test_byes_and_unpaired_losses_are_listed() -> None:
    organizer = started("ABC", custom(2))
    organizer.played("A-B 5:0", byes="C")
    organizer.do(ops.EnteredLate, player="L", name="Late")
    state = organizer.state
    assert [row.cells[1:4] for row in pairings_by_table(state).rows] == [
        ("A", "0", "5"),
        ("C", "0", "Bye"),
        ("Late", "0", "No game"),
    ]
    assert [row.cells[:2] for row in pairings_by_name(state).rows][2:] == [
        ("C", "Bye"),
        ("Late", "No game"),
    ]


def test_a_bye_by_the_organizer_is_named() -> None:
    organizer = started("ABC", custom(2))
    organizer.do(ops.ByeGiven, player="B")
    organizer.pair()
    assert pairings_by_name(organizer.state).rows[1].cells[1] == "Bye, by the organizer"


def test_a_rematch_is_named() -> None:
    organizer = started("AB", custom(2))
    organizer.play()
    organizer.pair()
    assert [row.detail for row in pairings_by_table(organizer.state).rows] == [MEETS_AGAIN]


def test_outstanding_tables_are_those_without_a_result() -> None:
    organizer = played_event(11, 2, open_tables=2)
    state = organizer.state
    playing = [str(game.table) for game in state.rounds[-1].playing]
    assert [row.cells[0] for row in outstanding_tables(state).rows] == playing
    assert len(playing) == 2
    organizer.all_win()
    done = outstanding_tables(organizer.state)
    assert (done.rows, done.notes[0].lines) == ((), ("Every table has its result.",))


def test_a_slip_for_each_table_with_what_can_happen_there() -> None:
    slips = result_slips(played_event(9, 1, open_tables=4).state)
    assert [slip.table for slip in slips.slips] == ["1", "2", "3", "4"]
    assert slips.boxes == ("Win", "Modified win", "Draw")
    assert "Draw" not in result_slips(played_event(8, 1, version="2.2").state).boxes
    assert "Draw" not in result_slips(played_event(8, 2, 4).state).boxes
    melee = result_slips(melee_event(7).state)
    assert (melee.boxes, melee.blanks[0]) == ((), "Place")
    assert [len(slip.players) for slip in melee.slips] == [4, 3]


def test_melee_players_stand_below_each_other() -> None:
    paper = pairings_by_table(melee_event(7, 1).state)
    assert [row.cells[0] for row in paper.rows] == ["1", "", "", "", "2", "", ""]
    assert [row.joined for row in paper.rows] == [True, True, True, False, True, True, False]
    assert [row.cells[-1] for row in paper.rows] == ["", "", "", "", "1", "2", "3"]


def test_standings_can_be_added_up() -> None:
    paper = standings_paper(three_rounds_of_four().state, parts=True)
    assert paper.head.moment == "After round 2"
    first = paper.rows[0]
    assert first.cells == ("1", "A", "10", "2", "2", "2.5000", "2.5000", "points")
    assert first.detail == "B 5 in 2 (SoS 2.5000) · C 5 in 2 (SoS 2.5000)"


def test_the_points_of_a_melee_event_are_printed_on_its_standings() -> None:
    notes = standings_paper(melee_event(8).state).notes
    assert notes[0].heading == "Points for places"
    assert notes[0].lines[:3] == (
        "At a table of four: 10, 7, 5, 3.",
        "At a table of three: 8, 5, 3.",
        "A bye: 8.",
    )


def test_departures_and_who_left_are_named() -> None:
    organizer = three_rounds_of_four()
    organizer.do(ops.PairForbidden, first="A", second="D")
    organizer.do(ops.Dropped, player="C")
    paper = standings_paper(organizer.state)
    assert "C (left)" in [row.cells[1] for row in paper.rows]
    assert paper.notes[-1].heading == "Departures from the regulations"
    assert "Pairings: A and D are kept apart by the organizer." in paper.notes[-1].lines


def test_standings_during_a_round_say_so() -> None:
    moment = standings_paper(played_event(10, 2, open_tables=1).state).head.moment
    assert moment == "During round 2, a table still playing"


def test_a_bracket_has_each_game_beside_those_that_it_follows_from() -> None:
    rounds = bracket_tree(played_event(16, 2, 8).state)
    assert [played.title for played in rounds] == ["Quarterfinals", "Semifinals", "Final"]
    assert [game.number for game in rounds[0].games] == [1, 4, 2, 3]
    assert [place.seed for game in rounds[0].games for place in game.places] == [
        *(1, 8, 4, 5),
        *(2, 7, 3, 6),
    ]
    assert [place.text for place in rounds[1].games[0].places] == [
        "Winner of game 1",
        "Winner of game 4",
    ]


def test_the_bracket_shows_who_won_and_who_comes_next() -> None:
    organizer = played_event(8, 2, 4)
    seeds = organizer.state.seeds
    for game in (1, 2):
        winner = organizer.state.elimination[0].games[game - 1].players[0]
        organizer.wins(game, winner, 1)
    first, final = bracket_tree(organizer.state)
    assert [(place.won, place.lost) for place in first.games[0].places] == [
        (True, False),
        (False, True),
    ]
    names = [organizer.state.player(seed).name for seed in seeds[:2]]
    assert [place.name for place in final.games[0].places] == names
    organizer.do(ops.BracketResultEntered, round=2, game=1, winner=seeds[1])
    assert bracket_paper(organizer.state).head.moment == f"Winner: {names[1]}"
    assert [row.cells[1] for row in ranking_paper(organizer.state).rows][:2] == names[::-1]
    assert shown_round(organizer.state).games[0].seats[0].score == "lost"


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 33, 64])
def test_every_player_stands_once_in_the_first_round_of_a_bracket(players: int) -> None:
    rounds = bracket_tree(elimination_event(players))
    places = [place for game in rounds[0].games for place in game.places]
    assert sorted(place.name for place in places if place.name) == sorted(named(players))
    assert sum(place.text == "Bye" for place in places) == len(places) - players
    for before, after in pairwise(rounds):
        assert len(before.games) == 2 * len(after.games)


def test_rounds_of_the_elimination_have_their_usual_names() -> None:
    assert [elimination_title(games, 2) for games in (8, 4, 2, 1)] == [
        "Round of 16",
        "Quarterfinals",
        "Semifinals",
        "Final",
    ]
    assert [elimination_title(games, 4) for games in (4, 1)] == ["Round of 16", "Final table"]


def test_papers_before_their_time_are_refused_in_a_sentence() -> None:
    organizer = Organizer(custom(2, 2))
    organizer.register("AB")
    with pytest.raises(AppError, match="No round was paired yet"):
        pairings_by_table(organizer.state)
    with pytest.raises(AppError, match="no bracket yet"):
        bracket_paper(organizer.state)
    assert standings_paper(organizer.state).head.moment == "Before round 1"


def test_a_name_from_the_right_does_not_turn_the_text_around_it() -> None:
    assert isolated("Ned") == "Ned"
    assert isolated("שלמה") == "\N{FIRST STRONG ISOLATE}שלמה\N{POP DIRECTIONAL ISOLATE}"
