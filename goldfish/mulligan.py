"""Policies of keeping hands or taking the one mulligan, as values without numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from carddb.card_test import CardTest
from core.errors import AppError

HandQuery: TypeAlias = Callable[[str], CardTest]


class Score(StrEnum):
    """The score that a policy maximizes."""

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
        return f"needs:{self.needs.label}" if self.needs else self.kind.value


def read_policy(text: str, query: HandQuery, score: Score = Score.CARDS) -> KeepPolicy:
    """Return the policy of a text; AppError for unknown ones, QueryError for wrong queries."""
    kind, colon, asked = text.partition(":")
    if kind == PolicyKind.NEEDS and asked.strip():
        return KeepPolicy(PolicyKind.NEEDS, query(asked.strip()), score)
    if not colon and kind in set(PolicyKind) - {PolicyKind.NEEDS}:
        return KeepPolicy(PolicyKind(kind), None, score)
    raise AppError(
        f"“{text}” is not a policy of keeping hands.",
        "There are keep, poor, optimal, and needs: with a search, such as needs:type:location.",
    )


def read_score(text: str) -> Score:
    """Return the score of a name; AppError for unknown ones."""
    try:
        return Score(text)
    except ValueError:
        raise AppError(f"“{text}” is not a score.", f"Scores are {', '.join(Score)}.") from None
