"""Games of a deck with one card changed are those of the changed deck, shuffled in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck
from goldfish.dealer import Dealer
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate
from goldfish.rounds.deck_shuffler import reach
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import played_block, score_of
from goldfish.setup_part_tables import Floats
from goldfish.swaps.rated_change import Goal, GoalKind
from goldfish.swaps.round_changes import PairedGames, changed_plan
from tests.long_run import pairs

GAMES, SEED = 512, 3
Played: TypeAlias = Callable[[KeepPolicy], tuple[PairedGames, Floats]]
POLICIES = (
    KeepPolicy(),
    KeepPolicy(PolicyKind.POOR),
    KeepPolicy(PolicyKind.NEEDS, lambda card: card.type is CardType.LOCATION),  # type: ignore[arg-type]  # a plain test
    KeepPolicy(PolicyKind.OPTIMAL),
)


@pytest.fixture(scope="module")
def plan(samples: Sequence[Deck]) -> GamePlan:
    return plan_game(samples[24], rounds=2)


def pairs_of(plan: GamePlan, pool: CardPool) -> list[tuple[Card, Card]]:
    """Return a card of several copies, the only one of its kind, and one that makes gold."""
    slots = plan.opening.slots
    several = next(card for card, copies in slots if copies > 1 and card.gold_effects)
    single = next(card for card, copies in slots if copies == 1)
    dear = next(c for c in pool if c.in_draw_deck and c.neutral and c.cost == 5 and c.strength)
    income = next(c for c in pool if c.in_draw_deck and c.neutral and c.income and c.cost == 0)
    return [(several, dear), (single, dear), (single, income), (several, single)]


def directly(plan: GamePlan, out: Card, into: Card, policy: KeepPolicy) -> Floats:
    """Return the scores of the changed deck, played by itself from the same numbers."""
    changed = changed_plan(plan, (out,), (into,))
    kernel = RoundsKernel(changed, policy)
    lying = [card for card, copies in plan.opening.slots for _ in range(copies)]
    lying[len(lying) - 1 - lying[::-1].index(out)] = into
    width = min(reach(plan) + plan.rounds, plan.opening.dealt)
    shuffler = kernel.setting_up.deck_shuffler.aligned_with(tuple((c, 1) for c in lying), width)
    shuffler.prepare(SEED)
    order = shuffler.order(Dealer(SEED, shuffler.draws).words())[:, :GAMES]
    return score_of(played_block(kernel, order)[0], "strength")


@pytest.fixture(scope="module")
def played(plan: GamePlan) -> Played:
    """Return games of the deck with their scores, which were played once for each policy."""

    @cache
    def games(policy: KeepPolicy) -> tuple[PairedGames, Floats]:
        made = PairedGames(plan, Goal(GoalKind.STRENGTH), policy, SEED)
        made.play(GAMES)
        card, _ = plan.opening.slots[0]
        return made, directly(plan, card, card, policy)

    return games


@pytest.mark.parametrize("policy", POLICIES, ids=lambda each: each.kind.value)
def test_before_a_change_they_are_those_of_the_deck(played: Played, policy: KeepPolicy) -> None:
    games, before = played(policy)
    assert games.base == Estimate.sampled(float(before.mean()), float(before.var()), GAMES)


# One change after the other, so that the tables of its decks are made once for all policies.
@pytest.mark.parametrize(
    ("change", "policy"),
    pairs(range(4), POLICIES, each=2),
    ids=lambda each: each.kind.value if isinstance(each, KeepPolicy) else str(each),
)
def test_gains_are_those_of_the_changed_deck(
    plan: GamePlan,
    second: CardPool,
    played: Played,
    policy: KeepPolicy,
    change: int,
) -> None:
    games, before = played(policy)
    out, into = pairs_of(plan, second)[change]
    # A kernel of the same cards, which has a copy too many of the one that goes.
    single = dict(plan.opening.slots)[out] == 1
    kernel = RoundsKernel(changed_plan(plan, (out,) if single else (), (into,)), policy)
    gain = games.gain(kernel, out, into, slice(100, GAMES))
    after = directly(plan, out, into, policy)
    assert np.array_equal(gain, (after - before)[100:])
    (rough,) = games.rough_gains(
        RoundsKernel(changed_plan(plan, (), (into,)), policy), [(out, into)], slice(100, GAMES)
    )
    assert np.mean(rough != gain) < 0.03
    assert gain.any()


def test_several_changes_are_played_together(plan: GamePlan, second: CardPool) -> None:
    games = PairedGames(plan, Goal(GoalKind.UNSPENT), KeepPolicy(), SEED)
    pairs = pairs_of(plan, second)
    kernel = RoundsKernel(changed_plan(plan, (), tuple({into for _, into in pairs})))
    together = games.rough_gains(kernel, pairs, slice(0, GAMES))
    apart = [games.rough_gains(kernel, [pair], slice(0, GAMES))[0] for pair in pairs]
    assert np.array_equal(together, apart)
