"""Tables in which states of equal value are merged, shared by decks that differ by a card.

A state affects a hand only by its best setups, size and marks (see setup_part_tables). States in
which these are equal are merged: deals are added up, counts become the mean. About one pair in a
hundred remains. Tables of groups that several decks share are made once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import TypeVar

import numpy as np
from typing_extensions import override

from carddb.card import Card
from goldfish.card_classes import DeckClasses
from goldfish.draw_deck import DrawDeck
from goldfish.setup import Order
from goldfish.setup_kernel import MOST_NUMBERS, DeckTables, LeftBlock, SetupKernel, split_hosts
from goldfish.setup_part_tables import (
    Floats,
    GroupState,
    GroupStates,
    Ints,
    Keys,
    PartTable,
    SignedType,
    add_state,
    best_of_nothing,
    impossible,
)

# The most tables that are kept; each has some megabytes.
MOST_KEPT = 16
MOST_JOINED = 4

SHORT_BITS = 14  # keys of fewer bits are kept in 16
MORE_NUMBERS = 8  # merged parts may have this many times more states before merging

Marks = Callable[[Card], int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MergedStates:
    """The unsorted states of some groups; see PartTable. `copies` are deals times copies."""

    sizes: Ints
    marks: Ints
    deals: Floats
    copies: Floats
    best: Ints


@dataclass(frozen=True, slots=True)
class TableMemory:
    """Tables shared by decks that differ by a card or two; `marks` are those of a card.

    `states` are the states of earlier groups. Groups with equal tables share a number. `halves` are
    the near and far groups of earlier decks by their configurations, `joined` their left parts.
    """

    marks: Marks
    states: dict[Hashable, tuple[GroupState, ...]] = field(default_factory=dict)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    kept: dict[Hashable, MergedStates] = field(default_factory=dict)
    halves: dict[Hashable, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    joined: dict[Hashable, tuple[Ints, Ints, list[LeftBlock]]] = field(default_factory=dict)

    def number(self, content: Hashable) -> int:
        """Return the number of a group with this content."""
        return self.numbers.setdefault(content, len(self.numbers))


def _keep(kept: dict[Hashable, T], name: Hashable, made: T, most: int) -> None:
    """Keep a table, and drop the oldest one if there are too many."""
    if len(kept) >= most:
        kept.pop(next(iter(kept)))
    kept[name] = made


class MergedTables(DeckTables):
    """The tables of a deck with equal states merged; there must be no untabled pairs.

    With a class `added`, every hand holds one copy of it and deals count the other cards.
    """

    def __init__(
        self, classes: DeckClasses, keys: Keys, memory: TableMemory, added: int | None = None
    ) -> None:
        self._memory = memory
        self._added = added
        self._key_shifts = tuple(keys.shifts.items())
        # Sums of short numbers take a quarter of the time.
        short, long = np.dtype(np.int16), np.dtype(np.int64)
        self._dtype: SignedType = short if keys.value_bits < SHORT_BITS else long
        self._none = impossible(self._dtype)
        # The numbers of the groups of each table: attachments, near and far hosts.
        self._names: list[tuple[int, ...]] = []
        super().__init__(classes, keys)

    @property
    @override
    def _most_numbers(self) -> int:
        return MORE_NUMBERS * MOST_NUMBERS

    @override
    def _states_of(self, group: Sequence[int]) -> tuple[GroupState, ...]:
        # Most groups of a deck remain the same when a card is added.
        its, known = self._classes, self._memory.states
        name = (
            *(its.opening.rules, self._key_shifts),
            tuple(
                (its.cards[i], its.copies[i], i in its.hostless, its.kind_of.get(i)) for i in group
            ),
            tuple(
                (kind.cap, kind.there, kind.once, tuple(i in kind.hosts for i in group))
                for kind in its.kinds
            ),
        )
        if name not in known:
            known[name] = super()._states_of(group)
        return known[name]

    def _numbers(self, groups: Sequence[GroupStates]) -> tuple[int, ...]:
        return tuple(
            self._memory.number(
                (each.copies, each.states, tuple(self._marks(each)), self._place_of_added(each))
            )
            for each in groups
        )

    def _place_of_added(self, group: GroupStates) -> int | None:
        return group.classes.index(self._added) if self._added in group.classes else None

    def _marks(self, group: GroupStates) -> list[int]:
        return [self._memory.marks(self._classes.cards[index]) for index in group.classes]

    @override
    def _split_hosts(
        self, borne: Sequence[GroupStates], hosts: Sequence[GroupStates], burdens: Sequence[float]
    ) -> list[list[GroupStates]]:
        """Split the groups like those of an earlier deck, to use its tables again.

        The shared half is the near part if possible, because that saves the left part too.
        """
        if len(burdens) > len(("near", "far")):
            return split_hosts(borne, hosts, self.shape.hand, burdens)
        numbers = self._numbers(hosts)
        known = self._memory.halves.setdefault(self.configurations.all, ((), ()))
        for place, half in enumerate(known):
            if half and not Counter(half) - Counter(numbers):
                this, other = _taken(hosts, numbers, half)
                rest = _taken(other, self._numbers(other), known[1 - place])
                parts = self._bounded(borne, [this, [*rest[0], *rest[1]]])
                return parts if self.is_whole else parts[::-1]
        near, far = split_hosts(borne, hosts, self.shape.hand, burdens)
        self._memory.halves[self.configurations.all] = self._numbers(near), self._numbers(far)
        return [near, far]

    @override
    def _table(self, groups: Sequence[GroupStates], most: int, *, hosts: bool) -> PartTable:
        numbers = self._numbers(groups)
        self._names.append(numbers)
        states = self._states(groups, numbers, hosts=hosts)
        order = np.argsort(states.sizes, kind="stable")
        deals = states.deals[order]
        return PartTable(
            tuple(index for group in groups for index in group.classes),
            states.copies.take(order, axis=1) / deals,
            states.sizes[order],
            deals,
            states.best.take(order, axis=-1),
        )

    @override
    def _join(self) -> None:
        by_class = self._classes.kind_of
        name = (
            *(self.configurations.all, self.shape, self.most_left),
            *self._names[:2],
            tuple(by_class.get(index) for index in self.borne.classes),
        )
        known = self._memory.joined.get(name)
        if known is None:
            super()._join()
            _keep(self._memory.joined, name, (self.first, self.block_of, self.blocks), MOST_JOINED)
        else:
            self.first, self.block_of, self.blocks = known

    def _states(
        self, groups: Sequence[GroupStates], numbers: tuple[int, ...], *, hosts: bool
    ) -> MergedStates:
        """Return the states of groups; add the missing groups to the largest table in memory."""
        within = (hosts, self.configurations.all, self.shape)
        start = len(groups)
        while start and (within, numbers[:start]) not in self._memory.kept:
            start -= 1
        found = self._memory.kept.get((within, numbers[:start]))
        if found is None:
            zero = np.zeros(1, np.int64)
            best = best_of_nothing(self.configurations, self.shape, self._dtype, hosts=hosts)
            found = MergedStates(zero, zero, np.ones(1), np.zeros((0, 1)), best)
        for end in range(start, len(groups)):
            found = self._grown(found, groups[end], hosts=hosts)
            if end >= len(groups) - 2:
                _keep(self._memory.kept, (within, numbers[: end + 1]), found, MOST_KEPT)
        return found

    def _grown(self, before: MergedStates, group: GroupStates, *, hosts: bool) -> MergedStates:
        """Return states grown by one group, merged."""
        marks, added = self._marks(group), self._place_of_added(group)
        parts = []
        for state in group.states:
            count = sum(state.counts)
            fits = np.flatnonzero(before.sizes + count <= self.shape.hand)
            base = before.best.take(fits, axis=-1)
            best = np.empty_like(base)
            add_state(best, base, state, self.configurations, hosts=hosts)
            ways, mark = 1, 0
            for place, (there, drawn, its) in enumerate(
                zip(group.copies, state.counts, marks, strict=True)
            ):
                here = place == added
                ways *= comb(there - here, drawn - here) if drawn >= here else 0
                mark |= its if drawn else 0
            if not ways:
                continue
            deals = before.deals[fits] * ways
            parts.append(
                MergedStates(
                    before.sizes[fits] + count,
                    before.marks[fits] | mark,
                    deals,
                    np.vstack(
                        [before.copies.take(fits, axis=1) * ways, np.outer(state.counts, deals)]
                    ),
                    best,
                )
            )
        return _merged(parts, self._none)


def _taken(
    groups: Sequence[GroupStates], numbers: Sequence[int], wanted: Sequence[int]
) -> tuple[list[GroupStates], list[GroupStates]]:
    """Return the groups with the wanted numbers, in that order, and the others."""
    left = list(zip(numbers, groups, strict=True))
    found = []
    for number in wanted:
        place = next((place for place, (each, _) in enumerate(left) if each == number), None)
        if place is not None:
            found.append(left.pop(place)[1])
    return found, [group for _, group in left]


def _merged(parts: Sequence[MergedStates], none: int) -> MergedStates:
    sizes, marks, deals = (
        np.concatenate([getattr(each, name) for each in parts])
        for name in ("sizes", "marks", "deals")
    )
    best, copies = (
        np.concatenate([getattr(each, name) for each in parts], axis=-1)
        for name in ("best", "copies")
    )
    best[best < 0] = none
    rows = np.vstack([best.reshape(-1, best.shape[-1]), sizes, marks])
    names = _names(rows)
    _, first, place = np.unique(names, return_index=True, return_inverse=True)
    if not np.array_equal(rows.take(first, axis=1).take(place, axis=1), rows):
        raise AssertionError("two states that differ have the same name")
    count = len(first)
    return MergedStates(
        sizes[first],
        marks[first],
        np.bincount(place, deals, count).astype(np.float64),
        np.array([np.bincount(place, row, count) for row in copies]).reshape(-1, count),
        best.take(first, axis=-1),
    )


def _names(rows: Ints) -> Ints:
    """Return a hash of each column."""
    odd = np.random.PCG64(1).random_raw(len(rows)).astype(np.int64) | 1
    # Impossible keys count as -1, because products lose high bits.
    names: Ints = odd @ np.maximum(rows, -1)
    return names


class MergedKernel(SetupKernel):
    """Solves every hand of a deck by the value of its best setup (see exact.every_hand).

    If a card `added` can be placed, all hands hold one certain copy of it.
    """

    def __init__(
        self, opening: DrawDeck, criteria: Order, memory: TableMemory, added: str = ""
    ) -> None:
        self._memory = memory
        self._added = added
        super().__init__(opening, criteria, names_cards=False)

    @property
    def is_merged(self) -> bool:
        """Whether equal states are merged; otherwise the tables are those of SetupKernel."""
        return not self.classes.untabled_pairs

    @property
    def holds_added(self) -> bool:
        """Whether the hands are those with the added card."""
        return self.is_merged and self._added in self.number

    @override
    def _make_tables(self) -> DeckTables:
        if not self.is_merged:
            return super()._make_tables()
        return MergedTables(self.classes, self.keys, self._memory, self.number.get(self._added))
