"""Outcomes of a deck's hands, and of the deck without one copy of any of its cards.

D+ is the deck D with a card c added. D with o swapped for c is D+ without one copy of o. A hand
with n of its k copies lacks that copy in (k - n) of k cases, so one pass through the hands of D+
serves every o; o = c gives D itself. A table holds the chance of each (level of the goal, level of
keeping, marks) of a fresh hand. Levels of the goal are what it counts, levels of keeping what the
policy looks at. Marks are bits: 1 if a card to be seen is in hand, 2 if one that the policy needs
is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numpy as np

from carddb.card import Card
from goldfish.draw_deck import DrawDeck
from goldfish.exact import Pairs, every_hand
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.odds import WantedCards, seen_tails
from goldfish.outcomes import SetupValues, expected
from goldfish.setup import Criterion, Order
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, PartTable, Truths
from goldfish.swaps.rated_change import Goal, GoalKind

SEEN, NEEDED = 1, 2


@dataclass(frozen=True, slots=True)
class Question:
    """The goal of changes, and the policy of keeping hands."""

    goal: Goal
    policy: KeepPolicy

    @property
    def marks(self) -> int:
        seen = SEEN if self.goal.test else 0
        return seen | (NEEDED if self.policy.needs else 0)

    def mark(self, card: Card) -> int:
        seen = SEEN if self.goal.test and self.goal.test(card) else 0
        return seen | (NEEDED if self.policy.needs and self.policy.needs(card) else 0)

    def criteria(self, order: Order) -> Order:
        """Return the criteria of setups up to the last one that matters."""
        asked = {Criterion.CARDS.value, self.goal.kind.value}
        if self.policy.kind is PolicyKind.OPTIMAL:
            asked.add(self.policy.score.value)
        last = max(place for place, each in enumerate(order) if each.value in asked)
        return order[: last + 1]


class HandLevels:
    """The levels of every value of a setup, as arrays indexed by value."""

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
        """Return the chances of (level of the goal, marks) after the mulligan."""
        fresh: Floats = table.sum(axis=1)
        kept: Floats = (table * self._keeps(table)).sum(axis=1)
        final: Floats = kept + (1 - kept.sum()) * fresh
        return final

    def _keeps(self, table: Floats) -> Truths:
        """Return which hands are kept, as an array that broadcasts to a table."""
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
        """Return the value of (level of the goal, marks) for a deck."""
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
        """Return by how much one more fresh hand of each kind changes the goal, as a table.

        This is the derivative of the goal by the chances, for sampling errors.
        """
        worth = self.worth(opening)[:, None, :]
        keeps = self._keeps(table)
        kept = float((table * keeps).sum())
        fresh = float((table * worth).sum())
        return np.asarray(keeps * (worth - fresh) + (1 - kept) * worth)


class OutcomesWithout:
    """For each card, by code, the table of hands without one copy of it."""

    def __init__(self, levels: HandLevels, tables: Mapping[str, Floats]) -> None:
        self.levels = levels
        self.tables = tables

    def final(self, code: str) -> Floats:
        return self.levels.final(self.tables[code])

    def mean(self, code: str, opening: DrawDeck) -> float:
        """Return the goal's number without a card; `opening` is the deck without it."""
        return float((self.final(code) * self.levels.worth(opening)).sum())

    def base_error(self, code: str, opening: DrawDeck) -> float:
        """Return half the width of the 95 % interval of a mean."""
        return 0.0

    def error(self, out: str, into: str, after: DrawDeck, before: DrawDeck) -> float:
        """Return half the width of the 95 % interval of a gain."""
        return 0.0


def exact_outcomes(kernel: SetupKernel, levels: HandLevels) -> OutcomesWithout:
    found = _counted(kernel, levels).deals_without()
    total = _deals_of(kernel.opening)
    return OutcomesWithout(levels, {code: deals / total for code, deals in found.items()})


def _counted(kernel: SetupKernel, levels: HandLevels) -> _CountWithout:
    count = _CountWithout(kernel, levels)
    for pairs in every_hand(kernel):
        count.add(pairs)
    return count


def _deals_of(opening: DrawDeck) -> int:
    return comb(opening.size - 1, opening.rules.hand_size)


class CountedDeck:
    """The hands of a deck, counted once for all cards that may come in.

    With o swapped for c, a hand is one of the deck without that copy of o, or holds c. So for each
    c only the hands that hold it remain to be counted.
    """

    def __init__(self, kernel: SetupKernel, levels: HandLevels) -> None:
        count = _counted(kernel, levels)
        self._levels = levels
        self._all = count.all_deals()
        self._without = count.deals_without()

    def is_like(self, levels: HandLevels) -> bool:
        """Return whether levels equal those of the counted hands."""
        mine = self._levels
        return mine.shape == levels.shape and np.array_equal(mine.scores, levels.scores)

    def outcomes_with(
        self, kernel: SetupKernel, levels: HandLevels, into: str, known_as: Mapping[str, str]
    ) -> OutcomesWithout:
        """Return the tables of this deck and a card; `kernel` has the hands that hold that card.

        `into` is its code; `known_as` maps codes there to codes here.
        """
        total = _deals_of(kernel.opening)
        with_it = _counted(kernel, levels).deals_without()
        tables = {code: with_it[code] + self._without[here] for code, here in known_as.items()}
        tables[into] = self._all
        return OutcomesWithout(levels, {code: deals / total for code, deals in tables.items()})


