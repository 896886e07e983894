"""The outcomes of a deck without one copy of each card from sampled hands, all from one deal."""

from __future__ import annotations

from math import sqrt

import numpy as np
from typing_extensions import override

from carddb.progress import Progress
from goldfish.dealer import Deal, Sampling, draws_for
from goldfish.draw_deck import DrawDeck
from goldfish.report import NORMAL
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints
from goldfish.simulate import blocks
from goldfish.swaps.hand_levels import HandLevels
from goldfish.swaps.outcomes_without import OutcomesWithout


class SampledOutcomes(OutcomesWithout):
    """Tables from sampled hands, with the errors of differences between them.

    A difference is paired: only hands that hold the one card or the other add to it.
    """

    def __init__(self, kernel: SetupKernel, levels: HandLevels, kinds: Ints, copies: Ints) -> None:
        opening = kernel.opening
        self._kinds = kinds
        # The chance of a hand without one copy over that of all hands of the deck.
        scale = opening.size / (opening.size - opening.rules.hand_size)
        self._weights = {
            card.code: scale * (1 - copies[place] / count)
            for place, (card, count) in enumerate(opening.slots)
        }
        tables = {
            code: (np.bincount(kinds, weights, levels.size * 4).reshape(levels.shape) / len(kinds))
            for code, weights in self._weights.items()
        }
        super().__init__(levels, tables)

    @override
    def base_error(self, code: str, opening: DrawDeck) -> float:
        """Return half the width of the 95 % interval of a mean."""
        moved = self._moved(code, opening)
        return NORMAL * float(moved.std()) / sqrt(len(moved))

    @override
    def error(self, out: str, into: str, after: DrawDeck, before: DrawDeck) -> float:
        """Return half the width of the 95 % interval of a change's gain."""
        if out == into:
            return 0.0
        mine, theirs = (
            self._moved(code, opening) for code, opening in ((out, after), (into, before))
        )
        return NORMAL * float((mine - theirs).std()) / sqrt(len(mine))

    def _moved(self, code: str, opening: DrawDeck) -> Floats:
        influence = self.levels.influence(self.tables[code], opening).ravel()
        return np.asarray(influence[self._kinds] * self._weights[code])


def sampled_outcomes(
    kernel: SetupKernel, levels: HandLevels, sampling: Sampling, progress: Progress | None = None
) -> SampledOutcomes:
    """Return the tables from so many hands of a deck of one card more.

    Of a halved deck too a hand is any seven cards of the deck; that its second hand is dealt from
    the same half is left out. `progress` may raise CancelledError.
    """
    slots, rules = kernel.opening.slots, kernel.opening.rules
    places = np.repeat(np.arange(len(slots)), [count for _, count in slots]).astype(np.uint16)
    dead = len(kernel.classes.cards)
    classes = np.array([kernel.number.get(card.code, dead) for card, _ in slots], np.uint16)
    marks = np.array([levels.question.mark(card) for card, _ in slots])
    kinds, copies = [], []
    for words, size in blocks(
        sampling, draws_for(len(places), rules.hand_size, halved=False), progress
    ):
        hands = Deal(places, words, rules.hand_size, halved=False).first[:, :size]
        values = kernel.solve(classes[hands])[0] >> kernel.keys.value_shift
        kinds.append(levels.of_value[values] * 4 + np.bitwise_or.reduce(marks[hands], axis=0))
        held = np.zeros((len(slots), size), np.int8)
        columns = np.arange(size)
        for row in hands:
            held[row, columns] += 1
        copies.append(held)
    return SampledOutcomes(kernel, levels, np.concatenate(kinds), np.concatenate(copies, axis=1))
