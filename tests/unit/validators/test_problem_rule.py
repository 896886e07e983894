"""What a problem rests on can be opened: for every code, on any day."""

from __future__ import annotations

from datetime import date

import pytest

from carddb.terms import Edition
from rulebook.rule_book import rule_book
from validators.codes import problem_codes
from validators.problem import Problem
from validators.problem_rule import rule_of


def problem(code: str) -> Problem:
    return Problem(code, "Something is wrong.", source="A rule")


@pytest.mark.parametrize("edition", list(Edition))
def test_the_source_of_every_problem_opens_an_entry(edition: Edition) -> None:
    for code in problem_codes():
        entry = rule_of(problem(code), edition)
        assert code in entry.codes
        assert entry in rule_book().for_problem(code, edition)


@pytest.mark.parametrize("day", [date(2016, 1, 1), date(2018, 1, 1), date(2026, 11, 22)])
def test_of_several_entries_one_that_held_on_the_day_is_opened(day: date) -> None:
    for code in problem_codes():
        every = rule_book().for_problem(code, Edition.SECOND)
        found = rule_of(problem(code), Edition.SECOND, day)
        assert found.holds_on(day) or not any(each.holds_on(day) for each in every), code
