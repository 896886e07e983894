"""What is suggested at the cursor of a query."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.query import KEYS, Searcher
from carddb.search.index import CardIndex
from carddb.search.suggestions import keys_at, values_at
from carddb.terms import Edition
from desktop.widgets.changes.change_fields import ChangeFields
from desktop.widgets.search_field import SearchField


@pytest.fixture(scope="module")
def index(pools: Mapping[Edition, CardPool]) -> CardIndex:
    return CardIndex(pools.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gives:", ["gold", "draw"]),
        ("arya has:", ["text", "erratum", "ruling"]),
        ("has:err", ["erratum"]),
        ("pool:", ["all"]),
        ("reduces:nig", ["Night's Watch"]),
        ("reduces:arm", ["Army"]),
    ],
)
def test_the_words_of_what_cards_do_are_suggested(
    index: CardIndex, text: str, words: list[str]
) -> None:
    assert [each.shown for each in values_at(text, len(text), index)] == words


def test_every_suggested_word_of_a_reducer_finds_one(index: CardIndex) -> None:
    searcher = Searcher(*index.pools)
    suggested = values_at("reduces:", 8, index)
    assert {"any", "itself", "loyal", "shadows", "Stark"} <= {each.shown for each in suggested}
    assert all(searcher.find(f"reduces:{each.text}") for each in suggested)


def test_every_key_is_suggested_with_its_help() -> None:
    suggested = {each.shown: each.help for each in keys_at("", 0)}
    assert list(suggested) == [key.name for key in KEYS]
    assert suggested["gives"].startswith("gold:")


def test_the_hint_in_the_field_is_one_that_has_room(qtbot: QtBot) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    field.set_hints("Search: arya   k:lord", "Search")
    shown = []
    for width in (400, 100, 30):
        field.resize(width, 30)
        field.grab()
        shown.append(field.placeholderText())
    assert shown == ["Search: arya   k:lord", "Search", "Search"]


def test_fields_of_other_panels_say_what_they_look_for(qtbot: QtBot) -> None:
    fields = ChangeFields()
    qtbot.addWidget(fields)
    fields.resize(700, 300)
    fields.grab()
    for each in (fields.see, fields.out, fields.into, fields.policy.needs):
        assert each.placeholderText()
    assert fields.into.placeholderText().startswith("any card")
