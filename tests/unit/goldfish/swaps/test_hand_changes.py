"""Changes of decks and ranked advice, with each gain compared with both decks counted whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random

import pytest

from carddb.card import Card
from carddb.card_test import EVENT, LIMITED, CardTest
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck, opening
from goldfish.exact import exact_hands
from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.odds import WantedCards, odds
from goldfish.setup import DEFAULT_ORDER, Criterion, Order, best_setup, order_of
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_rules import AGENDAS
from goldfish.swaps.advice import AdviceOptions, advise, advise_two
from goldfish.swaps.hand_changes import (
    HandChanges,
    LikenessInDeck,
    changed_opening,
    incoming,
)
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import Goal, GoalKind, RatedChange, SwapAdvice
from tests.builders import card
from tests.long_run import IS_LONG, pairs, times


@lru_cache(8)  # the same deck is what many changes begin with
def number(opening: DrawDeck, question: Question, order: Order = DEFAULT_ORDER) -> float:
    """Return what a goal comes to, from every hand of a deck."""
    kernel = SetupKernel(opening, order)
    goal = question.goal
    if goal.test is not None:
        wanted = WantedCards(test=goal.test, by_round=goal.by_round)
        return odds(kernel, question.policy, wanted).probability.mean
    report = exact_hands(kernel, question.policy)
    if goal.kind is GoalKind.POOR:
        return report.poor.mean
    if goal.kind is GoalKind.GREAT:
        return report.great.mean
    count = {
        GoalKind.CARDS: report.cards,
        GoalKind.GOLD: report.gold,
        GoalKind.CHARACTERS: report.characters,
    }[goal.kind]
    return count.mean.mean


def counted_gain(
    opening: DrawDeck, change: RatedChange, question: Question, order: Order = DEFAULT_ORDER
) -> float:
    """Return what a change gains: both decks reckoned whole."""
    after = changed_opening(opening, out=change.out, into=change.into)
    return question.goal.gain(number(opening, question, order), number(after, question, order))


# Cards that affect other cards; a deck picked at random has few of them.
_LIKED = (CardType.ATTACHMENT, CardType.LOCATION)


def picked_deck(
    pool: CardPool, faction: Faction, random: Random, agendas: Iterable[Card] = (), size: int = 12
) -> tuple[Deck, Sequence[Card]]:
    """Return a small deck of cards picked at random, and all cards that it might have had.

    A location and attachments are among them, for agendas that ask for them.
    """
    cards = [
        card
        for card in pool
        if card.in_draw_deck
        and (card.neutral or faction in card.factions)
        and card.reprint_of is None
    ]
    special = [
        card
        for card in cards
        if card.type in _LIKED or card.keyword("shadow") or card.keyword("limited")
    ]
    some = {*random.sample(cards, size * 2 // 3), *random.sample(special, size // 3)}
    # Copies of a title in several versions are duplicates of each other.
    versions = [c for c in cards if c.unique and any(c.name == e.name and c.unique for e in some)]
    some |= set(random.sample(versions, min(2, len(versions))))
    slots = [(card, random.choice((1, 2, 3, 3))) for card in sorted(some, key=lambda c: c.code)]
    return Deck.of("Picked", pool.edition, faction, [*slots, *((a, 1) for a in agendas)]), cards


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
    """Return a regular selection of cards that the deck might hold."""
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
            made, single, allows, question, AdviceOptions(top=times(short=2, long=6))
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


CHEAP = CardTest("cost<=2", lambda each: isinstance(each.cost, int) and each.cost <= 2)
LOCATION = CardTest("type:location", lambda each: each.type is CardType.LOCATION)

GOALS = (
    Goal(GoalKind.CARDS),
    Goal(GoalKind.GOLD),
    Goal(GoalKind.CHARACTERS),
    Goal(GoalKind.POOR),
    Goal(GoalKind.GREAT),
    Goal(GoalKind.SEE, LOCATION),
    Goal(GoalKind.SEE, EVENT, 2),
    Goal(GoalKind.SEE, CHEAP, 1),
)
POLICIES = (
    KeepPolicy(),
    KeepPolicy(PolicyKind.POOR),
    KeepPolicy(PolicyKind.NEEDS, LIMITED),
    KeepPolicy(PolicyKind.NEEDS, EVENT),
    KeepPolicy(PolicyKind.OPTIMAL),
    KeepPolicy(PolicyKind.OPTIMAL, score=Score.STRENGTH),
    KeepPolicy(PolicyKind.OPTIMAL, score=Score.GREAT),
)
ORDERS = (DEFAULT_ORDER, order_of([Criterion.GOLD]), order_of([Criterion.CHARACTERS]))
FACTIONS = {
    Edition.SECOND: (Faction.STARK, Faction.LANNISTER, Faction.NIGHTS_WATCH, Faction.MARTELL),
    Edition.FIRST: (Faction.STARK, Faction.GREYJOY, Faction.TARGARYEN),
}
HALVED = "asots_18"


def rated(
    made: DrawDeck, cards: Sequence[Card], question: Question, random: Random, order: Order
) -> Iterator[RatedChange]:
    """Yield some changes of each of two kinds of cards to come in."""
    groups = incoming(made, changes_of(made, cards), question, order)
    changes = HandChanges(made, question, order)
    for group in random.sample(groups, min(2, len(groups))):
        found = changes.rate(group).changes
        yield from random.sample(found, min(2, len(found)))


def agree(
    made: DrawDeck, cards: Sequence[Card], question: Question, random: Random, order: Order
) -> int:
    """Check some changes against both decks reckoned whole; return how many."""
    changes = list(rated(made, cards, question, random, order))
    before = number(made, question, order)
    for change in changes:
        assert change.exact
        after = number(changed_opening(made, out=change.out, into=change.into), question, order)
        gain = question.goal.gain(before, after)
        assert change.gain.mean == pytest.approx(gain, abs=1e-9), change
        assert change.after == pytest.approx(after, abs=1e-9)
    return len(changes)


@pytest.mark.parametrize("edition", Edition)
def test_gains_are_those_of_decks_reckoned_whole(pools: Pools, edition: Edition) -> None:
    checked = 0
    for seed in range(times(4, 400)):
        random = Random(seed)  # noqa: S311 - a seed for each deck
        deck, cards = picked_deck(pools[edition], random.choice(FACTIONS[edition]), random, size=9)
        question = Question(GOALS[seed % len(GOALS)], POLICIES[seed % len(POLICIES)])
        some = [*random.sample(cards, 6), *(card for card, _ in deck.slots)]
        checked += agree(opening(deck), some, question, random, ORDERS[seed % len(ORDERS)])
    assert checked > times(9, 30)


@pytest.mark.parametrize("code", sorted(set(AGENDAS) - {HALVED}))
def test_gains_under_every_agenda_of_setup(pools: Pools, code: str) -> None:
    pool = next(each for each in pools.values() if code in each)
    checked = 0
    for seed in range(times(2, 30)):
        random = Random(code + str(seed))  # noqa: S311 - as above
        faction = random.choice(FACTIONS[pool.edition])
        deck, cards = picked_deck(pool, faction, random, [pool.card(code)], size=10)
        try:
            made = opening(deck)
        except AppError:  # no location for an agenda
            continue
        question = Question(GOALS[seed % len(GOALS)], POLICIES[seed % len(POLICIES)])
        some = [*random.sample(cards, 6), *(card for card, _ in made.slots), *made.rules.in_play]
        checked += agree(made, some, question, random, DEFAULT_ORDER)
    assert checked


def test_an_attachment_that_brings_hosts_of_its_own_kind(second: CardPool) -> None:
    """The deck has no attachment, so none of its characters was a host before."""
    slots = [
        (card(f"Knight {n}", cost=n % 6, traits=("Knight",) if n % 2 else ("Lord",)), 2)
        for n in range(8)
    ]
    cards = [each for each in second if each.type is CardType.ATTACHMENT and each.host]
    made = opening(Deck.of("Hosts", Edition.SECOND, Faction.STARK, slots))
    random = Random(5)  # noqa: S311 - as above
    for _ in range(times(4, 30)):
        agree(made, random.sample(cards, 5), Question(GOALS[0], POLICIES[0]), random, DEFAULT_ORDER)


def test_changes_told_together_gain_the_same(pools: Pools) -> None:
    """Every card that a change says would do as well does."""
    random = Random(8)  # noqa: S311 - as above
    deck, cards = picked_deck(pools[Edition.SECOND], Faction.STARK, random)
    made, question = opening(deck), Question(Goal(GoalKind.CARDS), KeepPolicy())
    changes = HandChanges(made, question)
    told = 0
    for group in incoming(made, changes_of(made, cards), question)[:12]:
        for change in changes.rate(group).changes[:1]:
            for other in change.also_in[:1]:
                told += 1
                gain = counted_gain(made, replace(change, into=(other,)), question)
                assert gain == pytest.approx(change.gain.mean, abs=1e-9)
            for other in change.also_out[:1]:
                told += 1
                gain = counted_gain(made, replace(change, out=(other,)), question)
                assert gain == pytest.approx(change.gain.mean, abs=1e-9)
    assert told > 4


@pytest.mark.parametrize(
    ("goal", "policy"),
    pairs(
        [GOALS[0], GOALS[3], GOALS[6]], [POLICIES[0], POLICIES[1], POLICIES[3], POLICIES[4]], each=2
    ),
    ids=lambda each: each.words,
)
def test_sampled_gains_are_within_their_error(
    samples: Sequence[Deck], second: CardPool, goal: Goal, policy: KeepPolicy
) -> None:
    """Over many seeds the 95 % interval holds the exact gain about as often as it says."""
    made = opening(samples[10])
    question = Question(goal, policy)
    out = next(each for each, _ in made.slots if each.cost == 5)
    into = next(each for each in second if each.cost == 1 and each.neutral and LOCATION(each))
    cards = {into: frozenset({out})}
    whole = HandChanges(made, question).rate(cards)
    (exact,) = whole.changes
    assert whole.before.low == whole.before.high
    held = bases = 0
    seeds = times(12, 100)
    for seed in range(seeds):
        sampling = Sampling(4096, seed)
        sampled = HandChanges(made, question, sampling=sampling).rate(cards)
        base, (change,) = sampled.before, sampled.changes
        assert not change.exact
        assert change.gain.low < change.gain.mean < change.gain.high
        held += change.gain.low <= exact.gain.mean <= change.gain.high
        bases += base.low <= whole.before.mean <= base.high
    assert bases >= seeds * 0.8
    assert held >= seeds * 0.8


def test_a_halved_deck_is_sampled(pools: Pools) -> None:
    pool = pools[Edition.FIRST]
    random = Random(2)  # noqa: S311 - as above
    deck, cards = picked_deck(pool, Faction.GREYJOY, random, [pool.card(HALVED)], size=20)
    made, question = opening(deck), Question(GOALS[0], POLICIES[0])
    found = rated(made, cards[:9], question, random, DEFAULT_ORDER)
    assert not any(change.exact for change in found if change.gain.mean)


@pytest.mark.parametrize("comes", [CardType.ATTACHMENT, CardType.CHARACTER])
def test_a_title_of_both_roles_is_counted(
    samples: Sequence[Deck], second: CardPool, comes: CardType
) -> None:
    """A direwolf may come as an attachment where the deck has it as a character; the other way."""
    wolves = {
        kind: [c for c in second if c.name == "Summer" and c.type is kind and c.reprint_of is None]
        for kind in (CardType.ATTACHMENT, CardType.CHARACTER)
    }
    stays = next(each[0] for kind, each in wolves.items() if kind is not comes)
    stark = next(deck for deck in samples if deck.name == "House Stark Intro Deck")
    made = opening(replace(stark, slots=tuple(stark.draw())[:16]))
    made = changed_opening(made, into=(stays,))
    outs = frozenset(card for card, _ in made.slots[::5])
    question = Question(GOALS[0], POLICIES[0])
    rated = HandChanges(made, question).rate({wolves[comes][0]: outs})
    assert rated.changes
    for change in rated.changes:
        assert change.exact
        assert change.gain.mean == pytest.approx(counted_gain(made, change, question), abs=1e-9)


def test_a_card_of_more_strength_than_the_deck_knew() -> None:
    """The numbers by which setups are compared are longer with it."""
    slots = [(card(f"Weak {n}", cost=2, strength=n % 3), 2) for n in range(8)]
    giant = card("Giant", cost=3, strength=60)
    made = opening(Deck.of("Weak", Edition.SECOND, Faction.STARK, slots))
    order = order_of([Criterion.STRENGTH])
    question = Question(GOALS[0], POLICIES[0])
    outs = frozenset(each for each, _ in made.slots)
    rated = HandChanges(made, question, order).rate({giant: outs})
    for change in rated.changes:
        gain = counted_gain(made, change, question, order)
        assert change.gain.mean == pytest.approx(gain, abs=1e-9)
