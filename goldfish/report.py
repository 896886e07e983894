"""Statistics of a deck's opening hands, with their errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, sqrt

# The quantile of a 95 % interval.
NORMAL = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval; an exact one has low = high = mean."""

    mean: float
    low: float
    high: float

    @classmethod
    def exact(cls, mean: float) -> Estimate:
        return cls(mean, mean, mean)

    @classmethod
    def sampled(cls, mean: float, variance: float, n: int) -> Estimate:
        """Return the mean of n independent samples of a variance."""
        error = NORMAL * sqrt(max(variance, 0.0) / n)
        return cls(mean, mean - error, mean + error)

    @classmethod
    def share(cls, share: float, n: int) -> Estimate:
        """Return the share of n samples, with Wilson's interval, which never leaves 0 to 1."""
        square = NORMAL**2 / n
        middle = (share + square / 2) / (1 + square)
        error = NORMAL * sqrt(share * (1 - share) / n + square / (4 * n)) / (1 + square)
        low, high = min(middle - error, share), max(middle + error, share)
        return cls(share, max(low, 0.0), min(high, 1.0))


@dataclass(frozen=True, slots=True)
class Spread:
    """A number of each setup: its mean, and how often it is 0, 1, 2, ..."""

    mean: Estimate
    histogram: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CardChance:
    """How likely at least one copy of a card is in the hand that is kept, and is set up."""

    drawn: float
    set_up: float


@dataclass(frozen=True, slots=True)
class Mulligan:
    """What the one mulligan does: how often it is taken, and the mean score under policies.

    `keep`, `poor` and `optimal` are for always keeping, for a mulligan of poor hands, and for the
    policy that no other beats: keep whatever scores at least `threshold`. `gain` is what the
    optimal policy adds to that of poor hands. `own` is for the policy of the report.
    """

    taken: Estimate
    score: str
    own: float
    keep: float
    poor: float
    optimal: float
    threshold: float

    @property
    def gain(self) -> float:
        """What the optimal policy adds to "keep unless poor"."""
        return self.optimal - self.poor


@dataclass(frozen=True, slots=True)
class HandsReport:
    """Statistics of a deck's opening hands after the mulligan.

    `hands` is the number of different hands when exact, else of sampled ones; `seed` is None when
    exact. Poor: at most two cards placed; great: at least five. `by_card` goes by code.
    """

    exact: bool
    hands: int
    seed: int | None
    policy: str
    cards: Spread
    gold: Spread
    characters: Spread
    strength: Spread
    poor: Estimate
    great: Estimate
    mulligan: Mulligan
    by_card: Mapping[str, CardChance]
    seconds: float
    remarks: tuple[str, ...] = ()

    @property
    def hands_per_second(self) -> float:
        return self.hands / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more the first of two decks has, from the same deals where they are sampled."""

    cards: Estimate
    gold: Estimate
    characters: Estimate
    strength: Estimate
    poor: Estimate
    great: Estimate


def poor_in_event(poor: float, rounds: int) -> tuple[float, ...]:
    """Return how likely 0, 1, ..., all of an event's rounds begin with a poor setup (binomial)."""
    return tuple(comb(rounds, k) * poor**k * (1 - poor) ** (rounds - k) for k in range(rounds + 1))
