"""Random wrong decks: repairs bring no error of another kind, and mending comes to an end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.judging import TODAY, judge_of
from validators.conditions import Conditions, Wishes, conditions_for
from validators.formats import formats_of
from validators.problem import Problem, Severity
from validators.repairs import MOST_REPAIRS, Mender

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
    return replace(
        deck,
        format=deal.choice(usual),
        agendas=tuple(deal.sample(agendas, deal.choice((0, 1, 1, 2)))),
    )


def conditions(deal: random.Random, deck: Deck, pool: CardPool) -> Conditions:
    wishes = Wishes(
        list_code=deal.choice(["none", "", *pool.lists]),
        date=deal.choice((TODAY, date(2019, 3, 1))),
    )
    return conditions_for(deck, pool, wishes, TODAY)


def errors(deck: Deck, pool: CardPool, given: Conditions) -> list[Problem]:
    found = judge_of(pool).verdict(deck, given).problems
    return [each for each in found if each.severity is Severity.ERROR]


@EDITIONS
def test_no_repair_brings_an_error_of_another_kind(
    edition: Edition, pools: Mapping[Edition, CardPool]
) -> None:
    deal, pool = random.Random(99), pools[edition]  # noqa: S311
    offered = 0
    for _ in range(20):
        deck = spoiled(deal, pool)
        given = conditions(deal, deck, pool)
        mender = Mender(judge_of(pool), given)
        before = errors(deck, pool, given)
        kinds = {each.code for each in before}
        for problem in before:
            repairs = mender.repairs(deck, problem)
            assert len(repairs) <= MOST_REPAIRS
            for repair in repairs:
                after = errors(repair.deck, pool, given)
                assert {each.code for each in after} <= kinds, repair.label
                assert repair.deck != deck
                assert repair.label[0].isupper()
                offered += 1
    assert offered > 100


@EDITIONS
def test_mending_ends_legal_or_says_why(
    edition: Edition, pools: Mapping[Edition, CardPool]
) -> None:
    deal, pool = random.Random(1144), pools[edition]  # noqa: S311
    legal = 0
    for _ in range(12):
        deck = spoiled(deal, pool)
        given = conditions(deal, deck, pool)
        mender = Mender(judge_of(pool), given)
        mended = mender.mend(deck)
        left = errors(mended.deck, pool, given)
        assert bool(mended.why_not) == bool(left)
        assert bool(mended.steps) == (mended.deck != deck)
        assert {each.code for each in left} <= {each.code for each in errors(deck, pool, given)}
        legal += not left
    assert legal > 3


@EDITIONS
def test_mending_is_the_same_every_time(
    edition: Edition, pools: Mapping[Edition, CardPool]
) -> None:
    pool = pools[edition]
    for seed in (0, 2):
        deck = spoiled(random.Random(seed), pool)  # noqa: S311
        given = conditions(random.Random(seed), deck, pool)  # noqa: S311
        first, again = (Mender(judge_of(pool), given).mend(deck) for _ in range(2))
        assert first == again


def test_a_deck_of_anything_ends_too(pools: Mapping[Edition, CardPool]) -> None:
    for pool in pools.values():
        cards: list[tuple[Card, int]] = [(card, 2) for card in pool.cards[::97]]
        deck = Deck.of("Anything", pool.edition, Faction.STARK, cards)
        given = conditions_for(deck, pool, Wishes(list_code="none"), TODAY)
        mended = Mender(judge_of(pool), given).mend(deck)
        assert bool(mended.why_not) == bool(errors(mended.deck, pool, given))
