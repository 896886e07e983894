"""Swiss pairs against every possible pairing, and random events with what every round keeps to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from events.chance import chance
from events.document_reader import read_document
from events.event_log import read_log, written_log
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import SwissRound
from events.export_formats import event_object, written_document
from events.group_draw import GroupDraw, fewest_blocked
from events.replay import applied, replay, undone
from events.round_draw import drawn_pairs, next_round
from events.round_players import RoundPlayers, players_of_round
from events.standings import pairs_met, scores, standings
from tests.long_run import times
from tests.odds_by_scipy import evenness
from tests.unit.events.every_operation import drawn_elimination, whole_event
from tests.unit.events.organizer import NOON
from tests.unit.events.pairing_cases import (
    as_set,
    best_pairings,
    cost,
    random_players,
    round_players,
)
from tests.unit.events.random_events import RandomEvent


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10])
def test_a_pairing_is_one_of_the_best(size: int) -> None:
    for seed in range(times({8: 40, 10: 6}.get(size, 60), 400)):
        players = random_players(chance(seed, "test"), size)
        best = best_pairings(players)
        for draw in range(3):
            assert as_set(drawn_pairs(players, chance(draw, "test"))) in best, seed


@pytest.mark.parametrize("size", [12, 14, 18, 24])
def test_larger_pairings_cost_what_one_weighted_matching_costs(size: int) -> None:
    for seed in range(times(8, 60)):
        players = random_players(chance(seed, "test"), size)
        sizes = [len(group) for group in players.groups]
        exact = fewest_blocked(sizes, *players.masks(), chance(1, "test"))
        named = [(players.ids[one], players.ids[other]) for one, other in exact]
        assert cost(players, drawn_pairs(players, chance(2, "test"))) == cost(players, named), seed


CASES = {
    "one group": round_players([5] * 6),
    "one group that has met": round_players([5] * 6, ["AB", "CD", "EF", "AC"]),
    "an odd group": round_players([15, 15, 15, 10]),
    "odd groups and rematches": round_players(
        [9, 9, 9, 6, 6, 6, 3, 3], ["AB", "DE", "AD", "GH", "CF"]
    ),
    "both of a group go down": round_players([2, 2, 1, 1, 1, 1], ["AB", "CD"]),
    "ten players": round_players(
        [6, 6, 6, 3, 3, 3, 3, 0, 0, 0], ["AB", "CD", "EF", "GH", "IJ", "AD", "DG"]
    ),
    "a rematch cannot be avoided": round_players([5, 5, 5, 0], ["AB", "AC", "AD"]),
}


@pytest.mark.parametrize("name", CASES)
def test_each_of_the_best_pairings_is_equally_likely(name: str) -> None:
    players = CASES[name]
    best = best_pairings(players)
    draws = times(900, 3000)
    drawn = Counter(as_set(drawn_pairs(players, chance(seed, "test"))) for seed in range(draws))
    assert drawn.keys() <= best
    if len(best) > 1:
        assert evenness([drawn[each] for each in best]) > 0.0005


def test_the_example_of_the_regulations() -> None:
    players = CASES["an odd group"]
    assert len(best_pairings(players)) == 3


def test_a_greedy_dead_end_is_avoided() -> None:
    """After A-B, C-D and A-C, B-D the third round can only be A-D, B-C."""
    players = round_players([10, 5, 5, 0], ["AB", "CD", "AC", "BD"])
    assert as_set(drawn_pairs(players, chance(1, "test"))) == as_set([("A", "D"), ("B", "C")])


def test_large_groups_are_paired_without_rematches() -> None:
    size = 41
    met = [0] * (2 * size)
    for at in range(2 * size):
        for step in (1, 2, 3):
            met[at] |= 1 << (at + step) % (2 * size) | 1 << (at - step) % (2 * size)
    sizes = [size, size]
    players = _of_masks(sizes, met)
    found = GroupDraw(sizes, players.blocked(), chance(1, "test")).drawn()
    assert found is not None
    assert sum(one < size <= other for one, other in found) == 1
    assert not any(met[one] >> other & 1 for one, other in found)


def _of_masks(sizes: list[int], met: list[int]) -> RoundPlayers:
    players = round_players([10 - at for at, size in enumerate(sizes) for _ in range(size)])
    pairs = {
        frozenset((players.ids[one], players.ids[other])): (1,)
        for one in range(len(met))
        for other in range(one)
        if met[one] >> other & 1
    }
    return replace(players, met=pairs)


def check_round(state: EventState, drawn: SwissRound) -> None:
    """Everyone once, at most one bye, no second while somebody has none, no rematch avoidable."""
    placed = [each for game in drawn.games for each in game.players] + list(drawn.byes)
    assert sorted(placed) == sorted(each.id for each in state.active)
    assert len(drawn.byes) == len(placed) % 2
    players = players_of_round(state, without=drawn.byes)
    everyone = (1 << len(players.ids)) - 1
    met = {frozenset((one, other)) for _, one, other in pairs_met(state.rounds)}
    again = [game for game in drawn.games if frozenset(game.players) in met]
    assert len(again) == len(drawn.rematches)
    if again:
        assert not players.blocked().can_be_paired(everyone)
    had = scores(state)
    for player in drawn.byes:
        assert had[player].byes == min(had[each.id].byes for each in state.active)
        if len(placed) < 12:
            assert player in byes_by_hand(state)


def byes_by_hand(state: EventState) -> set[str]:
    """Return who may have the bye, found by trying every pairing of the others."""
    had = scores(state)
    ranked = [line.player for line in standings(state) if state.player(line.player).active]
    fewest = min(had[each].byes for each in ranked)
    without = [each for each in reversed(ranked) if had[each].byes == fewest]
    blocked = {frozenset(pair) for pair in state.forbidden}
    free = [each for each in without if can_pair(set(ranked) - {each}, blocked)] or without
    met = {frozenset(pair[1:]) for pair in pairs_met(state.rounds)}
    best = [each for each in without if can_pair(set(ranked) - {each}, blocked | met)]
    return set(best or free) if not state.rounds else {(best or free)[0]}


def can_pair(players: set[str], blocked: set[frozenset[str]]) -> bool:
    """Whether some pairing has no blocked pair; each is tried."""
    if not players:
        return True
    first, *others = sorted(players)
    return any(
        can_pair(players - {first, each}, blocked)
        for each in others
        if frozenset((first, each)) not in blocked
    )


def test_byes_of_small_fields() -> None:
    """Five to eleven players, many rounds: the bye is where the ruling puts it, in every round."""
    for seed in range(times(60, 3000)):
        for before in RandomEvent(seed, most=11, rounds=10).before:
            check_round(before, next_round(before, seed))


@pytest.mark.parametrize("part", range(10))
def test_random_events(part: int) -> None:
    for seed in range(times(5, 500)):
        event = RandomEvent(seed * 10 + part, times(24, 64))
        for before in event.before:
            number = len(before.rounds) + 1
            check_round(before, next_round(before, number))


def test_undo_of_each_operation_restores_the_state() -> None:
    random = [RandomEvent(seed, most=8).organizer.log for seed in range(times(3, 100))]
    for log in (whole_event(), drawn_elimination(), *random):
        states = [applied(log[0], None)]
        for operation in log[1:]:
            states.append(applied(operation, states[-1]))
        for length in range(len(log), 1, -1):
            assert replay(undone(log[:length])) == states[length - 2]


@pytest.mark.parametrize("seed", range(6))
def test_the_log_comes_back_and_is_the_same_bytes(seed: int) -> None:
    organizer = RandomEvent(seed, most=16).organizer
    text = written_log(organizer.log)
    log = read_log(text)
    assert list(log) == organizer.log
    assert written_log(log) == text
    assert replay(log) == organizer.state


@pytest.mark.parametrize("seed", range(12))
def test_the_document_tells_the_same_event(seed: int) -> None:
    state = RandomEvent(seed, most=16).organizer.state
    text = written_document(state)
    again = replay(read_document(text, NOON))
    assert event_object(again) == event_object(state)
    assert standings(again) == standings(state)
    assert again.stage is EventStage.FINISHED


@pytest.mark.parametrize("seed", range(6))
def test_the_document_of_an_event_that_is_played(seed: int) -> None:
    event = RandomEvent(seed, most=16)
    state = event.before[-1]
    games = state.rounds[-1].games
    open_round = replace(
        state.rounds[-1], games=(replace(games[0], result=None, conceded=False), *games[1:])
    )
    state = state.with_round(open_round)
    again = replay(read_document(written_document(state), NOON))
    assert event_object(again) == event_object(state)
