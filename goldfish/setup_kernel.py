"""The solver for blocks of hands: equal to the reference, some hundred times as fast.

For every state of a part of the deck, tables hold the best setups by gold and configuration of
hosts, so a hand costs a few look-ups. The left part has the attachments (`borne`) and some other
cards (`near`); the rest is the far part, or two of them in large decks. The reference solves hands
that the tables lack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from goldfish.card_classes import DeckClasses, UntabledPair, classes_of
from goldfish.draw_deck import DrawDeck
from goldfish.setup import DEFAULT_ORDER, Order, best_taken, order_of, tally_of
from goldfish.setup_part_tables import (
    Configurations,
    GroupChoices,
    GroupState,
    GroupStates,
    Ints,
    Keys,
    PartTable,
    Shape,
    Small,
    Truths,
    impossible,
    improve,
    keys_for,
    part_table,
)

NOWHERE = -1  # a state that is not in the table


class StateWalk:
    """Finds the state of hands card by card; `dead` is the number of classes."""

    def __init__(self, part: PartTable, dead: int) -> None:
        self._part = part
        self._steps = _steps(part, dead)

    def states(self, hands: Small) -> Ints:
        """Return the state of each hand (cards, hands), NOWHERE if the part is too large."""
        if not self._part.classes:
            return np.zeros(hands.shape[1], np.int64)
        states = np.zeros(hands.shape[1], np.int64)
        rows = np.multiply(hands, len(self._part) + 1, dtype=np.int64)
        for row in rows:
            states = self._steps.take(row + states)
        # One more state stands for hands whose part is too large.
        return np.where(states == len(self._part), NOWHERE, states)


def _steps(part: PartTable, dead: int) -> NDArray[np.int32]:
    """Return the state after each card: of state s and class c at c * (states + 1) + s."""
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
    # States of the most cards, the majority, lead to none.
    growing = np.flatnonzero(order < part.up_to(int(part.sizes[-1]) - 1))
    grown, names = order[growing], in_order[growing]
    for row, index in enumerate(part.classes):
        wanted = names + weights[row]
        place = np.minimum(np.searchsorted(in_order, wanted), len(part) - 1)
        steps[index] = len(part)
        steps[index, grown] = np.where(in_order[place] == wanted, order[place], len(part))
    return steps.ravel()


def split_hosts(
    borne: Sequence[GroupStates], hosts: Sequence[GroupStates], hand: int, burdens: Sequence[float]
) -> list[list[GroupStates]]:
    """Split the groups of hosts into parts whose tables have about the same size.

    The first part also has the attachments. The burden of a part is the size of its states.
    """
    parts = [list[GroupStates]() for _ in burdens]
    totals = [numbers((), hand) for _ in burdens]
    totals[0] = numbers(borne, hand)
    for group in sorted(hosts, key=lambda each: -len(each.states)):
        loads = [burden * sum(total) for burden, total in zip(burdens, totals, strict=True)]
        place = loads.index(min(loads))
        parts[place].append(group)
        totals[place] = _numbers_with(totals[place], group)
    return parts


def most_cards(groups: Sequence[GroupStates], hand: int, limit: int) -> int:
    """Return the largest size with at most `limit` states up to it."""
    total = 0
    for size, number in enumerate(numbers(groups, hand)):
        total += number
        if total > limit:
            return size - 1
    return hand


def numbers(groups: Iterable[GroupStates], hand: int) -> list[int]:
    """Return how many states of 0, 1, ... `hand` cards groups have."""
    return reduce(_numbers_with, groups, [1] + [0] * hand)


def _numbers_with(total: Sequence[int], group: GroupStates) -> list[int]:
    grown = [0] * len(total)
    for size, states in Counter(sum(state.counts) for state in group.states).items():
        for before, number in enumerate(total[: len(total) - size]):
            grown[before + size] += number * states
    return grown


def untabled_marks(part: PartTable, untabled_pairs: Sequence[UntabledPair]) -> Ints:
    """Return which sides of untabled pairs each state has, as bits: (2, states)."""
    marks = np.zeros((2, len(part)), np.int64)
    for number, pair in enumerate(untabled_pairs):
        for side, classes in enumerate((pair.some, pair.others)):
            rows = [row for row, index in enumerate(part.classes) if index in classes]
            present = part.counts[rows].any(axis=0)
            marks[side] |= present.astype(np.int64) << number
    return marks


MOST_NUMBERS = 12_000_000  # the most numbers in the table of one part; 96 million bytes
USUAL_CONFIGURATIONS = 4  # a left state is tabled for about this many configurations
WORTH_TABLING = 3  # tables of smaller parts hold few hands, so that the reference is as fast
NOTHING = np.zeros((1, 1, 1, 0), np.int64)  # replaces tables that are no longer needed


@dataclass(frozen=True, slots=True)
class LeftBlock:
    """The left states whose attachments need the same kinds of hosts, from number `start` on.

    `configurations` are the hosts that far parts may give, `best` the keys by (lane, configuration,
    gold, state); `borne` and `near` are the parts of each state.
    """

    start: int
    configurations: tuple[int, ...]
    best: Ints
    borne: Ints
    near: Ints


class DeckTables:
    """The tables of a deck, made in some tenths of a second.

    Tables hold states of up to `most_left` and `most_far` cards. Left state `first[b] + n` has
    borne state b and near state n, and stands in block `block_of[b]`.
    """

    def __init__(self, classes: DeckClasses, keys: Keys) -> None:
        rules = classes.opening.rules
        self.shape = Shape(keys.lanes, rules.gold, rules.hand_size)
        self.configurations = Configurations(classes.kinds)
        self._classes = classes
        self._choices = GroupChoices(classes, keys)
        borne, hosts = (
            [
                GroupStates(group, tuple(classes.copies[i] for i in group), self._states_of(group))
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

    @property
    def _most_numbers(self) -> int:
        return MOST_NUMBERS

    def _states_of(self, group: Sequence[int]) -> tuple[GroupState, ...]:
        return self._choices.of_group(group)

    def _split_hosts(
        self, borne: Sequence[GroupStates], hosts: Sequence[GroupStates], burdens: Sequence[float]
    ) -> list[list[GroupStates]]:
        # The last groups multiply the states most, so that few tables on the way are large.
        return [each[::-1] for each in split_hosts(borne, hosts, self.shape.hand, burdens)]

    def _bounded(
        self, borne: Sequence[GroupStates], parts: list[list[GroupStates]]
    ) -> list[list[GroupStates]]:
        """Set how many cards the tables of each part hold; return the parts."""
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
        """Join attachments and near hosts to the left part, in blocks."""
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
        """Return the best keys of pairs of states, by the hosts that far parts give."""
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
                for paid in range(gold):
                    # Few attachments cost much: most coins make no state of this block better.
                    if paid and np.array_equal(there[:, paid], there[:, paid - 1]):
                        continue
                    improve(best[:, place, paid:], own[:, : gold - paid] + there[:, paid, None])
        return best


class StateLookup:
    """Finds the keys of hands whose states are known."""

    def __init__(self, tables: DeckTables) -> None:
        self._configurations = tables.configurations
        self._golds = tables.shape.gold + 1
        self._left = [_by_state(block.best) for block in tables.blocks]
        self._far = [_by_state(part.best) for part in tables.far]

    def keys(self, number: int, block: LeftBlock, left: Ints, far: Sequence[Ints]) -> Ints:
        """Return the keys (lanes, hands) of hands of one block by their states."""
        mine = self._left[number].take(left - block.start, axis=1)
        within = block.configurations
        theirs = self._rows(0, within, far[0]) if len(far) == 1 else self._both(within, far)
        mine += theirs[..., ::-1]
        best = mine[:, :, 0]
        for place in range(1, len(within)):
            improve(best, mine[:, :, place])
        found = best[..., 0].copy()
        for spent in range(1, self._golds):
            improve(found, best[..., spent])
        return found

    def _rows(self, part: int, given: Sequence[int], states: Ints) -> Ints:
        """Return the keys (lanes, hands, configurations, gold) of a far part's states."""
        table = self._far[part]
        every = table.reshape(len(table), -1, self._golds)
        at = states[:, None] * table.shape[2] + np.array(given)
        rows: Ints = every.take(at, axis=1)
        return rows

    def _both(self, within: Sequence[int], far: Sequence[Ints]) -> Ints:
        """Return the keys of two far parts together, by the hosts that both give."""
        one, other = (self._rows(part, within, states) for part, states in enumerate(far))
        best = np.full_like(one, impossible(one.dtype))
        for place, given in enumerate(within):
            rest = self._configurations.less(self._configurations.all[given])
            for to, wanted in enumerate(within):
                left = within.index(rest[wanted])
                for spent in range(self._golds):
                    improve(
                        best[:, :, to, spent:],
                        one[:, :, place, spent, None] + other[:, :, left, : self._golds - spent],
                    )
        return best


