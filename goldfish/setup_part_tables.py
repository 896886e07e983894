"""The best setups of the cards that a part of a deck adds to a hand, in arrays.

Their axes are lanes of a key, configurations of hosts, gold from 0 to the budget, and states of the
part (copies of each class in hand), sorted by size. Keys are numbers, greater for better setups:
the criteria in front, then the placed copies of each class from the lowest code on. Keys of several
classes add up without carrying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from carddb.card import Card
from carddb.terms import CardType
from goldfish.attachments import is_host
from goldfish.card_classes import DeckClasses, HostKind, most_placed
from goldfish.setup import (
    Criterion,
    Order,
    Taken,
    Tally,
    Way,
    allows,
    payers_are_there,
    strength_of,
    tally_of,
    ways,
)

LANE_BITS = 62  # used bits of a lane: the sum of two impossible setups must fit 64 bits

# The type of keys: int64 or shorter.
SignedType: TypeAlias = np.dtype[np.signedinteger[Any]]


def impossible(dtype: SignedType) -> int:
    """Return the key of an impossible setup; the sum of two does not overflow."""
    return -(1 << (8 * dtype.itemsize - 2))


BLOCK_BITS = 16  # more bits make fewer blocks to count; the sums of 16 fit the cache


@dataclass(frozen=True, slots=True)
class CountField:
    """The place of a class's count: lane, offset from its low end, and number of bits."""

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
    """How setups of one deck become numbers, as `lanes` integers of 64 bits.

    `most` is the greatest number of each criterion. `placed` is the most cards of each class, or
    None if keys need not name the cards.
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
        """Return the key of a setup with its tally and the placed copies of each class."""
        lanes = [0] * self.lanes
        lanes[0] = self.value(tally) << self.value_shift
        for index, count in placed.items() if self.fields else ():
            field = self.fields[index]
            lanes[field.lane] += count << field.shift
        return tuple(lanes)

    def tally(self, value: int) -> Tally:
        found = {each.value: value >> self.shifts[each] & self.masks[each] for each in Criterion}
        return Tally(**found)


def keys_for(classes: DeckClasses, order: Order, *, names_cards: bool = True) -> Keys:
    """Return keys wide enough for the setups of a deck; only criteria without `names_cards`."""
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
    """Return the most STR that the gold can buy from the deck."""
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


@dataclass(frozen=True, slots=True)
class PlacingChoice:
    """One way of placing some cards of a group, its gold and key.

    `gives` and `needs` count hosts of each kind.
    """

    gold: int
    key: tuple[int, ...]
    gives: tuple[int, ...]
    needs: tuple[int, ...]

    @property
    def places_nothing(self) -> bool:
        return not any((self.gold, *self.key, *self.gives, *self.needs))

    def is_beaten_by(self, other: PlacingChoice) -> bool:
        """Return whether another choice is at least as good for at most the same gold and hosts."""
        return (
            other.gold <= self.gold
            and other.key >= self.key
            and all(map(int.__ge__, other.gives, self.gives))
            and all(map(int.__le__, other.needs, self.needs))
        )


@dataclass(frozen=True, slots=True)
class GroupState:
    """How many cards of each class of a group a hand holds, and the choices that this gives."""

    counts: tuple[int, ...]
    choices: tuple[PlacingChoice, ...]


class GroupChoices:
    """Works out the choices of groups of one deck."""

    def __init__(self, classes: DeckClasses, keys: Keys) -> None:
        self._classes = classes
        self._keys = keys
        self._rules = classes.opening.rules

    def of_group(self, group: Sequence[int]) -> tuple[GroupState, ...]:
        """Return the possible numbers of cards of a group in hand, with their choices."""
        size = self._rules.hand_size
        copies = [range(self._classes.copies[index] + 1) for index in group]
        caps = [most_placed(self._classes.cards[index], self._rules) for index in group]
        known: dict[tuple[int, ...], tuple[PlacingChoice, ...]] = {}
        found = []
        for counts in product(*copies):
            if sum(counts) <= size:
                capped = tuple(map(min, counts, caps))
                if capped not in known:
                    known[capped] = self._choices(group, capped, known)
                found.append(GroupState(counts, known[capped]))
        return tuple(found)

    def _choices(
        self,
        group: Sequence[int],
        counts: tuple[int, ...],
        known: Mapping[tuple[int, ...], tuple[PlacingChoice, ...]],
    ) -> tuple[PlacingChoice, ...]:
        """Return the choices for some cards in hand; those for fewer cards are `known`."""
        in_hand = [index for index, count in zip(group, counts, strict=True) for _ in range(count)]
        every = {self._choice(taken) for taken in self._placements(in_hand, [], 0)}
        for place, count in enumerate(counts):
            if count:
                every.update(known[(*counts[:place], count - 1, *counts[place + 1 :])])
        ordered = sorted(
            every,
            key=lambda each: (each.gold, [-lane for lane in each.key], each.gives, each.needs),
        )
        unbeaten: list[PlacingChoice] = []
        for choice in ordered:
            if not any(choice.is_beaten_by(other) for other in unbeaten):
                unbeaten.append(choice)
        return tuple(unbeaten)

    def _placements(
        self, in_hand: Sequence[int], taken: list[tuple[int, Taken]], last: int
    ) -> Iterator[tuple[tuple[int, Taken], ...]]:
        """Yield the ways of placing all these cards that are legal except for hosts."""
        if not in_hand:
            if payers_are_there((each for _, each in taken), self._rules):
                yield tuple(taken)
            return
        index, rest = in_hand[0], in_hand[1:]
        card = self._classes.cards[index]
        again = bool(rest) and rest[0] == index
        its_ways = list(ways(card, self._rules))
        for number, (way, cost) in enumerate(its_ways[last:], last):
            if way is Way.CARD and index in self._classes.hostless:
                continue
            gold = sum(each[2] for _, each in taken) + cost
            if gold <= self._rules.gold and allows(
                [each for _, each in taken], card, way, self._rules
            ):
                added = [*taken, (index, (card, way, cost))]
                yield from self._placements(rest, added, number if again else 0)

    def _choice(self, taken: Sequence[tuple[int, Taken]]) -> PlacingChoice:
        tally = tally_of(each for _, each in taken)
        face_up = [(index, card) for index, (card, way, _) in taken if way is Way.CARD]
        counts = Counter(index for index, _ in taken)
        return PlacingChoice(
            tally.gold, self._keys.key(tally, counts), self._gives(face_up), self._needs(face_up)
        )

    def _gives(self, face_up: Iterable[tuple[int, Card]]) -> tuple[int, ...]:
        hosts = [index for index, card in face_up if is_host(card)]
        kinds = self._classes.kinds
        return tuple(min(sum(i in kind.hosts for i in hosts), kind.cap) for kind in kinds)

    def _needs(self, face_up: Iterable[tuple[int, Card]]) -> tuple[int, ...]:
        kind_of = self._classes.kind_of
        needed = Counter(
            kind_of[index]
            for index, card in face_up
            if card.type is CardType.ATTACHMENT and index in kind_of
        )
        return tuple(
            max(0, needed[number] - kind.there) if kind.once else min(needed[number], 1)
            for number, kind in enumerate(self._classes.kinds)
        )


Ints: TypeAlias = NDArray[np.int64]
Small: TypeAlias = NDArray[np.unsignedinteger[Any]]
Floats: TypeAlias = NDArray[np.float64]
Truths: TypeAlias = NDArray[np.bool_]


class Configurations:
    """Numbers of hosts of each kind, from none to its cap, as indices.

    Hosts count for each kind that includes them, so numbers that imply each other are one.
    """

    def __init__(self, kinds: Sequence[HostKind]) -> None:
        self._kinds = kinds
        counts = tuple(product(*(range(kind.cap + 1) for kind in kinds)))
        closed = [self._closed(each) for each in counts]
        self.all = tuple(dict.fromkeys(closed))
        places = {each: place for place, each in enumerate(self.all)}
        self.index = {each: places[whole] for each, whole in zip(counts, closed, strict=True)}

    def __len__(self) -> int:
        return len(self.all)

    def _closed(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Return counts of hosts with hosts of one kind counted for wider kinds too."""
        return tuple(
            max(
                min(count, kind.cap)
                for count, its in zip(counts, self._kinds, strict=True)
                if its.hosts <= kind.hosts
            )
            for kind in self._kinds
        )

    def less(self, given: Sequence[int]) -> list[int]:
        """Return for each configuration what it still needs after some hosts."""
        return [
            self.index[tuple(max(0, a - b) for a, b in zip(each, given, strict=True))]
            for each in self.all
        ]

    def meeting(self, needs: Sequence[int]) -> list[int]:
        return [i for i, each in enumerate(self.all) if all(map(int.__ge__, each, needs))]

    def sums(self, one: int) -> list[int]:
        """Return for each configuration its sum with another, up to the caps."""
        caps = [kind.cap for kind in self._kinds]
        return [
            self.index[tuple(map(min, map(sum, zip(self.all[one], each, strict=True)), caps))]
            for each in self.all
        ]

    def within(self, kinds: Iterable[int]) -> list[int]:
        """Return the configurations that use only these kinds of hosts."""
        wanted = set(kinds)
        found = {
            place
            for each, place in self.index.items()
            if all(not count or kind in wanted for kind, count in enumerate(each))
        }
        return sorted(found)


