"""Searching the rules: questions that players type, slips, ids and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from rulebook.entry_search import EntrySearch
from rulebook.rule_book import rule_book
from tests.unit.rulebook.questions import LATER_QUESTIONS, PLAYERS_QUESTIONS, QUESTIONS


@pytest.fixture(scope="module")
def search(pools: Mapping[Edition, CardPool]) -> EntrySearch:
    return EntrySearch(rule_book().entries, pools.values())


def found(search: EntrySearch, text: str) -> list[str]:
    return [entry.id for entry in search.find(text)]


@pytest.mark.parametrize(("question", "answer"), [*QUESTIONS, *LATER_QUESTIONS, *PLAYERS_QUESTIONS])
def test_the_answer_is_among_the_first_three(
    search: EntrySearch, question: str, answer: str
) -> None:
    assert answer in found(search, question)[:3]


@pytest.mark.parametrize("typed", ["mul", "mulli", "mulligan", "MULLIGAN", "Mulligan?"])
def test_it_is_found_while_one_types(search: EntrySearch, typed: str) -> None:
    assert found(search, typed)[0] == "timing.mulligan"


@pytest.mark.parametrize("typed", ["stre", "strength", "strenght", "STR"])
def test_a_synonym_is_found_like_the_word_of_the_rules(search: EntrySearch, typed: str) -> None:
    assert found(search, f"contribute {typed}")[0] == "ruling.contributing-str"


def test_an_id_and_a_number_find_their_entries_alone(search: EntrySearch) -> None:
    assert found(search, "keyword.bestow") == ["keyword.bestow"]
    assert found(search, "1.6") == ["ruling.clashing-effects"]
    assert set(found(search, "1.2")) == {
        "ruling.duplicates",
        "ruling.duplicate-of-limited",
        "ruling.duplicate-of-limited.1-2",
    }


@pytest.mark.parametrize("nothing", ["", " ", "?!", "qqqqzzzz", "\0", "x" * 5000])
def test_what_is_nowhere_finds_nothing(search: EntrySearch, nothing: str) -> None:
    assert found(search, nothing) == []


def test_only_what_is_asked_for_is_found(search: EntrySearch) -> None:
    day = date(2018, 1, 1)
    held = search.find("limited duplicate", lambda entry: entry.holds_on(day))
    assert held[0].id in {"answer.limited-duplicate", "ruling.duplicate-of-limited.1-2"}
    first = search.find("stealth", lambda entry: entry.is_for(Edition.FIRST))
    assert first[0].id == "keyword.stealth.first"
    assert {entry.edition for entry in first} <= {Edition.FIRST, None}
