"""The status of cards on the restricted lists."""

from __future__ import annotations

from collections.abc import Mapping

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from validators.list_in_force import history, list_on_day, listings

Pools = Mapping[Edition, CardPool]


def found(pools: Pools, code: str) -> Card:
    return next(pool.card(code) for pool in pools.values() if code in pool)


def test_the_lists_that_a_card_is_on(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    current = list_on_day(pool, None)
    drowned = found(pools, "06011")
    first, *others = listings(drowned, pool, current)
    assert (first.name, first.in_force, first.lines) == (
        "Standard v2.1",
        True,
        ("Joust and melee: banned",),
    )
    assert "Joust: not beside Drowned God Fanatic (SoKL)" in [
        words for each in others for words in each.lines
    ]
    assert history(drowned, pool) == (
        "Joust: restricted 2019-09 to 2020-07, banned since 2020-10",
        "Melee: restricted 2019-09 to 2020-10, banned since 2020-10",
    )
    heads = listings(found(pools, "01013"), pool, current)[0]
    assert heads.lines[0].startswith("Joust: in a pod, of which a deck may hold one card, with")
    assert listings(found(pools, "01088"), pool, current) == ()


def test_of_the_one_list_of_the_first_edition_there_is_no_history(pools: Pools) -> None:
    pool = pools[Edition.FIRST]
    path = found(pools, "soo_19")
    assert [each.lines for each in listings(path, pool, list_on_day(pool, None))] == [
        ("Joust and melee: restricted",)
    ]
    assert history(path, pool) == ()
