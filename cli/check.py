"""The command `sevenplots check`: are decks legal, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from carddb.catalogue import sample_decks
from carddb.terms import Edition
from cli.deck_files import Failure, deck_files
from cli.options import AsJson, DeckEdition, ListCode
from cli.session import CheckedDeck, Session
from cli.terminal import (
    filling,
    out,
    print_faint_line,
    print_line,
    print_object,
    stoppable,
    table_of,
)
from core.errors import AppError
from core.text_format import count_of, one_line
from decks.deck_reader import read_decks
from decks.report import Reading, ReportLine
from validators.conditions import Requested, conditions_for, read_day
from validators.judge import Judge, MatrixRow
from validators.problem import Problem, Severity

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
    from rich.text import Text  # noqa: PLC0415 - takes longer to import than a deck to judge

    rows = []
    for each in checked:
        deck = each.reading.deck
        restricted = each.conditions.applied_list
        row = (
            Text(*_sign(each.legal, bool(each.verdict.of(Severity.WARNING)))),
            deck.name or each.path,
            each.conditions.format.name,
            restricted.name if restricted else "no list",
            f"{deck.draw_count} + {deck.plot_count}",
            ", ".join(_codes(each)),
        )
        rows.append(row)
    out().print(table_of(("", "deck", "format", "list", "cards", "problems"), rows, ("cards",)))
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
    """Return the words of the smallest repair; empty without one."""
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
        more = count_of(len(lines) - MOST_LINES, "line")
        print_line(f"    and {more} more; --json lists them all.")


def _show_matrix(rows: Sequence[MatrixRow]) -> None:
    from rich.text import Text  # noqa: PLC0415 - takes longer to import than a deck to judge

    cells = [
        (
            row.restricted_list.code,
            row.restricted_list.date.isoformat(),
            row.format.name,
            Text(*_sign(row.legal, row.warned)),
            ", ".join(row.codes),
        )
        for row in rows
    ]
    out().print(table_of(("list", "of", "format", "", "problems"), cells, indent=4))


def _show_problem(problem: Problem, repair: str) -> None:
    sign, colour = SIGNS[problem.severity]
    print_line((f"  {sign} {problem.message}", colour))
    print_faint_line(f"{problem.code} · {problem.source}")
    if repair:
        print_faint_line(f"fix: {repair}")


def judge_samples(home: Path | None) -> int:
    """Print the verdict of every sample deck under the list of the day; return 0."""
    session = Session(home)
    checked = []
    for sample in sample_decks():
        readings = read_decks(sample.text, session.pools, name=sample.name)
        checked += [_check(session, sample.id, each, Requested()) for each in readings]
    show_table(checked)
    return 0


def check_command(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for input.")
    ],
    edition: DeckEdition = None,
    format_name: Annotated[
        str,
        typer.Option("--format", help="joust, melee, draft, rookery, hand-of-the-king, civil-war."),
    ] = "",
    players: Annotated[
        int | None, typer.Option(min=1, help="The players of a Civil War, 2 to 6.")
    ] = None,
    list_code: ListCode = "",
    day: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="The event's day; today.")
    ] = "",
    premier: Annotated[
        bool, typer.Option("--premier", help="A premier event: packs need 11 days.")
    ] = False,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Judge under every list and format too.")
    ] = False,
    repairs: Annotated[
        bool,
        typer.Option(
            "--repairs", help=f"With --json: find repairs for more than {MANY} decks too."
        ),
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Judge decks: exit status 0 all legal, 1 a deck is illegal, 2 a file could not be used."""
    date = read_day(day) if day else None
    wishes = Requested(format_name=format_name, list_code=list_code, date=date, premier=premier)
    session: Session = context.obj
    files = list(deck_files(paths))
    checked: list[CheckedDeck] = []
    failures: list[Failure] = []
    session.pools  # noqa: B018 - filled before the bar of the decks starts
    with stoppable(), filling("Checking decks") as progress:
        for done, file in enumerate(files, 1):
            try:
                readings = session.readings(file, wishes, edition)
                checked += [
                    _check(session, file.path, each, wishes, players, matrix) for each in readings
                ]
            except AppError as error:
                failures.append(Failure(file.path, error))
            if len(files) > 50 and done % 25 == 0:
                progress(done, len(files))
    if not checked and len(failures) == 1:
        raise failures[0].error
    if as_json:
        from cli.check_json import checked_json  # noqa: PLC0415 - with what finds repairs

        find_repairs = repairs or len(checked) <= MANY
        print_object(checked_json(session, checked, failures, repairs=find_repairs))
    elif checked:
        show_decks(session.judge, checked)
    for failure in failures:
        failure.print()
    if failures:
        return 2
    return 0 if all(each.legal for each in checked) else 1


def _check(
    session: Session,
    path: str,
    reading: Reading,
    wishes: Requested,
    players: int | None = None,
    matrix: bool = False,
) -> CheckedDeck:
    deck = reading.deck if players is None else replace(reading.deck, players=players)
    judge = session.judge(deck.edition)
    conditions = conditions_for(deck, judge.pool, wishes, session.today)
    verdict = judge.verdict(deck, conditions)
    rows = judge.matrix(deck) if matrix else ()
    return CheckedDeck(path, replace(reading, deck=deck), conditions, verdict, rows)
