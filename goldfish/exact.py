"""Every hand of a deck with its weight: nothing is sampled.

Hands that differ by dead cards only are one; the others are pairs of a left and a right state of
the kernel's tables, solved side by side in blocks. Weights are whole numbers of deals, which
floats hold exactly, so that the results are exact to the last digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb

import numpy as np

from carddb.card import Card
from core.errors import AppError
from core.progress import Progress
from decks.deck import Slots
from goldfish.merged_tables import MergedKernel, TableMemory
from goldfish.mulligan import Score
from goldfish.setup_deck_tables import LeftBlock
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_keys import impossible
from goldfish.setup_part_tables import Floats, Ints, improve
from goldfish.setup_plan import Criterion

# Pairs that are solved at once; their keys take two megabytes.
CHUNK = 1 << 18

# The most untabled hands: the reference solves them one by one (a fifth of a millisecond each).
MOST_UNTABLED = 5_000

# Additions that take about a second on one core, and what a hand costs beside them.
MOST_WORK = 1_000_000_000
BESIDE = 25


@dataclass(frozen=True, slots=True)
class Pairs:
    """Left states by right states: which they are, the keys (lanes, left, right), the deals.

    `borne` and `near` make up the left states; the right ones are those from `first` to `end`.
    `mine` is in how many ways the left states are dealt; `theirs` the right ones with the dead
    cards that fill the hand, `dead` is their number.
    """

    keys: Ints
    borne: Ints
    near: Ints
    first: int
    end: int
    mine: Floats
    theirs: Floats
    dead: Ints


def merged_hands(kernel: SetupKernel) -> int:
    """Return how many hands differ by more than dead cards."""
    return sum(len(left) * (end - first) for _, left, first, end in _sizes(kernel))


def different_hands(kernel: SetupKernel) -> int:
    """Return how many hands differ by their codes."""
    size = kernel.opening.rules.hand_size
    ways = [1] + [0] * size
    for _, copies in kernel.opening.slots:
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(size + 1)]
    return ways[size]


def deals(kernel: SetupKernel) -> int:
    """Return in how many ways a hand can be dealt."""
    return comb(kernel.opening.size, kernel.opening.rules.hand_size)


def is_quick(kernel: SetupKernel) -> bool:
    """Return whether enumerating every hand takes about a second or less."""
    return is_possible(kernel) and work(kernel) <= MOST_WORK


def is_possible(kernel: SetupKernel) -> bool:
    """Return whether every hand can be enumerated: the tables hold all, few are untabled.

    A halved deck deals the second hand from the same half as the first: that is sampled.
    """
    whole = kernel.tables.is_whole and len(kernel.tables.far) == 1
    return whole and not kernel.opening.rules.halved and _untabled_hands(kernel) <= MOST_UNTABLED


def work(kernel: SetupKernel) -> int:
    """Return about how many additions an enumeration takes."""
    gold = kernel.opening.rules.gold + 1
    return sum(
        len(left) * (end - first) * (len(block.configurations) * gold + BESIDE)
        for block, left, first, end in _sizes(kernel)
    )


def every_hand(kernel: SetupKernel, progress: Progress | None = None) -> Iterator[Pairs]:
    """Yield every hand, solved; AppError where the deck is beyond the tables.

    `progress` gets the numbers of hands done and of all; it may raise CancelledError.
    """
    if not is_possible(kernel):
        raise AppError(
            "This deck has too many different hands to go through them all.",
            "Sample them: give a number with --hands.",
        )
    total, done = merged_hands(kernel), 0
    for block, left, first, end in _sizes(kernel):
        for start in range(first, end, CHUNK):
            stop = min(end, start + CHUNK)
            step = max(1, CHUNK // (stop - start))
            for at in range(0, len(left), step):
                some = left[at : at + step]
                yield _pairs(kernel, block, some, start, stop)
                done += len(some) * (stop - start)
                if progress:
                    progress(done, total)


def _sizes(kernel: SetupKernel) -> Iterator[tuple[LeftBlock, Ints, int, int]]:
    """Yield left states of one size, and from where to where the right ones complete them."""
    hand, dead = kernel.opening.rules.hand_size, kernel.classes.dead_count
    tables = kernel.tables
    far = tables.far[0]
    for block in tables.blocks:
        sizes = tables.borne.sizes[block.borne] + tables.near.sizes[block.near]
        for size in range(hand + 1):
            left = np.flatnonzero(sizes == size)
            first, end = far.up_to(hand - size - dead - 1), far.up_to(hand - size)
            if len(left) and end > first:
                yield block, left, first, end


def _pairs(kernel: SetupKernel, block: LeftBlock, left: Ints, first: int, end: int) -> Pairs:
    tables = kernel.tables
    far = tables.far[0]
    borne, near = block.borne[left], block.near[left]
    size = int(tables.borne.sizes[borne[0]] + tables.near.sizes[near[0]])
    dead = kernel.opening.rules.hand_size - size - far.sizes[first:end]
    count = kernel.classes.dead_count
    filling = np.array([float(comb(count, n)) for n in range(int(dead[0]) + 1)])
    pairs = Pairs(
        _solve(kernel, block, left, first, end),
        borne,
        near,
        first,
        end,
        tables.borne.weights[borne] * tables.near.weights[near],
        far.weights[first:end] * filling[dead],
        dead,
    )
    if kernel.classes.untabled_pairs:
        _solve_untabled(kernel, pairs)
    return pairs


def _solve(kernel: SetupKernel, block: LeftBlock, left: Ints, first: int, end: int) -> Ints:
    mine = block.best[..., left]
    lanes, _, golds, count = mine.shape
    keys = np.full((lanes, count, end - first), impossible(mine.dtype), mine.dtype)
    for place, given in enumerate(block.configurations):
        theirs = kernel.tables.far[0].best[:, given, :, first:end]
        for spent in range(golds):
            rest = theirs[:, golds - 1 - spent]
            improve(keys, mine[:, place, spent, :, None] + rest[:, None, :])
    return keys


def _untabled_hands(kernel: SetupKernel) -> int:
    """Return how many hands are untabled, or more than are too many."""
    count = 0
    if kernel.classes.untabled_pairs:
        for block, left, first, end in _sizes(kernel):
            far = np.arange(first, end)
            for state in left:
                borne, near = block.borne[state : state + 1], block.near[state : state + 1]
                count += int(kernel.untabled((borne, near, far)).sum())
            if count > MOST_UNTABLED:
                break
    return count


def _solve_untabled(kernel: SetupKernel, pairs: Pairs) -> None:
    far = np.arange(pairs.first, pairs.end)
    for row, (borne, near) in enumerate(zip(pairs.borne, pairs.near, strict=True)):
        for column in np.flatnonzero(kernel.untabled((borne[None], near[None], far))):
            hand = kernel.hand_of((int(borne), int(near), int(far[column])))
            pairs.keys[:, row, column] = kernel.solve_by_reference(hand)


@dataclass(frozen=True, slots=True)
class DeadCards:
    """The cards of a deck that can never be placed, of which a hand draws some number at random."""

    slots: Slots

    @property
    def count(self) -> int:
        return sum(copies for _, copies in self.slots)

    def of(self, test: Callable[[Card], bool]) -> int:
        return sum(copies for card, copies in self.slots if test(card))

    def chance_of_any(self, drawn: int, among: int) -> float:
        return 1 - comb(self.count - among, drawn) / comb(self.count, drawn)

    def chance_of(self, drawn: int, wanted: Callable[[Card], bool], count: int) -> float:
        among = self.of(wanted)
        if count > drawn:
            return 0.0
        ways = comb(among, count) * comb(self.count - among, drawn - count)
        return ways / comb(self.count, drawn)

    def without(self, test: Callable[[Card], bool]) -> DeadCards:
        return DeadCards(tuple(slot for slot in self.slots if not test(slot[0])))

    def share_without(self, drawn: int, test: Callable[[Card], bool]) -> float:
        """Return the chance that none of `drawn` passes a test."""
        return comb(self.count - self.of(test), drawn) / comb(self.count, drawn)


def fresh_chances(kernel: SetupKernel, score: Score, progress: Progress) -> Floats:
    """Return the chance of each value (front of a key) that a fresh hand may have.

    Values that score the same may be counted as one of them.
    """
    by_score = _kernel_for(kernel, score)
    shift, total = by_score.keys.value_shift, np.zeros(1 << by_score.keys.value_bits)
    for pairs in every_hand(by_score, progress):
        weights = np.outer(pairs.mine, pairs.theirs).ravel()
        total += np.bincount((pairs.keys[0] >> shift).ravel(), weights, len(total))
    chances = np.zeros(1 << kernel.keys.value_bits)
    chances[:: len(chances) // len(total)] = total / deals(kernel)
    return chances


def _kernel_for(kernel: SetupKernel, score: Score) -> SetupKernel:
    """Return a kernel that knows of the score alone, or the same where that would be no quicker."""
    scored = Criterion.CARDS if score in {Score.GREAT, Score.NOT_POOR} else Criterion(score.value)
    if scored is not kernel.order[0] or kernel.classes.untabled_pairs:
        return kernel
    merged = MergedKernel(kernel.opening, (scored,), TableMemory(lambda _: 0))
    return merged if is_possible(merged) else kernel
