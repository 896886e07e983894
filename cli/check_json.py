"""Verdicts as the one JSON object of `sevenplots check`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carddb.pool import CardPool
from cli.checked_deck import CheckedDeck
from cli.deck_files import Failure
from cli.repair_json import repair_json
from cli.session import Session
from decks.deck import Deck
from decks.report import ReportLine
from validators.problem import Problem
from validators.repairs import Repairer
from validators.verdict_json import problem_json, verdict_json


def checked_json(
    session: Session,
    checked: Sequence[CheckedDeck],
    failures: Sequence[Failure],
    *,
    repairs: bool,
) -> dict[str, Any]:
    """Return the contract's object; `repairs` of many decks take a while."""
    printed: dict[str, Any] = {"decks": []}
    for each in checked:
        judge = session.judge(each.reading.deck.edition)
        repairer = Repairer(judge, each.conditions) if repairs else None
        printed["decks"].append(_deck_json(each, judge.pool, repairer))
    if failures:
        printed["failed"] = [each.as_json() for each in failures]
    return printed


def _deck_json(checked: CheckedDeck, pool: CardPool, repairer: Repairer | None) -> dict[str, Any]:
    deck, conditions = checked.reading.deck, checked.conditions
    printed: dict[str, Any] = {
        "path": checked.path,
        "name": deck.name,
        **verdict_json(deck, conditions, checked.verdict),
        "legal": checked.legal,
        "problems": [_with_repairs(each, deck, repairer) for each in checked.verdict.problems],
        "unread": [_unread_json(each, pool) for each in checked.reading.unread],
        "corrected": [
            {"line": each.line, "text": each.text, "code": each.code, "note": each.note}
            for each in checked.reading.corrected
        ],
    }
    if checked.matrix:
        printed["matrix"] = [
            {
                "list": row.restricted_list.code,
                "format": row.format.name,
                "legal": row.legal,
                "problems": list(row.codes),
            }
            for row in checked.matrix
        ]
    return printed


def _unread_json(line: ReportLine, pool: CardPool) -> dict[str, Any]:
    """Return a line that was not read, with what it may have meant."""
    names = (pool.card(code).name for code in line.candidates)
    return {
        "line": line.line,
        "text": line.text,
        "reason": line.note,
        "copies": line.copies,
        "section": str(line.section) if line.section else None,
        "candidates": list(line.candidates),
        "suggestions": list(dict.fromkeys(names)),
    }


def _with_repairs(problem: Problem, deck: Deck, repairer: Repairer | None) -> dict[str, Any]:
    printed = problem_json(problem)
    if repairer is not None:
        repairs = repairer.repairs(deck, problem)
        printed["repairs"] = [repair_json(deck, repair) for repair in repairs]
    return printed
