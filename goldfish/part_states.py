"""From the cards of hands to the states of a part, and what is known of a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from goldfish.card_classes import UntabledPair
from goldfish.setup_part_tables import GroupStates, Ints, PartTable, Small

# A state that the table does not have.
NOWHERE = -1


class StateWalk:
    """Finds the state of hands card by card; `dead` is the number of classes."""

    def __init__(self, part: PartTable, dead: int) -> None:
        self._part = part
        self._steps = _steps(part, dead)

    def states(self, hands: Small) -> Ints:
        """Return the state of each hand (cards, hands), NOWHERE where the part is too large."""
        if not self._part.classes:
            return np.zeros(hands.shape[1], np.int64)
        states = np.zeros(hands.shape[1], np.int64)
        rows = np.multiply(hands, len(self._part) + 1, dtype=np.int64)
        for row in rows:
            states = self._steps.take(row + states)
        # The state behind the last one stands for hands whose part is too large.
        return np.where(states == len(self._part), NOWHERE, states)


def _steps(part: PartTable, dead: int) -> NDArray[np.int32]:
    """Return the state that each card leads to: of state s and class c at c * (states + 1) + s."""
    weights = np.random.PCG64(len(part)).random_raw(len(part.classes)).astype(np.uint64)
    names = np.zeros(len(part), np.uint64)
    for row, weight in enumerate(weights):
        names += part.counts[row] * weight
    order = np.argsort(names)
    in_order = names[order]
    if (in_order[1:] == in_order[:-1]).any():
        raise AssertionError("two states of a part have the same name")
    steps = np.empty((dead + 1, len(part) + 1), np.int32)
    steps[:] = np.arange(len(part) + 1)
    # States of the most cards, which most states are, lead to none.
    growing = np.flatnonzero(order < part.up_to(int(part.sizes[-1]) - 1))
    grown, names = order[growing], in_order[growing]
    for row, index in enumerate(part.classes):
        wanted = names + weights[row]
        place = np.minimum(np.searchsorted(in_order, wanted), len(part) - 1)
        steps[index] = len(part)
        steps[index, grown] = np.where(in_order[place] == wanted, order[place], len(part))
    return steps.ravel()


def parted(
    borne: Sequence[GroupStates],
    hosts: Sequence[GroupStates],
    hand: int,
    burdens: Sequence[float],
) -> list[list[GroupStates]]:
    """Part the groups of hosts so that each part of the deck has about as much to table.

    The first part has the attachments too. A state of a part has as many numbers as its burden.
    """
    parts = [list[GroupStates]() for _ in burdens]
    for group in sorted(hosts, key=lambda each: -len(each.states)):
        loads = [
            burden * sum(numbers([*(borne if place == 0 else ()), *part], hand))
            for place, (part, burden) in enumerate(zip(parts, burdens, strict=True))
        ]
        parts[loads.index(min(loads))].append(group)
    return parts


def most_cards(groups: Sequence[GroupStates], hand: int, limit: int) -> int:
    """Return the largest size up to which there are no more states than `limit`."""
    total = 0
    for size, number in enumerate(numbers(groups, hand)):
        total += number
        if total > limit:
            return size - 1
    return hand


def numbers(groups: Iterable[GroupStates], hand: int) -> list[int]:
    """Return how many states of 0, 1, ... `hand` cards some groups have."""
    total = [1] + [0] * hand
    for group in groups:
        grown = [0] * (hand + 1)
        for state in group.states:
            size = sum(state.counts)
            for before, number in enumerate(total[: hand + 1 - size]):
                grown[before + size] += number
        total = grown
    return total


def untabled_marks(part: PartTable, untabled_pairs: Sequence[UntabledPair]) -> Ints:
    """Return for each state which untabled_pairs' two sides it touches, as bits: (2, states)."""
    marks = np.zeros((2, len(part)), np.int64)
    for number, pair in enumerate(untabled_pairs):
        for side, classes in enumerate((pair.some, pair.others)):
            rows = [row for row, index in enumerate(part.classes) if index in classes]
            present = part.counts[rows].any(axis=0)
            marks[side] |= present.astype(np.int64) << number
    return marks
