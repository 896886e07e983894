"""What changes gain, against both decks reckoned whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.setup import DEFAULT_ORDER, Criterion, Order, order_of
from goldfish.setup_rules import AGENDAS
from goldfish.swaps.hand_changes import HandChanges, IncomingCards, changed_opening, incoming
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import Goal, GoalKind, RatedChange
from tests.builders import card
from tests.long_run import pairs, times
from tests.unit.goldfish.swaps.counted import counted_gain, number, picked_deck

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


def every_change(made: DrawDeck, cards: Sequence[Card]) -> dict[Card, tuple[Card, ...]]:
    return {out: tuple(card for card in cards if card is not out) for out, _ in made.slots}


def rated(
    made: DrawDeck, cards: Sequence[Card], question: Question, random: Random, order: Order
) -> Iterator[RatedChange]:
    """Yield some changes of each of two kinds of cards to come in."""
    groups = incoming(made, every_change(made, cards), question, order)
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
    for seed in range(times(5, 400)):
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
    for group in incoming(made, every_change(made, cards), question)[:12]:
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
    cards = IncomingCards({into: frozenset({out})})
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
    rated = HandChanges(made, question).rate(IncomingCards({wolves[comes][0]: outs}))
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
    rated = HandChanges(made, question, order).rate(IncomingCards({giant: outs}))
    for change in rated.changes:
        gain = counted_gain(made, change, question, order)
        assert change.gain.mean == pytest.approx(gain, abs=1e-9)
