"""Changes for the first rounds, played from the same shuffles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import numpy as np
import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from core.errors import CancelledError
from decks.deck import Deck
from goldfish.dealer import Dealer, Sampling
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate
from goldfish.rounds.game_batch import reach
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_rounds, played_block, score_of
from goldfish.setup_part_tables import Floats
from goldfish.swaps.rated_change import Changes, Goal, GoalKind
from goldfish.swaps.round_changes import PairedGames, RoundOptions, advise_rounds, changed_plan
from tests.long_run import pairs, times


@pytest.fixture(scope="module")
def deck(samples: Sequence[Deck]) -> Deck:
    return samples[24]


@pytest.fixture(scope="module")
def few(deck: Deck, second: CardPool) -> Changes:
    """Return changes, most of them for the better, and one that changes nothing."""
    weak = [card for card, _ in deck.draw() if card.type.value == "event"][:2]
    strong = [
        card
        for card in second
        if card.in_draw_deck and card.neutral and card.cost in (2, 3) and card.strength
    ]
    again = replace(weak[0], code=f"{weak[0].code}x", reprint_of=weak[0].code)
    return {weak[0]: (*strong[:2], again), weak[1]: tuple(strong[:2])}


@pytest.mark.parametrize("kind", [GoalKind.STRENGTH, GoalKind.UNSPENT])
def test_gains_are_those_of_both_decks_played_together(
    deck: Deck, few: Changes, kind: GoalKind
) -> None:
    plan, games = plan_game(deck, rounds=2), times(short=1024, long=2048)
    *_, advice = advise_rounds(plan, few, Goal(kind), RoundOptions(games=games, top=1))
    best = advice.changes[0]
    assert best.gain.low > 0, "a character for an event"
    assert not best.exact
    changed = RoundsKernel(changed_plan(plan, best.out, best.into))
    _, _, rounds = compared_rounds(changed, RoundsKernel(plan), Sampling(games, 9))
    more = sum(each.unspent.mean for each in rounds)
    there = rounds[-1].strength.mean if kind is GoalKind.STRENGTH else -more
    width = best.gain.high - best.gain.low
    assert best.gain.mean == pytest.approx(there, abs=width)


def test_a_mere_printing_gains_nothing(deck: Deck, few: Changes) -> None:
    out, (*_, again) = next(iter(few.items()))
    plan = plan_game(deck, rounds=1)
    goal = Goal(GoalKind.STRENGTH)
    *_, advice = advise_rounds(plan, {out: (again,)}, goal, RoundOptions(games=2048))
    assert advice.changes[0].gain.low <= 0 <= advice.changes[0].gain.high


def test_screening_can_be_cancelled(deck: Deck, few: Changes) -> None:
    def stop(_done: int, _total: int) -> None:
        raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        list(advise_rounds(plan_game(deck), few, Goal(GoalKind.UNSPENT), RoundOptions(), stop))


def test_a_rough_ranking_is_there_before_anything_is_played_long(deck: Deck, few: Changes) -> None:
    options = RoundOptions(games=16_384, top=3)
    advices = list(advise_rounds(plan_game(deck, rounds=1), few, Goal(GoalKind.STRENGTH), options))
    first, last = advices[0], advices[-1]
    assert first.done <= first.classes < first.total
    whole = {(each.out, each.into): each.gain for each in last.changes}
    for each in first.changes:
        gain = whole.get((each.out, each.into))
        assert each.gain.low < each.gain.mean < each.gain.high
        if gain is not None:
            assert each.gain.high - each.gain.low > gain.high - gain.low
            assert each.gain.low < gain.high
            assert gain.low < each.gain.high
    assert any((each.out, each.into) in whole for each in first.changes)
    dones = [each.done for each in advices]
    assert dones == sorted(set(dones))
    assert last.done == last.total
    assert len(last.changes) == 3


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
    pairs(range(4), POLICIES, each=1),
    ids=lambda each: each.kind.value if isinstance(each, KeepPolicy) else str(each),
)
def test_gains_are_those_of_the_changed_deck(
    plan: GamePlan, second: CardPool, played: Played, policy: KeepPolicy, change: int
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