def _by_state(best: Ints) -> Ints:
    """Return keys by (lane, state, configuration, gold)."""
    return np.ascontiguousarray(np.moveaxis(best, -1, 1))


MOST_CACHED = 50_000  # the most hands with a cached result of the reference


class SetupKernel:
    """Solves the hands of one deck by an order of criteria; made in some tenths of a second.

    A hand is a column of class numbers: i for `classes.cards[i]`, `len(classes.cards)` for a dead
    card. Without `names_cards` keys hold only the criteria of `order`.
    """

    def __init__(
        self, opening: DrawDeck, order: Order = DEFAULT_ORDER, *, names_cards: bool = True
    ) -> None:
        started = perf_counter()
        self.opening = opening
        self.order = order
        self.classes = classes_of(opening)
        self.keys = keys_for(self.classes, order, names_cards=names_cards)
        self.number = {card.code: i for i, card in enumerate(self.classes.cards)}
        self.tables = self._make_tables()
        self._cache: dict[bytes, tuple[int, ...]] = {}
        self.made_in = perf_counter() - started

    def _make_tables(self) -> DeckTables:
        return DeckTables(self.classes, self.keys)

    @cached_property
    def _walks(self) -> tuple[StateWalk, ...]:
        return tuple(StateWalk(part, len(self.classes.cards)) for part in self.tables.parts)

    @cached_property
    def _marks(self) -> tuple[Ints, ...]:
        return tuple(
            untabled_marks(part, self.classes.untabled_pairs) for part in self.tables.parts
        )

    @cached_property
    def _look_up(self) -> StateLookup:
        return StateLookup(self.tables)

    def release_lookups(self) -> None:
        """Release the data for `solve`, which is quickly made again."""
        for name in ("_walks", "_marks", "_look_up"):
            self.__dict__.pop(name, None)

    def solve(self, hands: Small) -> Ints:
        """Return the keys (lanes, hands) of the best setups of hands (cards, hands)."""
        states = [walk.states(hands) for walk in self._walks]
        borne, near, *far = states
        keys = np.empty((self.keys.lanes, hands.shape[1]), np.int64)
        outside = self.outside(states)
        blocks = np.where(outside, NOWHERE, self.tables.block_of[borne])
        left = self.tables.first[borne] + near
        for number, block in enumerate(self.tables.blocks):
            selected = np.flatnonzero(blocks == number)
            if len(selected):
                theirs = [each[selected] for each in far]
                keys[:, selected] = self._look_up.keys(number, block, left[selected], theirs)
        for column in np.flatnonzero(outside):
            keys[:, column] = self.solve_by_reference(hands[:, column])
        return keys

    def outside(self, states: Sequence[Ints]) -> Truths:
        """Return which hands the tables cannot solve."""
        borne, near = states[:2]
        outside: Truths = np.logical_or.reduce([each == NOWHERE for each in states])
        if self.tables.most_left < self.tables.shape.hand:
            sizes = self.tables.borne.sizes[borne] + self.tables.near.sizes[near]
            outside |= sizes > self.tables.most_left
        if self.classes.untabled_pairs:
            outside |= self.untabled(states)
        return outside

    def untabled(self, states: Sequence[Ints]) -> Truths:
        """Return which hands hold both sides of an untabled pair; states may broadcast."""
        some: Ints = np.zeros(1, np.int64)
        others: Ints = np.zeros(1, np.int64)
        for marks, of_part in zip(self._marks, states, strict=True):
            some = some | marks[0][of_part]
            others = others | marks[1][of_part]
        return np.asarray((some & others) != 0)

    def hand_of(self, states: Sequence[int]) -> Small:
        """Return the class numbers of the live cards of states."""
        numbers = [
            index
            for part, state in zip(self.tables.parts, states, strict=True)
            for index, count in zip(part.classes, part.counts[:, state], strict=True)
            for _ in range(count)
        ]
        return np.array(numbers, np.uint16)

    def solve_by_reference(self, hand: Small) -> tuple[int, ...]:
        """Return the key that the reference finds for a hand, cached."""
        live = np.sort(hand[hand < len(self.classes.cards)]).astype(np.uint16)
        known = self._cache.get(live.tobytes())
        if known is None:
            # Classes are in order of their codes.
            cards = [self.classes.cards[i] for i in live]
            taken, _ = best_taken(cards, self.opening.rules, order_of(self.order))
            placed = Counter(self.number[card.code] for card, _, _ in taken)
            known = self.keys.key(tally_of(taken), placed)
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            self._cache[live.tobytes()] = known
        return known
