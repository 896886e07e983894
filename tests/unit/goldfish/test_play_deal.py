"""The deal of a game by hand: which cards a seed gives, on every machine, and the mulligan."""

from __future__ import annotations

import numpy as np
import pytest

from carddb.card import Card
from carddb.pool import CardPool
from core.errors import AppError
from decks.deck import Deck
from goldfish.dealer import Deal, Dealer, draws_for
from goldfish.draw_deck import opening
from goldfish.play.deal import MOST_SEED, deal, keep, mulligan, read_seed
from goldfish.play.game import Copy, Game, PlayPhase
from tests.filled import Wanted


def cards(copies: tuple[Copy, ...]) -> list[Card]:
    return [copy.card for copy in copies]


def sampled(deck: Deck, seed: int) -> tuple[list[Card], list[Card]]:
    """Return the first hand that is sampled with a seed, and the one after its mulligan."""
    opened = opening(deck)
    rules = opened.rules
    counts = [count for _, count in opened.slots]
    numbers = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
    draws = draws_for(len(numbers), rules.hand_size, halved=rules.halved)
    dealt = Deal(numbers, Dealer(seed, draws).words(), rules.hand_size, halved=rules.halved)

    def hand(columns: np.ndarray) -> list[Card]:
        return [opened.slots[int(number)][0] for number in columns[:, 0]]

    return hand(dealt.first), hand(dealt.second)


@pytest.mark.parametrize("seed", [0, 1, 7, MOST_SEED])
def test_the_hand_is_the_first_that_is_sampled_with_the_seed(
    samples: tuple[Deck, ...], seed: int
) -> None:
    for deck in samples[:4]:
        game = deal(deck, seed)
        first, second = sampled(deck, seed)
        assert cards(game.hand) == first
        assert cards(mulligan(game).hand) == second


def test_a_halved_deck_is_dealt_as_it_is_sampled(first: CardPool) -> None:
    deck = Wanted(agendas=("asots_18",)).deck(first)
    game = deal(deck, 3)
    hand, again = sampled(deck, 3)
    assert (cards(game.hand), cards(mulligan(game).hand)) == (hand, again)
    half = game.hand + game.pile[: 30 - len(game.hand)]
    assert set(mulligan(game).hand) <= set(half)


def test_a_seed_deals_the_same_on_every_machine(samples: tuple[Deck, ...]) -> None:
    game = deal(next(each for each in samples if each.name == "Wolves of Winter (WotN)"), 7)
    assert [copy.card.name for copy in game.hand] == [
        "As Hard as Winter",
        "Summer",
        "The Roseroad",
        "Frozen Solid",
        "Direwolf Pup",
        "The Kingsroad",
        "Sansa Stark",
    ]
    assert [copy.card.name for copy in game.pile[:4]] == [
        "Arya Stark",
        "The Kingsroad",
        "The Kingsroad",
        "Winter Is Coming",
    ]
    assert game == deal(game.deck, 7)
    assert cards(game.hand) != cards(deal(game.deck, 8).hand)


def test_every_copy_is_dealt_once(samples: tuple[Deck, ...]) -> None:
    for deck in samples:
        for game in (deal(deck, 1), mulligan(deal(deck, 1))):
            numbers = [copy.number for copy, _ in game.places()]
            assert len(set(numbers)) == len(numbers)
            dealt = sorted(copy.card.code for copy, _ in game.places())
            listed = [card.code for card, count in deck.slots for _ in range(count)]
            assert dealt == sorted([*listed, *(agenda.code for agenda in deck.agendas)])


def test_one_mulligan_and_then_the_hand_must_be_kept(samples: tuple[Deck, ...]) -> None:
    game = deal(samples[0], 5)
    assert game.may_mulligan
    again = mulligan(game)
    assert not again.may_mulligan
    assert set(again.hand) != set(game.hand)
    assert set(again.hand + again.pile) == set(game.hand + game.pile)
    with pytest.raises(AppError, match="The one mulligan is taken"):
        mulligan(again)
    with pytest.raises(AppError, match="kept already"):
        mulligan(keep(game))


def test_the_conclave_takes_seven_cards_once_the_hand_is_kept(second: CardPool) -> None:
    deck = Wanted(agendas=("09045",)).deck(second)
    game = deal(deck, 2)
    kept = keep(game)
    assert kept.under == game.pile[:7]
    assert kept.pile == game.pile[7:]
    assert "7 cards of the deck went under the agenda" in kept.log[-1].words


def test_what_an_agenda_finds_begins_in_play(second: CardPool) -> None:
    deck = Wanted(agendas=("08039",), cards={"01155": 3}).deck(second)
    game = deal(deck, 2)
    assert [each.card.name for each in game.in_play if each.began] != []
    assert game.rules.gold == 4
    assert "starts in play" in game.log[0].words


def test_schemes_are_no_part_of_the_plot_deck_of_the_rains(samples: tuple[Deck, ...]) -> None:
    deck = next(each for each in samples if each.name.startswith("You Win Or You Die"))
    game = deal(deck, 1)
    assert len(game.plots) == 7
    assert {"Scheme" in copy.card.traits for copy in game.under} == {True}
    assert not any("Scheme" in copy.card.traits for copy in game.plots)


def test_a_deck_that_fills_no_hand_is_not_dealt(samples: tuple[Deck, ...]) -> None:
    with pytest.raises(AppError, match="A hand is 7 cards"):
        deal(Deck.of("Small", samples[0].edition, None, {}), 1)


@pytest.mark.parametrize(("text", "seed"), [("0", 0), (" 17 ", 17), (str(MOST_SEED), MOST_SEED)])
def test_seeds_are_whole_numbers(text: str, seed: int) -> None:
    assert read_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "1.5", "winter", "٣", str(MOST_SEED + 1), "9" * 500])
def test_other_texts_are_no_seeds(text: str) -> None:
    with pytest.raises(AppError):
        read_seed(text)


def test_a_game_begins_with_its_hand(samples: tuple[Deck, ...]) -> None:
    game: Game = deal(samples[0], 1)
    assert (game.phase, game.round, game.gold) == (PlayPhase.HAND, 0, 0)
    assert game.log[-1].words.startswith("Drew a hand of 7: ")
