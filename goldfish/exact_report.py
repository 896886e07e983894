"""The report on a deck's opening hands with every hand counted."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from time import perf_counter

import numpy as np

from carddb.card import Card
from carddb.card_test import CardTest
from core.progress import Progress, share
from goldfish.exact import DeadCards, Pairs, deals, different_hands, every_hand, fresh_chances
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.outcomes import (
    Outcomes,
    SetupValues,
    empty_report,
    fill_report,
    kept_values,
    placed_of,
)
from goldfish.report import CardChance, HandsReport
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, PartTable, Truths

NEVER = CardTest("none", lambda _: False)


def exact_hands(
    kernel: SetupKernel, policy: KeepPolicy, progress: Progress | None = None
) -> HandsReport:
    """Report on every hand; AppError where there are too many.

    One mulligan is taken as the policy says: the seven are shuffled back, so the second hand is
    dealt as the first was (RR, Setup, step 7), and must be kept.
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
    outcomes = counted.outcomes()
    report = empty_report(
        exact=True,
        hands=different_hands(kernel),
        seed=None,
        seconds=kernel.made_in + perf_counter() - started,
    )
    return fill_report(outcomes, kernel, policy, values, report)


@dataclass(slots=True)
class _Sums:
    """Deals added up: by value, by what is placed of each block of classes, by state, by dead."""

    values: Floats
    placed: list[Floats]
    states: list[Floats]
    dead: Floats


def _margins(pairs: Pairs) -> tuple[Floats, Floats]:
    """Return the deals of each left state with all right ones, and the other way round."""
    return pairs.mine * pairs.theirs.sum(), pairs.theirs * pairs.mine.sum()


