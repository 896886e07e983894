"""The solver for blocks of hands: equal to the reference, some hundred times as fast.

For every state of a part of the deck the best setups are tabled once, for each amount of gold and
each configuration of hosts, so that a hand costs a few look-ups and some dozen additions. What the
tables do not see (untabled_pairs, parts that are too large) is solved by the reference and cached.
Nothing here knows an edition.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import perf_counter

import numpy as np

from goldfish.card_classes import classes_of
from goldfish.draw_deck import DrawDeck
from goldfish.setup import best_setup
from goldfish.setup_deck_tables import NOWHERE, DeckTables, LeftBlock, StateWalk, untabled_marks
from goldfish.setup_keys import IMPOSSIBLE, keys_for
from goldfish.setup_part_tables import Ints, Small, Truths, improve
from goldfish.setup_plan import DEFAULT_ORDER, Order, SetupPlan, order_of


class StateLookup:
    """Finds the keys of hands whose states are known."""

    def __init__(self, tables: DeckTables) -> None:
        self._configurations = tables.configurations
        self._golds = tables.shape.gold + 1
        self._left = [_by_state(block.best) for block in tables.blocks]
        self._far = [_by_state(part.best) for part in tables.far]

    def keys(self, number: int, block: LeftBlock, left: Ints, far: Sequence[Ints]) -> Ints:
        """Return the keys (lanes, hands) of hands of one block, by their states in each part."""
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
        """Return the keys of two far parts together, for what both give at least."""
        one, other = (self._rows(part, within, states) for part, states in enumerate(far))
        best = np.full_like(one, IMPOSSIBLE)
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


# The most hands of which the reference's result is cached.
MOST_CACHED = 50_000


class SetupKernel:
    """Solves the hands of one opening by an order of criteria; made in some tenths of a second.

    A hand is a column of class numbers; `classes.cards[i]` is class i, and `len(classes.cards)`
    stands for every dead card. `made_in` is the seconds that making it took. Without `names_cards`
    keys hold the criteria of `order` alone, which may leave out the last ones.
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
        """Release what `solve` makes of the tables; it makes it again when it needs it."""
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
        """Return which hands the tables cannot solve, by their states in each part."""
        borne, near = states[:2]
        outside: Truths = np.logical_or.reduce([each == NOWHERE for each in states])
        if self.tables.most_left < self.tables.shape.hand:
            sizes = self.tables.borne.sizes[borne] + self.tables.near.sizes[near]
            outside |= sizes > self.tables.most_left
        if self.classes.untabled_pairs:
            outside |= self.untabled(states)
        return outside

    def untabled(self, states: Sequence[Ints]) -> Truths:
        """Return which hands hold both sides of an untabled pair; states of parts broadcast."""
        some: Ints = np.zeros(1, np.int64)
        others: Ints = np.zeros(1, np.int64)
        for marks, of_part in zip(self._marks, states, strict=True):
            some = some | marks[0][of_part]
            others = others | marks[1][of_part]
        return np.asarray((some & others) != 0)

    def hand_of(self, states: Sequence[int]) -> Small:
        """Return the class numbers of the live cards of a state of each part."""
        numbers = [
            index
            for part, state in zip(self.tables.parts, states, strict=True)
            for index, count in zip(part.classes, part.counts[:, state], strict=True)
            for _ in range(count)
        ]
        return np.array(numbers, np.uint16)

    def solve_by_reference(self, hand: Small) -> tuple[int, ...]:
        """Return the key that the reference finds for a hand, now or earlier."""
        live = np.sort(hand[hand < len(self.classes.cards)]).astype(np.uint16)
        known = self._cache.get(live.tobytes())
        if known is None:
            cards = [self.classes.cards[i] for i in live]
            known = self.key_of(best_setup(cards, self.opening.rules, order_of(self.order)))
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            self._cache[live.tobytes()] = known
        return known

    def key_of(self, plan: SetupPlan) -> tuple[int, ...]:
        """Return the key of a plan of the reference."""
        counts: dict[int, int] = {}
        for each in plan.placed:
            index = self.number[each.card.code]
            counts[index] = counts.get(index, 0) + 1
        return self.keys.key(plan.tally, counts)
