"""A verdict as JSON, in the shape that `sevenplots check` promises."""

from __future__ import annotations

from typing import Any

from core.json_values import json_object
from decks.deck import Deck
from validators.conditions import Conditions
from validators.problem import Problem, Verdict


def verdict_json(deck: Deck, conditions: Conditions, verdict: Verdict) -> dict[str, Any]:
    restricted = conditions.applied_list
    return {
        "edition": deck.edition.value,
        "faction": deck.faction.value if deck.faction else None,
        "agendas": [card.code for card in deck.agendas],
        "format": conditions.format.name,
        "list": restricted.code if restricted else None,
        "date": conditions.date.isoformat() if conditions.date else None,
        "legal": verdict.legal,
        "counts": {"draw": deck.draw_count, "plots": deck.plot_count},
        "problems": [problem_json(each) for each in verdict.problems],
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    return json_object(problem, "code severity message cards found wanted source")
