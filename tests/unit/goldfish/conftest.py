"""Cards and sample decks for hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import Faction
from goldfish.setup import DEFAULT_ORDER, Order, SetupPlan, best_setup
from goldfish.setup_rules import rules_for

Solve = Callable[..., SetupPlan]


@pytest.fixture
def solve(pools: Pools) -> Solve:
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
            cards[0].edition, faction, map(find, agendas), named=named, in_play=map(find, in_play)
        )
        return best_setup(cards, rules, order)

    return solved
