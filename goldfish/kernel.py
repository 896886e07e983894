"""The solver for blocks of hands: equal to the reference, some thousand times as fast.

A hand is cut into two parts. The left one holds its attachments and some of its other cards, the
right one the rest; dead cards belong to neither. For every state of a part the best setups are
tabled once, for each amount of gold and each configuration of hosts, so that a hand costs two
look-ups and a few dozen additions. What the tables do not see (tangles, parts that are too large)
is solved by the reference and remembered. Nothing here knows an edition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter

import numpy as np

from carddb.terms import CardType
from goldfish.choices import GroupChoices, most_placed
from goldfish.classes import DeckClasses, classes_of
from goldfish.keys import IMPOSSIBLE, Keys
from goldfish.opening import Opening
from goldfish.setup import best_setup
from goldfish.setup_plan import DEFAULT_ORDER, Criterion, Order, SetupPlan, strength_of
from goldfish.states import NOWHERE, StateWalk, halves, marks_of, most_cards
from goldfish.tables import (
    Configurations,
    GroupStates,
    Ints,
    PartTable,
    Shape,
    Small,
    Truths,
    improve,
    part_table,
)

# The most numbers in the table of one part; 96 million bytes.
MOST_NUMBERS = 12_000_000

# What is in place of a table that is no longer needed.
NOTHING = np.zeros((1, 1, 1, 0), np.int64)

# The most hands that the reference's answers are kept for.
MOST_REMEMBERED = 200_000


@dataclass(frozen=True, slots=True)
class LeftBlock:
    """The left states whose attachments need the same kinds of hosts.

    `start` is the number of the first; `configurations` are what the right part may give, `best`
    the keys by (lane, configuration, gold, state); `borne` and `hosts` are the states of the
    attachments and of the other cards that make up each.
    """

    start: int
    configurations: tuple[int, ...]
    best: Ints
    borne: Ints
    hosts: Ints


class Kernel:
    """Solves the hands of one opening by an order of criteria; made in some tenths of a second.

    A hand is a column of class numbers; `classes.cards[i]` is class i, and `len(classes.cards)`
    stands for every dead card. `made_in` is the seconds that making it took.
    """

    def __init__(self, opening: Opening, order: Order = DEFAULT_ORDER) -> None:
        started = perf_counter()
        self.opening = opening
        self.order = order
        self.classes = classes_of(opening)
        self.keys = _keys(self.classes, order)
        self._shape = Shape(self.keys.lanes, opening.rules.gold, opening.rules.hand_size)
        self._configurations = Configurations([kind.cap for kind in self.classes.kinds])
        self.number = {card.code: i for i, card in enumerate(self.classes.cards)}
        self._remembered: dict[bytes, tuple[int, ...]] = {}
        self._make_tables()
        self.made_in = perf_counter() - started

    def _make_tables(self) -> None:
        made = GroupChoices(self.classes, self.keys)
        copies = self.classes.copies
        borne, hosts = (
            [
                GroupStates(group, tuple(copies[i] for i in group), made.of_group(group))
                for group in groups
            ]
            for groups in (self.classes.attachments, self.classes.hosts)
        )
        hand = self._shape.hand
        left, right = halves(borne, hosts, hand, max(1, len(self._configurations) / 4))
        many = len(self._configurations)
        room = MOST_NUMBERS // (self._shape.lanes * (self._shape.gold + 1))
        self.most_right = most_cards(right, hand, room // many)
        self.most_left = min(
            most_cards([*borne, *left], hand, room // min(many, 4)),
            *(most_cards(groups, hand, room // many) for groups in (borne, left)),
        )
        self.borne = self._table(borne, self.most_left, hosts=False)
        self.near = self._table(left, self.most_left, hosts=True)
        self.far = self._table(right, self.most_right, hosts=True)
        self._join()
        self.borne, self.near = replace(self.borne, best=NOTHING), replace(self.near, best=NOTHING)

    @cached_property
    def _walks(self) -> tuple[StateWalk, ...]:
        dead = len(self.classes.cards)
        return tuple(StateWalk(part, dead) for part in (self.borne, self.near, self.far))

    @cached_property
    def _marks(self) -> tuple[Ints, ...]:
        parts = (self.borne, self.near, self.far)
        return tuple(marks_of(part, self.classes.tangles) for part in parts)

    def _table(self, groups: Sequence[GroupStates], most: int, *, hosts: bool) -> PartTable:
        return part_table(groups, self._configurations, self._shape, most, hosts=hosts)

    def _join(self) -> None:
        """Join attachments and near hosts to the left part, block by block."""
        kinds = np.zeros(len(self.borne), np.int64)
        for row, index in enumerate(self.borne.classes):
            if index in self.classes.kind_of:
                bit = 1 << self.classes.kind_of[index]
                kinds |= np.where(self.borne.counts[row] > 0, bit, 0)
        self.blocks: list[LeftBlock] = []
        self.first = np.zeros(len(self.borne), np.int64)
        self.block_of = np.zeros(len(self.borne), np.int64)
        start = 0
        for number, needed in enumerate(np.unique(kinds)):
            states = np.flatnonzero(kinds == needed)
            fits = np.array([self.near.up_to(self.most_left - s) for s in self.borne.sizes[states]])
            self.first[states] = start + np.concatenate([[0], np.cumsum(fits)[:-1]])
            self.block_of[states] = number
            borne = np.repeat(states, fits)
            hosts = np.concatenate([np.arange(each) for each in fits])
            asked = [k for k in range(len(self.classes.kinds)) if needed >> k & 1]
            within = self._configurations.within(asked)
            best = self._joined(within, borne, hosts)
            self.blocks.append(LeftBlock(start, tuple(within), best, borne, hosts))
            start += len(borne)

    def _joined(self, within: Sequence[int], borne: Ints, hosts: Ints) -> Ints:
        """Return the best keys of pairs of states, for what the right part may give."""
        gold = self._shape.gold + 1
        best = np.full((self._shape.lanes, len(within), gold, len(borne)), IMPOSSIBLE, np.int64)
        for given in within:
            near = self.near.best[:, given][..., hosts]
            sums = self._configurations.sums(given)
            for place, more in enumerate(within):
                there = self.borne.best[:, sums[more]][..., borne]
                for spent in range(gold):
                    improve(
                        best[:, place, spent:],
                        near[:, spent, None] + there[:, : gold - spent],
                    )
        return best

    def solve(self, hands: Small) -> Ints:
        """Return the keys (lanes, hands) of the best setups of hands (cards, hands)."""
        borne, near, far = (walk.states(hands) for walk in self._walks)
        keys = np.empty((self._shape.lanes, hands.shape[1]), np.int64)
        outside = self._outside(borne, near, far)
        inside = ~outside
        all_inside = bool(inside.all())
        blocks = self.block_of[np.where(inside, borne, 0)]
        left = self.first[np.where(inside, borne, 0)] + near
        for number, block in enumerate(self.blocks):
            chosen = np.flatnonzero(blocks == number if all_inside else (blocks == number) & inside)
            if len(chosen):
                keys[:, chosen] = self._look_up(block, left[chosen] - block.start, far[chosen])
        for column in np.flatnonzero(outside):
            keys[:, column] = self.ask_reference(hands[:, column])
        return keys

    def _look_up(self, block: LeftBlock, left: Ints, far: Ints) -> Ints:
        best = np.full((self._shape.lanes, len(left)), IMPOSSIBLE, np.int64)
        gold = self._shape.gold
        for place, given in enumerate(block.configurations):
            for spent in range(gold + 1):
                mine = block.best[:, place, spent].take(left, axis=1)
                improve(best, mine + self.far.best[:, given, gold - spent].take(far, axis=1))
        return best

    def _outside(self, borne: Ints, near: Ints, far: Ints) -> Truths:
        """Tell which hands the tables cannot solve."""
        outside: Truths = (borne == NOWHERE) | (near == NOWHERE) | (far == NOWHERE)
        sizes = self.borne.sizes[borne] + self.near.sizes[near]
        if self.most_left < self._shape.hand:
            outside |= sizes > self.most_left
        if self.classes.tangles:
            outside |= self.tangled(borne, near, far)
        return outside

    def tangled(self, borne: Ints, near: Ints, far: Ints) -> Truths:
        """Tell which hands hold both sides of a tangle."""
        parts = zip(self._marks, (borne, near, far), strict=True)
        marks = [of_part[:, states] for of_part, states in parts]
        some, others = np.bitwise_or.reduce(marks, axis=0)
        return np.asarray((some & others) != 0)

    def hand_of(self, borne: int, near: int, far: int) -> Small:
        """Return the class numbers of the live cards of some states."""
        parts = ((self.borne, borne), (self.near, near), (self.far, far))
        held = [
            index
            for part, state in parts
            for index, count in zip(part.classes, part.counts[:, state], strict=True)
            for _ in range(count)
        ]
        return np.array(held, np.uint8)

    def ask_reference(self, hand: Small) -> tuple[int, ...]:
        """Return the key that the reference finds for a hand, now or earlier."""
        live = np.sort(hand[hand < len(self.classes.cards)])
        known = self._remembered.get(live.tobytes())
        if known is None:
            cards = [self.classes.cards[i] for i in live]
            known = self.key_of(best_setup(cards, self.opening.rules, self.order))
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[live.tobytes()] = known
        return known

    def key_of(self, plan: SetupPlan) -> tuple[int, ...]:
        """Return the key of a plan of the reference."""
        counts: dict[int, int] = {}
        for each in plan.placed:
            index = self.number[each.card.code]
            counts[index] = counts.get(index, 0) + 1
        return self.keys.key(plan.tally, counts)


def _keys(classes: DeckClasses, order: Order) -> Keys:
    """Return the keys of a deck's setups, with room for the greatest numbers that can occur."""
    rules = classes.opening.rules
    most = {
        Criterion.CARDS: rules.hand_size,
        Criterion.GOLD: rules.gold,
        Criterion.CHARACTERS: rules.hand_size,
        Criterion.STRENGTH: _most_strength(classes),
    }
    placed = [
        min(count, most_placed(card, rules), rules.hand_size)
        for card, count in zip(classes.cards, classes.copies, strict=True)
    ]
    return Keys(order, most, placed)


def _most_strength(classes: DeckClasses) -> int:
    """Return the most STR that the gold can buy from the deck, whatever else the rules say."""
    rules = classes.opening.rules
    best = [[0] * (rules.gold + 1) for _ in range(rules.hand_size + 1)]
    for card, copies in zip(classes.cards, classes.copies, strict=True):
        price = rules.price(card)
        if price is None or card.type is not CardType.CHARACTER:
            continue
        for _ in range(min(copies, rules.hand_size)):
            for cards in range(rules.hand_size, 0, -1):
                for gold in range(rules.gold, price - 1, -1):
                    bought = best[cards - 1][gold - price] + strength_of(card)
                    best[cards][gold] = max(best[cards][gold], bought)
    return max(map(max, best))
