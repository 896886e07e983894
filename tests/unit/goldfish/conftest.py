"""Cards and sample decks for hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from carddb import catalogue
from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.deck_reader import read_decks
from goldfish.setup import best_setup
from goldfish.setup_plan import DEFAULT_ORDER, Order, SetupPlan
from goldfish.setup_rules import rules_for

Solve = Callable[..., SetupPlan]


@pytest.fixture(scope="session")
def second(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


@pytest.fixture(scope="session")
def first(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.FIRST]


@pytest.fixture(scope="session")
def samples(pools: Mapping[Edition, CardPool]) -> tuple[Deck, ...]:
    """Return the 31 published decks."""
    return tuple(read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks())


@pytest.fixture
def solve(pools: Mapping[Edition, CardPool]) -> Solve:
    """Return the best setup of codes and cards, of either edition."""

    def find(code: str) -> Card:
        return next(pool.card(code) for pool in pools.values() if code in pool)

    def solved(
        *hand: str | Card,
        agendas: tuple[str, ...] = (),
        faction: Faction | None = None,
        named: Faction | None = None,
        in_play: tuple[str, ...] = (),
        order: Order = DEFAULT_ORDER,
    ) -> SetupPlan:
        cards = [find(each) if isinstance(each, str) else each for each in hand]
        rules = rules_for(
            cards[0].edition,
            faction,
            map(find, agendas),
            named=named,
            in_play=map(find, in_play),
        )
        return best_setup(cards, rules, order)

    return solved
