"""Verdicts for people: one deck in full, many as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from carddb.terms import Edition
from carddb.text_format import one_line
from cli.checked_deck import CheckedDeck
from cli.terminal import out, print_faint_line, print_line, unwrapped_text
from decks.report import ReportLine
from validators.judge import Judge, MatrixRow
from validators.messages import count_of
from validators.problem import Problem, Severity

if TYPE_CHECKING:
    pass

SIGNS = {
    Severity.ERROR: ("✗", "red"),
    Severity.WARNING: ("!", "yellow"),
    Severity.NOTE: ("·", "cyan"),
}
MANY = 6
MOST_LINES = 12


def show_decks(judge: Callable[[Edition], Judge], checked: Sequence[CheckedDeck]) -> None:
    """Print each deck in full, or a table where there are many."""
    if len(checked) > MANY:
        show_table(checked)
        if any(each.matrix for each in checked):
            out().print(f"More than {MANY} decks: --json has the matrix of each.")
        return
    for each in checked:
        _show_deck(each, judge(each.reading.deck.edition))


def show_table(checked: Sequence[CheckedDeck]) -> None:
    """Print one row a deck, and how many are legal."""
    from rich.table import Table  # noqa: PLC0415 - takes longer to import than a deck to judge
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("", "deck", "format", "list", "cards", "problems"):
        table.add_column(heading, justify="right" if heading == "cards" else "left")
    for each in checked:
        deck = each.reading.deck
        restricted = each.conditions.applied_list
        table.add_row(
            Text(*_sign(each.legal, bool(each.verdict.of(Severity.WARNING)))),
            unwrapped_text(deck.name or each.path),
            each.conditions.format.name,
            restricted.name if restricted else "no list",
            f"{deck.draw_count} + {deck.plot_count}",
            Text(", ".join(_codes(each))),
        )
    out().print(table)
    legal = sum(each.legal for each in checked)
    warned = sum(each.legal and bool(each.verdict.of(Severity.WARNING)) for each in checked)
    doubtful = f" ({warned} with warnings)" if warned else ""
    out().print(f"\n{len(checked)} decks: {legal} legal{doubtful}, {len(checked) - legal} not.")


def _codes(checked: CheckedDeck) -> list[str]:
    grave = (*checked.verdict.of(Severity.ERROR), *checked.verdict.of(Severity.WARNING))
    lost = len(checked.reading.unread)
    codes = dict.fromkeys(problem.code for problem in grave)
    return [*codes, *([f"{count_of(lost, 'line')} not read"] if lost else [])]


def _sign(legal: bool, warned: bool) -> tuple[str, str]:
    if legal and warned:
        return SIGNS[Severity.WARNING]
    return ("✓", "green") if legal else ("✗", "red")


def _show_deck(checked: CheckedDeck, judge: Judge) -> None:
    deck, conditions, pool = checked.reading.deck, checked.conditions, judge.pool
    faction = deck.faction.card_name if deck.faction else "No faction"
    agendas = ", ".join(pool.label(card) for card in deck.agendas) or "no agenda"
    restricted = conditions.applied_list
    print_line((one_line(deck.name or checked.path), "bold"))
    print_line(f"{faction} · {agendas}")
    under = [conditions.format.label, restricted.name if restricted else "no list"]
    if conditions.date:
        under.append(conditions.date.isoformat())
    counts = [count_of(deck.draw_count, "card"), count_of(deck.plot_count, "plot")]
    print_line((" · ".join([*counts, *under]), "dim"))
    verdict_text = "legal" if checked.legal else "not legal"
    warnings = checked.verdict.of(Severity.WARNING)
    if warnings:
        verdict_text += f", {count_of(len(warnings), 'warning')}"
    print_line(_sign(checked.legal, bool(warnings)), " ", (verdict_text, "bold"))
    for problem in checked.verdict.problems:
        _show_problem(problem, _repair(checked, judge, problem))
    _show_lines("✗", "red", "was not read", checked.reading.unread)
    _show_lines("·", "cyan", "was read as something else", checked.reading.corrected)
    if checked.matrix:
        _show_matrix(checked.matrix)
    print_line("")


def _repair(checked: CheckedDeck, judge: Judge, problem: Problem) -> str:
    """Return the words of the smallest repair; empty where there is none."""
    if problem.severity is not Severity.ERROR:
        return ""
    from validators.repairs import Repairer  # noqa: PLC0415 - a legal deck does without

    repairs = Repairer(judge, checked.conditions).repairs(checked.reading.deck, problem)
    return repairs[0].label if repairs else ""


def _show_lines(sign: str, colour: str, what: str, lines: Sequence[ReportLine]) -> None:
    for line in lines[:MOST_LINES]:
        told = one_line(f"Line {line.line} {what}: {line.text}")
        print_line((f"  {sign} {told}", colour))
        print_faint_line(line.note)
    if len(lines) > MOST_LINES:
        print_line(f"    and {len(lines) - MOST_LINES} lines more; --json lists them all.")


def _show_matrix(rows: Sequence[MatrixRow]) -> None:
    from rich.table import Table  # noqa: PLC0415 - takes longer to import than a deck to judge
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table(box=None, padding=(0, 2, 0, 4), header_style="dim")
    for heading in ("list", "of", "format", "", "problems"):
        table.add_column(heading)
    for row in rows:
        restricted = row.restricted_list
        sign = Text(*_sign(row.legal, row.warned))
        day = restricted.date.isoformat()
        table.add_row(restricted.code, day, row.format.name, sign, Text(", ".join(row.codes)))
    out().print(table)


def _show_problem(problem: Problem, repair: str) -> None:
    sign, colour = SIGNS[problem.severity]
    print_line((f"  {sign} {problem.message}", colour))
    print_faint_line(f"{problem.code} · {problem.source}")
    if repair:
        print_faint_line(f"fix: {repair}")
