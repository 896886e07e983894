"""The command `sevenplots check`: are decks legal, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from carddb.errors import AppError
from carddb.pool import CardPool
from carddb.terms import Edition
from cli.check_report import MANY, show_decks
from cli.checked_deck import CheckedDeck
from cli.deck_files import DeckFile, Failure, deck_files
from cli.options import AsJson, DeckEdition, ListCode
from cli.repair_json import repair_json
from cli.session import Session
from cli.terminal import filling
from decks.deck import Deck
from decks.report import ReportLine
from validators.conditions import Requested, conditions_for, read_day
from validators.problem import Problem
from validators.repairs import Repairer
from validators.verdict_json import problem_json, verdict_json


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options besides the paths."""

    edition: Edition | None
    players: int | None
    matrix: bool
    wishes: Requested
    repairs: bool = False


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
    options = CheckOptions(edition, players, matrix, wishes, repairs)
    results = _check_all(context.obj, list(deck_files(paths)), options)
    return _print_results(context.obj, results, options, as_json)


def _print_results(
    session: Session, results: Sequence[CheckedDeck | Failure], options: CheckOptions, as_json: bool
) -> int:
    """Print what came of each file; return the exit status."""
    checked = [each for each in results if isinstance(each, CheckedDeck)]
    failures = [each for each in results if isinstance(each, Failure)]
    if not checked and len(failures) == 1:
        raise failures[0].error
    if as_json:
        print(json.dumps(_json(session, checked, failures, options), ensure_ascii=False, indent=2))
    elif checked:
        show_decks(session.judge, checked)
    for failure in failures:
        failure.print()
    if failures:
        return 2
    return 0 if all(each.legal for each in checked) else 1


def _check_all(
    session: Session, files: list[DeckFile], options: CheckOptions
) -> list[CheckedDeck | Failure]:
    results: list[CheckedDeck | Failure] = []
    session.pools  # noqa: B018 - filled before the bar of the decks starts
    with filling("Checking decks") as progress:
        for done, file in enumerate(files, 1):
            try:
                results += _check(session, file, options)
            except AppError as error:
                results.append(Failure(file.path, error))
            if len(files) > 50 and done % 25 == 0:
                progress(done, len(files))
    return results


def _check(session: Session, file: DeckFile, options: CheckOptions) -> Iterator[CheckedDeck]:
    for reading in session.readings(file, options.wishes, options.edition):
        deck = reading.deck
        if options.players is not None:
            deck = replace(deck, players=options.players)
        judge = session.judge(deck.edition)
        conditions = conditions_for(deck, judge.pool, options.wishes, session.today)
        verdict = judge.verdict(deck, conditions)
        rows = judge.matrix(deck) if options.matrix else ()
        yield CheckedDeck(file.path, replace(reading, deck=deck), conditions, verdict, rows)


def _json(
    session: Session, checked: list[CheckedDeck], failures: list[Failure], options: CheckOptions
) -> dict[str, Any]:
    """Return the contract's object; repairs of many decks take a while and need the option."""
    few = options.repairs or len(checked) <= MANY
    printed: dict[str, Any] = {"decks": []}
    for each in checked:
        judge = session.judge(each.reading.deck.edition)
        repairer = Repairer(judge, each.conditions) if few else None
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
