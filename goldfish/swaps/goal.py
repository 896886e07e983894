"""What a player wants more of, and what it is reckoned from: without numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from carddb.card_test import CardTest
from carddb.errors import AppError


class GoalKind(StrEnum):
    """The kinds of goals; those of `ROUNDS` are reckoned from games, the others from hands."""

    CARDS = "cards"
    GOLD = "gold"
    CHARACTERS = "characters"
    POOR = "poor"
    GREAT = "great"
    SEE = "see"
    STRENGTH = "strength"
    UNSPENT = "unspent"


ROUNDS = frozenset({GoalKind.STRENGTH, GoalKind.UNSPENT})

# Goals that are chances; of the others a change adds so many cards, gold or characters.
CHANCES = frozenset({GoalKind.POOR, GoalKind.GREAT, GoalKind.SEE})

# Goals of which less is better: their gain is what a change takes away.
LESS_IS_BETTER = frozenset({GoalKind.POOR, GoalKind.UNSPENT})


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to become better; `test` are the cards to be seen by a round (0: opening hand)."""

    kind: GoalKind = GoalKind.CARDS
    test: CardTest | None = None
    by_round: int = 0

    @property
    def words(self) -> str:
        """The goal as it is asked for."""
        return f"see:{self.test.label}" if self.test else self.kind.value

    def gain(self, before: float, after: float) -> float:
        """Return how much better the second number is than the first."""
        return before - after if self.kind in LESS_IS_BETTER else after - before


def read_goal(text: str, query: Callable[[str], CardTest], by_round: int = 0) -> Goal:
    """Return the goal that a text asks for; AppError where it is none, QueryError in a query."""
    kind, colon, asked = text.partition(":")
    if kind == GoalKind.SEE and asked.strip():
        return Goal(GoalKind.SEE, query(asked.strip()), by_round)
    if not colon and kind in set(GoalKind) - {GoalKind.SEE}:
        return Goal(GoalKind(kind), None, by_round)
    names = ", ".join(each for each in GoalKind if each is not GoalKind.SEE)
    raise AppError(
        f"“{text}” is no goal of a change.",
        f"There are {names}, and see: with a search, such as see:type:location.",
    )
