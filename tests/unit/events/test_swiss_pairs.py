"""Swiss pairs against every possible pairing, and how often each of the best is drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from events.chance import chance
from events.group_draw import GroupDraw, fewest_blocked
from events.round_draw import drawn_pairs
from events.round_players import RoundPlayers
from tests.long_run import times
from tests.odds_by_scipy import evenness
from tests.unit.events.pairing_cases import (
    as_set,
    best_pairings,
    cost,
    random_players,
    round_players,
)


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
