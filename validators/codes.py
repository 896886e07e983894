"""Every code that a problem can have; docs/problems.md explains each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass

from validators import (
    advice,
    civil_war,
    deck_rules,
    draft,
    releases,
    restricted_list_rules,
    rookery,
)
from validators.first_edition import agendas as first_agendas
from validators.first_edition import rule_set as first
from validators.second_edition import agendas as second_agendas
from validators.second_edition import rule_set as second
from validators.shapes import RuleShape

_MODULES = (
    *(first, second, deck_rules, releases, restricted_list_rules),
    *(draft, rookery, civil_war, advice),
)
RULES: tuple[type, ...] = tuple(
    each
    for module in _MODULES
    for each in vars(module).values()
    if is_dataclass(each) and isinstance(each, type) and hasattr(each, "check")
)
BY_TITLE = ("copies.too-many", "plots.copies")
# Sizes of whole decks.
SIZES = (
    "draw.too-few",
    "plots.too-few",
    "plots.too-many",
    "rookery.too-many",
    "rookery.too-many-plots",
)


def problem_codes() -> tuple[str, ...]:
    """Return the codes of all rules of both editions, sorted."""
    own = (code for rule in RULES for code in _codes_of(rule))
    return tuple(sorted({*own, *BY_TITLE, *(code for code, _ in _agenda_codes())}))


def codes_of_counts() -> frozenset[str]:
    """Return the codes of rules that limit only the number of cards; each card is allowed."""
    agenda_codes = (code for code, shape in _agenda_codes() if shape.counts_together)
    return frozenset((*SIZES, *agenda_codes))


def _codes_of(rule: type) -> Iterator[str]:
    """Yield the codes of a rule: its fields `code` and `…_code`, if they are always the same."""
    for each in fields(rule):
        is_code = each.name == "code" or each.name.endswith("_code")
        if is_code and each.default is not MISSING:
            yield str(each.default)


def _agenda_codes() -> Iterator[tuple[str, RuleShape]]:
    """Yield the codes of the rules about content that agendas have, and these rules."""
    for row in (*second_agendas.AGENDAS, *first_agendas.AGENDAS):
        for shape in row.content:
            yield f"agenda.{row.slug}.{shape.what}", shape
