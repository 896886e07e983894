"""Tests of the restricted lists and sample decks that come with the program."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

import pytest

from carddb import catalogue
from carddb.catalogue import decode_lists, encode_list
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError


@pytest.fixture(scope="module")
def second() -> CardPool:
    return catalogue.load_pool(Edition.SECOND)


@pytest.fixture(scope="module")
def first() -> CardPool:
    return catalogue.load_pool(Edition.FIRST)


def test_lists_of_the_second_edition(second: CardPool) -> None:
    lists = second.lists
    assert len(lists) == 32
    assert next(iter(lists)) == "ffg1.1"
    assert list(lists)[-1] == "gotstandard2.1"
    newest = lists["gotstandard2.1"]
    joust = newest.of("joust")
    assert joust is not None
    assert (len(newest.banned), len(joust.restricted), len(joust.pods)) == (108, 26, 25)
    assert Counter(each.card_set for each in lists.values()) == {
        "original": 12,
        "redesign": 19,
        "redesign2": 1,
    }
    triggers = {
        each.code
        for each in lists.values()
        for _, of_format in each.formats
        for pod in of_format.pods
        if pod.trigger
    }
    assert triggers == {"conclave2.0"}
    assert {"04121", "04220"} <= lists["gotstandard1.13"].banned


def test_faq_1_2_melee_list(second: CardPool) -> None:
    melee = second.lists["ffg1.2"].of("melee")
    assert melee is not None
    assert melee.restricted == {
        "01001", "01013", "01043", "02060", "04118", "06039", "01078", "02012", "05001", "03003",
        "04003", "07036", "02024", "06004",
    }  # fmt: skip


def test_the_final_list_of_the_first_edition(first: CardPool) -> None:
    (faq,) = first.lists.values()
    joust, melee = faq.of("joust"), faq.of("melee")
    assert joust is not None
    assert melee is not None
    assert (len(joust.restricted), set(joust.banned)) == (47, {"atoc_97", "atoc_98", "atoc_99"})
    assert (len(melee.restricted), set(melee.banned)) == (27, {"kr_99"})
    assert all(code in first for code in joust.restricted | melee.restricted)


def test_lists_come_back_from_their_json(second: CardPool, first: CardPool) -> None:
    def encoded(lists: Mapping[str, RestrictedList]) -> list[str]:
        return [encode_list(each) for each in lists.values()]

    for pool in (second, first):
        assert decode_lists(encoded(pool.lists)) == tuple(pool.lists.values())
    with pytest.raises(AppError, match="not JSON"):
        decode_lists(["{"])


def test_sample_decks(second: CardPool) -> None:
    decks = list(catalogue.sample_decks())
    assert len(decks) == 31
    assert (decks[0].id, decks[-1].id) == ("Core-1", "DotE-2")
    for deck in decks:
        raw = json.loads(deck.text)
        assert raw["name"] == deck.name
        assert {*raw["slots"], *raw["agendas"]} <= second.by_code.keys()
    assert list(catalogue.sample_decks(Edition.FIRST)) == []
