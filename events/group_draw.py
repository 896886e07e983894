"""Random pairs, group by group: the least crossing of groups from the top, without blocked pairs.

Players are numbers, the groups lie one behind the other, a set of players is the bits of an int.
The cost of a group is the sum, over the pairs whose better player is in it, of how many groups
the other is below. The costs are least from the top: first that of the first group, then that of
the second among the pairings with this one, and so on. A state is the set of lower players who
are taken already; going down, the states with the least costs are kept; going up, the pairings
that lead on from each are counted; going down again, one is drawn by these counts. So each of the
best pairings is equally likely. Groups beyond `EXACT` are not counted, but taken as if no pair in
them were blocked: there the difference is far below what anyone could notice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

Pairs = tuple[tuple[int, int], ...]
_CHANCE = 1 << 20
ENUMERATED = 10


def random_matching(
    players: Sequence[int], blocked: Sequence[int], random: Random | None
) -> Pairs | None:
    """Return pairs of all these players without a blocked one; None if there are none."""
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


EXACT = 10
SEARCHED = 14
MOST_STEPS = 400_000
TRIES = 400


class TooManyStatesError(Exception):
    """There are too many ways to cross the groups; one weighted matching is faster."""


@dataclass(frozen=True, slots=True)
class _GroupStep:
    """Pairs that leave a group, who remains to be paired within it, and who is taken below."""

    crossing: Pairs
    inside: int
    taken: int


def members(mask: int) -> Iterator[int]:
    """Yield the players of a set, the lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class BlockedPairs:
    """Which pairs must not be, and whether a set of players can be paired without them."""

    def __init__(self, blocked: Sequence[int]) -> None:
        self.blocked = blocked
        self._most = max((each.bit_count() for each in blocked), default=0)
        self._matchable = {0: True}
        self._counts = {0: 1}

    def can_be_paired(self, mask: int) -> bool:
        """Tell whether a set can be paired without a blocked pair."""
        known = self._matchable.get(mask)
        if known is None:
            known = self._matchable[mask] = self._find(mask)
        return known

    def _find(self, mask: int) -> bool:
        size = mask.bit_count()
        if size % 2:
            return False
        # Dirac: who may meet half of the others or more can always be paired.
        if size >= 2 * (self._most + 1) or size >= 2 * (self.most_within(mask) + 1):
            return True
        if size > SEARCHED:
            return random_matching(list(members(mask)), self.blocked, None) is not None
        first = mask & -mask
        partners = mask & ~first & ~self.blocked[first.bit_length() - 1]
        return any(self.can_be_paired(mask ^ first ^ (1 << each)) for each in members(partners))

    def most_within(self, mask: int) -> int:
        """Return how many blocked partners a player of a set has within it at most."""
        return max(((self.blocked[each] & mask).bit_count() for each in members(mask)), default=0)

    def count(self, mask: int) -> int:
        """Return in how many ways a set can be paired; beyond `EXACT` if nothing were blocked."""
        size = mask.bit_count()
        if size > EXACT:
            return _pairings(size) if self.can_be_paired(mask) else 0
        known = self._counts.get(mask)
        if known is None:
            known = 0
            if size % 2 == 0:
                first = mask & -mask
                partners = mask & ~first & ~self.blocked[first.bit_length() - 1]
                known = sum(self.count(mask ^ first ^ (1 << each)) for each in members(partners))
            self._counts[mask] = known
        return known

    def drawn(self, mask: int, random: Random) -> Pairs:
        """Return one of the ways to pair a set, each equally likely."""
        if mask.bit_count() > EXACT:
            return self._tried(list(members(mask)), random)
        pairs = []
        while mask:
            first = mask & -mask
            rest = mask ^ first
            partners = list(members(rest & ~self.blocked[first.bit_length() - 1]))
            ways = [self.count(rest ^ (1 << each)) for each in partners]
            other = partners[_picked(ways, random)]
            pairs.append((first.bit_length() - 1, other))
            mask = rest ^ (1 << other)
        return tuple(pairs)

    def _tried(self, players: list[int], random: Random) -> Pairs:
        for _ in range(TRIES):
            random.shuffle(players)
            pairs = tuple(zip(players[::2], players[1::2], strict=True))
            if not any(self.blocked[one] >> other & 1 for one, other in pairs):
                return pairs
        found = random_matching(players, self.blocked, random)
        return found or ()


