"""Melee: tables of three and four, seats, places and their points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import final_ranking
from events.chance import chance
from events.document_reader import read_document
from events.event_terms import EventKind
from events.event_values import MeleeForm
from events.export_formats import event_object, written_document
from events.melee_tables import (
    Cost,
    TableCosts,
    checked_places,
    drawn_tables,
    places_by_power,
    table_sizes,
)
from events.operations import operation_words
from events.replay import replay
from events.result_text import typed_bracket_result
from events.round_draw import redrawn_round
from events.round_players import players_of_round
from events.shown_round import shown_round
from tests.long_run import times
from tests.unit.events.organizer import NOON, Organizer, custom, started

FORM = MeleeForm(three=(4, 2, 1), four=(5, 3, 2, 1))


def melee(players: int, rounds: int = 2, cut: int = 0) -> Organizer:
    settings = replace(custom(rounds, cut), kind=EventKind.MELEE, melee=FORM)
    return started((f"P{each}" for each in range(players)), settings)


def places(organizer: Organizer) -> None:
    played = organizer.state.rounds[-1]
    for game in played.games:
        order = tuple(range(1, len(game.players) + 1))
        organizer.do(ops.ResultEntered, round=played.number, table=game.table, places=order)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)), (4, (4,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)),
        (10, (4, 3, 3)), (11, (4, 4, 3)), (12, (4, 4, 4)),
    ],
)  # fmt: skip
def test_the_sizes_of_the_tables(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


def test_five_are_refused_with_what_can_be_done() -> None:
    with pytest.raises(AppError, match="5 players") as caught:
        table_sizes(5)
    assert "bye" in caught.value.hint
    organizer = melee(5)
    with pytest.raises(AppError, match="5 players"):
        organizer.pair()
    organizer.do(ops.ByeGiven, player="P4")
    assert organizer.pair().byes == ("P4",)


@pytest.mark.parametrize("seed", range(5))
def test_fourteen_play_a_second_round_without_meeting_again(seed: int) -> None:
    """Tables of 4, 4, 3 and 3: nobody has to meet again, though some sit at a short table again."""
    organizer = melee(14)
    organizer.pair(seed)
    places(organizer)
    assert organizer.pair(seed + 50).rematches == ()


@pytest.mark.parametrize("players", range(6, 12))
def test_seats_are_as_good_as_the_best_of_all(players: int) -> None:
    """Compare the search with every way to seat so many: rematches first, then short tables."""
    for seed in range(times(2, 20)):
        organizer = melee(players, rounds=4)
        organizer.do(ops.PairForbidden, first="P0", second="P1")
        for _ in range(3):
            organizer.pair(seed)
            places(organizer)
            round_players = players_of_round(organizer.state, without=())
            costs = TableCosts(round_players)
            cost_of = cache(lambda table, costs=costs: costs.of([table]))
            ways = seatings(round_players.ids, table_sizes(players))
            least = min(_sum(map(cost_of, tables)) for tables in ways)
            drawn = drawn_tables(round_players, chance(seed, "test"))
            assert costs.of(drawn)[:3] == least[:3]


def _sum(costs: Iterable[Cost]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*costs, strict=True)))


def seatings(players: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to seat players at tables of these sizes."""
    if not players:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            for rest in seatings([each for each in players if each not in table], left):
                yield (table, *rest)


def test_points_for_places_shared_places_and_strength() -> None:
    organizer = melee(7)
    organizer.pair()
    four, three = organizer.state.rounds[0].games
    organizer.do(ops.ResultEntered, round=1, table=four.table, places=(1, 2, 3, 3))
    organizer.do(ops.ResultEntered, round=1, table=three.table, places=(1, 1, 1))
    points = [organizer.line(each).points for each in four.players]
    assert points == [5, 3, Fraction(3, 2), Fraction(3, 2)]
    assert organizer.line(three.players[0]).points == Fraction(7, 3)
    assert organizer.line(four.players[0]).sos == Fraction(6, 3)


def test_places_are_by_the_power_that_is_needed() -> None:
    places = places_by_power((15, 9, 12, 9), (15, 15, 20, 17))
    assert places == (1, 2, 3, 3)
    assert checked_places(places, 4) == places


@pytest.mark.parametrize("wrong", [(), (1, 2, 3), (1, 2, 2, 3), (2, 3, 4, 4), (0, 1, 2, 3)])
def test_places_that_cannot_be(wrong: tuple[int, ...]) -> None:
    with pytest.raises(AppError):
        checked_places(wrong, 4)


