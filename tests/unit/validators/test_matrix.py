"""The matrix: a deck under each list and each format of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.verdicts import judge_of, problems
from validators.judge import MatrixRow
from validators.problem import Severity


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


def rows(deck: Deck, pool: CardPool) -> dict[tuple[str, str], MatrixRow]:
    """Return the rows by list and format."""
    matrix = judge_of(pool).matrix(deck)
    return {(each.restricted_list.code, each.format.name): each for each in matrix}


def test_one_row_for_each_list_and_format_oldest_first(pool: CardPool) -> None:
    matrix = judge_of(pool).matrix(Wanted().deck(pool))
    assert len(matrix) == 2 * len(pool.lists) >= 64
    days = [row.restricted_list.date for row in matrix]
    assert days == sorted(days)
    assert [row.restricted_list.code for row in matrix[:2]] == ["ffg1.1", "ffg1.1"]
    assert [row.format.name for row in matrix[:2]] == ["joust", "melee"]


def test_a_deck_is_legal_in_some_and_not_in_others(pool: CardPool) -> None:
    wanted = Wanted(
        faction=Faction.GREYJOY,
        accept=lambda card: card.pack == "Core" and card.code not in _ever_listed(pool),
        cards={"01078": 3, "01043": 1},
    )
    found = rows(wanted.deck(pool), pool)
    assert found["ffg1.2", "joust"].legal
    assert found["ffg1.2", "joust"].codes == ()
    assert not found["ffg1.2", "melee"].legal
    assert found["ffg1.2", "melee"].codes == ("list.restricted",)
    assert found["ffg1.1", "melee"].legal


def _ever_listed(pool: CardPool) -> set[str]:
    listed: set[str] = set()
    for each in pool.lists.values():
        listed |= each.banned
        for _, part in each.formats:
            listed |= part.restricted | part.banned
            listed |= {code for pod in part.pods for code in pod.cards}
    return listed


def test_construction_rules_hold_in_every_row(pool: CardPool) -> None:
    found = rows(Wanted(draw=59, plots=6).deck(pool), pool)
    assert all(not row.legal for row in found.values())
    assert all({"draw.too-few", "plots.too-few"} <= set(row.codes) for row in found.values())


def test_the_format_of_a_row_is_judged_not_the_decks(pool: CardPool) -> None:
    deck = Wanted(cards={"17147": 1}, format="melee").deck(pool)
    found = rows(deck, pool)
    assert "format.only-in" in found["gotstandard2.1", "joust"].codes
    assert "format.only-in" not in found["gotstandard2.1", "melee"].codes


def test_each_code_once_and_no_note(pool: CardPool) -> None:
    deck = Wanted(cards={"01144": 4, "01143": 4}).deck(pool)
    for row in judge_of(pool).matrix(deck):
        assert len(set(row.codes)) == len(row.codes)
        assert not any(code.startswith("advice.") for code in row.codes)


def test_a_row_says_what_the_judge_says_of_list_and_format(pool: CardPool) -> None:
    deck = Wanted(faction=Faction.TYRELL, agendas=("02060",), cards={"02034": 1}).deck(pool)
    for (code, format_name), row in rows(deck, pool).items():
        found = problems(replace(deck, format=format_name), pool, code, date(2026, 11, 20))
        codes = dict.fromkeys(p.code for p in found if p.severity is not Severity.NOTE)
        assert row.codes == tuple(codes), (code, format_name)


def test_the_first_edition_has_two_rows(pools: Mapping[Edition, CardPool]) -> None:
    first = pools[Edition.FIRST]
    deck = Wanted(faction=Faction.GREYJOY, agendas=("kr_99",)).deck(first)
    found = rows(deck, first)
    assert list(found) == [("faq6.0", "joust"), ("faq6.0", "melee")]
    assert "list.banned" in found["faq6.0", "melee"].codes
    assert "list.banned" not in found["faq6.0", "joust"].codes
