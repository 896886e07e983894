"""A deck's sheet with its verdict in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from decks.report import Reading, ReportLine
from decks.sheet import DeckSheet, SheetEvent, SheetRuling, deck_sheet, written_day
from validators.conditions import Conditions, Requested, conditions_for
from validators.judge import Judge
from validators.problem import Severity, Verdict

# Part of the reason for each line that was not read.
NOT_READ = " was not read: "


def judged_sheet(
    reading: Reading, judge: Judge, wishes: Requested, today: date, event: SheetEvent
) -> DeckSheet:
    """Return the sheet of a deck as read, judged under the wishes; AppError as `conditions_for`."""
    deck = reading.deck
    conditions = conditions_for(deck, judge.pool, wishes, today)
    ruling = ruling_of(judge.verdict(deck, conditions), conditions, reading.unread)
    return deck_sheet(deck, judge.pool, event, ruling)


def ruling_of(
    verdict: Verdict, conditions: Conditions, unread: Iterable[ReportLine] = ()
) -> SheetRuling:
    """Return the verdict part of a sheet; unread lines make a deck illegal."""
    restricted, day = conditions.applied_list, conditions.date
    reasons = [each.message for each in verdict.of(Severity.ERROR)]
    reasons += [
        f"{f'Line {line.line}' if line.line else 'A line'}{NOT_READ}{line.text.strip()}"
        for line in unread
    ]
    return SheetRuling(
        legal=not reasons,
        format=conditions.format.label,
        list_name=restricted.name if restricted else "",
        day=written_day(day) if day else "",
        reasons=tuple(reasons),
        warnings=tuple(each.message for each in verdict.of(Severity.WARNING)),
    )
