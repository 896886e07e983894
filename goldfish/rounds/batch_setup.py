"""Sets shuffled decks up as batches of games."""

from __future__ import annotations

import numpy as np

from carddb.terms import CardType
from goldfish.mulligan import KeepPolicy
from goldfish.rounds.deck_arrays import DeckArrays
from goldfish.rounds.deck_shuffler import DeckShuffler
from goldfish.rounds.game_batch import GameBatch
from goldfish.setup import best_setup
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Ints, Small
from goldfish.setup_plan import Way

# The most placements of which the ways are cached.
MOST_CACHED = 20_000


class BatchSetup:
    """Makes batches of games of one plan out of shuffled decks; `kernel` solves their hands."""

    def __init__(
        self, arrays: DeckArrays, policy: KeepPolicy, kernel: SetupKernel | None = None
    ) -> None:
        plan = arrays.plan
        self.arrays = arrays
        self.kernel = kernel or SetupKernel(plan.opening)
        self.rules = plan.opening.rules
        self.deck_shuffler = DeckShuffler(arrays, self.kernel, policy)
        self._known: dict[bytes, tuple[Ints, Ints, int]] = {}
        self._unclear = np.array([self._is_unclear(i) for i in range(len(arrays.cards))])

    def batch(self, order: Ints) -> GameBatch:
        """Return the games after setup, the hand filled up."""
        size, games = self.rules.hand_size, order.shape[1]
        hand = class_counts(order[:size], len(self.arrays.cards))
        keys = self.kernel.solve(self.deck_shuffler.setup_class[order[:size]])
        placed = self._placed(keys)
        hand -= placed
        in_play, shadows, doubles = self._ways(placed)
        for card in self.rules.in_play:
            in_play[self.arrays.number[card]] += 1
        batch = GameBatch(
            rows=np.zeros((self.arrays.counters.rows, games), np.int16),
            hand=hand.astype(np.int16),
            in_play=in_play.astype(np.int16),
            shadows=shadows.astype(np.int16),
            knelt=np.zeros((len(self.arrays.cards), games), np.int16),
            order=order,
            next=np.full(games, size + self.rules.under, np.int64),
            doubles=doubles.astype(np.int16),
            outside=np.full(games, self.arrays.all_unsupported),
        )
        draw_in_batch(batch, np.maximum(0, self.rules.refill_to - batch.hand.sum(axis=0)))
        return batch

    def _placed(self, keys: Ints) -> Ints:
        """Return how many of each class the best setups place."""
        placed = np.zeros((len(self.arrays.cards), keys.shape[1]), np.int64)
        for index, field in enumerate(self.kernel.keys.fields):
            row = self.arrays.number[self.kernel.classes.cards[index]]
            placed[row] = (keys[field.lane] >> field.shift) & ((1 << field.bits) - 1)
        return placed

    def _is_unclear(self, index: int) -> bool:
        """Return whether the way of a placed card depends on the others: versions, shadows."""
        card = self.arrays.cards[index]
        versions = self.arrays.titles[self.arrays.title_of[index]] if card.unique else []
        two_ways = self.rules.into_shadows(card) is not None and (
            self.rules.price(card) is not None
        )
        return two_ways or len(versions) > 1

    def _ways(self, placed: Ints) -> tuple[Ints, Ints, Ints]:
        """Return what is in play, in shadows, and the number of duplicates, for what was placed."""
        in_play, shadows = placed.copy(), np.zeros_like(placed)
        doubles = np.zeros(placed.shape[1], np.int64)
        for index, card in enumerate(self.arrays.cards):
            if self.rules.price(card) is None or card.type is CardType.EVENT:
                shadows[index], in_play[index] = placed[index], 0
            elif card.unique:
                there = any(c.unique and c.name == card.name for c in self.rules.in_play)
                in_play[index] = 0 if there else np.minimum(placed[index], 1)
                doubles += placed[index] - in_play[index]
        unclear = np.flatnonzero(placed[self._unclear].any(axis=0))
        if len(unclear):
            solved = [self._solved(row) for row in placed.T[unclear].astype(np.uint8)]
            face_up, hidden, free = zip(*solved, strict=True)
            in_play[:, unclear], shadows[:, unclear] = np.array(face_up).T, np.array(hidden).T
            doubles[unclear] = free
        return in_play, shadows, doubles

    def _solved(self, placed: Small) -> tuple[Ints, Ints, int]:
        """Return the ways that the reference finds for cards that can all be placed."""
        name = placed.tobytes()
        known = self._known.get(name)
        if known is None:
            cards = [c for c, n in zip(self.arrays.cards, placed, strict=True) for _ in range(n)]
            in_play, shadows = np.zeros((2, len(placed)), np.int64)
            doubles = 0
            for each in best_setup(cards, self.rules).placed:
                index = self.arrays.number[each.card]
                in_play[index] += each.way is Way.CARD
                shadows[index] += each.way is Way.SHADOW
                doubles += each.way is Way.DUPLICATE
            known = in_play, shadows, doubles
            if len(self._known) >= MOST_CACHED:
                self._known.clear()
            self._known[name] = known
        return known


def class_counts(cards: Ints, classes: int) -> Ints:
    """Return how many of each class each column of cards holds: (classes, games)."""
    count = np.zeros((classes, cards.shape[1]), np.int64)
    columns = np.arange(cards.shape[1])
    for row in cards:
        count[row, columns] += 1
    return count


def draw_in_batch(batch: GameBatch, counts: Ints) -> None:
    """Draw cards in every game, as many as there are."""
    most = len(batch.order)
    for place in range(int(counts.max(initial=0))):
        games = np.flatnonzero((counts > place) & (batch.next < most))
        batch.hand[batch.order[batch.next[games], games], games] += 1
        batch.next[games] += 1