class _CountWithout:
    """Adds up deals by levels and marks, and for each live class deals times copies in hand.

    Only the number of dead cards in a hand is known. Deals are counted by it and by the marks of
    live cards; copies by it only if there are marks.
    """

    def __init__(self, kernel: SetupKernel, levels: HandLevels) -> None:
        self._kernel = kernel
        self._levels = levels
        self._marks = 4 if levels.question.marks else 1
        self._kinds = levels.size * self._marks
        numbers = kernel.opening.rules.hand_size + 1
        self._all = np.zeros((numbers, self._kinds))
        of_copies = (len(kernel.classes.cards), numbers if self._marks > 1 else 1, self._kinds)
        self._copies = np.zeros(of_copies)
        self._part_marks = [self._marks_of(part) for part in kernel.tables.parts]

    def _marks_of(self, part: PartTable) -> Ints:
        marks = np.zeros(len(part), np.int64)
        for row, index in enumerate(part.classes):
            mark = self._levels.question.mark(self._kernel.classes.cards[index])
            marks |= np.where(part.counts[row] > 0, mark, 0)
        return marks

    def add(self, pairs: Pairs) -> None:
        kinds = self._kinds_of(pairs)
        weights = np.outer(pairs.mine, pairs.theirs)
        rows, columns = kinds.shape
        in_columns = kinds + np.arange(columns)[None, :] * self._kinds
        by_column = _added(in_columns, weights, (columns, self._kinds))
        in_rows = kinds + np.arange(rows)[:, None] * self._kinds
        # Right states are sorted by size, so those with fewer dead cards follow.
        counts = np.bincount(pairs.dead)
        ends = zip(range(len(counts) - 1, -1, -1), np.cumsum(counts[::-1]), strict=True)
        groups = [(dead, slice(end - counts[dead], end)) for dead, end in ends if counts[dead]]
        for dead, some in groups:
            self._all[dead] += by_column[some].sum(axis=0)
        for dead, some in groups if self._marks > 1 else [(0, slice(0, columns))]:
            by_row = _added(in_rows[:, some], weights[:, some], (rows, self._kinds))
            self._add_copies(0, pairs.borne, dead, by_row)
            self._add_copies(1, pairs.near, dead, by_row)
            right = slice(pairs.first + some.start, pairs.first + some.stop)
            self._add_copies(2, right, dead, by_column[some])

    def _kinds_of(self, pairs: Pairs) -> Ints:
        """Return the levels of each hand with the marks of its live cards."""
        found = pairs.keys[0] >> self._kernel.keys.value_shift
        kinds: Ints = self._levels.of_value[found]
        if self._marks == 1:
            return kinds
        borne, near, far = self._part_marks
        mine = borne[pairs.borne] | near[pairs.near]
        return kinds * 4 + (mine[:, None] | far[None, pairs.first : pairs.end])

    def _add_copies(self, part: int, states: Ints | slice, dead: int, deals: Floats) -> None:
        table = self._kernel.tables.parts[part]
        if table.classes:
            self._copies[list(table.classes), dead] += table.counts[:, states] @ deals

    def all_deals(self) -> Floats:
        return self._table(self._all, None)

    def deals_without(self) -> dict[str, Floats]:
        """Return the deals without one copy of each card of the deck, by its code."""
        opening = self._kernel.opening
        every = self._all if self._marks > 1 else self._all.sum(axis=0, keepdims=True)
        # Tables without a dead card, by its mark: they are the same for all cards of a mark.
        dead: dict[int, Floats] = {}
        found = {}
        for card, copies in opening.slots:
            index = self._kernel.number.get(card.code)
            if index is None:
                mark = self._levels.question.mark(card)
                if mark not in dead:
                    dead[mark] = self._table(self._all, mark)
                found[card.code] = dead[mark]
            else:
                found[card.code] = self._table(every - self._copies[index] / copies, None)
        return found

    def _table(self, deals: Floats, without: int | None) -> Floats:
        """Return deals by all marks of a hand, including its dead cards.

        `deals` go by the number of dead cards, or count all of them together; `without` is the mark
        of a dead card of which one copy must be missing.
        """
        by_number = deals.reshape(len(deals), *self._levels.shape[:2], self._marks)
        chances = np.ones((1, 1))
        if len(deals) > 1:
            chances = np.array([self._dead_marks(n, without) for n in range(len(deals))])
        table = np.zeros(self._levels.shape)
        for live in range(self._marks):
            for dead in range(chances.shape[1]):
                table[:, :, live | dead] += np.tensordot(chances[:, dead], by_number[..., live], 1)
        return table

    def _dead_marks(self, drawn: int, without: int | None) -> tuple[float, ...]:
        """Return the chances of each set of marks of `drawn` dead cards.

        With `without` they include the chance that one copy of a card with that mark is missing.
        """
        question = self._levels.question
        slots = self._kernel.classes.dead
        every = sum(copies for _, copies in slots)
        if drawn > every:
            return (0.0,) * 4
        by_mark = [0] * 4
        for card, copies in slots:
            by_mark[question.mark(card)] += copies
        if without is not None:
            by_mark[without] -= 1
        ways = comb(every, drawn)
        # First the chance that all marks are in a set, then that they are exactly it.
        within = [
            comb(sum(n for mark, n in enumerate(by_mark) if mark & ~most == 0), drawn) / ways
            for most in range(4)
        ]
        one, two = within[1] - within[0], within[2] - within[0]
        return within[0], one, two, within[3] - within[0] - one - two


def _added(places: Ints, weights: Floats, shape: tuple[int, int]) -> Floats:
    """Return an array of the sums of weights at each place."""
    added = np.bincount(places.ravel(), weights.ravel(), shape[0] * shape[1])
    return added.astype(np.float64, copy=False).reshape(shape)
