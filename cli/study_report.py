"""What a study comes to, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cli.terminal import out, unwrapped_text
from validators.messages import count_of

if TYPE_CHECKING:
    from study.study_run import StudyReport, StudyResult
    from study.study_summary import PlayedCard, StudySummary


def show_study(report: StudyReport) -> None:
    """Print the summary of a study."""
    from study.study_summary import summary_of  # noqa: PLC0415 - no other command needs it

    summary = summary_of(report)
    decks = count_of(summary.decks, "deck")
    legal = "" if summary.legal is None else f", {summary.legal} legal"
    out().print(Text(f"{decks}{legal}", style="bold"))
    counts = f"{report.computed} computed, {report.reused} reused, {report.seconds:.1f} s"
    out().print(Text(counts), style="dim")
    _show_quantiles(summary)
    _show_played("Most played agendas", summary.agendas, summary.decks)
    _show_played("Most played cards", summary.cards, summary.decks)
    _show_ranked("Best", summary, summary.best)
    _show_ranked("Worst", summary, summary.worst)


def _table(*headings: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table


def _show_quantiles(summary: StudySummary) -> None:
    from study.study_summary import QUANTILES  # noqa: PLC0415 - as above

    table = _table("", *QUANTILES)
    for each in summary.quantiles:
        values = (each.column.shown(value) for value in each.values)
        table.add_row(*map(Text, (each.column.label, *values)))
    out().print(table)


def _show_played(title: str, played: Sequence[PlayedCard], decks: int) -> None:
    if not played:
        return
    out().print(Text(title, style="bold"))
    table = _table("", "decks", "of all", "copies")
    for each in played:
        share = f"{each.decks / decks:.0%}"
        row = (f"{each.card.name} ({each.card.code})", str(each.decks), share, str(each.copies))
        table.add_row(*map(Text, row))
    out().print(table)


def _show_ranked(title: str, summary: StudySummary, results: Sequence[StudyResult]) -> None:
    if not results:
        return
    out().print(Text(f"{title} by “{summary.ranked.label}”", style="bold"))
    table = _table("", "")
    for each in results:
        value = summary.ranked.text(each.answer) if each.answer else ""
        table.add_row(unwrapped_text(each.deck.deck.name or each.deck.path), Text(value))
    out().print(table)
