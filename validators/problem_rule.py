"""The rule entry that explains a problem."""

from __future__ import annotations

from datetime import date

from carddb.terms import Edition
from rulebook.entry import Entry
from rulebook.rule_book import rule_book
from validators.problem import Problem


def rule_of(problem: Problem, edition: Edition, day: date | None = None) -> Entry:
    """Return the entry behind a problem, preferably one that held on the day."""
    entries = rule_book().for_problem(problem.code, edition)
    held = (each for each in entries if day is None or each.holds_on(day))
    return next(held, entries[0])
