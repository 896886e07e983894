"""The dead cards of a hand, counted: which they are does not matter to the setup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from carddb.card import Card
from decks.deck import Slots


@dataclass(frozen=True, slots=True)
class DeadCards:
    """The cards of a deck that can never be placed, of which a hand draws some number at random."""

    slots: Slots

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(copies for _, copies in self.slots)

    def of(self, test: Callable[[Card], bool]) -> int:
        """Return how many of them pass a test."""
        return sum(copies for card, copies in self.slots if test(card))

    def chance_of_any(self, drawn: int, among: int) -> float:
        """Return the chance that one of `among` of them is among `drawn`."""
        return 1 - comb(self.count - among, drawn) / comb(self.count, drawn)

    def chance_of(self, drawn: int, wanted: Callable[[Card], bool], count: int) -> float:
        """Return the chance that exactly `count` of `drawn` pass a test."""
        among = self.of(wanted)
        if count > drawn:
            return 0.0
        ways = comb(among, count) * comb(self.count - among, drawn - count)
        return ways / comb(self.count, drawn)

    def without(self, test: Callable[[Card], bool]) -> DeadCards:
        """Return those that do not pass a test."""
        return DeadCards(tuple(slot for slot in self.slots if not test(slot[0])))

    def share_without(self, drawn: int, test: Callable[[Card], bool]) -> float:
        """Return the chance that none of `drawn` passes a test."""
        return comb(self.count - self.of(test), drawn) / comb(self.count, drawn)
