"""Reports on the first rounds, and two decks compared on the same shuffles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

import numpy as np
import pytest

from carddb.card import Card
from carddb.card_test import LIMITED
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from core.errors import AppError, CancelledError
from decks.deck import Deck
from goldfish.dealer import BLOCK, Dealer, Sampling
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate, RoundReport, RoundsReport
from goldfish.rounds.approximations import ALWAYS, FIRST, GIVEN, LOYAL, USELESS_GIFT, approximations
from goldfish.rounds.game import played
from goldfish.rounds.game_plan import plan_game
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import (
    TOGETHER,
    compared_orders,
    compared_rounds,
    every_order,
    is_slow,
    orders_of_decks,
    played_block,
    sampled_rounds,
)
from tests.filled import Wanted
from tests.long_run import times
from tests.property.test_rounds_property import agree


def numbers(report: RoundsReport) -> list[object]:
    return [(each.gold, each.strength, each.waiting, each.plot) for each in report.rounds]


def test_a_seed_gives_the_same_games(samples: tuple[Deck, ...]) -> None:
    one, other = (RoundsKernel(plan_game(samples[5])) for _ in range(2))
    first = sampled_rounds(one, Sampling(5000, 7))
    assert numbers(first) == numbers(sampled_rounds(other, Sampling(5000, 7)))
    assert numbers(first) != numbers(sampled_rounds(other, Sampling(5000, 8)))
    assert (first.games, first.seed, len(first.rounds)) == (5000, 7, 3)
    assert first.games_per_second > 0


def test_blocks_of_games_side_by_side_are_those_of_the_seed(samples: tuple[Deck, ...]) -> None:
    kernel = RoundsKernel(plan_game(samples[13], rounds=1))
    games = (TOGETHER + 1) * BLOCK + 5
    found = np.concatenate(list(orders_of_decks(kernel, Sampling(games, 4))), axis=1)
    shuffler = kernel.setting_up.deck_shuffler
    dealer = Dealer(4, shuffler.draws)
    each = [shuffler.order(dealer.words()) for _ in range(TOGETHER + 2)]
    assert np.array_equal(found, np.concatenate(each, axis=1)[:, :games])


def test_means_and_errors_are_those_of_the_games(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[9], rounds=2)
    kernel = RoundsKernel(made)
    count = times(short=15, long=40)
    report = sampled_rounds(kernel, Sampling(count, 5))
    order = next(iter(orders_of_decks(kernel, Sampling(count, 5))))
    games = [played(made, [made.cards[i] for i in order[:, game]]) for game in range(count)]
    gold = np.array([game[1].gold for game in games])
    assert report.rounds[1].gold.mean == pytest.approx(gold.mean())
    spread = Estimate.sampled(float(gold.mean()), float(gold.var()), count)
    assert report.rounds[1].gold.high == pytest.approx(spread.high)
    assert all(each.ambushed.low >= 0 for each in report.rounds)


def test_poor_hands_are_shuffled_back_once(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=1)
    keep, poor, best = (
        sampled_rounds(RoundsKernel(made, KeepPolicy(kind)), Sampling(4096, 3))
        for kind in (PolicyKind.KEEP, PolicyKind.POOR, PolicyKind.OPTIMAL)
    )
    assert (keep.policy, poor.policy, best.policy) == ("keep", "poor", "optimal")
    means = [each.rounds[0].characters.mean for each in (keep, poor, best)]
    assert means == sorted(means)
    assert means[0] < means[1] < means[2]


def test_a_hand_that_lacks_a_card_is_shuffled_back(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=1)
    kernel = RoundsKernel(made, KeepPolicy(PolicyKind.NEEDS, LIMITED))
    plain = RoundsKernel(made)
    order, other = (
        next(iter(orders_of_decks(each, Sampling(4096, 3)))) for each in (kernel, plain)
    )
    limited = np.array([LIMITED(card) for card in made.cards])
    shares = [limited[each[:7]].any(axis=0).mean() for each in (other, order)]
    assert shares[1] == pytest.approx(1 - (1 - shares[0]) ** 2, abs=0.03)


def test_half_a_deck_is_played_with_the_first_hand(first: CardPool) -> None:
    made = plan_game(Wanted(agendas=("asots_18",)).deck(first), rounds=1)
    assert sampled_rounds(RoundsKernel(made), Sampling(50, 1)).rounds[0].hand.mean > 3
    with pytest.raises(AppError, match="cut in half"):
        RoundsKernel(made, KeepPolicy(PolicyKind.POOR))


def test_games_with_odd_cards_are_played_by_the_reference(second: CardPool) -> None:
    deck = Wanted(faction=Faction.LANNISTER, cards={"06089": 3}).deck(second)
    made = plan_game(deck, rounds=2)
    kernel = RoundsKernel(made)
    assert is_slow(kernel, 1)
    order = next(iter(orders_of_decks(kernel, Sampling(20, 1))))
    found, slowly = played_block(kernel, order)
    assert 0 < slowly < 20
    for game in range(20):
        reported = played(made, [made.cards[i] for i in order[:, game]])
        assert [int(n) for n in found[:, 0, game]] == [tally.gold for tally in reported]
    assert sampled_rounds(kernel, Sampling(20, 1)).slowly == slowly
    with pytest.raises(AppError, match="Orders of plots are not compared"):
        compared_orders(kernel, Sampling(100, 1))


def test_gold_on_the_iron_bank_is_spent_in_marshaling(second: CardPool) -> None:
    made = plan_game(Wanted(cards={"08019": 3, "01092": 3}).deck(second), rounds=3)
    count = times(short=20, long=60)
    assert agree(made, count, seed=1) == count


def test_orders_are_ranked_and_measured_against_the_first(samples: tuple[Deck, ...]) -> None:
    deck = samples[5]
    for plot, _ in list(deck.plots())[3:]:  # three have orders enough
        deck = deck.with_copies(plot, 0)
    made = plan_game(deck, rounds=2)
    kernel = RoundsKernel(made)
    report = compared_orders(kernel, Sampling(200, 1), by="gold")
    means = [each.score.mean for each in report.orders]
    assert means == sorted(means, reverse=True)
    assert report.first == made.plots[:2]
    own = next(each for each in report.orders if each.plots == report.first)
    assert own.difference == Estimate.exact(0.0)
    base = sampled_rounds(kernel, Sampling(200, 1))
    assert own.score.mean == pytest.approx(sum(each.gold.mean for each in base.rounds))
    best = report.orders[0]
    assert best.difference.mean == pytest.approx(best.score.mean - own.score.mean)
    with pytest.raises(AppError, match="not compared by"):
        compared_orders(kernel, Sampling(200, 1), by="luck")


def test_every_order_is_tried_once(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=2)
    titles = len(set(made.plots))
    doubled = len(made.plots) - titles
    shown = [order[:2] for order in every_order(made)]
    assert len(shown) == len(set(shown)) == titles * (titles - 1) + doubled
    assert every_order(made)[0] == made.plots
    assert all(sorted(o, key=repr) == sorted(made.plots, key=repr) for o in every_order(made))


def test_plots_are_revealed_as_they_are_named(samples: tuple[Deck, ...]) -> None:
    deck = samples[5]
    codes = [plot.code for plot, _ in deck.plots()]
    made = plan_game(deck, [codes[3], codes[1]], rounds=3)
    assert [plot.code for plot in made.plots][:2] == [codes[3], codes[1]]
    report = sampled_rounds(RoundsKernel(made), Sampling(10, 1))
    assert [each.plot.code for each in report.rounds if each.plot][:2] == [codes[3], codes[1]]


@pytest.mark.parametrize(
    ("plots", "rounds", "words"),
    [
        (["01141"], 3, "01141 is no plot of this deck"),
        (["nonsense"], 3, "nonsense is no plot of this deck"),
        ([], 0, "0 rounds cannot be played alone"),
        ([], 6, "6 rounds cannot be played alone"),
    ],
)
def test_what_cannot_be_played_is_said(
    samples: tuple[Deck, ...], plots: list[str], rounds: int, words: str
) -> None:
    with pytest.raises(AppError, match=words):
        plan_game(samples[5], plots, rounds=rounds)


def test_a_plot_is_named_as_often_as_it_is_there(samples: tuple[Deck, ...]) -> None:
    code = next(plot.code for plot, copies in samples[5].plots() if copies == 1)
    with pytest.raises(AppError, match="not in the plot deck so often"):
        plan_game(samples[5], [code, code])


def test_a_deck_without_plots_cannot_be_played(second: CardPool) -> None:
    with pytest.raises(AppError, match="no plots"):
        plan_game(Wanted(plots=0).deck(second))


def test_approximations_name_the_cards(second: CardPool, first: CardPool) -> None:
    played = {"17166": 1, "06056": 1, "01131": 1, "17164": 1, "13118": 1, "03052": 1}
    deck = Wanted(cards={**played, "13090": 1, "01040": 1, "04072": 1}).deck(second)
    reported = approximations(deck)
    assert reported[: len(ALWAYS)] == ALWAYS
    named = " ".join(reported)
    for code in (*played, "13090"):
        assert f"({code})" in named
    assert "(01040)" not in named
    assert "(04072)" not in named
    assert FIRST not in reported
    assert FIRST in approximations(Wanted().deck(first))


def test_what_cards_give_is_named_where_a_card_of_the_deck_asks_for_it(second: CardPool) -> None:
    def reported(*codes: str) -> list[str]:
        deck = Wanted(cards=dict.fromkeys(codes, 1)).deck(second)
        return [line for line in approximations(deck) if USELESS_GIFT in line]

    builder, scribe, asks = "22015", "01133", "02026"  # Brandon's Gift hears of Builders.
    assert reported(builder) == []
    assert reported(builder, asks) == [f"First Builder ({builder}): {USELESS_GIFT}"]
    assert reported(scribe, asks) == []
    for code in (*GIVEN, *LOYAL):
        assert second.card(code).type is not CardType.EVENT


SAMPLING = Sampling(6000, 3)


def estimates(each: RoundReport) -> Iterator[tuple[str, Estimate]]:
    for field in fields(each):
        value = getattr(each, field.name)
        if isinstance(value, Estimate):
            yield field.name, value


def pair(decks: Sequence[Deck], rounds: int = 3) -> tuple[RoundsKernel, RoundsKernel]:
    one, other = (RoundsKernel(plan_game(deck, rounds=rounds)) for deck in decks)
    return one, other


def half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2


def another(deck: Deck) -> Deck:
    """Return a version of a deck that has an event less and another one more."""
    events = [card for card, _ in deck.draw() if card.type.value == "event"]
    return deck.with_copies(events[0], 0).with_copies(cheap(deck), 3)


def cheap(deck: Deck) -> Card:
    people = [card for card, copies in deck.draw() if card.type.value == "character" and copies < 3]
    return min(people, key=lambda card: (card.cost if isinstance(card.cost, int) else 9, card.code))


@pytest.mark.parametrize("kind", [PolicyKind.KEEP, PolicyKind.POOR, PolicyKind.OPTIMAL])
def test_equal_decks_do_not_differ(samples: tuple[Deck, ...], kind: PolicyKind) -> None:
    made = plan_game(samples[5], rounds=2)
    kernel, alike = (RoundsKernel(made, KeepPolicy(kind)) for _ in range(2))
    one, other, gaps = compared_rounds(kernel, alike, SAMPLING)
    assert one.rounds == other.rounds
    assert [each.round for each in gaps] == [1, 2]
    for each in gaps:
        for name, gap in estimates(each):
            assert (gap.low, gap.mean, gap.high) == (0, 0, 0), name


def test_versions_of_a_deck_are_told_apart_better_in_pairs(samples: tuple[Deck, ...]) -> None:
    """The interval of the difference is narrower than that of games apart."""
    kernels = pair((samples[5], another(samples[5])))
    one, other, gaps = compared_rounds(*kernels, SAMPLING)
    assert len(gaps) == 3
    for mine, theirs, gap in zip(one.rounds, other.rounds, gaps, strict=True):
        assert gap.plot is None
        for name, found in estimates(gap):
            a, b = getattr(mine, name), getattr(theirs, name)
            assert found.mean == pytest.approx(a.mean - b.mean, abs=1e-9)
        for name in ("gold", "hand", "characters", "strength"):
            a, b = getattr(mine, name), getattr(theirs, name)
            assert half(getattr(gap, name)) < 0.95 * (half(a) ** 2 + half(b) ** 2) ** 0.5, name
    assert one.games == other.games == SAMPLING.hands


def test_decks_of_other_sizes_and_agendas_are_compared(samples: tuple[Deck, ...]) -> None:
    kernel, *others = (RoundsKernel(plan_game(samples[n], rounds=1)) for n in (10, 1, 12))
    for theirs in others:
        one, other, gaps = compared_rounds(kernel, theirs, Sampling(500, 3))
        assert gaps[0].gold.mean == pytest.approx(
            one.rounds[0].gold.mean - other.rounds[0].gold.mean
        )


def test_rounds_must_be_as_many(samples: tuple[Deck, ...]) -> None:
    one, other = (RoundsKernel(plan_game(samples[5], rounds=rounds)) for rounds in (1, 2))
    with pytest.raises(AppError, match="same rounds"):
        compared_rounds(one, other, SAMPLING)


def test_progress_is_told_and_may_stop_it(samples: tuple[Deck, ...]) -> None:
    kernels = pair((samples[5], samples[5]), rounds=1)
    reported: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        reported.append((done, total))
        if done == total:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        compared_rounds(*kernels, SAMPLING, tell)
    assert reported == sorted(reported)
    assert reported[-1] == (2 * SAMPLING.hands, 2 * SAMPLING.hands)
