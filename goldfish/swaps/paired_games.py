"""Games of a deck and of the same deck with one card changed, from the same shuffles.

Places are shuffled instead of cards, once: the changed deck has another card in one of them. Most
of a game is the same for both decks, so the mean of the differences is known well from few games.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from carddb.card import Card
from decks.deck import Slots, changed_slots
from goldfish.dealer import Dealer
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate
from goldfish.rounds.deck_shuffler import DeckShuffler, reach, shuffled
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import is_slow, played_block, score_of
from goldfish.setup_part_tables import Floats, Ints, Truths
from goldfish.swaps.goal import Goal

# Games that are played at once: more do not fit the processor's cache, fewer take numpy's calls.
AT_ONCE = 8192


class PairedGames:
    """The games of one deck, as many as are asked for, and what changes of it make of them."""

    def __init__(self, plan: GamePlan, goal: Goal, policy: KeepPolicy, seed: int) -> None:
        self.plan = plan
        self.policy = policy
        self._goal = goal
        self._sign = goal.gain(0.0, 1.0)
        self._seed = seed
        self.kernel = RoundsKernel(plan, policy)
        self.is_slow = is_slow(self.kernel, seed)
        slots = plan.opening.slots
        self._cards = [card for card, copies in slots for _ in range(copies)]
        # One card that draws more may come in: so many cards are seen at most.
        self._width = min(reach(plan) + plan.rounds, plan.opening.dealt)
        self._hand = plan.opening.rules.hand_size
        self._keeps_all = policy.kind is PolicyKind.KEEP
        numbers = self._width if self._keeps_all else 2 * self._width
        self._dealer = Dealer(seed, numbers + numbers % 2)
        self._shuffler = self._prepared(self.kernel, slots)
        none = np.zeros((self._width, 0), np.int64)
        # The places that come up, of the first shuffle and of that after a mulligan.
        self._first, self._second = none, none
        self._kept = np.zeros(0, np.bool_)
        self._scores = np.zeros(0)

    @property
    def base(self) -> Estimate:
        """The goal's number of the deck itself, from all games that were played so far."""
        scores = self._scores
        return Estimate.sampled(float(scores.mean()), float(scores.var()), len(scores))

    def play(self, games: int) -> None:
        """Play so many games of the deck itself, if there are not as many yet."""
        while self._first.shape[1] < games:
            self._shuffle()
        some = slice(len(self._scores), games)
        if some.start < games:
            deck, first = self._deck_in(self.kernel), self._first[:, some]
            kept = self._keeps(self._shuffler, deck, first)
            order = deck[np.where(kept, first, self._second[:, some])]
            scores = self._played(self.kernel, order)
            self._kept = np.concatenate([self._kept, kept])
            self._scores = np.concatenate([self._scores, scores])

    def _shuffle(self) -> None:
        """Shuffle the places of some more games."""
        words, places = self._dealer.words(), np.arange(len(self._cards))
        first = shuffled(places, words[: self._width])
        self._first = np.concatenate([self._first, first], axis=1)
        second = first
        if not self._keeps_all:
            second = shuffled(places, words[self._width :][: self._width])
        self._second = np.concatenate([self._second, second], axis=1)

    def gain(self, kernel: RoundsKernel, out: Card, into: Card, games: slice) -> Floats:
        """Return how much better a change is in each of some games, by a kernel of its cards."""
        self.play(games.stop)
        slots = changed_slots(self.plan.opening.slots, (out,), (into,))
        shuffler = self._prepared(kernel, slots)
        deck, places, _ = self._changed(kernel, shuffler, (out, into), games)
        return self._sign * (self._played(kernel, deck[places]) - self._scores[games])

    def rough_gains(
        self, kernel: RoundsKernel, changes: Sequence[tuple[Card, Card]], games: slice
    ) -> list[Floats]:
        """Return nearly the same of several changes, by a kernel of the deck with all their cards.

        Only games that come near the place of the card that goes are played again. In others the
        policy plays nearly as before: which reducer goes first depends on what the deck holds.
        """
        self.play(games.stop)
        shuffler = self._prepared(kernel, self.plan.opening.slots)
        orders, near = [], []
        for change in changes:
            deck, places, differs = self._changed(kernel, shuffler, change, games)
            near.append(np.flatnonzero(differs))
            orders.append(deck[places[:, near[-1]]])
        scores = self._played(kernel, np.concatenate(orders, axis=1))
        parts = np.split(scores, np.cumsum([len(each) for each in near])[:-1])
        before = self._scores[games]
        gains = [np.zeros(len(before)) for _ in changes]
        for gain, numbers, part in zip(gains, near, parts, strict=True):
            gain[numbers] = self._sign * (part - before[numbers])
        return gains

    def _changed(
        self, kernel: RoundsKernel, shuffler: DeckShuffler, change: tuple[Card, Card], games: slice
    ) -> tuple[Ints, Ints, Truths]:
        """Return a changed deck, the places that come up in it, and in which games it differs."""
        out, into = change
        place = max(at for at, card in enumerate(self._cards) if card == out)
        deck = self._deck_in(kernel)
        deck[place] = kernel.arrays.number[into]
        first, second = self._first[:, games], self._second[:, games]
        kept = self._keeps(shuffler, deck, first)
        places = first if self._keeps_all else np.where(kept, first, second)
        return deck, places, (places == place).any(axis=0) | (kept != self._kept[games])

    def _deck_in(self, kernel: RoundsKernel) -> Ints:
        """Return the deck before it is shuffled, by a kernel's classes; -1 for none of them."""
        number = kernel.arrays.number
        return np.array([number.get(card, -1) for card in self._cards])

    def _prepared(self, kernel: RoundsKernel, slots: Slots) -> DeckShuffler:
        shuffler = kernel.setting_up.deck_shuffler
        if self.policy.kind is PolicyKind.OPTIMAL:
            shuffler = shuffler.aligned_with(slots, self._width)
            shuffler.prepare(self._seed)
        return shuffler

    def _keeps(self, shuffler: DeckShuffler, deck: Ints, first: Ints) -> Truths:
        if self._keeps_all:
            return np.ones(first.shape[1], np.bool_)
        return shuffler.keeps(deck[first[: self._hand]])

    def _played(self, kernel: RoundsKernel, order: Ints) -> Floats:
        """Return the goal's number of each of some shuffled decks."""
        starts = range(0, max(1, order.shape[1]), AT_ONCE)
        found = (played_block(kernel, order[:, start : start + AT_ONCE])[0] for start in starts)
        return np.concatenate([score_of(each, self._goal.kind.value) for each in found])
