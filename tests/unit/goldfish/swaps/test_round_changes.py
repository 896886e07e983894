"""Changes for the first rounds: played from the same shuffles, with the error of the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from carddb.pool import CardPool
from core.errors import CancelledError
from decks.deck import Deck
from goldfish.dealer import Sampling
from goldfish.rounds.game_plan import plan_game
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_rounds
from goldfish.swaps.rated_change import Changes, Goal, GoalKind
from goldfish.swaps.round_changes import RoundOptions, advise_rounds, changed_plan


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
    plan = plan_game(deck, rounds=2)
    *_, advice = advise_rounds(plan, few, Goal(kind), RoundOptions(games=2048, top=1))
    best = advice.changes[0]
    assert best.gain.low > 0, "a character for an event"
    assert not best.exact
    changed = RoundsKernel(changed_plan(plan, best.out, best.into))
    _, _, rounds = compared_rounds(changed, RoundsKernel(plan), Sampling(2048, 9))
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
