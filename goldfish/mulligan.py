"""When a hand is kept, and when it is shuffled back for the one mulligan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from carddb.errors import AppError
from carddb.kind import CardTest
from goldfish.keys import Keys
from goldfish.setup_plan import Criterion
from goldfish.tables import Floats, Ints, Truths

POOR_AT_MOST = 2
GREAT_AT_LEAST = 5

Query: TypeAlias = Callable[[str], CardTest]


class Score(StrEnum):
    """What a policy wants to have most of."""

    CARDS = "cards"
    GOLD = "gold"
    CHARACTERS = "characters"
    STRENGTH = "strength"
    GREAT = "great"
    NOT_POOR = "not-poor"


class PolicyKind(StrEnum):
    """The kinds of policies."""

    KEEP = "keep"
    POOR = "poor"
    NEEDS = "needs"
    OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class KeepPolicy:
    """Keep always; unless poor; if a card passes `needs`; or as is best for a score."""

    kind: PolicyKind = PolicyKind.KEEP
    needs: CardTest | None = None
    score: Score = Score.CARDS

    @property
    def words(self) -> str:
        """The policy as it is asked for."""
        return f"needs:{self.needs.label}" if self.needs else self.kind.value


def read_policy(text: str, query: Query, score: Score = Score.CARDS) -> KeepPolicy:
    """Return the policy that a text asks for; AppError where it is none, QueryError in a query."""
    kind, colon, asked = text.partition(":")
    if kind == PolicyKind.NEEDS and asked.strip():
        return KeepPolicy(PolicyKind.NEEDS, query(asked.strip()), score)
    if not colon and kind in set(PolicyKind) - {PolicyKind.NEEDS}:
        return KeepPolicy(PolicyKind(kind), None, score)
    raise AppError(
        f"“{text}” is no policy of keeping hands.",
        "There are keep, poor, optimal, and needs: with a search, such as needs:type:location.",
    )


def read_score(text: str) -> Score:
    """Return the score of a name; AppError where there is none."""
    try:
        return Score(text)
    except ValueError:
        raise AppError(f"“{text}” is no score.", f"Scores are {', '.join(Score)}.") from None


class Values:
    """The criteria of every number that the front of a key can be, as arrays over it."""

    def __init__(self, keys: Keys) -> None:
        every = np.arange(1 << keys.value_bits)
        self.of: dict[Criterion, Ints] = {
            each: every >> keys.shifts[each] & keys.masks[each] for each in Criterion
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


def kept_values(policy: KeepPolicy, values: Values, chances: Floats) -> Truths | None:
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
        return np.asarray(scores >= float(scores @ chances) - 1e-12)
    return np.ones(len(values), np.bool_)
