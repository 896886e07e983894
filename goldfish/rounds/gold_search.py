"""The best use of gold in many games at once, comparing all sets of cards that can be paid for.

Each class of cards makes more states of all games. The key of a state holds its value and, in lower
bits, two bits for each card that say how it was taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from goldfish.rounds.deck_arrays import StateRow
from goldfish.rounds.facts import PLACES, STRENGTH_SHIFT, Bringing
from goldfish.rounds.game_batch import Shorts, bring_out
from goldfish.setup_part_tables import Ints

MOST_STATES = 2_000_000  # the most sets of cards searched at once; their states take about 100 MB
GROWN = 2  # hopeless states are dropped whenever the number of states has doubled
EVERY_PLACE = (1 << STRENGTH_SHIFT) - 1  # the bits of a key that tell how cards were taken
CROWDED = 64  # with more states per game, looking for certain cards pays off


@dataclass(frozen=True, slots=True)
class GoldChoice:
    """A class that may be taken in some `ways`, up to `limit` copies in each game.

    Unique cards with the same title share the bit `title`; only one of them is taken.
    """

    index: int
    limit: Shorts
    ways: tuple[Bringing, ...]
    title: int

    def of(self, games: Ints) -> GoldChoice:
        return replace(self, limit=self.limit.take(games))

    @property
    def is_simple(self) -> bool:
        """Whether taking it excludes no other card except by price."""
        return len(self.ways) == 1 and not self.title and not self.ways[0].limited


@dataclass(slots=True)
class _States:
    """States side by side: rows (rows, states), their games, keys, and titles taken."""

    rows: Shorts
    game: Ints
    key: Ints
    titles: Ints

    def some(self, selected: Ints) -> _States:
        return _States(
            self.rows.take(selected, axis=1),
            self.game.take(selected),
            self.key.take(selected),
            self.titles.take(selected),
        )


def best_choices(rows: Shorts, choices: list[GoldChoice]) -> tuple[Shorts, Ints, Ints]:
    """Return the rows after the best choice of each game, its key, and the places of choices.

    Places (choices, games) are counted from the left, in steps of two bits of the key. A game
    offers at most `PLACES` copies.
    """
    games = rows.shape[1]
    sets = np.ones(games)
    for choice in choices:
        sets *= 1 + choice.limit * len(choice.ways)
    if games > 1 and sets.sum() > MOST_STATES:
        found = [
            best_choices(rows[:, half], [choice.of(half) for choice in choices])
            for half in np.array_split(np.arange(games), 2)
        ]
        after, best, places = (np.concatenate(each, axis=-1) for each in zip(*found, strict=True))
        return after, best, places
    return _GoldSearch(rows, choices).best()


class _GoldSearch:
    """Goes through all sets of cards of some games."""

    def __init__(self, rows: Shorts, choices: list[GoldChoice]) -> None:
        games = rows.shape[1]
        self._choices = choices
        none = np.zeros(games, np.int64)
        self._states = _States(rows, np.arange(games), none, none)
        # The place of each choice's copies in keys, and the highest cost of all cards from it on.
        self._places = np.zeros((len(choices) + 1, games), np.int64)
        self._dearest = np.zeros((len(choices) + 1, games), np.int64)
        # The worth of all cards from a choice on, and the best key of each game so far.
        self._to_come = np.zeros((len(choices) + 1, games), np.int64)
        self._best = none.copy()
        self._worthwhile = games
        for number, choice in enumerate(choices):
            self._places[number + 1] = self._places[number] + choice.limit
        for number in range(len(choices) - 1, -1, -1):
            limit = choices[number].limit.astype(np.int64)
            most = max(how.base for how in choices[number].ways)
            self._dearest[number] = self._dearest[number + 1] + most * limit
            most = max(how.key for how in choices[number].ways)
            self._to_come[number] = self._to_come[number + 1] + most * limit
        self._steady = not any(how.raises for choice in choices for how in choice.ways)

    def best(self) -> tuple[Shorts, Ints, Ints]:
        for number in range(len(self._choices)):
            self._go_on(number)
            if len(self._states.game) > GROWN * self._worthwhile:
                self._drop(number + 1)
        every = self._states
        best = np.zeros(self._places.shape[1], np.int64)
        np.maximum.at(best, every.game, every.key)
        selected = np.flatnonzero(every.key == best[every.game])
        after = np.empty((len(every.rows), len(best)), np.int16)
        after[:, every.game[selected]] = every.rows[:, selected]
        return after, best, self._places

    def _drop(self, number: int) -> None:
        """Drop the states that can no longer become the best."""
        every = self._states
        np.maximum.at(self._best, every.game, every.key)
        needed = self._best - self._to_come[number] - EVERY_PLACE
        self._states = every.some(np.flatnonzero(every.key >= needed.take(every.game)))
        self._worthwhile = len(self._states.game)

    def _go_on(self, number: int) -> None:
        """Add the states in which copies of a choice are taken.

        In games with many states, cards that exclude no other are taken for certain if there is
        gold for everything that follows.
        """
        choice, every = self._choices[number], self._states
        crowded = len(every.game) > CROWDED * self._places.shape[1]
        if not (crowded and self._steady and choice.is_simple):
            more = _grown(every, choice, self._places[number])
            self._states = _joined([every, *more]) if more else every
            return
        sure = every.rows[StateRow.GOLD] >= self._dearest[number][every.game]
        sure &= choice.limit[every.game] > 0
        certain = np.flatnonzero(sure)
        taken = [
            states.some(np.flatnonzero(choice.limit[states.game] == copies))
            for states, copies in _levels(every.some(certain), choice, self._places[number])
        ]
        rest = every.some(np.flatnonzero(~sure))
        self._states = _joined([rest, *_grown(rest, choice, self._places[number]), *taken])


def _joined(parts: list[_States]) -> _States:
    return _States(
        np.concatenate([part.rows for part in parts], axis=1),
        np.concatenate([part.game for part in parts]),
        np.concatenate([part.key for part in parts]),
        np.concatenate([part.titles for part in parts]),
    )


def _grown(every: _States, choice: GoldChoice, place: Ints) -> list[_States]:
    fits = choice.limit.take(every.game) > 0
    if choice.title:
        fits &= every.titles & choice.title == 0
    there = np.flatnonzero(fits)
    if not len(there):
        return []
    return [states for states, _ in _levels(every.some(there), choice, place)]


def _levels(states: _States, choice: GoldChoice, place: Ints) -> list[tuple[_States, int]]:
    """Return states with copies of a class taken, and the number of copies."""
    levels = [(states, 0)]
    for digit, how in zip(range(len(choice.ways), 0, -1), choice.ways, strict=True):
        levels += [more for each in levels for more in _chain(*each, choice, how, digit, place)]
    return levels[1:]


def _chain(
    states: _States, taken: int, choice: GoldChoice, how: Bringing, digit: int, place: Ints
) -> list[tuple[_States, int]]:
    """Return states with one more copy, two more, ... taken in one way."""
    found: list[tuple[_States, int]] = []
    while True:
        limit = choice.limit.take(states.game) > taken
        if not limit.all():
            states = states.some(np.flatnonzero(limit))
        can, rows = bring_out(states.rows, how)
        if not len(can):
            return found
        game = states.game.take(can)
        bit = np.left_shift(digit, 2 * (PLACES - 1 - taken - place.take(game)))
        titles = states.titles.take(can) | choice.title
        states = _States(rows, game, states.key.take(can) + (how.key + bit), titles)
        taken += 1
        found.append((states, taken))


def taken(best: Ints, limit: Shorts, place: Ints, digit: int) -> tuple[Ints, Shorts]:
    """Return the games that took a choice by the way of a digit, and the copies."""
    there = np.flatnonzero(limit)
    best, limit, place = best.take(there), limit.take(there), place.take(there)
    count = np.zeros(len(there), np.int16)
    for copy in range(int(limit.max(initial=0))):
        shift = 2 * (PLACES - 1 - copy - place)
        count += (np.right_shift(best, np.maximum(shift, 0)) & 3 == digit) & (limit > copy)
    some = np.flatnonzero(count)
    return there[some], count[some]
