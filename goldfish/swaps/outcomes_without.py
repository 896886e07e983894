"""The outcomes of a deck's hands, and of the deck without one copy of any of its cards.

A deck D and a card c make a deck D+ of one card more. The hands of D with o changed for c are the
hands of D+ without one copy of o, and a hand that holds n of its k copies misses that one in
(k - n) of k cases. So one pass through the hands of D+ has the answer for every o at once; for
o = c it is the answer for D itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

import numpy as np

from carddb.card import Card
from carddb.progress import Progress
from goldfish.draw_deck import DrawDeck
from goldfish.exact import Pairs, every_hand
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, PartTable
from goldfish.setup_values import SetupValues
from goldfish.swaps.hand_levels import HandLevels


class OutcomesWithout:
    """The table of hands (see hand_levels) without one copy of each card, by its code."""

    def __init__(self, levels: HandLevels, tables: Mapping[str, Floats]) -> None:
        self.levels = levels
        self.tables = tables

    def final(self, code: str) -> Floats:
        """Return the chances of (level of the goal, marks) without a card, after the mulligan."""
        return self.levels.final(self.tables[code])

    def mean(self, code: str, opening: DrawDeck) -> float:
        """Return the goal's number without a card; `opening` is the deck of which that is."""
        return float((self.final(code) * self.levels.worth(opening)).sum())

    def error(self, out: str, into: str, after: DrawDeck, before: DrawDeck) -> float:
        """Return half the width of the 95 % interval of a change's gain: none, all is counted."""
        return 0.0


def exact_outcomes(
    kernel: SetupKernel, levels: HandLevels, progress: Progress | None = None
) -> OutcomesWithout:
    """Return the tables of a deck of one card more, every hand counted.

    `progress` may raise CancelledError.
    """
    count = _CountWithout(kernel, levels)
    for pairs in every_hand(kernel, progress):
        count.add(pairs)
    return OutcomesWithout(levels, count.tables())


class _CountWithout:
    """Adds up deals by levels and marks; and, for each live class, deals times its copies in hand.

    Of dead cards only their number is known in a hand: deals are counted by it, and by whether a
    live card of the hand has each mark.
    """

    def __init__(self, kernel: SetupKernel, levels: HandLevels) -> None:
        self._kernel = kernel
        self._levels = levels
        self._values = SetupValues(kernel.keys)
        self._kinds = levels.size * 4
        hand = kernel.opening.rules.hand_size
        self._copies = np.zeros((len(kernel.classes.cards), hand + 1, self._kinds))
        self._all = np.zeros((hand + 1, self._kinds))
        self._part_marks = [self._marks_of(part) for part in kernel.tables.parts]

    def _marks_of(self, part: PartTable) -> Ints:
        """Return the marks of the cards of each state."""
        marks = np.zeros(len(part), np.int64)
        for row, index in enumerate(part.classes):
            mark = self._levels.question.mark(self._kernel.classes.cards[index])
            marks |= np.where(part.counts[row] > 0, mark, 0)
        return marks

    def add(self, pairs: Pairs) -> None:
        """Count some hands."""
        found = pairs.keys[0] >> self._kernel.keys.value_shift
        kinds = self._levels.of_value[found] * 4
        right = slice(pairs.first, pairs.end)
        borne, near, far = self._part_marks
        if self._levels.question.marks:
            kinds += (borne[pairs.borne] | near[pairs.near])[:, None] | far[None, right]
        weights = np.outer(pairs.mine, pairs.theirs)
        rows, columns = kinds.shape
        kinds_of_rows = kinds + np.arange(rows)[:, None] * self._kinds
        for dead in np.unique(pairs.dead):
            some = np.flatnonzero(pairs.dead == dead)
            part = slice(some[0], some[-1] + 1)
            by_row = np.bincount(
                kinds_of_rows[:, part].ravel(), weights[:, part].ravel(), rows * self._kinds
            ).reshape(rows, self._kinds)
            self._all[dead] += by_row.sum(axis=0)
            self._add_copies(0, pairs.borne, int(dead), by_row)
            self._add_copies(1, pairs.near, int(dead), by_row)
        kinds += np.arange(columns)[None, :] * self._kinds
        by_column = np.bincount(kinds.ravel(), weights.ravel(), columns * self._kinds)
        by_column = by_column.reshape(columns, self._kinds)
        for dead in np.unique(pairs.dead):
            some = np.flatnonzero(pairs.dead == dead)
            self._add_copies(2, pairs.first + some, int(dead), by_column[some])

    def _add_copies(self, part: int, states: Ints, dead: int, deals: Floats) -> None:
        table = self._kernel.tables.parts[part]
        for row, index in enumerate(table.classes):
            self._copies[index, dead] += table.counts[row, states] @ deals

    def tables(self) -> dict[str, Floats]:
        """Return the table without one copy of each card of the deck, by its code."""
        opening = self._kernel.opening
        total = comb(opening.size - 1, opening.rules.hand_size)
        found = {}
        for card, copies in opening.slots:
            index = self._kernel.number.get(card.code)
            if index is None:
                table = self._without_dead(card)
            else:
                deals = self._all - self._copies[index] / copies
                table = self._with_dead_marks(deals)
            found[card.code] = table / total
        return found

    def _shape(self, deals: Floats) -> Floats:
        goal, keep, marks = self._levels.shape
        return deals.reshape(goal, keep, marks)

    def _with_dead_marks(self, deals: Floats) -> Floats:
        """Return deals once the dead cards of a hand have added their marks."""
        return sum(
            (
                self._marked(self._shape(deals[dead]), dead, without=None)
                for dead in range(len(deals))
            ),
            start=np.zeros(self._levels.shape),
        )

    def _without_dead(self, card: Card) -> Floats:
        return sum(
            (
                self._marked(self._shape(deals), dead, without=card)
                for dead, deals in enumerate(self._all)
            ),
            start=np.zeros(self._levels.shape),
        )

    def _marked(self, deals: Floats, drawn: int, without: Card | None) -> Floats:
        """Return deals by all marks of a hand with so many dead cards, but for one copy of one."""
        chances = self._dead_marks(drawn, without)
        found = np.zeros_like(deals)
        for live in range(deals.shape[2]):
            for dead, chance in enumerate(chances):
                found[:, :, live | dead] += deals[:, :, live] * chance
        return found

    def _dead_marks(self, drawn: int, without: Card | None) -> tuple[float, ...]:
        """Return the chances that the marks of `drawn` dead cards are each number.

        Those without one copy of a card: the chance that the copy is not among them counts too.
        """
        question = self._levels.question
        slots = self._kernel.classes.dead
        every = sum(copies for _, copies in slots)
        if drawn > every:
            return (0.0,) * 4
        by_mark = [0] * 4
        for card, copies in slots:
            by_mark[question.mark(card)] += copies - (card is without)
        ways = comb(every, drawn)
        # The chance that all marks are within a set of marks, then that they are exactly it.
        within = [
            comb(sum(n for mark, n in enumerate(by_mark) if mark & ~most == 0), drawn) / ways
            for most in range(4)
        ]
        one, two = within[1] - within[0], within[2] - within[0]
        return within[0], one, two, within[3] - within[0] - one - two
