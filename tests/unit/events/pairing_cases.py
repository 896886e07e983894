"""Players to be paired, made at random, and every pairing of a few of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from events.group_draw import pairings
from events.round_players import RoundPlayers


def round_players(
    points: Sequence[int], met: Sequence[str] = (), forbidden: Sequence[str] = ()
) -> RoundPlayers:
    """Return players A, B, … with these points; `met` names pairs: "AB"."""
    names = [chr(65 + at) for at in range(len(points))]
    ranked = sorted(names, key=lambda name: -points[names.index(name)])
    return RoundPlayers(
        ids=tuple(ranked),
        names=dict(zip(names, names, strict=True)),
        points={name: Fraction(each) for name, each in zip(names, points, strict=True)},
        byes=dict.fromkeys(names, 0),
        met={frozenset(pair): (1,) for pair in met},
        forbidden=frozenset(frozenset(pair) for pair in forbidden),
        short_tables=dict.fromkeys(names, 0),
    )


def random_players(random: Random, size: int) -> RoundPlayers:
    """Return players with few or many groups, and few or many pairs that have met."""
    points = [random.choice((0, 1, 2, 4, 5, 9, 10)[: random.randint(1, 7)]) for _ in range(size)]
    share = random.choice((0.1, 0.3, 0.5, 0.7))
    names = [chr(65 + at) for at in range(size)]
    pairs = ["".join(pair) for pair in combinations(names, 2)]
    met = [pair for pair in pairs if random.random() < share]
    forbidden = [pair for pair in pairs if random.random() < 0.03]
    return round_players(points, met, forbidden)


def cost(players: RoundPlayers, pairs: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    """Return what a pairing costs: forbidden pairs, rematches, and the crossing of each group."""
    group_of = {each: at for at, group in enumerate(players.groups) for each in group}
    crossing = [0] * len(players.groups)
    for one, other in pairs:
        better, lower = sorted((group_of[one], group_of[other]))
        crossing[better] += lower - better
    forbidden = sum(players.is_forbidden(*pair) for pair in pairs)
    return forbidden, sum(players.has_met(*pair) for pair in pairs), *crossing


def best_pairings(players: RoundPlayers) -> set[frozenset[frozenset[str]]]:
    """Return all pairings of the least cost, found by trying every one."""
    priced = []
    for places in pairings(range(len(players.ids))):
        pairs = [(players.ids[one], players.ids[other]) for one, other in places]
        priced.append((cost(players, pairs), as_set(pairs)))
    least = min(price for price, _ in priced)
    return {pairs for price, pairs in priced if price == least}


def as_set(pairs: Sequence[tuple[str, str]]) -> frozenset[frozenset[str]]:
    """Return pairs without any order."""
    return frozenset(frozenset(pair) for pair in pairs)