@dataclass(frozen=True, slots=True)
class GroupStates:
    """A group's classes, the copies that the deck has of each, and what a hand may hold."""

    classes: tuple[int, ...]
    copies: tuple[int, ...]
    states: tuple[GroupState, ...]


@dataclass(frozen=True, slots=True)
class PartTable:
    """The states of a part: `counts` (classes, states), and the keys of the best setups.

    For hosts, `best` gives at least a configuration's hosts; for attachments it needs at most them.
    `weights` are numbers of deals. Merged states (merged_tables) have mean counts.
    """

    classes: tuple[int, ...]
    counts: Small | Floats
    sizes: Ints
    weights: Floats
    best: Ints

    def __len__(self) -> int:
        return len(self.sizes)

    def up_to(self, size: int) -> int:
        """Return how many states have at most `size` cards."""
        return int(np.searchsorted(self.sizes, size, "right"))


def improve(best: Ints, other: Ints) -> None:
    """Replace keys (first axis: lanes) by greater ones, in place."""
    if len(best) == 1:
        np.maximum(best[0], other[0], out=best[0])
        return
    greater = other[0] > best[0]
    equal = other[0] == best[0]
    for lane in range(1, len(best)):
        greater |= equal & (other[lane] > best[lane])
        equal &= other[lane] == best[lane]
    np.copyto(best, other, where=greater)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the tables of one deck have in common: lanes, budget, and the cards of a hand."""

    lanes: int
    gold: int
    hand: int


def part_table(
    groups: Sequence[GroupStates],
    configurations: Configurations,
    shape: Shape,
    most: int,
    *,
    hosts: bool,
) -> PartTable:
    """Return the table of some groups, for states of at most `most` cards."""
    best = best_of_nothing(configurations, shape, np.dtype(np.int64), hosts=hosts)
    counts = np.zeros((0, 1), np.uint8)
    sizes, weights = np.zeros(1, np.int64), np.ones(1)
    for group in groups:
        fitting = [np.flatnonzero(sizes + sum(state.counts) <= most) for state in group.states]
        ends = np.cumsum([0, *map(len, fitting)])
        grown = np.empty((*best.shape[:-1], ends[-1]), np.int64)
        parts, new_sizes, new_weights = [], [], []
        for number, (state, fits) in enumerate(zip(group.states, fitting, strict=True)):
            target = grown[..., ends[number] : ends[number + 1]]
            base = best if len(fits) == len(sizes) else best.take(fits, axis=-1)
            add_state(target, base, state, configurations, hosts=hosts)
            column = np.array(state.counts, np.uint8)[:, None]
            smaller = counts[:, fits]
            wide = (len(column), smaller.shape[1])
            parts.append(np.vstack([smaller, np.broadcast_to(column, wide)]))
            new_sizes.append(sizes[fits] + sum(state.counts))
            new_weights.append(weights[fits] * float(prod(map(comb, group.copies, state.counts))))
        best, counts = grown, np.concatenate(parts, axis=1)
        sizes, weights = np.concatenate(new_sizes), np.concatenate(new_weights)
    by_size = np.argsort(sizes, kind="stable")
    for row in best.reshape(-1, best.shape[-1]):
        row[:] = row.take(by_size)
    return PartTable(
        tuple(index for group in groups for index in group.classes),
        np.ascontiguousarray(counts[:, by_size]),
        sizes[by_size],
        weights[by_size],
        best,
    )


def best_of_nothing(
    configurations: Configurations, shape: Shape, dtype: SignedType, *, hosts: bool
) -> Ints:
    sizes = (shape.lanes, len(configurations), shape.gold + 1, 1)
    best: Ints = np.full(sizes, impossible(dtype), dtype)
    best[1:] = 0
    none_given = [0] if hosts else configurations.meeting([0] * len(configurations.all[0]))
    best[:, none_given] = 0
    return best


def add_state(
    best: Ints, base: Ints, state: GroupState, configurations: Configurations, *, hosts: bool
) -> None:
    """Set keys to those of `base` joined with a state of a group."""
    places_none = any(choice.places_nothing for choice in state.choices)
    best[...] = base if places_none else impossible(base.dtype)
    for choice in state.choices:
        if choice.places_nothing:
            continue
        if not hosts:
            _attach(best, base, choice, configurations)
            continue
        end = base.shape[2] - choice.gold
        key = np.array(choice.key, base.dtype)[:, None, None]
        for place, rest in enumerate(configurations.less(choice.gives)):
            improve(best[:, place, choice.gold :], base[:, rest, :end] + key)


def _attach(best: Ints, base: Ints, choice: PlacingChoice, configurations: Configurations) -> None:
    end = base.shape[2] - choice.gold
    key = np.array(choice.key, base.dtype)[:, None, None]
    with_given = configurations.sums(configurations.index[choice.gives])
    enough = set(configurations.meeting(choice.needs))
    for place, hosts in enumerate(with_given):
        if hosts in enough:
            improve(best[:, place, choice.gold :], base[:, hosts, :end] + key)
