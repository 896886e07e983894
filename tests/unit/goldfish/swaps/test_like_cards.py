"""Cards that are one class: never those that setup tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from goldfish.draw_deck import opening
from goldfish.setup import best_setup
from goldfish.setup_plan import DEFAULT_ORDER, Criterion, order_of
from goldfish.swaps.hand_changes import LikenessInDeck
from tests.long_run import times
from tests.unit.goldfish.swaps.counted import picked_deck

CRITERIA = (
    DEFAULT_ORDER,
    (Criterion.CARDS,),
    (Criterion.CARDS, Criterion.GOLD),
    order_of([Criterion.CHARACTERS])[:2],
)


@pytest.mark.parametrize("edition", Edition)
def test_hands_are_worth_the_same_with_one_card_for_all_alike(
    pools: Mapping[Edition, CardPool], edition: Edition
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
            values = [
                best_setup(each, made.rules, order).tally.in_order(criteria)
                for each in (hand, theirs)
            ]
            assert values[0] == values[1], (seed, [card.name for card in hand])
    assert merged > 20
