"""A study as a table in CSV, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from carddb.text_format import harmless_cell
from study.answer_columns import Value, columns_of
from study.study_question import StudyQuestion
from study.study_run import StudyResult


def study_csv(question: StudyQuestion, results: Iterable[StudyResult]) -> str:
    """Return a row for each deck, with why it has no answer where it has none."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    columns = columns_of(question)
    writer.writerow(
        ["path", "name", "faction", "agendas", "digest", *(c.name for c in columns), "failure"]
    )
    for each in results:
        deck = each.deck.deck
        values = [column.value(each.answer) if each.answer else None for column in columns]
        about = (
            each.deck.path,
            deck.name,
            deck.faction.value if deck.faction else "",
            ", ".join(card.name for card in deck.agendas),
            each.deck.digest,
        )
        writer.writerow([_cell(value) for value in (*about, *values, each.failure)])
    return text.getvalue()


def _cell(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return harmless_cell(value) if isinstance(value, str) else value
