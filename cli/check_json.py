"""Verdicts as the one JSON object of `sevenplots check`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carddb.pool import CardPool
from cli.deck_files import Failure
from cli.session import CheckedDeck, Session
from core.json_values import json_object
from decks.deck import Deck
from decks.deck_section import SectionKind
from decks.diff import CardChange, difference
from decks.report import ReportLine
from validators.problem import Problem
from validators.repairs import Repair, Repairer
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
            json_object(each, "line text code note") for each in checked.reading.corrected
        ],
    }
    if checked.matrix:
        printed["matrix"] = [
            json_object(row, "list=restricted_list.code format=format.name legal problems=codes")
            for row in checked.matrix
        ]
    return printed


def _unread_json(line: ReportLine, pool: CardPool) -> dict[str, Any]:
    printed = json_object(line, "line text reason=note copies section candidates")
    return printed | {
        "section": str(line.section) if line.section else None,
        "suggestions": list(dict.fromkeys(pool.card(code).name for code in line.candidates)),
    }


def _with_repairs(problem: Problem, deck: Deck, repairer: Repairer | None) -> dict[str, Any]:
    printed = problem_json(problem)
    if repairer is not None:
        repairs = repairer.repairs(deck, problem)
        printed["repairs"] = [_repair_json(deck, repair) for repair in repairs]
    return printed


def _repair_json(before: Deck, repair: Repair) -> dict[str, Any]:
    """Return the words, the copies that change, and faction, players and plot decks if they do."""
    after = repair.deck
    changes = difference(before, after)
    printed: dict[str, Any] = {
        "words": repair.label,
        "cards": [_change(each) for each in (*changes.agendas, *changes.cards)],
    }
    if after.faction is not before.faction:
        printed["faction"] = after.faction.value if after.faction else None
    if after.players != before.players:
        printed["players"] = after.players
    if len(after.plot_decks) != len(before.plot_decks):
        printed["plot_decks"] = len(after.plot_decks)
    return printed


def _change(change: CardChange) -> dict[str, Any]:
    """Return the copies of a printing before and after, and where; plot decks count from 1."""
    section = change.section
    where = {"plot_deck": section.number} if section.kind is SectionKind.PLOT_DECK else {}
    return {
        "code": change.code,
        "place": section.field,
        **where,
        "before": change.before,
        "after": change.after,
    }
