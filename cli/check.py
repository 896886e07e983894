"""The command `sevenplots check`: are decks legal, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from carddb.errors import AppError
from carddb.terms import Edition
from cli.check_report import MANY, show_decks
from cli.checked_deck import CheckedDeck
from cli.deck_files import DeckFile, Failure, deck_files
from cli.options import AsJson, DeckEdition, ListCode
from cli.session import Session
from cli.terminal import filling, print_object, stoppable
from validators.conditions import Requested, conditions_for, read_day


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
    with stoppable():
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
        from cli.check_json import checked_json  # noqa: PLC0415 - with what finds repairs

        few = options.repairs or len(checked) <= MANY
        print_object(checked_json(session, checked, failures, repairs=few))
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
