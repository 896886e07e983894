"""Odds of seeing cards, draw decks after agendas, and answers kept in memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.card_test import EVENT, LIMITED, CardTest
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.dealer import Sampling
from goldfish.draw_deck import OpeningChoices, opening
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.odds import WantedCards, any_of_cards, drawn_odds, odds, odds_by_round, plain_odds
from goldfish.queries import (
    DealtDeck,
    HandsOptions,
    HandsQuestion,
    Method,
    PlayedDeck,
    RoundsQuestion,
)
from goldfish.query_answers import answer_to
from goldfish.setup_kernel import SetupKernel
from tests.odds_by_scipy import Hypergeometric
from tests.small_deck import small_deck


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


def first_deck(first: CardPool, agenda: str, *, foreign: tuple[Faction, ...] = ()) -> Deck:
    """Return a Stark deck with three copies of three characters of each of other Houses."""
    slots: list[tuple[Card, int]] = [(first.card(agenda), 1)]
    for house in (Faction.STARK, *foreign):
        alike = [
            card
            for card in first
            if card.type is CardType.CHARACTER and card.factions == (house,) and not card.keywords
        ]
        slots += [(card, 3) for card in alike[: 12 if house is Faction.STARK else 3]]
    return Deck.of("Old", Edition.FIRST, Faction.STARK, slots)


@pytest.mark.parametrize("agenda", ["qod_47", "cad_1"])
def test_the_house_with_most_cards_out_of_house_is_named(first: CardPool, agenda: str) -> None:
    deck = first_deck(first, agenda, foreign=(Faction.MARTELL,))
    made = opening(deck)
    assert made.rules.waived == {Faction.MARTELL}
    assert made.remarks == (f"{first.card(agenda).name} waives the gold penalty of House Martell.",)
    chosen = opening(deck, OpeningChoices(named=Faction.GREYJOY))
    assert chosen.rules.waived == {Faction.GREYJOY}


def test_no_house_is_named_where_no_card_costs_a_penalty(first: CardPool) -> None:
    made = opening(first_deck(first, "qod_47"))
    assert not made.rules.waived
    assert "no card costs one" in made.remarks[0]


def test_it_is_said_that_no_location_is_found(second: CardPool) -> None:
    people = [c for c in second if c.type is CardType.CHARACTER and Faction.STARK in c.factions]
    slots = [(second.card("08039"), 1), *((card, 3) for card in people[:20])]
    made = opening(Deck.of("None", Edition.SECOND, Faction.STARK, slots))
    assert made.rules.in_play == ()
    assert made.remarks == ("The House With the Red Door finds no location in this deck.",)


def test_no_more_is_seen_of_a_halved_deck_than_its_half(first: CardPool) -> None:
    """Black Sails: the other half never comes to hand."""
    made = opening(first_deck(first, "asots_18", foreign=(Faction.MARTELL,)))
    card, copies = made.slots[0]
    found = plain_odds(made, WantedCards(test=any_of_cards([card]), by_round=50))
    assert found.seen == made.size // 2
    true = Hypergeometric(made.size, copies, made.size // 2).sf(0)
    assert found.probability.mean == pytest.approx(true)


def test_a_half_that_fills_no_hand_is_refused(first: CardPool) -> None:
    people = [card for card in first if card.type is CardType.CHARACTER and not card.keywords]
    slots = [(first.card("asots_18"), 1), *((card, 1) for card in people[:13])]
    deck = Deck.of("Small", Edition.FIRST, Faction.STARK, slots)
    with pytest.raises(AppError, match="A hand is 7 cards, and half of the draw deck holds 6"):
        opening(deck)


def test_a_hand_is_seen_where_nothing_is_left_to_draw(second: CardPool) -> None:
    """The Conclave takes what a deck of ten has left: the seven cards of the hand are seen."""
    people = [card for card in second if card.type is CardType.CHARACTER and card.only_in is None]
    slots = [(second.card("09045"), 1), *((card, 1) for card in people[:10])]
    made = opening(Deck.of("Small", Edition.SECOND, Faction.STARK, slots))
    found = plain_odds(made, WantedCards(test=any_of_cards(people[:1]), by_round=2))
    assert found.seen == 7
    assert found.probability.mean == pytest.approx(0.7)


def silent(done: int, total: int) -> None:
    """Take no notice of progress."""


def test_one_kernel_is_kept_for_hands_and_rounds_and_none_of_the_deck_before(pools: Pools) -> None:
    deck = small_deck(pools)
    other = deck.with_copies(deck.slots[0][0], 1)
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=100)
    kept: dict[object, object] = {}

    def setups() -> list[SetupKernel]:
        return [each for each in kept.values() if isinstance(each, SetupKernel)]

    mine = DealtDeck.of("", deck)
    answer_to(HandsQuestion(mine, None, options), silent, kept)
    (first,) = setups()
    played = PlayedDeck("", deck, mine.draw_deck, (), ())
    answer_to(RoundsQuestion(played, None, games=10), silent, kept)
    assert setups() == [first]
    answer_to(HandsQuestion(DealtDeck.of("", other), None, options), silent, kept)
    (second,) = setups()
    assert second.opening == DealtDeck.of("", other).draw_deck
    assert len(kept) == 1
    # Only the tables are kept, not what is made of them in a moment.
    assert not {"_look_up", "_walks"} & set(vars(second))


def test_kept_kernels_answer_as_new_ones_do(pools: Pools) -> None:
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=200)
    question = HandsQuestion(DealtDeck.of("", small_deck(pools)), None, options)
    kept: dict[object, object] = {}
    answers = [answer_to(question, silent, each).mine for each in (kept, kept, {})]
    first, again, new = ((each.cards, each.gold, each.poor) for each in answers)
    assert first == again == new
