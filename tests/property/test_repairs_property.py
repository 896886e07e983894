"""Random wrong decks: each repair lessens its problem and nothing gets worse; repairing ends."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from tests.filled import Wanted
from tests.long_run import times
from tests.unit.validators.test_civil_war import civil_war
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, Requested, conditions_for, formats_of
from validators.problem import Problem, Severity
from validators.repairs import MOST_REPAIRS, TOO_FEW, Repairer

EDITIONS = pytest.mark.parametrize("edition", Edition)
HOUSES = (Faction.STARK, Faction.LANNISTER, Faction.MARTELL, Faction.GREYJOY)


def spoiled(deal: random.Random, pool: CardPool) -> Deck:
    """Return a legal deck after a few random changes."""
    wanted = Wanted(faction=deal.choice(HOUSES), draw=deal.choice((57, 60, 63)))
    deck = replace(wanted, plots=deal.choice((6, 7, 7, 8)), each=deal.choice((2, 3))).deck(pool)
    agendas = [card for card in pool if card.type is CardType.AGENDA]
    usual = [each.name for each in formats_of(pool.edition) if each.name != "civil-war"]
    for _ in range(deal.randint(1, 4)):
        card = deal.choice([each for each in pool if each.type is not CardType.AGENDA])
        deck = deck.with_copies(card, deal.randint(1, 5))
    deck = replace(
        deck,
        format=deal.choice(usual),
        agendas=tuple(deal.sample(agendas, deal.choice((0, 1, 1, 2)))),
    )
    return deal.choice((plain, plain, with_rookery, with_drafted, with_printings))(deal, pool, deck)


def plain(_: random.Random, __: CardPool, deck: Deck) -> Deck:
    return deck


def with_rookery(deal: random.Random, pool: CardPool, deck: Deck) -> Deck:
    """Return the deck with a rookery of anything, as large as allowed or larger."""
    if pool.edition is Edition.FIRST:
        return replace(deck, faction=deal.choice((None, Faction.NEUTRAL)))
    cards = deal.sample(pool.cards, deal.randint(3, 14))
    return replace(deck, format="rookery", rookery=slots_of((card, 1) for card in cards))


def with_drafted(deal: random.Random, pool: CardPool, deck: Deck) -> Deck:
    """Return a draft deck; a few of its cards were not drafted as often."""
    if pool.edition is Edition.FIRST:
        return deck
    drafted = [(card, copies - deal.choice((0, 0, 0, 1))) for card, copies in deck.slots]
    beside = [(card, 1) for card in deal.sample(pool.cards, 30)]
    return replace(deck, format="draft", drafted=slots_of([*drafted, *beside]))


def with_printings(deal: random.Random, pool: CardPool, deck: Deck) -> Deck:
    """Return the deck with other printings beside some of its cards."""
    for card, _ in deal.sample(deck.slots, 6):
        deck = deck.with_copies(deal.choice(pool.by_title[card.name]), deal.randint(1, 3))
    return deck


def civil_war_of(deal: random.Random, pool: CardPool) -> Deck:
    """Return a Civil War deck after a few random changes, plot decks among them."""
    deck = civil_war(pool, deal.randint(2, 4))
    plots = [card for card in pool if card.type is CardType.PLOT]
    changed = [
        slots_of([*slots, (deal.choice(plots), deal.randint(0, 2))])[deal.randint(0, 1) :]
        for slots in deck.plot_decks
    ]
    for card in deal.sample(pool.cards, 3):
        deck = deck.with_copies(card, deal.randint(1, 7))
    return replace(deck, plot_decks=tuple(changed), players=deal.choice((2, 3, 4, 9)))


def conditions(deal: random.Random, deck: Deck, pool: CardPool) -> Conditions:
    wishes = Requested(
        list_code=deal.choice(["none", "", *pool.lists]),
        date=deal.choice((TODAY, date(2019, 3, 1))),
    )
    return conditions_for(deck, pool, wishes, TODAY)


def errors(deck: Deck, pool: CardPool, given: Conditions) -> list[Problem]:
    found = judge_of(pool).verdict(deck, given).problems
    return [each for each in found if each.severity is Severity.ERROR]


def weights(problems: list[Problem]) -> Counter[str]:
    """Return how far the errors of each code are from what is wanted, at least 1 each."""
    found: Counter[str] = Counter()
    for each in problems:
        found[each.code] += max(1, abs((each.found or 0) - (each.wanted or 0)))
    return found


def offers(deck: Deck, pool: CardPool, given: Conditions) -> int:
    """Return how many repairs a deck is offered; each must lessen its problem and no more."""
    repairer = Repairer(judge_of(pool), given)
    before = errors(deck, pool, given)
    offered = 0
    for problem in before:
        # A deck that is too small may get smaller by what may not be in it.
        smaller = TOO_FEW if problem.code not in TOO_FEW else frozenset()
        repairs = repairer.repairs(deck, problem)
        listed = repairer.other_list(deck, problem)
        assert len(repairs) <= MOST_REPAIRS
        for repair in (*repairs, *filter(None, [listed])):
            then = given
            if repair is listed:
                then = conditions_for(repair.deck, pool, Requested(date=given.date), TODAY)
            after = errors(repair.deck, pool, then)
            assert problem not in after, repair.label
            assert weights(after)[problem.code] < weights(before)[problem.code], repair.label
            heavier = weights(after) - weights(before)
            assert set(heavier) <= smaller & set(weights(before)), repair.label
            assert repair is listed or repair.deck != deck
            assert repair.label[0].isupper()
            offered += 1
    return offered


@EDITIONS
def test_a_repair_lessens_its_problem_and_makes_nothing_heavier(
    edition: Edition, pools: Pools
) -> None:
    deal, pool = random.Random(99), pools[edition]  # noqa: S311
    offered = 0
    for _ in range(times(short=2, long=12)):
        deck = spoiled(deal, pool)
        offered += offers(deck, pool, conditions(deal, deck, pool))
    assert offered > times(short=10, long=60)


def test_a_repair_in_a_civil_war_lessens_its_problem_and_makes_nothing_heavier(
    pools: Pools,
) -> None:
    pool = pools[Edition.FIRST]
    offered = 0
    for seed in (0, 2, 4, 5, 7, 13)[: times(short=3, long=6)]:
        deal = random.Random(seed)  # noqa: S311
        deck = civil_war_of(deal, pool)
        offered += offers(deck, pool, conditions(deal, deck, pool))
    assert offered > 30


@EDITIONS
def test_repairing_ends_legal_or_says_why(edition: Edition, pools: Pools) -> None:
    pool = pools[edition]
    legal = left_over = 0
    for seed in (1, 2, 7, *range(10, 22))[: times(short=3, long=15)]:
        deal = random.Random(seed)  # noqa: S311
        deck = spoiled(deal, pool)
        given = conditions(deal, deck, pool)
        repairer = Repairer(judge_of(pool), given)
        repaired = repairer.repair_all(deck)
        left = errors(repaired.deck, pool, given)
        assert bool(repaired.why_not) == bool(left)
        assert bool(repaired.steps) == (repaired.deck != deck)
        assert {each.code for each in left} <= {each.code for each in errors(deck, pool, given)}
        legal += not left
        left_over += bool(left)
    assert min(legal, left_over) > 0


@EDITIONS
def test_repairing_is_the_same_every_time(edition: Edition, pools: Pools) -> None:
    pool = pools[edition]
    for seed in (7, 0, 2)[: times(short=1, long=3)]:
        deck = spoiled(random.Random(seed), pool)  # noqa: S311
        given = conditions(random.Random(seed), deck, pool)  # noqa: S311
        first, again = (Repairer(judge_of(pool), given).repair_all(deck) for _ in range(2))
        assert first == again


def test_a_deck_of_anything_ends_too(pools: Pools) -> None:
    for pool in pools.values():
        cards: list[tuple[Card, int]] = [(card, 2) for card in pool.cards[::97]]
        deck = Deck.of("Anything", pool.edition, Faction.STARK, cards)
        given = conditions_for(deck, pool, Requested(list_code="none"), TODAY)
        repaired = Repairer(judge_of(pool), given).repair_all(deck)
        assert bool(repaired.why_not) == bool(errors(repaired.deck, pool, given))
