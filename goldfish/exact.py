"""Every hand of a deck with its weight, and the report on all of them.

Hands that differ only by dead cards count as one. The others are pairs of a left and a right state
of the kernel's tables, solved in blocks. Weights are numbers of deals; floats hold them exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from time import perf_counter

import numpy as np

from carddb.card import Card
from carddb.card_test import CardTest
from core.errors import AppError
from core.progress import Progress, share
from decks.deck import Slots
from goldfish.card_classes import hands_by_size
from goldfish.merged_tables import MergedKernel, TableMemory
from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.outcomes import Outcomes, SetupValues, hands_report, kept_values, placed_of
from goldfish.report import CardChance, HandsReport
from goldfish.setup import Criterion
from goldfish.setup_kernel import LeftBlock, SetupKernel
from goldfish.setup_part_tables import Floats, Ints, PartTable, Truths, impossible, improve

CHUNK = 1 << 18  # pairs that are solved at once; their keys take two megabytes
MOST_UNTABLED = 5_000  # the most untabled hands: the reference solves them one by one

# Additions that take about a second on one core, and the fixed cost of a hand in additions.
MOST_WORK = 1_000_000_000
HAND_WORK = 25


@dataclass(frozen=True, slots=True)
class Pairs:
    """Hands as pairs of left states (`borne` and `near`) and right states (`first` to `end`).

    `keys` are (lanes, left, right). `mine` counts the deals of the left states, `theirs` those of
    the right states with the `dead` cards that fill the hand.
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
    return sum(len(left) * (end - first) for _, left, first, end in _sizes(kernel))


def different_hands(kernel: SetupKernel) -> int:
    """Return how many hands have different cards."""
    size = kernel.opening.rules.hand_size
    return hands_by_size((copies for _, copies in kernel.opening.slots), size)[size]


def deals(kernel: SetupKernel) -> int:
    return comb(kernel.opening.size, kernel.opening.rules.hand_size)


def is_quick(kernel: SetupKernel) -> bool:
    """Return whether enumerating every hand takes about a second or less."""
    return is_possible(kernel) and work(kernel) <= MOST_WORK


def is_possible(kernel: SetupKernel) -> bool:
    """Return whether the tables hold every hand and few hands are untabled.

    Halved decks are sampled, because their second hand depends on the first.
    """
    whole = kernel.tables.is_whole and len(kernel.tables.far) == 1
    return whole and not kernel.opening.rules.halved and _untabled_hands(kernel) <= MOST_UNTABLED


def work(kernel: SetupKernel) -> int:
    """Return about how many additions an enumeration takes."""
    gold = kernel.opening.rules.gold + 1
    return sum(
        len(left) * (end - first) * (len(block.configurations) * gold + HAND_WORK)
        for block, left, first, end in _sizes(kernel)
    )


