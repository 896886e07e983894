"""A deck cut into parts, with the tables of each.

The left part holds the attachments (`borne`), with what is tied to them, and some of the other
cards (`near`); the others are
the far part, or two of them where a deck has too many different cards. Dead cards belong to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from goldfish.card_classes import DeckClasses, HostKind, UntabledPair
from goldfish.setup_keys import Keys, impossible
from goldfish.setup_part_tables import (
    Configurations,
    GroupChoices,
    GroupStates,
    Ints,
    PartTable,
    Shape,
    Small,
    improve,
    part_table,
)

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


def split_hosts(
    borne: Sequence[GroupStates],
    hosts: Sequence[GroupStates],
    hand: int,
    burdens: Sequence[float],
) -> list[list[GroupStates]]:
    """Split the groups of hosts into parts that need about equally large tables.

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


# The most numbers in the table of one part; 96 million bytes.
MOST_NUMBERS = 12_000_000

# How many configurations a left state is tabled for, roughly: those of its own attachments.
USUAL_CONFIGURATIONS = 4

# Tables of parts of fewer cards hold hardly a hand, and the reference is as good without them.
WORTH_TABLING = 3

# What is in place of a table that is no longer needed.
NOTHING = np.zeros((1, 1, 1, 0), np.int64)


@dataclass(frozen=True, slots=True)
class LeftBlock:
    """The left states whose attachments need the same kinds of hosts.

    `start` is the number of the first; `configurations` are what the far parts may give, `best`
    the keys by (lane, configuration, gold, state); `borne` and `near` are the states of the
    attachments and of the other cards that make up each.
    """

    start: int
    configurations: tuple[int, ...]
    best: Ints
    borne: Ints
    near: Ints


class DeckTables:
    """The tables of a deck, made in some tenths of a second.

    `most_left` and `most_far` are the most cards of a part that its states go up to. Left state
    `first[b] + n` is made of borne state b and near state n, and stands in block `block_of[b]`.
    """

    def __init__(self, classes: DeckClasses, keys: Keys) -> None:
        rules = classes.opening.rules
        self.shape = Shape(keys.lanes, rules.gold, rules.hand_size)
        self.configurations = self._make_configurations(classes.kinds)
        self._classes = classes
        made = GroupChoices(classes, keys)
        borne, hosts = (
            [
                GroupStates(group, tuple(classes.copies[i] for i in group), made.of_group(group))
                for group in groups
            ]
            for groups in (classes.attachments, classes.hosts)
        )
        burden = max(1.0, len(self.configurations) / USUAL_CONFIGURATIONS)
        parts = self._bounded(borne, self._split_hosts(borne, hosts, [1.0, burden]))
        if not self.is_whole:
            parts = self._bounded(borne, self._split_hosts(borne, hosts, [1.0, *[burden] * 2]))
        self.borne = self._table(borne, self.most_left, hosts=False)
        self.near = self._table(parts[0], self.most_left, hosts=True)
        self.far = tuple(self._table(part, self.most_far, hosts=True) for part in parts[1:])
        self.first = np.zeros(len(self.borne), np.int64)
        self.block_of = np.zeros(len(self.borne), np.int64)
        self.blocks: list[LeftBlock] = []
        self._join()
        self.borne, self.near = replace(self.borne, best=NOTHING), replace(self.near, best=NOTHING)

    @property
    def is_whole(self) -> bool:
        return min(self.most_left, self.most_far) >= self.shape.hand

    @property
    def parts(self) -> tuple[PartTable, ...]:
        return self.borne, self.near, *self.far

    def _make_configurations(self, kinds: Sequence[HostKind]) -> Configurations:
        return Configurations([kind.cap for kind in kinds])

    @property
    def _most_numbers(self) -> int:
        return MOST_NUMBERS

    def _split_hosts(
        self, borne: Sequence[GroupStates], hosts: Sequence[GroupStates], burdens: Sequence[float]
    ) -> list[list[GroupStates]]:
        return split_hosts(borne, hosts, self.shape.hand, burdens)

    def _bounded(
        self, borne: Sequence[GroupStates], parts: list[list[GroupStates]]
    ) -> list[list[GroupStates]]:
        """Settle how many cards of a part its table goes up to; return the parts."""
        hand, many = self.shape.hand, len(self.configurations)
        limit = self._most_numbers // (self.shape.lanes * (self.shape.gold + 1))
        self.most_far = min(most_cards(part, hand, limit // many) for part in parts[1:])
        self.most_left = min(
            most_cards([*borne, *parts[0]], hand, limit // min(many, USUAL_CONFIGURATIONS)),
            *(most_cards(groups, hand, limit // many) for groups in (borne, parts[0])),
        )
        if min(self.most_left, self.most_far) < WORTH_TABLING:
            self.most_left = self.most_far = 1
        return parts

    def _table(self, groups: Sequence[GroupStates], most: int, *, hosts: bool) -> PartTable:
        return part_table(groups, self.configurations, self.shape, most, hosts=hosts)

    def _join(self) -> None:
        """Join attachments and near hosts to the left part, block by block."""
        kind_of = self._classes.kind_of
        kinds = np.zeros(len(self.borne), np.int64)
        for row, index in enumerate(self.borne.classes):
            if index in kind_of:
                kinds |= np.where(self.borne.counts[row] > 0, 1 << kind_of[index], 0)
        start = 0
        for number, needed in enumerate(np.unique(kinds)):
            states = np.flatnonzero(kinds == needed)
            fits = np.array([self.near.up_to(self.most_left - s) for s in self.borne.sizes[states]])
            self.first[states] = start + np.concatenate([[0], np.cumsum(fits)[:-1]])
            self.block_of[states] = number
            borne = np.repeat(states, fits)
            near = np.concatenate([np.arange(each) for each in fits])
            needed_kinds = [kind for kind in range(len(self._classes.kinds)) if needed >> kind & 1]
            within = self.configurations.within(needed_kinds)
            best = self._joined(within, borne, near)
            self.blocks.append(LeftBlock(start, tuple(within), best, borne, near))
            start += len(borne)

    def _joined(self, within: Sequence[int], borne: Ints, near: Ints) -> Ints:
        """Return the best keys of pairs of states, for what the far parts may give."""
        gold = self.shape.gold + 1
        shape, dtype = (self.shape.lanes, len(within), gold, len(borne)), self.near.best.dtype
        best = np.full(shape, impossible(dtype), dtype)
        by_hosts = [
            self.borne.best[:, each].take(borne, axis=-1)
            for each in range(len(self.configurations))
        ]
        for given in within:
            own = self.near.best[:, given].take(near, axis=-1)
            sums = self.configurations.sums(given)
            for place, more in enumerate(within):
                there = by_hosts[sums[more]]
                for spent in range(gold):
                    improve(best[:, place, spent:], own[:, spent, None] + there[:, : gold - spent])
        return best
