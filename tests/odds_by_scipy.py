"""Distributions by scipy's functions, imported when the first test asks: it takes a while.

scipy.stats has these distributions, but takes four times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Hypergeometric:
    """The distribution of the marked cards among those drawn."""

    size: int
    marked: int
    drawn: int

    def pmf(self, count: int) -> float:
        """Return how likely so many are drawn."""
        from scipy.special import comb  # noqa: PLC0415 - see above

        others = comb(self.size - self.marked, self.drawn - count)
        return float(comb(self.marked, count) * others / comb(self.size, self.drawn))

    def sf(self, count: int) -> float:
        """Return how likely more than so many are drawn."""
        return sum(map(self.pmf, range(count + 1, self.drawn + 1)))


hypergeom = Hypergeometric


@dataclass(frozen=True)
class Binomial:
    """The distribution of the successes among some tries."""

    tries: int
    chance: float

    def pmf(self, count: int) -> float:
        """Return how likely so many succeed."""
        from scipy.special import comb  # noqa: PLC0415 - see above

        failing = (1 - self.chance) ** (self.tries - count)
        return float(comb(self.tries, count) * self.chance**count * failing)


binom = Binomial


def evenness(counts: Sequence[int]) -> float:
    """Return how likely counts are at least as uneven where each outcome is as likely."""
    from scipy.special import chdtrc  # noqa: PLC0415 - see above

    mean = sum(counts) / len(counts)
    return float(chdtrc(len(counts) - 1, sum((each - mean) ** 2 for each in counts) / mean))
