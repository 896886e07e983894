"""Hands dealt at random, the same on every machine for a seed.

They use raw words of numpy's PCG64, whose stream is guaranteed, because methods of Generator may
change. Each word gives two numbers u of 32 bits: the low halves for the first half of a block's
hands, the high ones for the second. Draw i swaps place i of the deck with place i + floor(u * (n -
i) / 2^32), a partial Fisher-Yates shuffle. The chance of a card differs from 1/n by less than n /
2^32.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from goldfish.setup_part_tables import Ints, Small

BLOCK = 4096  # hands in a block
DRAWS = 14  # numbers for each hand: two hands of seven, or half a deck and a hand from it


@dataclass(frozen=True, slots=True)
class Sampling:
    """The number of hands, and the seed that determines them."""

    hands: int = 200_000
    seed: int = 1


class Dealer:
    """Deals block after block of first and second hands; `draws` numbers are taken for each."""

    def __init__(self, seed: int, draws: int = DRAWS) -> None:
        self._source = np.random.PCG64(seed)
        self._draws = draws

    def words(self) -> Ints:
        """Return the next block of numbers below 2^32: (draws, BLOCK)."""
        raw = self._source.random_raw(self._draws * BLOCK // 2).reshape(self._draws, BLOCK // 2)
        return np.concatenate([raw & 0xFFFFFFFF, raw >> 32], axis=1).astype(np.int64)

    def side_by_side(self, hands: int, together: int) -> Iterator[tuple[Ints, int]]:
        """Yield the numbers of several blocks together, and how many of their hands to use."""
        for done in range(0, hands, together * BLOCK):
            left = hands - done
            count = min(together, -(-left // BLOCK))
            yield (
                np.concatenate([self.words() for _ in range(count)], axis=1),
                min(left, count * BLOCK),
            )


def draws_for(size: int, hand: int, *, halved: bool) -> int:
    """Return how many numbers of the stream a hand and its mulligan take."""
    return max(DRAWS, (size // 2 if halved else hand) + hand)


class Deal:
    """A block of hands of one deck, with the hands after a mulligan.

    `deck` holds a number for each card; `words` come from a Dealer. The second hand is drawn from
    the whole deck, or from the same half of a halved deck (Black Sails).
    """

    def __init__(self, deck: Small, words: Ints, hand: int, *, halved: bool) -> None:
        self._deck = deck
        self._words = words
        self._hand = hand
        self._halved = halved
        self._drawn = len(deck) // 2 if halved else hand
        places = deck[:, None].repeat(BLOCK, axis=1)
        self._first = shuffle(places, words[: self._drawn])[: self._drawn]

    @property
    def first(self) -> Small:
        """The first hands (cards, BLOCK)."""
        return self._first[: self._hand]

    @property
    def second(self) -> Small:
        """The hands after a mulligan (cards, BLOCK)."""
        words = self._words[self._drawn : self._drawn + self._hand]
        places = self._first.copy() if self._halved else self._deck[:, None].repeat(BLOCK, axis=1)
        return shuffle(places, words)[: self._hand]


Cards = TypeVar("Cards", Small, Ints)


def shuffle(places: Cards, words: Ints) -> Cards:
    """Shuffle the first places of each column of cards, in place: one for each row of words."""
    flat = places.reshape(-1)
    columns = np.arange(places.shape[1])
    for place, word in enumerate(words):
        other = ((word * (len(places) - place)) >> 32) + place
        at = other * places.shape[1] + columns
        drawn = flat[at]
        flat[at] = places[place]
        places[place] = drawn
    return places
