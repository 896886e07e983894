"""The first rounds of many games at once: equal to the reference, thousands of times as fast.

The policy is the reference's, step by step; what it cannot play it marks as `outside`.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import numpy as np

from carddb.card import Card
from goldfish.mulligan import KeepPolicy
from goldfish.rounds.deck_arrays import DeckArrays
from goldfish.rounds.facts import round_facts
from goldfish.rounds.game import played
from goldfish.rounds.game_batch import BatchSetup
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.round_play import FIELDS, RoundPlay
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Ints, Truths

ALWAYS_KEEP = KeepPolicy()


class RoundsKernel:
    """Plays the games of one plan; made in some tenths of a second (`made_in`).

    `policy` says which opening hands are kept; `like` is a kernel of the same deck to share with;
    `setup` solves the hands of its opening, where there is one already.
    """

    def __init__(
        self,
        plan: GamePlan,
        policy: KeepPolicy = ALWAYS_KEEP,
        *,
        like: RoundsKernel | None = None,
        setup: SetupKernel | None = None,
    ) -> None:
        started = perf_counter()
        self.plan = plan
        self.arrays: DeckArrays = like.arrays if like else DeckArrays(plan)
        self.setting_up: BatchSetup = (
            like.setting_up if like else BatchSetup(self.arrays, policy, setup)
        )
        self.facts = round_facts(plan, self.arrays.counters, self.arrays.facts)
        self.made_in = perf_counter() - started

    def with_plots(self, plots: tuple[Card, ...]) -> RoundsKernel:
        return RoundsKernel(replace(self.plan, plots=plots), like=self)

    def play(self, order: Ints) -> tuple[Ints, Truths]:
        """Return what shuffled decks (cards, games) come to: (rounds, fields, games), and outside.

        Outside are the games that the reference has to play; their numbers mean nothing.
        """
        batch = self.setting_up.batch(order)
        results = [RoundPlay(self.arrays, facts, batch).play() for facts in self.facts]
        unsupported = self.arrays.unsupported
        if unsupported.any():
            seen = np.arange(len(order))[:, None] < batch.next
            batch.outside |= (unsupported[order] & seen).any(axis=0)
        return np.array(results), batch.outside

    def play_by_reference(self, cards: Ints) -> Ints:
        """Return the results of one shuffled deck: (rounds, fields)."""
        tallies = played(self.plan, [self.plan.cards[index] for index in cards])
        return np.array([[getattr(tally, field) for field in FIELDS] for tally in tallies])
