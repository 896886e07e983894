"""The status of cards on the restricted lists."""

from __future__ import annotations

from carddb.card import Card
from carddb.terms import Edition
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_list_status import history, listings
from validators.list_in_force import in_force


def found(cards: LoadedCards, code: str) -> Card:
    one = cards.card(code)
    assert one is not None
    return one


def test_the_lists_that_a_card_is_on(cards: LoadedCards) -> None:
    pool = cards.pools[Edition.SECOND]
    current = in_force(pool, None)
    drowned = found(cards, "06011")
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
    heads = listings(found(cards, "01013"), pool, current)[0]
    assert heads.lines[0].startswith("Joust: in a pod, of which a deck may hold one card, with")
    assert listings(found(cards, "01088"), pool, current) == ()


def test_of_the_one_list_of_the_first_edition_there_is_no_history(cards: LoadedCards) -> None:
    pool = cards.pools[Edition.FIRST]
    path = found(cards, "soo_19")
    assert [each.lines for each in listings(path, pool, in_force(pool, None))] == [
        ("Joust and melee: restricted",)
    ]
    assert history(path, pool) == ()
