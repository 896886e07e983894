"""Decks shuffled by the block, seeded, and the one mulligan before the rounds begin."""

from __future__ import annotations

import numpy as np

from core.errors import AppError
from decks.deck import Slots
from goldfish.dealer import Dealer
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.outcomes import SetupValues, kept_values
from goldfish.rounds.deck_arrays import DeckArrays
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.irregular_cards import DRAWS
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Ints, Truths

# Blocks of hands of the next seed that the mean of a fresh hand is taken from.
TRIAL_BLOCKS = 25


def reach(plan: GamePlan) -> int:
    """Return how many cards from the top of the deck a game can come to see."""
    rules = plan.opening.rules
    extra = 2 + sum(card.code in DRAWS for card, n in plan.opening.slots for _ in range(n))
    seen = rules.hand_size + rules.under + rules.refill_to + plan.rounds * (rules.draw + extra)
    return min(seen, plan.opening.dealt)


def shuffled(deck: Ints, words: Ints) -> Ints:
    """Return the tops of shuffled decks (words, games) for a block of words, one row a place."""
    places = deck[:, None].repeat(words.shape[1], axis=1)
    flat = places.reshape(-1)
    columns = np.arange(words.shape[1])
    for place, word in enumerate(words):
        other = ((word * (len(places) - place)) >> 32) + place
        at = other * words.shape[1] + columns
        drawn = flat[at]
        flat[at] = places[place]
        places[place] = drawn
    return places[: len(words)]


class DeckShuffler:
    """Shuffles the deck of a plan; hands that the policy does not keep are shuffled back once.

    `lying` is the order in which the deck lies before that, `width` how many numbers of the stream
    the first shuffle may take (the second takes those behind): as many as it needs. AppError for a
    deck whose second hand depends on the first (Black Sails), unless all are kept.
    """

    def __init__(
        self,
        arrays: DeckArrays,
        kernel: SetupKernel,
        policy: KeepPolicy,
        *,
        lying: Slots | None = None,
        width: int | None = None,
    ) -> None:
        plan = arrays.plan
        self._arrays = arrays
        self.policy = policy
        self._kernel = kernel
        self._hand = plan.opening.rules.hand_size
        self.reach = reach(plan)
        self._width = width or self.reach
        slots = lying or plan.opening.slots
        cards = [arrays.number[card] for card, copies in slots for _ in range(copies)]
        self._deck = np.array(cards, np.int64)
        dead = len(kernel.classes.cards)
        numbers = [kernel.number.get(card.code, dead) for card in arrays.cards]
        self.setup_class = np.array(numbers, np.uint16)
        self._values = SetupValues(kernel.keys)
        self._chances = np.zeros(len(self._values))
        test = policy.needs
        self._passes = np.array([test is not None and test(card) for card in arrays.cards])
        self._keeps_all = policy.kind is PolicyKind.KEEP
        if plan.opening.rules.halved and not self._keeps_all:
            raise AppError(
                "The rounds of a deck that is cut in half are played with the first hand.",
                "Ask for the policy keep.",
            )

    def aligned_with(self, slots: Slots, width: int) -> DeckShuffler:
        """Return the same for a deck that lies in another order before it is shuffled.

        `width` is the greater reach of two decks that are compared, so that a number of the stream
        does the same for both.
        """
        return DeckShuffler(self._arrays, self._kernel, self.policy, lying=slots, width=width)

    @property
    def draws(self) -> int:
        """How many numbers each game takes from the stream; even, for two come of a word."""
        wanted = self._width if self._keeps_all else 2 * self._width
        return wanted + wanted % 2

    def prepare(self, seed: int) -> None:
        """Settle what the best policy keeps, from hands of the next seed; the others know."""
        if self.policy.kind is not PolicyKind.OPTIMAL:
            return
        self._chances[:] = 0
        dealer = Dealer(seed + 1, self.draws)
        for _ in range(TRIAL_BLOCKS):
            found = self._value(shuffled(self._deck, dealer.words()[: self._hand]))
            self._chances += np.bincount(found, minlength=len(self._values))
        self._chances /= self._chances.sum()

    def order(self, words: Ints) -> Ints:
        """Return the cards from the top of each deck that is played, by class: (cards, games)."""
        first = shuffled(self._deck, words[: self.reach])
        if self._keeps_all:
            return first
        second = shuffled(self._deck, words[self._width : self._width + self.reach])
        return np.where(self.keeps(first[: self._hand]), first, second)

    def _value(self, hands: Ints) -> Ints:
        keys = self._kernel.solve(self.setup_class[hands])
        return np.asarray(keys[0] >> self._kernel.keys.value_shift)

    def keeps(self, hands: Ints) -> Truths:
        kept = kept_values(self.policy, self._values, self._chances)
        if kept is None:
            return np.asarray(self._passes[hands].any(axis=0))
        return np.asarray(kept[self._value(hands)])
