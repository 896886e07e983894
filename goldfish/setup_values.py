"""Which hands a policy keeps, by what their best setups are worth, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.setup_keys import Keys
from goldfish.setup_part_tables import Floats, Ints, Truths
from goldfish.setup_plan import Criterion

POOR_AT_MOST = 2
GREAT_AT_LEAST = 5


class SetupValues:
    """The criteria of every number that the front of a key can be, as arrays over it."""

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
        """Return what each is worth by a score."""
        if score is Score.GREAT:
            return self.great.astype(float)
        if score is Score.NOT_POOR:
            return (~self.poor).astype(float)
        return self.of[Criterion(score.value)].astype(float)


def kept_values(policy: KeepPolicy, values: SetupValues, chances: Floats) -> Truths | None:
    """Return which values a policy keeps, None where it looks at the cards instead.

    `chances` are those of each value without a mulligan. A second hand is dealt as the first one
    was, whatever that was, and must be kept (RR, Setup, step 7). So the best policy for a score
    keeps a hand if it scores at least the mean of a fresh one.
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
    """Return the mean of values by their chances.

    numpy's own product of arrays adds up in as many threads as there are, which changes the last
    digit.
    """
    return float(np.sum(chances * values))
