"""Results before and after the mulligan, and their report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.report import CardChance, Estimate, HandsReport, Mulligan, Spread
from goldfish.setup import Criterion
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, Keys, Truths

POOR_AT_MOST = 2
GREAT_AT_LEAST = 5


class SetupValues:
    """The criteria of every possible value (front of a key), as arrays indexed by it."""

    def __init__(self, keys: Keys) -> None:
        every = np.arange(1 << keys.value_bits)
        self.of: dict[Criterion, Ints] = {
            each: every >> shift & keys.masks[each] for each, shift in keys.shifts.items()
        }
        self.poor: Truths = self.of[Criterion.CARDS] <= POOR_AT_MOST
        self.great: Truths = self.of[Criterion.CARDS] >= GREAT_AT_LEAST

    def __len__(self) -> int:
        return len(self.poor)

    def score(self, score: Score) -> Floats:
        if score is Score.GREAT:
            return self.great.astype(float)
        if score is Score.NOT_POOR:
            return (~self.poor).astype(float)
        return self.of[Criterion(score.value)].astype(float)


def kept_values(policy: KeepPolicy, values: SetupValues, chances: Floats) -> Truths | None:
    """Return which values a policy keeps, None if it depends on the cards.

    The second hand is dealt like the first and must be kept (RR, Setup, step 7). So the best policy
    keeps a hand that scores at least the mean of a fresh one, given the `chances` of values.
    """
    if policy.kind is PolicyKind.NEEDS:
        return None
    if policy.kind is PolicyKind.POOR:
        return ~values.poor
    if policy.kind is PolicyKind.OPTIMAL:
        scores = values.score(policy.score)
        return np.asarray(scores >= expected(chances, scores) - 1e-12)
    return np.ones(len(values), np.bool_)


def expected(chances: Floats, values: NDArray[Any]) -> float:
    """Return the mean of values; numpy's dot product uses threads, which change the last digit."""
    return float(np.sum(chances * values))


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Chances of the values (front of a key) of first and final hands, and of a mulligan (`taken`).

    `n` is the number of sampled hands, None if exact.
    """

    fresh: Floats
    final: Floats
    taken: float
    by_card: Mapping[str, CardChance]
    n: int | None


def hands_report(
    outcomes: Outcomes,
    kernel: SetupKernel,
    policy: KeepPolicy,
    values: SetupValues,
    *,
    hands: int,
    seed: int | None,
    seconds: float,
) -> HandsReport:
    spreads = {each.value: _spread(outcomes, values, each) for each in Criterion}
    return HandsReport(
        exact=outcomes.n is None,
        hands=hands,
        seed=seed,
        policy=policy.words,
        **spreads,
        poor=share_of(float(outcomes.final[values.poor].sum()), outcomes.n),
        great=share_of(float(outcomes.final[values.great].sum()), outcomes.n),
        mulligan=_mulligan(outcomes, policy, values),
        by_card=outcomes.by_card,
        seconds=seconds,
        remarks=kernel.opening.remarks,
    )


def share_of(share: float, n: int | None) -> Estimate:
    return Estimate.exact(share) if n is None else Estimate.share(share, n)


def _spread(outcomes: Outcomes, values: SetupValues, criterion: Criterion) -> Spread:
    found = np.flatnonzero(outcomes.final)
    numbers, shares = values.of[criterion][found], outcomes.final[found]
    mean = expected(shares, numbers)
    histogram = np.bincount(numbers, weights=shares)
    last = np.flatnonzero(histogram)[-1]
    estimate = Estimate.exact(mean)
    if outcomes.n is not None:
        variance = expected(shares, (numbers - mean) ** 2)
        estimate = Estimate.sampled(mean, variance, outcomes.n)
    return Spread(estimate, tuple(float(share) for share in histogram[: last + 1]))


def _mulligan(outcomes: Outcomes, policy: KeepPolicy, values: SetupValues) -> Mulligan:
    scores = values.score(policy.score)
    fresh = outcomes.fresh
    threshold = expected(fresh, scores)

    def under(kind: PolicyKind) -> float:
        kept = kept_values(KeepPolicy(kind, None, policy.score), values, fresh)
        better = scores if kept is None else np.where(kept, scores, threshold)
        return expected(fresh, better)

    return Mulligan(
        taken=share_of(outcomes.taken, outcomes.n),
        score=policy.score.value,
        own=expected(outcomes.final, scores),
        keep=threshold,
        poor=under(PolicyKind.POOR),
        optimal=under(PolicyKind.OPTIMAL),
        threshold=threshold,
    )


def placed_of(keys: Keys, index: int | None, placed: Sequence[Floats]) -> float:
    """Return how many hands place a card of a class; 0 for a dead one (None).

    `placed` counts hands by the bits of each block of the keys.
    """
    if index is None:
        return 0.0
    field = keys.fields[index]
    for block, total in zip(keys.blocks, placed, strict=True):
        if index in block.classes:
            shift = field.shift - block.shift
            counts = np.arange(len(total)) >> shift & ((1 << field.bits) - 1)
            return float(total[counts > 0].sum())
    raise AssertionError("a class is in no block")
