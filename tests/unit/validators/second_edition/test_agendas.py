"""Every agenda of the second edition: one deck that passes, and one that fails by one card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from tests.filled import Wanted
from tests.unit.validators.second_edition.agenda_decks import ROWS, Row, broken
from tests.verdicts import errors
from validators.second_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_the_agendas_deck_is_legal(row: Row, pool: CardPool) -> None:
    assert errors(row.deck(pool), pool) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_one_card_makes_it_illegal(row: Row, pool: CardPool) -> None:
    assert errors(broken(row, pool), pool) == [row.code, *row.beside]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_the_deck_that_fails_differs_by_one_card(row: Row, pool: CardPool) -> None:
    before, after = dict(row.deck(pool).slots), dict(broken(row, pool).slots)
    moved = [before.get(card, 0) - after.get(card, 0) for card in {*before, *after}]
    assert sorted(each for each in moved if each) == [-1, 1]


def test_every_row_of_the_table_has_its_two_decks() -> None:
    assert [row.slug for row in ROWS] == [row.slug for row in AGENDAS]


def test_every_printing_of_a_row_judges_alike(pool: CardPool) -> None:
    for row, rules in zip(ROWS, AGENDAS, strict=True):
        for code in rules.codes:
            again = replace(row, agenda=code)
            assert errors(again.deck(pool), pool) == []
            assert row.code in errors(broken(again, pool), pool)


def test_every_agenda_of_the_data_is_in_one_of_the_two_tables(pool: CardPool) -> None:
    tables = [code for row in AGENDAS for code in row.codes] + [c for c, _ in NO_CONSTRUCTION_RULES]
    agendas = [card.code for card in pool if card.type is CardType.AGENDA]
    assert sorted(tables) == agendas
    assert (len(agendas), len(NO_CONSTRUCTION_RULES)) == (60, 13)


def test_the_texts_about_deck_building_are_those_of_the_agendas_with_rules(pool: CardPool) -> None:
    assert {card.code for card in pool if card.deckbuilding} == {
        c for r in AGENDAS for c in r.codes
    }


@pytest.mark.parametrize(("code", "name"), NO_CONSTRUCTION_RULES)
def test_an_agenda_without_construction_rules_changes_nothing(
    code: str, name: str, pool: CardPool
) -> None:
    assert pool.card(code).name == name
    assert errors(Wanted(agendas=(code,)).deck(pool), pool) == []
