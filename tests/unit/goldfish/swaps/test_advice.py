"""Ranked changes: whole, of two cards, by several processes; each gain counted again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.draw_deck import DrawDeck, opening
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.setup import DEFAULT_ORDER, Criterion, best_setup, order_of
from goldfish.swaps.advice import AdviceOptions, advise, advise_two
from goldfish.swaps.hand_changes import LikenessInDeck
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import Goal, GoalKind, SwapAdvice
from tests.long_run import IS_LONG, times
from tests.unit.goldfish.swaps.counted import counted_gain, picked_deck

PLAIN = Question(Goal(GoalKind.CARDS), KeepPolicy())


def changes_of(made: DrawDeck, cards: Sequence[Card]) -> dict[Card, tuple[Card, ...]]:
    return {out: tuple(card for card in cards if card is not out) for out, _ in made.slots}


def whole(
    made: DrawDeck, cards: Sequence[Card], question: Question, workers: int = 1
) -> SwapAdvice:
    options = AdviceOptions(workers=workers)
    *_, advice = advise(made, changes_of(made, cards), question, options)
    return advice


def candidates(deck: Deck, pool: CardPool, step: int) -> list[Card]:
    """Return cards that the deck might hold, every so many."""
    cards = [
        card
        for card in pool
        if card.in_draw_deck and (card.neutral or deck.faction in card.factions)
    ]
    return cards[:: 1 if IS_LONG else step]


@pytest.mark.parametrize(
    "name",
    [
        "The Iron Fleet",
        "2016 World",
        *(["The Old Ways", "2018 World", "His Viper Eyes", "House Stark"] if IS_LONG else []),
    ],
)
def test_the_first_changes_are_what_every_hand_says(
    samples: Sequence[Deck], second: CardPool, name: str
) -> None:
    deck = next(each for each in samples if each.name.startswith(name))
    made = opening(deck)
    advice = whole(made, candidates(deck, second, 120), PLAIN)
    assert advice.done == advice.total
    gains = [change.gain.mean for change in advice.changes]
    assert gains == sorted(gains, reverse=True) or max(gains) - min(gains) < 1e-9
    first = advice.changes[: times(short=3, long=50)]
    beyond = 0
    for change in first:
        assert change.exact
        try:
            counted = counted_gain(made, change, PLAIN)
        except AppError:
            # A change may be reckoned where the deck after it has too many hands to go through.
            beyond += 1
            continue
        assert change.gain.mean == pytest.approx(counted, abs=1e-9)
    assert beyond <= len(first) // 5


def test_advice_gets_better_and_ends_whole(samples: Sequence[Deck], second: CardPool) -> None:
    """The best change is among those that come first, whatever the goal."""
    deck = samples[13]
    made = opening(deck)
    changes = changes_of(made, candidates(deck, second, 20))
    early = 0
    goals = (GoalKind.CARDS, GoalKind.CHARACTERS)
    for kind in goals:
        steps = list(advise(made, changes, Question(Goal(kind), KeepPolicy()), AdviceOptions()))
        bests = [step.changes[0].gain.mean for step in steps]
        assert bests == sorted(bests)
        assert steps[-1].considered == sum(map(len, changes.values()))
        assert 0 < steps[-1].classes <= steps[-1].considered
        early += bests[len(bests) // 3] == bests[-1]
    assert early


def test_two_cards_gain_what_both_decks_say(pools: Pools) -> None:
    random = Random(6)  # noqa: S311 - a seed for a deck
    deck, cards = picked_deck(pools[Edition.SECOND], Faction.LANNISTER, random, size=7)
    made = opening(deck)
    for question in (PLAIN, Question(Goal(GoalKind.POOR), KeepPolicy(PolicyKind.POOR))):
        single = whole(made, random.sample(list(cards), 15), question)
        forbidden = single.changes[0].into[0]

        def allows(out: tuple[Card, ...], into: tuple[Card, ...]) -> bool:
            return into.count(forbidden) < 2  # noqa: B023 - asked at once

        *_, two = advise_two(
            made, single, allows, question, AdviceOptions(top=times(short=4, long=6))
        )
        assert two.changes[0].gain.mean >= single.changes[0].gain.mean - 1e-12
        for change in two.changes:
            assert len(change.out) == len(change.into) == 2
            assert not set(change.out) & set(change.into)
            assert change.into.count(forbidden) < 2
            gain = counted_gain(made, change, question)
            assert change.gain.mean == pytest.approx(gain, abs=1e-9)


def test_processes_say_the_same(pools: Pools) -> None:
    """Searches go to other processes too, and a reader that stops ends them."""
    random = Random(7)  # noqa: S311 - as above
    deck, cards = picked_deck(pools[Edition.SECOND], Faction.STARK, random, size=8)
    made = opening(deck)
    test = CardTest("type:location", lambda each: each.type is CardType.LOCATION)
    question = Question(Goal(GoalKind.SEE, test, 1), KeepPolicy(PolicyKind.NEEDS, test))
    some = random.sample(list(cards), 10)
    alone, together = (whole(made, some, question, workers) for workers in (1, 2))
    assert alone.changes == together.changes
    changes = changes_of(made, some)
    steps = advise(made, changes, question, AdviceOptions(workers=2))
    assert len(list(islice(steps, 2))) == 2
    steps.close()  # type: ignore[attr-defined]


CRITERIA = (
    DEFAULT_ORDER,
    (Criterion.CARDS,),
    (Criterion.CARDS, Criterion.GOLD),
    order_of([Criterion.CHARACTERS])[:2],
)


@pytest.mark.parametrize("edition", Edition)
def test_hands_are_worth_the_same_with_one_card_for_all_alike(
    pools: Pools, edition: Edition
) -> None:
    merged = 0
    for seed in range(times(40, 600)):
        random = Random(seed)  # noqa: S311 - a seed for each deck
        deck, _ = picked_deck(pools[edition], Faction.STARK, random, size=18)
        made, criteria = opening(deck), CRITERIA[seed % len(CRITERIA)]
        like = LikenessInDeck(made, lambda _: 0, criteria).merged()
        merged += len(made.slots) - len(like.opening.slots)
        assert like.opening.size == made.size
        cards = [card for card, count in made.slots for _ in range(count)]
        for _ in range(4):
            hand = random.sample(cards, made.rules.hand_size)
            theirs = [like.standing_for[card.code] for card in hand]
            order = order_of(criteria)
            tallies = [best_setup(each, made.rules, order).tally for each in (hand, theirs)]
            values = [[getattr(tally, each) for each in criteria] for tally in tallies]
            assert values[0] == values[1], (seed, [card.name for card in hand])
    assert merged > 20