class _AllHandsCount:
    """Counts all hands, and those that a policy keeps (`keeps` by value, or by its test)."""

    def __init__(
        self, kernel: SetupKernel, policy: KeepPolicy, values: SetupValues, keeps: Truths | None
    ) -> None:
        self.kernel = kernel
        self.policy = policy
        self.values = values
        self.keeps = keeps
        self.every, self.kept = self._zeros(), self._zeros()
        self.unmatched = np.zeros(kernel.opening.rules.hand_size + 1)
        test = policy.needs or NEVER
        self._matching = [self._having(part, test) for part in self._parts]
        dead = self._dead
        self._found_dead = np.array(
            [
                1 - dead.share_without(n, test) if n <= dead.count else 0.0
                for n in range(len(self.unmatched))
            ]
        )

    @property
    def _parts(self) -> tuple[PartTable, ...]:
        return self.kernel.tables.parts

    @property
    def _dead(self) -> DeadCards:
        return DeadCards(self.kernel.classes.dead)

    def _zeros(self) -> _Sums:
        return _Sums(
            np.zeros(len(self.values)),
            [np.zeros(1 << block.bits) for block in self.kernel.keys.blocks],
            [np.zeros(len(part)) for part in self._parts],
            np.zeros(self.kernel.opening.rules.hand_size + 1),
        )

    def _having(self, part: PartTable, test: CardTest) -> Truths:
        cards = self.kernel.classes.cards
        rows = [row for row, index in enumerate(part.classes) if test(cards[index])]
        return np.asarray(part.counts[rows].any(axis=0))

    def add(self, pairs: Pairs) -> None:
        weights = np.outer(pairs.mine, pairs.theirs)
        found = pairs.keys[0] >> self.kernel.keys.value_shift
        if self.keeps is not None and self.policy.kind is not PolicyKind.KEEP:
            self._add_both(pairs, found, weights, self.keeps)
            return
        self._add(self.every, pairs, found, weights)
        if self.policy.kind is PolicyKind.KEEP:
            return
        borne, near, far = self._matching
        mine = borne[pairs.borne] | near[pairs.near]
        matched = mine[:, None] | far[None, pairs.first : pairs.end]
        part = np.where(matched, weights, weights * self._found_dead[pairs.dead])
        self._add(self.kept, pairs, found, part)
        lost = np.where(matched, 0.0, weights).sum(axis=0)
        self.unmatched += np.bincount(pairs.dead, lost, len(self.unmatched))

    def _add_both(self, pairs: Pairs, found: Ints, weights: Floats, kept: Truths) -> None:
        """Count hands, and those that are kept by their values, in one go."""
        marks = kept.astype(np.int64).take(found)
        flat = weights.ravel()
        values = np.bincount(found.ravel(), flat, len(self.values))
        self.every.values += values
        self.kept.values += values * kept
        for number, block in enumerate(self.kernel.keys.blocks):
            size = 1 << block.bits
            placed = pairs.keys[block.lane] >> block.shift & (size - 1) | marks << block.bits
            both = np.bincount(placed.ravel(), flat, 2 * size)
            self.every.placed[number] += both[:size]
            self.every.placed[number] += both[size:]
            self.kept.placed[number] += both[size:]
        self._add_states(self.every, pairs, *_margins(pairs))
        weights *= marks
        self._add_states(self.kept, pairs, weights.sum(axis=1), weights.sum(axis=0))

    def _add(self, sums: _Sums, pairs: Pairs, found: Ints, weights: Floats) -> None:
        flat = weights.ravel()
        sums.values += np.bincount(found.ravel(), flat, len(self.values))
        for number, block in enumerate(self.kernel.keys.blocks):
            placed = pairs.keys[block.lane] >> block.shift & ((1 << block.bits) - 1)
            sums.placed[number] += np.bincount(placed.ravel(), flat, 1 << block.bits)
        self._add_states(sums, pairs, weights.sum(axis=1), weights.sum(axis=0))

    @staticmethod
    def _add_states(sums: _Sums, pairs: Pairs, mine: Floats, theirs: Floats) -> None:
        borne, near, far = sums.states
        borne += np.bincount(pairs.borne, mine, len(borne))
        near += np.bincount(pairs.near, mine, len(near))
        far[pairs.first : pairs.end] += theirs
        sums.dead += np.bincount(pairs.dead, theirs, len(sums.dead))

    def outcomes(self) -> Outcomes:
        total = deals(self.kernel)
        fresh = self.every.values / total
        if self.policy.kind is PolicyKind.KEEP:
            return Outcomes(fresh, fresh, 0.0, self._by_card(0.0), None)
        taken = 1 - float(self.kept.values.sum()) / total
        final = self.kept.values / total + taken * fresh
        return Outcomes(fresh, final, taken, self._by_card(taken), None)

    def _by_card(self, taken: float) -> dict[str, CardChance]:
        kept = self.every if self.policy.kind is PolicyKind.KEEP else self.kept
        total = deals(self.kernel)
        chances = {}
        for card, _ in self.kernel.opening.slots:
            index = self.kernel.number.get(card.code)
            if index is None:
                drawn, placed = self._dead_drawn(card), 0.0
            else:
                drawn = self._drawn(kept, index)
                keys = self.kernel.keys
                placed = placed_of(keys, index, kept.placed) / total
                placed += taken * placed_of(keys, index, self.every.placed) / total
            chances[card.code] = CardChance(drawn / total + taken * self._fresh(card), placed)
        return chances

    def _fresh(self, card: Card) -> float:
        opening = self.kernel.opening
        copies = next(count for each, count in opening.slots if each is card)
        hand = opening.rules.hand_size
        return 1 - comb(opening.size - copies, hand) / comb(opening.size, hand)

    def _drawn(self, sums: _Sums, index: int) -> float:
        for part, deals_of in zip(self._parts, sums.states, strict=True):
            if index in part.classes:
                present = part.counts[part.classes.index(index)] > 0
                return float(deals_of[present].sum())
        raise AssertionError("a live class is in no part")

    def _dead_drawn(self, card: Card) -> float:
        """Return the kept deals that hold a dead card.

        The kept ones with n dead cards draw any n; but where the hand is kept for a dead card
        alone and this is another, both must be among the n.
        """
        sums = self.every if self.policy.kind is PolicyKind.KEEP else self.kept
        dead, test = self._dead, self.policy.needs
        copies = dead.of(lambda each: each is card)
        without = dead.without(lambda each: each is card)
        deals_of_dead = 0.0
        for n in range(min(len(sums.dead) - 1, dead.count) + 1):
            chance = dead.chance_of_any(n, copies)
            if test is None:
                deals_of_dead += float(sums.dead[n]) * chance
                continue
            matched = float(sums.dead[n]) - float(self.unmatched[n]) * float(self._found_dead[n])
            deals_of_dead += matched * chance
            both = chance
            if not test(card):
                neither = without.of(lambda each: not test(each))
                only = comb(dead.count - dead.of(test), n) - comb(neither, n)
                both = chance - only / comb(dead.count, n)
            deals_of_dead += float(self.unmatched[n]) * both
        return deals_of_dead