class GroupDraw:
    """One drawing of pairs; `sizes` are the groups' from the top."""

    def __init__(self, sizes: Sequence[int], pairs: BlockedPairs, random: Random) -> None:
        self._pairs = pairs
        self._random = random
        self._steps = 0
        self._groups: list[int] = []
        start = 0
        for size in sizes:
            self._groups.append(((1 << size) - 1) << start)
            start += size
        self._all = (1 << start) - 1
        # Through which players a group is entered and left from above; in a group with room to
        # spare a few at random will do.
        self._entered = [self._sample_of(group) for group in self._groups]
        self._left = [self._sample_of(group) for group in self._groups]

    def _sample_of(self, group: int) -> int:
        players = list(members(group))
        most = max(((self._pairs.blocked[each]).bit_count() for each in players), default=0)
        enough = max(most + 4, EXACT)
        if len(players) < max(2 * (self._pairs.most_within(group) + 1) + 8, enough + 4):
            return group
        return sum(1 << each for each in self._random.sample(players, enough))

    def drawn(self) -> Pairs | None:
        """Return the pairs, each pair's better player first; None if they cannot be paired."""
        if not self._pairs.can_be_paired(self._all):
            return None
        layers = self._down()
        weights = self._up(layers)
        taken, found = 0, []
        for layer, below in zip(layers, weights[1:], strict=True):
            choices = layer[taken]
            ways = [self._ways(choice, below) for choice in choices]
            choice = choices[_picked(ways, self._random)]
            found += [*choice.crossing, *self._pairs.drawn(choice.inside, self._random)]
            taken = choice.taken
        return tuple(found)

    def _down(self) -> list[dict[int, list[_GroupStep]]]:
        layers = []
        states = {0}
        for number in range(len(self._groups)):
            layer: dict[int, list[_GroupStep]] = {}
            cost = 0
            while not layer:
                for taken in states:
                    choices = list(self._choices(number, taken, cost))
                    if choices:
                        layer[taken] = choices
                cost += 1
                if cost > self._all.bit_count() ** 2:
                    raise TooManyStatesError
            layers.append(layer)
            states = {choice.taken for choices in layer.values() for choice in choices}
        return layers

    def _up(self, layers: list[dict[int, list[_GroupStep]]]) -> list[dict[int, int]]:
        weights: list[dict[int, int]] = [{0: 1}]
        for layer in reversed(layers):
            weights.append(
                {
                    taken: sum(self._ways(choice, weights[-1]) for choice in choices)
                    for taken, choices in layer.items()
                }
            )
        weights.reverse()
        return weights

    def _ways(self, choice: _GroupStep, below: dict[int, int]) -> int:
        return self._pairs.count(choice.inside) * below.get(choice.taken, 0)

    def _choices(self, number: int, taken: int, cost: int) -> Iterator[_GroupStep]:
        group = self._groups[number]
        rest = group & ~taken
        below = taken & ~group
        lower = self._all & ~((1 << group.bit_length()) - 1)
        odd = rest.bit_count() % 2
        for crossing in self._crossings(number, rest & self._left[number], below, cost, odd):
            gone = arrived = 0
            for one, other in crossing:
                gone |= 1 << one
                arrived |= 1 << other
            inside, after = rest & ~gone, below | arrived
            if self._pairs.count(inside) and self._pairs.can_be_paired(lower & ~after):
                yield _GroupStep(crossing, inside, after)

    def _crossings(
        self, number: int, leaving: int, taken: int, cost: int, odd: int
    ) -> Iterator[Pairs]:
        """Yield the pairs out of a group with this cost in all; their number is odd or even."""
        if cost == 0:
            if not odd:
                yield ()
            return
        for one in members(leaving):
            later = leaving & ~((2 << one) - 1)
            for distance in range(1, min(cost, len(self._groups) - number - 1) + 1):
                entered = self._entered[number + distance] & ~taken & ~self._pairs.blocked[one]
                for other in members(entered):
                    self._steps += 1
                    if self._steps > MOST_STEPS:
                        raise TooManyStatesError
                    for more in self._crossings(
                        number, later, taken | 1 << other, cost - distance, 1 - odd
                    ):
                        yield ((one, other), *more)


def _pairings(size: int) -> int:
    product = 1
    for each in range(size - 1, 1, -2):
        product *= each
    return product


def _picked(ways: Sequence[int], random: Random) -> int:
    """Return an index, each as likely as its number of ways."""
    at = random.randrange(sum(ways))
    for index, each in enumerate(ways):
        if at < each:
            return index
        at -= each
    raise AssertionError
