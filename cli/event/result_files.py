"""`sevenplots event results`: many results at once, from a CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from app.event_results import RESULT
from app.fields import Values
from cli.event.event_source import (
    DoneBy,
    EventId,
    OpenedEvent,
    now,
    print_remarks,
    read_text,
    stored_event,
)
from cli.event.results import of_bracket, of_round
from cli.options import AsJson
from cli.terminal import print_message, print_object
from core.errors import AppError
from core.text_format import cell_as_written, shortened
from events.event_values import BracketGame, TableGame
from events.export_formats import RESULT_COLUMNS
from events.operations import BracketResultCorrected, ResultCorrected
from events.round_steps import game_of_table

_NEEDED = ("table", "result")
_SEATS = RESULT_COLUMNS[4:]
_YES = {"yes", "y", "true", "1", "x"}
_MOST_ROWS, _MOST_DIGITS = 100_000, 6
_HINT = "sevenplots event export ID --to results writes such a file."


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of the file: its number, and its cells by the names of their columns."""

    line: int
    cells: dict[str, str]


def results_command(
    context: typer.Context,
    event_id: EventId,
    csv_file: Annotated[
        str, typer.Option("--csv", metavar="FILE", help="A line for each table, or - for input.")
    ],
    correct: Annotated[
        bool, typer.Option("--correct", help="They replace results that differ.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Enter the results of a CSV, all or none; every line that cannot be entered is named."""
    rows = list(result_rows(read_text(csv_file)))
    with stored_event(context, event_id, by) as event:
        # What is entered first is tried on a copy.
        trial = OpenedEvent(event.log, event.state, by=event.by)
        problems = [
            (row.line, problem) for row in rows if (problem := _entered(trial, row, correct))
        ]
        operations = trial.log[len(event.log) :]
        if not problems:
            event.do(*operations)
        _report(event, len(operations), len(rows), problems, as_json=as_json)
    if problems:
        raise typer.Exit(2)


def result_rows(text: str) -> Iterator[ResultRow]:
    """Yield the lines that have a result; AppError if the text is not such a table."""
    first = text.lstrip().partition("\n")[0]
    mark = max(",;\t", key=first.count)
    try:
        reader = csv.reader(text.splitlines(), delimiter=mark, strict=True)
        names = [each.strip().casefold() for each in next(reader)]
        missing = [each for each in _NEEDED if each not in names]
        if missing:
            raise AppError(f"The first line has no column “{missing[0]}”.", _HINT)
        for number, cells in enumerate(reader, start=1):
            if number > _MOST_ROWS:
                raise AppError(f"This has more than {_MOST_ROWS:,} lines, too many for an event.")
            found = dict(zip(names, map(str.strip, cells), strict=False))
            if found.get("result"):
                yield ResultRow(reader.line_num, found)
    except csv.Error as error:
        raise AppError(f"Line {reader.line_num} cannot be read: {error}.", _HINT) from None


def _entered(trial: OpenedEvent, row: ResultRow, correct: bool) -> str:
    """Enter the result of a line; return why it cannot be entered, or nothing."""
    try:
        in_bracket, number = _round_of(trial, row)
        entry: Values = {
            **{each.name: each.default for each in RESULT},
            "table": _number(row.cells["table"], "table"),
            "result": row.cells["result"],
            "conceded": row.cells.get("conceded", "").casefold() in _YES,
        }
        if in_bracket:
            until = replace(trial.state, elimination=trial.state.elimination[:number])
            kind, fields = of_bracket(replace(trial, state=until), entry)
            bracket = trial.state.elimination[number - 1].games
            game: BracketGame | TableGame = bracket[fields["game"] - 1]
        else:
            kind, fields = of_round(trial, {**entry, "number": number})
            game = game_of_table(trial.state.round(number), fields["table"])
        _check_names(trial, row, game.players)
        if game.over and correct:
            kind = BracketResultCorrected if in_bracket else ResultCorrected
        same = all(getattr(game, name, value) == value for name, value in fields.items())
        if not (game.over and same):
            trial.do(kind(at=now(), **fields))
    except AppError as error:
        return error.sentence
    return ""


def _round_of(trial: OpenedEvent, row: ResultRow) -> tuple[bool, int]:
    """Return whether a line is of the elimination, and the number of its round."""
    state, written = trial.state, row.cells.get("round", "").upper()
    in_bracket = written.startswith("E") or (not written and bool(state.elimination))
    rounds: Sequence[object] = state.elimination if in_bracket else state.rounds
    name = "round of the elimination" if in_bracket else "round"
    number = _number(written.removeprefix("E"), name) if written else len(rounds)
    if not 1 <= number <= len(rounds):
        raise AppError(f"There is no {name} {number}." if rounds else f"No {name} is paired yet.")
    return in_bracket, number


def _number(written: str, what: str) -> int:
    if not (written.isdecimal() and len(written) < _MOST_DIGITS):
        raise AppError(f"“{shortened(written)}” is not the number of a {what}.")
    return int(written)


def _check_names(trial: OpenedEvent, row: ResultRow, players: tuple[str, ...]) -> None:
    """Raise AppError if the line names others than those who play there."""
    named = [cell_as_written(row.cells[each]) for each in _SEATS if row.cells.get(each)]
    playing = [trial.state.player(each).name for each in players]
    if named and named != playing[: len(named)]:
        raise AppError(f"{', '.join(playing)} play there, not {', '.join(named)}.")


def _report(
    event: OpenedEvent,
    entered: int,
    rows: int,
    problems: list[tuple[int, str]],
    *,
    as_json: bool,
) -> None:
    entered = 0 if problems else entered
    if as_json:
        named = [{"line": line, "problem": problem} for line, problem in problems]
        print_object(
            {"id": event.id, "entered": entered, "lines": rows, "problems": named}
            | {"notes": list(event.remarks)}
        )
        return
    for line, problem in problems:
        print_message(f"Line {line}: {problem}")
    if problems:
        print_message("Nothing was entered.", "Correct these lines and enter the file again.")
        return
    same = f"; {rows - entered} were there already" if entered < rows else ""
    print_message(f"Entered: {entered} result{'s' * (entered != 1)}{same}.")
    print_remarks(event)
