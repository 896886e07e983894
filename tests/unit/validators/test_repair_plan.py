"""Fixing a whole deck: few cards change, each step has a reason, and any can be left out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import DRAW_DECK
from tests.filled import Wanted
from tests.long_run import times
from tests.property.test_repairs_property import conditions, errors, spoiled
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, Requested, conditions_for
from validators.deck_steps import change_size
from validators.repairs import Repairer, excess

ORDERS, THRONES = "01006", "01003"
BANNER_OF_THE_LION = "01200"
LANNISTERS = {"01086": 3, "01087": 3, "01088": 3, "01089": 1}


def two_pairs_of_eight(pool: CardPool) -> Deck:
    return Wanted(cards={ORDERS: 2, THRONES: 2}, plots=8).deck(pool)


def four_copies_of_sixty(pool: CardPool) -> Deck:
    return Wanted(cards={"01144": 4}).deck(pool)


def two_short_of_both(pool: CardPool) -> Deck:
    """Return a deck with 58 cards, 10 of the 12 that its banner asks for."""
    return Wanted(agendas=(BANNER_OF_THE_LION,), cards=LANNISTERS, draw=58).deck(pool)


def another_house_among_eight_plots(pool: CardPool) -> Deck:
    return Wanted(cards={"02030": 1, ORDERS: 2}, plots=8).deck(pool)


DECKS: list[tuple[Callable[[CardPool], Deck], int]] = [
    (two_pairs_of_eight, 1),
    (four_copies_of_sixty, 2),
    (two_short_of_both, 2),
    (another_house_among_eight_plots, 1),
]


def without_list(deck: Deck, pool: CardPool) -> Conditions:
    return conditions_for(deck, pool, Requested(list_code="none", date=TODAY), TODAY)


def smaller_changes(deck: Deck, goal: Deck, size: int) -> list[Deck]:
    """Return every deck at a distance in copies, of the cards of a deck and of its repair."""
    cards = [card for card, _ in goal.slots if card not in dict(deck.slots)]
    moves = [(card, -1) for card, _ in deck.slots]
    moves += [(card, 1) for card in [*cards, *(card for card, _ in deck.slots)]]
    found = []
    for chosen in combinations_with_replacement(moves, size):
        changed = deck
        for card, copies in chosen:
            changed = DRAW_DECK.added(changed, card, copies)
        found.append(changed)
    return found


@pytest.mark.parametrize(("make", "size"), DECKS)
def test_no_smaller_change_makes_the_deck_legal(
    make: Callable[[CardPool], Deck], size: int, pool: CardPool
) -> None:
    deck = make(pool)
    given = without_list(deck, pool)
    repaired = Repairer(judge_of(pool), given).repair_all(deck)
    assert (repaired.why_not, errors(repaired.deck, pool, given)) == ("", [])
    assert change_size(deck, repaired.deck) == size
    for fewer in range(size):
        assert all(
            errors(each, pool, given) for each in smaller_changes(deck, repaired.deck, fewer)
        )


def short_deck(deal: random.Random, pool: CardPool) -> Deck:
    """Return a deck that lacks 2 cards or 3; all but one or two of its titles are at their limit.

    Of these Crown of Gold has room for no other copy, a usual card for two.
    """
    agendas = deal.choice(((), ("01027",), ("06119",)))
    deck = Wanted(agendas=agendas, faction=Faction.TARGARYEN, draw=81).deck(pool)
    drawn = own(deck, draw=True)
    last = deal.choice((pool.card("02034"), drawn.pop()))
    copies = dict.fromkeys(deal.sample(drawn, 19), 3)
    copies[next(iter(copies))] = deal.choice((2, 3, 3))
    plots = [(card, number) for card, number in deck.slots if not card.in_draw_deck]
    return replace(deck, slots=slots_of([*copies.items(), (last, 1), *plots]))


def fits(deck: Deck, pool: CardPool, given: Conditions) -> bool:
    """Return whether copies of its own cards make a deck legal, by trying them all."""
    (few,) = errors(deck, pool, given)
    return any(
        not errors(with_each(deck, cards), pool, given)
        for cards in combinations_with_replacement(own(deck, draw=True), excess(few))
    )


def own(deck: Deck, *, draw: bool) -> list[Card]:
    return [card for card, _ in deck.slots if card.in_draw_deck is draw]


def with_each(deck: Deck, cards: Iterable[Card]) -> Deck:
    return replace(deck, slots=slots_of([*deck.slots, *((card, 1) for card in cards)]))


def test_missing_copies_are_added_wherever_they_fit_at_all(pools: Pools) -> None:
    deal, pool = random.Random(5), pools[Edition.SECOND]  # noqa: S311
    ends = Counter[bool]()
    while ends.total() < times(short=8, long=400):
        deck = short_deck(deal, pool)
        given = without_list(deck, pool)
        wrong = errors(deck, pool, given)
        if [each.code for each in wrong] == ["draw.too-few"]:
            repaired = Repairer(judge_of(pool), given).repair_all(deck)
            fitting = fits(deck, pool, given)
            assert (repaired.why_not == "") == fitting, deck.slots
            assert not fitting or change_size(deck, repaired.deck) == sum(map(excess, wrong))
            ends[fitting] += 1
    assert min(ends[True], ends[False]) > 0


def test_the_one_title_below_its_limit_is_offered_after_many_others(pool: CardPool) -> None:
    deck = Wanted(cards={"01142": 2}, draw=59).deck(pool)
    assert sorted(copies for card, copies in deck.slots if card.in_draw_deck) == [2, *[3] * 19]
    repaired = Repairer(judge_of(pool), without_list(deck, pool)).repair_all(deck)
    assert [step.words for step in repaired.steps] == ["Add 1 Bran Stark (Core)"]
    assert repaired.why_not == ""


def test_one_step_names_every_problem_that_it_fixes(pool: CardPool) -> None:
    deck = two_pairs_of_eight(pool)
    given = without_list(deck, pool)
    (step,) = Repairer(judge_of(pool), given).repair_all(deck).steps
    assert step.words in {"Remove 1 A Game of Thrones", "Remove 1 Building Orders"}
    assert {each.message for each in errors(deck, pool, given)} == set(step.reasons)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", (2, 7, 0, 5)[: times(short=1, long=4)])
def test_steps_taken_one_by_one_lead_to_the_end_and_without_them_nowhere(
    edition: Edition, seed: int, pools: Pools
) -> None:
    deal, pool = random.Random(seed), pools[edition]  # noqa: S311
    deck = spoiled(deal, pool)
    given = conditions(deal, deck, pool)
    repaired = Repairer(judge_of(pool), given).repair_all(deck)
    assert repaired.steps
    end = deck
    for step in repaired.steps:
        assert step.reasons
        end = step.taken(end)
    assert replace(end, name=deck.name) == repaired.deck
    assert repaired.taking(()) == deck
    assert repaired.taking(range(len(repaired.steps))) == repaired.deck


def test_without_a_step_its_problem_is_left_and_only_that(pool: CardPool) -> None:
    deck = Wanted(cards={"01144": 4, ORDERS: 2, THRONES: 2}, plots=8, draw=61).deck(pool)
    given = without_list(deck, pool)
    repaired = Repairer(judge_of(pool), given).repair_all(deck)
    assert len(repaired.steps) == 2
    for kept in (0, 1):
        left = errors(repaired.taking((kept,)), pool, given)
        assert {each.message for each in left} == {*repaired.steps[1 - kept].reasons}
