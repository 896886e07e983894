"""What hands came to before and after the mulligan, and the report that is made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import CardChance, Estimate, HandsReport, Mulligan, Spread
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_keys import Keys
from goldfish.setup_part_tables import Floats
from goldfish.setup_plan import Criterion
from goldfish.setup_values import SetupValues, expected, kept_values


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Chances of the values (front of a key) of fresh hands and of hands in the end.

    `taken` is the chance of a mulligan. `n` is the number of sampled hands, None when exact.
    """

    fresh: Floats
    final: Floats
    taken: float
    by_card: Mapping[str, CardChance]
    n: int | None


def fill_report(
    outcomes: Outcomes,
    kernel: SetupKernel,
    policy: KeepPolicy,
    values: SetupValues,
    report: HandsReport,
) -> HandsReport:
    """Return a report with its numbers filled in from what was found."""
    spreads = {each: _spread(outcomes, values, each) for each in Criterion}
    return replace(
        report,
        policy=policy.words,
        cards=spreads[Criterion.CARDS],
        gold=spreads[Criterion.GOLD],
        characters=spreads[Criterion.CHARACTERS],
        strength=spreads[Criterion.STRENGTH],
        poor=share_of(float(outcomes.final[values.poor].sum()), outcomes.n),
        great=share_of(float(outcomes.final[values.great].sum()), outcomes.n),
        mulligan=_mulligan(outcomes, policy, values),
        by_card=outcomes.by_card,
        remarks=kernel.opening.remarks,
    )


NOTHING = Spread(Estimate.exact(0.0), ())


def empty_report(*, exact: bool, hands: int, seed: int | None, seconds: float) -> HandsReport:
    """Return a report without numbers yet."""
    zero = Estimate.exact(0.0)
    mulligan = Mulligan(zero, "", 0.0, 0.0, 0.0, 0.0, 0.0)
    return HandsReport(
        exact=exact,
        hands=hands,
        seed=seed,
        policy="",
        cards=NOTHING,
        gold=NOTHING,
        characters=NOTHING,
        strength=NOTHING,
        poor=zero,
        great=zero,
        mulligan=mulligan,
        by_card={},
        seconds=seconds,
    )


def share_of(share: float, n: int | None) -> Estimate:
    """Return a chance, with its error where it was sampled."""
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
    """Return how many hands place at least one card of a class; 0 for a dead one (None).

    `placed` counts hands by the bits of each of the keys' blocks.
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
