"""Odds of seeing cards, against scipy's hypergeometric distribution and against samples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card_test import EVENT, LIMITED, CardTest
from decks.deck import Deck
from goldfish.dealer import Sampling
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.odds import WantedCards, any_of_cards, drawn_odds, odds, odds_by_round, plain_odds
from goldfish.setup_kernel import SetupKernel
from tests.odds_by_scipy import Hypergeometric


@pytest.mark.parametrize(("copies", "drawn", "least"), [(3, 7, 1), (3, 11, 2), (6, 60, 6)])
def test_plain_odds_are_hypergeometric(copies: int, drawn: int, least: int) -> None:
    true = Hypergeometric(60, copies, drawn).sf(least - 1)
    assert drawn_odds(60, copies, drawn, least) == pytest.approx(true)


def test_round_0_is_the_opening_hand_and_each_round_draws_two(samples: tuple[Deck, ...]) -> None:
    made = opening(samples[10])
    card, copies = made.slots[0]
    for by_round in range(4):
        wanted = WantedCards(test=any_of_cards([card]), by_round=by_round, refill=False)
        found = plain_odds(made, wanted)
        true = Hypergeometric(60, copies, 7 + 2 * by_round).sf(0)
        assert found.probability.mean == pytest.approx(true)
        assert (found.seen, found.copies) == (7 + 2 * by_round, copies)


@pytest.mark.parametrize(
    "policy",
    [
        KeepPolicy(),
        KeepPolicy(PolicyKind.POOR),
        KeepPolicy(PolicyKind.NEEDS, LIMITED),
        KeepPolicy(PolicyKind.NEEDS, EVENT | LIMITED),
        KeepPolicy(PolicyKind.OPTIMAL),
    ],
    ids=lambda policy: policy.words,
)
@pytest.mark.parametrize("test", [LIMITED, EVENT, EVENT | LIMITED], ids=lambda test: test.label)
def test_exact_and_sampled_odds_agree(
    samples: tuple[Deck, ...], policy: KeepPolicy, test: CardTest
) -> None:
    kernel = SetupKernel(opening(samples[10]))
    wanted = WantedCards(test=test, at_least=2, by_round=2)
    exact = odds(kernel, policy, wanted)
    found = odds(kernel, policy, wanted, Sampling(40_000, 5))
    error = (found.probability.high - found.probability.low) / 2 / 1.96
    assert abs(exact.probability.mean - found.probability.mean) < 4 * error
    assert (exact.hands, found.hands, found.seed) == (None, 40_000, 5)
    assert exact.seen == pytest.approx(found.seen, abs=0.05)


def test_needing_a_card_makes_it_likelier_as_two_tries_would(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    card, copies = kernel.opening.slots[0]
    wanted = WantedCards(test=any_of_cards([card]))
    once = Hypergeometric(60, copies, 7).sf(0)
    policy = KeepPolicy(PolicyKind.NEEDS, any_of_cards([card]))
    assert odds(kernel, policy, wanted).probability.mean == pytest.approx(1 - (1 - once) ** 2)


def test_refill_only_adds(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    wanted = WantedCards(test=LIMITED, by_round=1)
    without = WantedCards(test=LIMITED, by_round=1, refill=False)
    more, less = (odds(kernel, KeepPolicy(), each) for each in (wanted, without))
    assert more.probability.mean > less.probability.mean
    assert more.seen > less.seen == 9


@pytest.mark.parametrize("policy", [KeepPolicy(), KeepPolicy(PolicyKind.POOR)])
@pytest.mark.parametrize("left_out", [0, 1, 3])
@pytest.mark.parametrize("sampling", [None, Sampling(2_000, 1)], ids=["exact", "sampled"])
def test_nearly_every_card_of_the_deck_may_be_wanted(
    samples: tuple[Deck, ...], policy: KeepPolicy, left_out: int, sampling: Sampling | None
) -> None:
    made = opening(samples[10])
    wanted = any_of_cards([card for card, _ in made.slots[left_out:]])
    question = WantedCards(test=wanted, at_least=1, by_round=5)
    found = odds_by_round(SetupKernel(made), policy, question, sampling)
    assert all(each.probability.mean == pytest.approx(1.0) for each in found)
    seven = odds_by_round(SetupKernel(made), policy, replace(question, at_least=7), sampling)
    assert all(0.0 <= each.probability.mean <= 1.0 + 1e-9 for each in seven)
    if not left_out:
        assert seven[0].probability.mean == pytest.approx(1.0)


def test_the_odds_by_round_are_those_of_each_round(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    policy = KeepPolicy(PolicyKind.POOR)
    question = WantedCards(test=LIMITED, at_least=2, by_round=3)
    by_round = odds_by_round(kernel, policy, question)
    for number, found in enumerate(by_round):
        one = odds(kernel, policy, replace(question, by_round=number))
        assert found.probability.mean == pytest.approx(one.probability.mean)