def test_a_melee_event_needs_its_form() -> None:
    organizer = Organizer(replace(custom(2), kind=EventKind.MELEE))
    organizer.register("ABCD")
    with pytest.raises(AppError, match="not filled in"):
        organizer.start()
    with pytest.raises(AppError, match="falling"):
        Organizer(replace(custom(2), melee=MeleeForm(three=(1, 2, 3))))
    with pytest.raises(AppError, match="4, 16 or 64"):
        Organizer(replace(custom(2, 8), kind=EventKind.MELEE))


def test_a_melee_event_with_its_cut_as_a_document() -> None:
    organizer = melee(17, 1, 16)
    organizer.pair()
    places(organizer)
    organizer.cut()
    for game in organizer.state.elimination[0].games:
        organizer.do(ops.BracketResultEntered, round=1, game=game.number, winner=game.players[0])
    assert organizer.state.elimination[1].games[0].players == organizer.state.seeds[:4]
    state = organizer.state
    again = replay(read_document(written_document(state), NOON))
    assert event_object(again) == event_object(state)


def melee_final() -> Organizer:
    organizer = melee(8, 1, 4)
    organizer.pair()
    places(organizer)
    organizer.cut()
    return organizer


def test_the_final_keeps_all_places() -> None:
    organizer = melee_final()
    seeds = organizer.state.seeds
    final = {"round": 1, "game": 1, "winner": seeds[2], "places": (4, 2, 1, 2)}
    organizer.do(ops.BracketResultEntered, **final)
    state = organizer.state
    assert final_ranking(state)[:4] == (seeds[2], seeds[1], seeds[3], seeds[0])
    assert operation_words(organizer.log[-1], state) == (
        f"Elimination, round 1, game 1: 1. {seeds[2]}, 2. {seeds[1]}, 2. {seeds[3]}, 4. {seeds[0]}."
    )
    assert [seat.score for seat in shown_round(state).games[0].seats] == ["4", "2", "1", "2"]
    again = replay(read_document(written_document(state), NOON))
    assert event_object(again) == event_object(state)
    assert final_ranking(again) == final_ranking(state)
    organizer.do(ops.BracketResultCorrected, round=1, game=1, winner=seeds[0])
    assert final_ranking(organizer.state)[:4] == seeds


@pytest.mark.parametrize("wrong", [(1, 2, 3), (2, 1, 3, 4), (1, 1, 3, 4)])
def test_a_final_has_one_winner_at_the_first_place(wrong: tuple[int, ...]) -> None:
    organizer = melee_final()
    winner = organizer.state.seeds[0]
    with pytest.raises(AppError):
        organizer.do(ops.BracketResultEntered, round=1, game=1, winner=winner, places=wrong)
    joust = started("AB", custom(1, 2))
    joust.play()
    joust.cut()
    with pytest.raises(AppError, match="Only a melee table"):
        joust.do(ops.BracketResultEntered, round=1, game=1, winner="A", places=(1, 2))


def test_the_places_of_a_final_are_typed() -> None:
    state = melee_final().state
    players = state.elimination[0].games[0].players
    typed = typed_bracket_result("1cabd", state, 1)
    assert (typed.done, typed.winner, typed.places) == (True, players[2], (2, 3, 1, 4))
    assert typed_bracket_result("1c=abd", state, 1).wrong
    assert not typed_bracket_result("1ca", state, 1).done
    only = typed_bracket_result("1bw", state, 1)
    assert (only.done, only.winner, only.places) == (True, players[1], ())


def test_a_round_says_who_meets_again_and_who_sits_at_a_short_table_again() -> None:
    organizer = melee(6)
    drawn = organizer.pair()
    assert {each.reason for each in drawn.reasons} == {
        "A table of three: 6 players sit at 2 of three."
    }
    assert drawn.rematches == ()
    places(organizer)
    again = organizer.pair(2)
    met = [each for each in again.reasons if each.reason.startswith("They meet again: ")]
    assert len(met) == len(again.rematches) == 2
    assert {each.players for each in met} == set(again.rematches)
    assert all("(round 1). No better seats were found." in each.reason for each in met)
    short = [each.reason for each in again.reasons if "sat at one before" in each.reason]
    assert len(short) == 2
    # No regulation says who meets whom at melee.
    assert organizer.state.departures == ()


def test_pinned_and_forbidden_seats_are_named() -> None:
    organizer = melee(7)
    organizer.do(ops.PairForbidden, first="P0", second="P1")
    organizer.pair()
    organizer.do(ops.TablePinned, round=1, table=2)
    drawn = redrawn_round(organizer.state, 5)
    said = [each.reason for each in drawn.reasons]
    assert said[0] == "The organizer pinned this table."
    assert not any("kept apart" in each for each in said)
    few = melee(3)
    few.do(ops.PairForbidden, first="P0", second="P1")
    assert any("kept apart by the organizer, but" in each.reason for each in few.pair().reasons)
