"""`sevenplots event log`: what was done in an event, when and by whom."""

from __future__ import annotations

import typer

from cli.event.event_source import EventPath, LibraryEvent, asked_event, print_json
from cli.options import AsJson
from cli.terminal import out, table_of, unwrapped_text
from events.event_log import kind_of, operation_object
from events.event_state import EventState
from events.operations import Operation, operation_words
from events.replay import applied


def log_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    as_json: AsJson = False,
) -> None:
    """Show what was done in an event: when, by whom, and what was taken back since."""
    with asked_event(context, path, library_id) as (event, _):
        words = _said(event.log)
        taken = event.library.events.taken_back(event.id) if event.library else ()
    if as_json:
        done = [
            {"number": number, "did": said, **operation_object(each)}
            for number, (each, said) in enumerate(zip(event.log, words, strict=True), start=1)
        ]
        back = [
            {
                "number": each.number,
                "taken_back": each.at.isoformat(),
                "taken_back_by": each.by,
            }
            | operation_object(each.operation)
            for each in taken
        ]
        print_json({"operations": done, "taken_back": back})
        return
    rows = [
        (number, _time(each), each.by, said)
        for number, (each, said) in enumerate(zip(event.log, words, strict=True), start=1)
    ]
    out().print(table_of(("", "when", "by", "what was done"), rows, ("",)))
    for each in taken:
        kind = kind_of(each.operation).replace("-", " ")
        by = f", by {each.operation.by}" if each.operation.by else ""
        when = each.at.astimezone().strftime("%Y-%m-%d %H:%M")
        who = f" by {each.by}" if each.by else ""
        what = f"number {each.number}, {kind}{by}"
        out().print(unwrapped_text(f"Taken back on {when}{who}: {what}."))


def _said(log: tuple[Operation, ...]) -> list[str]:
    """Return each operation in words, by the names of the moment."""
    said: list[str] = []
    state: EventState | None = None
    for each in log:
        state = applied(each, state)
        said.append(operation_words(each, state))
    return said


def _time(operation: Operation) -> str:
    return operation.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
