"""A setup as one number (or several): greater is better, and it holds which cards are placed.

The criteria stand in front, in their order; behind them, for each class of cards from the lowest
code on, how many of it are placed. Placing more of the lower code is then greater, which is "the
lowest codes" among setups of as many cards. Numbers of several classes add up without carrying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from carddb.terms import CardType
from goldfish.card_classes import DeckClasses, most_placed
from goldfish.setup_plan import Criterion, Order, Tally, strength_of

# Bits of a lane that are used: the sum of two impossible setups must still fit 64 bits.
LANE_BITS = 62

# Of which keys are: int64, or shorter where they need not be long.
SignedType: TypeAlias = np.dtype[np.signedinteger[Any]]

# What no setup is worth.
IMPOSSIBLE = -(1 << LANE_BITS)


def impossible(dtype: SignedType) -> int:
    """Return what no setup is worth where keys are numbers of this type; the sum of two fits."""
    return -(1 << (8 * dtype.itemsize - 2))


BLOCK_BITS = 13


@dataclass(frozen=True, slots=True)
class CountField:
    """Where a class's count stands: which lane, how far from its low end, how many bits."""

    lane: int
    shift: int
    bits: int


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring fields that are counted together: the classes and the bits that they share."""

    lane: int
    shift: int
    bits: int
    classes: tuple[int, ...]


class Keys:
    """How setups of one deck become numbers.

    `order` are the criteria, `most` the greatest number of each that can occur, `placed` the
    most cards of each class, in order of their codes, or None where nobody asks which cards are
    placed. `lanes` is the number of 64-bit integers.
    """

    def __init__(
        self, order: Order, most: Mapping[Criterion, int], placed: Sequence[int] | None
    ) -> None:
        self.shifts: dict[Criterion, int] = {}
        self.masks: dict[Criterion, int] = {}
        self.value_bits = 0
        for criterion in reversed(order):
            bits = max(1, most[criterion].bit_length())
            self.shifts[criterion] = self.value_bits
            self.masks[criterion] = (1 << bits) - 1
            self.value_bits += bits
        self.value_shift = 0 if placed is None else LANE_BITS - self.value_bits
        self.fields: list[CountField] = []
        self.blocks: list[Block] = []
        self._lay_out(placed or ())
        self.lanes = 1 + max((block.lane for block in self.blocks), default=0)

    def _lay_out(self, placed: Sequence[int]) -> None:
        lane, end = 0, self.value_shift
        start, classes = end, list[int]()

        def close() -> None:
            if classes:
                bits = start - self.fields[classes[-1]].shift
                self.blocks.append(Block(lane, start - bits, bits, tuple(classes)))
                classes.clear()

        for index, count in enumerate(placed):
            bits = count.bit_length()
            if bits > end:
                close()
                lane, end = lane + 1, LANE_BITS
                start = end
            elif start - (end - bits) > BLOCK_BITS:
                close()
                start = end
            end -= bits
            self.fields.append(CountField(lane, end, bits))
            classes.append(index)
        close()

    def value(self, tally: Tally) -> int:
        return sum(getattr(tally, each.value) << shift for each, shift in self.shifts.items())

    def key(self, tally: Tally, placed: Mapping[int, int]) -> tuple[int, ...]:
        """Return the key of a setup: its tally, and how many of each class are placed."""
        lanes = [0] * self.lanes
        lanes[0] = self.value(tally) << self.value_shift
        for index, count in placed.items() if self.fields else ():
            field = self.fields[index]
            lanes[field.lane] += count << field.shift
        return tuple(lanes)

    def tally(self, value: int) -> Tally:
        found = {each.value: value >> self.shifts[each] & self.masks[each] for each in Criterion}
        return Tally(**found)

    def placed(self, key: Sequence[int]) -> dict[int, int]:
        """Return how many of each class the setup of a key places."""
        counts = (
            (int(key[field.lane]) >> field.shift) & ((1 << field.bits) - 1) for field in self.fields
        )
        return {index: count for index, count in enumerate(counts) if count}


def keys_for(classes: DeckClasses, order: Order, *, names_cards: bool = True) -> Keys:
    """Return the keys of a deck's setups, wide enough for the greatest numbers that can occur.

    Without `names_cards` they hold the criteria of `order` alone.
    """
    rules = classes.opening.rules
    most = {
        Criterion.CARDS: rules.hand_size,
        Criterion.GOLD: rules.gold,
        Criterion.CHARACTERS: rules.hand_size,
        Criterion.STRENGTH: _most_strength(classes) if Criterion.STRENGTH in order else 0,
    }
    if not names_cards:
        return Keys(order, most, None)
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
