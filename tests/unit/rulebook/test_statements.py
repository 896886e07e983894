"""Every statement of the documents has its entry, and the entry says it."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook.rule_book import rule_book
from tests.unit.rulebook.statements import STATEMENTS


@pytest.mark.parametrize(("statement", "name", "said"), STATEMENTS, ids=lambda each: str(each)[:30])
def test_a_statement_has_its_entry(statement: str, name: str, said: str) -> None:
    assert said in rule_book().entry(name).words, statement


def test_no_statement_is_left_out() -> None:
    """As counted in the documents: 26 + 24 and the pictures, 36 and more, 12."""
    named = [statement for statement, _, _ in STATEMENTS]
    assert len(set(named)) == len(named)
    assert {f"S0.{number}" for number in range(1, 25)} <= {each.split()[0] for each in named}
    assert {f"S1.{number}" for number in range(1, 20)} <= {each.split()[0] for each in named}
    assert {f"S4.{number}" for number in range(1, 13)} <= {each.split()[0] for each in named}
    assert sum(each.startswith("S3 answer") for each in named) == 15
    rulings = {each.split()[1] for each in named if each.startswith("S3 ") and each[3].isdigit()}
    assert rulings == {
        f"{part}.{n}" for part, most in ((1, 6), (2, 7), (3, 3)) for n in range(1, most + 1)
    }
    documents = Counter(each.split()[0].partition(".")[0] for each in named)
    assert documents == {"S0": 26, "S1": 25, "S2": 5, "S3": 44, "S4": 12, "later": 8, "rules": 18}