def every_hand(kernel: SetupKernel, progress: Progress | None = None) -> Iterator[Pairs]:
    """Yield every hand, solved; AppError if the deck is beyond the tables.

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
    """Yield left states of equal size, and the range of right states that complete them."""
    hand, dead = kernel.opening.rules.hand_size, kernel.classes.dead_count
    tables = kernel.tables
    far = tables.far[0]
    rights = [(far.up_to(hand - n - dead - 1), far.up_to(hand - n)) for n in range(hand + 1)]
    for block in tables.blocks:
        sizes = tables.borne.sizes[block.borne] + tables.near.sizes[block.near]
        for size, (first, end) in enumerate(rights):
            left = (sizes == size).nonzero()[0]
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
    """Return how many hands are untabled; counting stops beyond the limit."""
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


def fresh_chances(kernel: SetupKernel, score: Score, progress: Progress) -> Floats:
    """Return the chance of each value of a fresh hand; values of equal score may be merged."""
    by_score = _kernel_for(kernel, score)
    shift, total = by_score.keys.value_shift, np.zeros(1 << by_score.keys.value_bits)
    for pairs in every_hand(by_score, progress):
        weights = np.outer(pairs.mine, pairs.theirs).ravel()
        total += np.bincount((pairs.keys[0] >> shift).ravel(), weights, len(total))
    chances = np.zeros(1 << kernel.keys.value_bits)
    chances[:: len(chances) // len(total)] = total / deals(kernel)
    return chances


def _kernel_for(kernel: SetupKernel, score: Score) -> SetupKernel:
    """Return a kernel for the score alone if that is quicker, else the same kernel."""
    scored = Criterion.CARDS if score in {Score.GREAT, Score.NOT_POOR} else Criterion(score.value)
    if scored is not kernel.order[0] or kernel.classes.untabled_pairs:
        return kernel
    merged = MergedKernel(kernel.opening, (scored,), TableMemory(lambda _: 0))
    return merged if is_possible(merged) else kernel


NEVER = CardTest("none", lambda _: False)


def exact_hands(
    kernel: SetupKernel, policy: KeepPolicy, progress: Progress | None = None
) -> HandsReport:
    """Report on every hand; AppError if there are too many.

    The policy decides on one mulligan. The second hand is dealt like the first (RR, Setup, step 7).
    """
    started = perf_counter()
    values = SetupValues(kernel.keys)
    chances = np.zeros(len(values))
    if policy.kind is PolicyKind.OPTIMAL:
        chances = fresh_chances(kernel, policy.score, share(progress, 0, 10))
        progress = share(progress, 10, 100)
    counted = _AllHandsCount(kernel, policy, values, kept_values(policy, values, chances))
    for pairs in every_hand(kernel, progress):
        counted.add(pairs)
    return hands_report(
        counted.outcomes(),
        kernel,
        policy,
        values,
        hands=different_hands(kernel),
        seed=None,
        seconds=kernel.made_in + perf_counter() - started,
    )


@dataclass(slots=True)
class _Sums:
    """Sums of deals: by value, by placed cards of each block, by state, by number of dead cards."""

    values: Floats
    placed: list[Floats]
    states: list[Floats]
    dead: Floats


class _AllHandsCount:
    """Counts all hands, and those that a policy keeps (`keeps` by value, or by its test)."""

    def __init__(
        self, kernel: SetupKernel, policy: KeepPolicy, values: SetupValues, keeps: Truths | None
    ) -> None:
        self._kernel = kernel
        self._needs = policy.needs
        self._keeps_all = policy.kind is PolicyKind.KEEP
        self._keeps = None if self._keeps_all else keeps
        self._dead = dead = DeadCards(kernel.classes.dead)
        numbers = kernel.opening.rules.hand_size + 1
        self._every, self._kept = (
            _Sums(
                np.zeros(len(values)),
                [np.zeros(1 << block.bits) for block in kernel.keys.blocks],
                [np.zeros(len(part)) for part in kernel.tables.parts],
                np.zeros(numbers),
            )
            for _ in range(2)
        )
        if self._keeps_all:
            self._kept = self._every
        # As `placed` of the sums, first for the hands that are not kept, then for the kept ones.
        self._both = [np.zeros(2 << block.bits) for block in kernel.keys.blocks]
        self._unmatched = np.zeros(numbers)
        test = policy.needs or NEVER
        self._matching = [self._having(part, test) for part in kernel.tables.parts]
        self._found_dead = np.array(
            [
                dead.chance_of_any(n, dead.of(test)) if n <= dead.count else 0.0
                for n in range(numbers)
            ]
        )

    def _having(self, part: PartTable, test: CardTest) -> Truths:
        cards = self._kernel.classes.cards
        rows = [row for row, index in enumerate(part.classes) if test(cards[index])]
        return np.asarray(part.counts[rows].any(axis=0))

    def add(self, pairs: Pairs) -> None:
        weights = np.outer(pairs.mine, pairs.theirs)
        found = pairs.keys[0] >> self._kernel.keys.value_shift
        if self._keeps is not None:
            self._add_both(pairs, found, weights, self._keeps)
            return
        self._add(self._every, pairs, found, weights)
        if self._keeps_all:
            return
        borne, near, far = self._matching
        mine = borne[pairs.borne] | near[pairs.near]
        matched = mine[:, None] | far[None, pairs.first : pairs.end]
        part = np.where(matched, weights, weights * self._found_dead[pairs.dead])
        self._add(self._kept, pairs, found, part)
        lost = np.where(matched, 0.0, weights).sum(axis=0)
        self._unmatched += np.bincount(pairs.dead, lost, len(self._unmatched))

    def _add_both(self, pairs: Pairs, found: Ints, weights: Floats, kept: Truths) -> None:
        """Count all hands and the kept ones together."""
        marks = kept.astype(np.int64).take(found)
        flat = weights.ravel()
        np.add.at(self._every.values, found.ravel(), flat)
        for number, block in enumerate(self._kernel.keys.blocks):
            size = 1 << block.bits
            placed = pairs.keys[block.lane] >> block.shift & (size - 1) | marks << block.bits
            np.add.at(self._both[number], placed.ravel(), flat)
        all_left, all_right = pairs.mine * pairs.theirs.sum(), pairs.theirs * pairs.mine.sum()
        self._add_states(self._every, pairs, all_left, all_right)
        weights *= marks
        self._add_states(self._kept, pairs, weights.sum(axis=1), weights.sum(axis=0))

    def _add(self, sums: _Sums, pairs: Pairs, found: Ints, weights: Floats) -> None:
        flat = weights.ravel()
        # In place: bincount would make an array of all values or fields for each block of hands.
        np.add.at(sums.values, found.ravel(), flat)
        for number, block in enumerate(self._kernel.keys.blocks):
            placed = pairs.keys[block.lane] >> block.shift & ((1 << block.bits) - 1)
            np.add.at(sums.placed[number], placed.ravel(), flat)
        self._add_states(sums, pairs, weights.sum(axis=1), weights.sum(axis=0))

    @staticmethod
    def _add_states(sums: _Sums, pairs: Pairs, mine: Floats, theirs: Floats) -> None:
        borne, near, far = sums.states
        borne += np.bincount(pairs.borne, mine, len(borne))
        near += np.bincount(pairs.near, mine, len(near))
        far[pairs.first : pairs.end] += theirs
        sums.dead += np.bincount(pairs.dead, theirs, len(sums.dead))

    def outcomes(self) -> Outcomes:
        every, kept = self._every, self._kept
        if self._keeps is not None:
            kept.values = every.values * self._keeps
            both = [each.reshape(2, -1) for each in self._both]
            every.placed = [each.sum(axis=0) for each in both]
            kept.placed = [each[1] for each in both]
        total = deals(self._kernel)
        fresh = every.values / total
        if self._keeps_all:
            return Outcomes(fresh, fresh, 0.0, self._by_card(0.0), None)
        taken = 1 - float(kept.values.sum()) / total
        return Outcomes(
            fresh, kept.values / total + taken * fresh, taken, self._by_card(taken), None
        )

    def _by_card(self, taken: float) -> dict[str, CardChance]:
        total, keys = deals(self._kernel), self._kernel.keys
        chances = {}
        opening, hand = self._kernel.opening, self._kernel.opening.rules.hand_size
        for card, copies in opening.slots:
            fresh = 1 - comb(opening.size - copies, hand) / total
            index = self._kernel.number.get(card.code)
            drawn = self._dead_drawn(card) if index is None else self._drawn(index)
            placed = placed_of(keys, index, self._kept.placed) / total
            placed += taken * placed_of(keys, index, self._every.placed) / total
            chances[card.code] = CardChance(drawn / total + taken * fresh, placed)
        return chances

    def _drawn(self, index: int) -> float:
        """Return the number of kept deals that hold a card of a live class."""
        for part, deals_of in zip(self._kernel.tables.parts, self._kept.states, strict=True):
            if index in part.classes:
                present = part.counts[part.classes.index(index)] > 0
                return float(deals_of[present].sum())
        raise AssertionError("a live class is in no part")

    def _dead_drawn(self, card: Card) -> float:
        """Return the number of kept deals that hold a dead card.

        If the hand is kept only for another dead card, both must be among the n drawn.
        """
        dead, test = self._dead, self._needs
        copies = dead.of(lambda each: each is card)
        without = dead.without(lambda each: each is card)
        deals_of_dead = 0.0
        for n in range(min(len(self._kept.dead) - 1, dead.count) + 1):
            chance = dead.chance_of_any(n, copies)
            kept = float(self._kept.dead[n])
            if test is None:
                deals_of_dead += kept * chance
                continue
            unmatched = float(self._unmatched[n])
            deals_of_dead += (kept - unmatched * float(self._found_dead[n])) * chance
            both = chance
            if not test(card):
                neither = without.of(lambda each: not test(each))
                only = comb(dead.count - dead.of(test), n) - comb(neither, n)
                both = chance - only / comb(dead.count, n)
            deals_of_dead += unmatched * both
        return deals_of_dead
