"""Distributions by scipy's special functions: all of its statistics takes a second to import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scipy import special


@dataclass(frozen=True, slots=True)
class Hypergeometric:
    """The distribution of the marked cards among those drawn."""

    size: int
    marked: int
    drawn: int

    def pmf(self, count: int) -> float:
        """Return the chance of exactly this many marked cards."""
        others = special.binom(self.size - self.marked, self.drawn - count)
        ways = special.binom(self.marked, count) * others
        return float(ways / special.binom(self.size, self.drawn))

    def sf(self, count: int) -> float:
        """Return the chance of more marked cards than this."""
        return sum(map(self.pmf, range(count + 1, min(self.marked, self.drawn) + 1)))


def evenness(counts: Sequence[int]) -> float:
    """Return how likely counts are at least as uneven where each outcome is as likely."""
    mean = sum(counts) / len(counts)
    uneven = sum((count - mean) ** 2 / mean for count in counts)
    return float(special.chdtrc(len(counts) - 1, uneven))


def binomial(tries: int, chance: float) -> list[float]:
    """Return the chance of each number of successes among some tries."""
    at_most = [float(special.bdtr(count, tries, chance)) for count in range(tries + 1)]
    return [more - less for more, less in zip(at_most, [0.0, *at_most[:-1]], strict=True)]
