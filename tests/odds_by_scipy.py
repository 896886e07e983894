"""Distributions of scipy, which is imported when the first test asks: it takes two seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def hypergeom(size: int, marked: int, drawn: int) -> Any:
    """Return the distribution of the marked cards among those drawn."""
    from scipy import stats  # noqa: PLC0415 - see above

    return stats.hypergeom(size, marked, drawn)


def evenness(counts: Sequence[int]) -> float:
    """Return how likely counts are at least as uneven where each outcome is as likely."""
    from scipy import stats  # noqa: PLC0415 - see above

    return float(stats.chisquare(counts).pvalue)


def binom(tries: int, chance: float) -> Any:
    """Return the distribution of the successes among some tries."""
    from scipy import stats  # noqa: PLC0415 - see above

    return stats.binom(tries, chance)
