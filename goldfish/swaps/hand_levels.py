"""Hands sorted by what a goal and a mulligan need to know of them, and what becomes of the goal.

A table holds the chance of each (level of the goal, level of keeping, marks) of a fresh hand, as
an array of three axes. Levels of the goal are what it counts (cards, gold, characters; 1 for a
poor or great setup; the cards placed where some are to be seen). Levels of keeping are what the
policy looks at. Marks are bits: 1 if a card to be seen is in hand, 2 if one that the policy needs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carddb.card import Card
from goldfish.draw_deck import DrawDeck
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.odds import WantedCards, seen_tails
from goldfish.outcomes import SetupValues, expected
from goldfish.setup_part_tables import Floats, Ints, Truths
from goldfish.setup_plan import Criterion, Order
from goldfish.swaps.rated_change import Goal, GoalKind

SEEN, NEEDED = 1, 2


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of each change: a goal, under a policy of keeping hands."""

    goal: Goal
    policy: KeepPolicy

    @property
    def marks(self) -> int:
        """The bits of the marks that matter."""
        seen = SEEN if self.goal.test else 0
        return seen | (NEEDED if self.policy.needs else 0)

    def mark(self, card: Card) -> int:
        """Return the marks of a card."""
        seen = SEEN if self.goal.test and self.goal.test(card) else 0
        return seen | (NEEDED if self.policy.needs and self.policy.needs(card) else 0)

    def criteria(self, order: Order) -> Order:
        """Return the criteria of setups that matter to the answer: those behind the last do not."""
        asked = {Criterion.CARDS.value, self.goal.kind.value}
        if self.policy.kind is PolicyKind.OPTIMAL:
            asked.add(self.policy.score.value)
        last = max(place for place, each in enumerate(order) if each.value in asked)
        return order[: last + 1]


class HandLevels:
    """The levels of every value of a setup, as arrays over values."""

    def __init__(self, question: Question, values: SetupValues) -> None:
        self.question = question
        goal = self._goal_levels(values)
        keep, self.scores = self._keep_levels(values)
        self.shape = (int(goal.max()) + 1, int(keep.max()) + 1, 4)
        self.of_value: Ints = goal * self.shape[1] + keep

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    def _goal_levels(self, values: SetupValues) -> Ints:
        kind = self.question.goal.kind
        if kind is GoalKind.POOR:
            return values.poor.astype(np.int64)
        if kind is GoalKind.GREAT:
            return values.great.astype(np.int64)
        name = Criterion.CARDS if kind is GoalKind.SEE else Criterion(kind.value)
        return values.of[name]

    def _keep_levels(self, values: SetupValues) -> tuple[Ints, Floats]:
        """Return the level of each value, and the score of each level."""
        policy = self.question.policy
        if policy.kind is PolicyKind.POOR:
            return (~values.poor).astype(np.int64), np.array([0.0, 1.0])
        if policy.kind is not PolicyKind.OPTIMAL:
            return np.zeros(len(values), np.int64), np.zeros(1)
        scores, levels = np.unique(values.score(policy.score), return_inverse=True)
        return levels.astype(np.int64), scores

    def final(self, table: Floats) -> Floats:
        """Return the chances of (level of the goal, marks) once the mulligan is taken or not."""
        fresh: Floats = table.sum(axis=1)
        kept: Floats = (table * self._keeps(table)).sum(axis=1)
        final: Floats = kept + (1 - kept.sum()) * fresh
        return final

    def _keeps(self, table: Floats) -> Truths:
        """Return what is kept, as an array that spreads over a table."""
        policy = self.question.policy
        levels = np.ones(self.shape[1], np.bool_)
        if policy.kind is PolicyKind.NEEDS:
            return np.array([bool(marks & NEEDED) for marks in range(4)])[None, None, :]
        if policy.kind is PolicyKind.POOR:
            levels = self.scores > 0
        elif policy.kind is PolicyKind.OPTIMAL:
            levels = self.scores >= expected(table.sum(axis=(0, 2)), self.scores) - 1e-12
        return levels[None, :, None]

    def worth(self, opening: DrawDeck) -> Floats:
        """Return what (level of the goal, marks) is worth to a deck."""
        goal = self.question.goal
        if goal.test is None:
            return np.arange(self.shape[0], dtype=float)[:, None].repeat(4, axis=1)
        wanted = WantedCards(test=goal.test, by_round=goal.by_round)
        tails = seen_tails(opening, wanted)[0][0]
        later = np.zeros(max(self.shape[0], len(tails)))
        later[: len(tails)] = tails
        seen = np.array([bool(marks & SEEN) for marks in range(4)])
        return np.where(seen[None, :], 1.0, later[: self.shape[0], None])

    def influence(self, table: Floats, opening: DrawDeck) -> Floats:
        """Return by how much one more fresh hand of each kind moves the goal: as a table.

        The first derivative of the goal by the chances, for the errors of samples.
        """
        worth = self.worth(opening)[:, None, :]
        keeps = self._keeps(table)
        kept = float((table * keeps).sum())
        fresh = float((table * worth).sum())
        return np.asarray(keeps * (worth - fresh) + (1 - kept) * worth)
