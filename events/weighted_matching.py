"""Pairs as a matching in a graph (networkx), where going down the groups does not suffice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

Pairs = tuple[tuple[int, int], ...]
_CHANCE = 1 << 20
ENUMERATED = 10


def random_matching(
    players: Sequence[int], blocked: Sequence[int], random: Random | None
) -> Pairs | None:
    """Return pairs of all these players without a blocked one; None where there are none."""
    pairs = _matching(
        (one, other, random.randrange(_CHANCE) if random else 1)
        for one, other in combinations(players, 2)
        if not blocked[one] >> other & 1
    )
    return pairs if 2 * len(pairs) == len(players) else None


def fewest_blocked(
    sizes: Sequence[int], met: Sequence[int], forbidden: Sequence[int], random: Random
) -> Pairs:
    """Return pairs with the fewest forbidden, then the fewest rematches, then the least crossing.

    Up to ten players each of the best pairings is equally likely; above, ties fall by random
    weights. All weights are whole numbers, however large: networkx computes with them exactly.
    """
    group_of = [number for number, size in enumerate(sizes) for _ in range(size)]
    players = len(group_of)
    base = players * len(sizes) + 1
    places = [base ** (len(sizes) - 1 - number) for number in range(len(sizes))]
    top = base ** len(sizes)

    def cost(one: int, other: int) -> int:
        better, lower = sorted((group_of[one], group_of[other]))
        crossing: int = (lower - better) * places[better]
        blocked: int = top * ((met[one] >> other & 1) + base * (forbidden[one] >> other & 1))
        return crossing + blocked

    if players <= ENUMERATED:
        priced = [(sum(cost(*pair) for pair in pairs), pairs) for pairs in pairings(range(players))]
        least = min(price for price, _ in priced)
        return random.choice([pairs for price, pairs in priced if price == least])
    return _matching(
        (one, other, -cost(one, other) * players * _CHANCE - random.randrange(_CHANCE))
        for one, other in combinations(range(players), 2)
    )


def pairings(players: Sequence[int]) -> Iterator[Pairs]:
    """Yield every way to pair an even number of players."""
    if not players:
        yield ()
        return
    for at in range(1, len(players)):
        for rest in pairings([*players[1:at], *players[at + 1 :]]):
            yield ((players[0], players[at]), *rest)


def _matching(edges: Iterable[tuple[int, int, int]]) -> Pairs:
    """Return a matching of as many players as can be, of these the one of the most weight."""
    import networkx as nx  # noqa: PLC0415 - takes a tenth of a second, and is rarely needed

    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))
