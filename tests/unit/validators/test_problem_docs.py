"""docs/problems.md explains every code that a rule can emit, once, and no other."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import validators
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from validators.codes import BY_TITLE, RULES, problem_codes
from validators.conditions import find_format
from validators.deck_rules import CopiesByTitle
from validators.judge import rule_set_of
from validators.problem import Severity
from validators.shapes import BoundShape

DOCUMENT = Path(__file__).parents[3] / "docs" / "problems.md"


def documented() -> list[list[str]]:
    """Return the cells of the document's rows: code, severity, meaning, repairing, source."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return [[row[0].strip("`"), *row[1:]] for row in rows]


def test_the_document_has_a_row_for_every_code_and_no_other() -> None:
    assert sorted(row[0] for row in documented()) == list(problem_codes())


def test_every_row_is_filled() -> None:
    for row in documented():
        assert len(row) == 5, row
        assert all(cell.strip() for cell in row), row


def test_every_severity_is_one_of_the_three() -> None:
    for code, severity, *_ in documented():
        assert set(severity.split(", ")) <= set(Severity), code


def test_every_rule_of_the_validators_gives_its_codes() -> None:
    named = {*RULES, CopiesByTitle, BoundShape}
    assert {rule for rule in _rule_classes() if rule not in named} == set()


def test_codes_are_kebab_case_with_a_namespace() -> None:
    for code in problem_codes():
        words = code.split(".")
        assert len(words) >= 2, code
        assert all(word.replace("-", "").isalnum() and word == word.lower() for word in words), code


@pytest.mark.parametrize("edition", Edition)
def test_the_codes_given_when_a_rule_is_made_are_those_of_the_rule_sets(
    edition: Edition, pools: Mapping[Edition, CardPool]
) -> None:
    deck = Deck(name="Empty", edition=edition)
    rule_set = rule_set_of(deck, pools[edition], find_format(edition, "joust"))
    given = [rule.code for rule in rule_set if isinstance(rule, CopiesByTitle)]
    assert sorted(given) == sorted(BY_TITLE)


def _rule_classes() -> Iterator[type]:
    """Yield every class of the validators that has a code and a check of its own."""
    for module in pkgutil.walk_packages(validators.__path__, "validators."):
        for _, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            fields = getattr(found, "__dataclass_fields__", {})
            if found.__module__ == module.name and "code" in fields and hasattr(found, "check"):
                yield found
