"""Seasons: points by place, the best n events, who is the same player, and ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from events import operations as ops
from events.event_state import EventState
from events.event_terms import GameResult
from events.season import RATING_START, SeasonLine, SeasonPeople, SeasonRules, season_of
from tests.event_samples import elimination_event, melee_event
from tests.unit.events.organizer import Organizer, custom, started

AB = SeasonPeople(same=frozenset({"a", "b", "c", "d"}))


def event(names: str, *rounds: str, day: int = 1, name: str = "Club") -> EventState:
    """Return an event of players of one letter after rounds like "A-B 5:0"."""
    return organizer(names, *rounds, day=day, name=name).state


def organizer(names: str, *rounds: str, day: int = 1, name: str = "Club") -> Organizer:
    settings = replace(custom(len(rounds)), name=name, day=date(2026, 11, day))
    made = started(names, settings)
    for each in rounds:
        made.played(each)
    return made


def places(line: SeasonLine) -> list[tuple[int, int, bool]]:
    return [(each.event, each.place, each.counts) for each in line.results]


def test_points_by_place_are_added_up_over_the_events_in_the_order_of_their_days() -> None:
    later = event("ABCD", "A-B 5:0, C-D 5:0", "A-C 5:0, B-D 5:0", day=9)
    first = event("AB", "A-B 0:5", day=2)
    season = season_of([later, first], SeasonRules(points=(10, 6, 3)), AB)
    assert [each.settings.day.day for each in season.events] == [2, 9]
    lines = {each.name: each for each in season.lines}
    assert {name: each.points for name, each in lines.items()} == {"A": 16, "B": 13, "C": 6, "D": 0}
    assert places(lines["A"]) == [(0, 2, True), (1, 1, True)]
    assert [each.rank for each in season.lines] == [1, 2, 3, 4]
    assert (lines["A"].games, lines["A"].wins) == (3, 2)


def test_only_the_best_events_of_a_player_count() -> None:
    events = [event("AB", "A-B 5:0", day=1), event("AB", "A-B 5:0", day=2)]
    events.append(event("AB", "A-B 0:5", day=3))
    season = season_of(events, SeasonRules(points=(10, 6), best=2), AB)
    assert [(each.name, each.points) for each in season.lines] == [("A", 20), ("B", 16)]
    assert places(season.lines[0]) == [(0, 1, True), (1, 1, True), (2, 2, False)]
    assert places(season.lines[1]) == [(0, 2, True), (1, 2, False), (2, 1, True)]


def test_of_equal_points_the_better_result_ranks_first_and_equal_results_share_a_rank() -> None:
    events = [
        event("ABCD", "A-B 5:0, C-D 5:0", "A-C 5:0, B-D 5:0", day=1),
        event("CB", "C-B 5:0", day=2),
        event("BC", "B-C 5:0", day=3),
    ]
    season = season_of(events, SeasonRules(points=(4, 2, 2, 2)), AB)
    assert [(each.rank, each.name, each.points) for each in season.lines] == [
        (1, "B", 8),
        (1, "C", 8),
        (3, "A", 4),
        (4, "D", 2),
    ]


def test_players_of_one_name_stay_apart_until_the_organizer_says_who_they_are() -> None:
    events = [event("AB", "A-B 5:0", name="North"), event("AC", "A-C 5:0", name="South", day=2)]
    season = season_of(events)
    assert {each.name for each in season.lines} == {"A (North)", "A (South)", "B", "C"}
    assert season.repeated == season.unanswered == ("A",)
    apart = season_of(events, people=SeasonPeople(apart=frozenset({"a"})))
    assert [each.name for each in apart.lines] == [each.name for each in season.lines]
    assert (apart.repeated, apart.unanswered) == (("A",), ())
    same = season_of(events, people=SeasonPeople(same=frozenset({"a"})))
    assert (same.lines[0].name, len(same.lines[0].results)) == ("A", 2)
    assert same.unanswered == ()


def test_another_spelling_stands_for_a_player_but_never_for_two_of_one_event() -> None:
    people = SeasonPeople(spellings={"x": "a"})
    events = [event("AB", "A-B 5:0"), event("XC", "X-C 5:0", day=2)]
    assert {each.name: len(each.results) for each in season_of(events, people=people).lines} == {
        "X": 2,
        "B": 1,
        "C": 1,
    }
    both = season_of([events[0], event("AX", "A-X 5:0", day=2)], people=people)
    assert sorted(len(each.results) for each in both.lines) == [1, 1, 1, 1]


def test_a_disqualified_player_has_no_points() -> None:
    made = organizer("AB", "A-B 5:0")
    made.do(ops.Disqualified, player="A", reason="cheating")
    assert {each.name: each.points for each in season_of([made.state]).lines} == {"A": 0, "B": 18}


def test_ratings_rise_with_wins_and_byes_and_double_losses_change_nothing() -> None:
    won = season_of([event("ABCD", "A-B 5:0, C-D 2:2", "A-C 5:0, B-D 2:2")])
    rating = {each.name: each.rating for each in won.lines}
    assert rating["A"] > rating["D"] > rating["B"]
    assert rating["A"] > RATING_START
    idle = started("ABC", custom(1))
    idle.played("A-B 5:0", byes="C")
    idle.result_of(1, 1, GameResult.DOUBLE_LOSS)
    assert {each.rating for each in season_of([idle.state]).lines} == {RATING_START}


def test_games_of_melee_tables_and_of_the_elimination_count() -> None:
    melee, cut = melee_event(7).state, elimination_event(8)
    lines = season_of([melee, cut]).lines
    assert len(lines) == len(melee.took_part) + len(cut.took_part)
    assert len({each.rating for each in lines}) > 4
    played = sum(each.played for drawn in cut.elimination for each in drawn.games)
    swiss = sum(each.over for drawn in cut.rounds for each in drawn.games)
    games = {each.name: each.games for each in season_of([cut]).lines}
    assert sum(games.values()) == 2 * (played + swiss) > 0
