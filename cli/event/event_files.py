"""`sevenplots event` import, export and sheets: events from and to files."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import typer

from carddb.errors import AppError
from carddb.files import write_file
from cli.event.event_options import EventId, EventPath, LibraryEvent
from cli.event.event_source import asked_event, new_seed, now, print_json, read_text, stored_event
from cli.export import SHEETS_KEY, SheetWriter
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, unwrapped_text
from events.event_document import written_document
from events.event_import import named, read_import
from events.event_log import written_log
from events.event_sheets import event_sheets
from events.nrtm import written_nrtm
from events.replay import replay
from events.standings_csv import standings_csv
from validators.conditions import read_day

Output = Annotated[Path | None, typer.Option(metavar="FILE", help="A file, not the output.")]
Name = Annotated[str, typer.Option(help="What the event is called here.")]
Day = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="Where none is stated.")]


class EventFormat(StrEnum):
    """What an event is written as."""

    JSON = "json"
    LOG = "log"
    CSV = "csv"
    NRTM = "nrtm"


def import_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, or - for input.")],
    name: Name = "",
    day: Day = "",
    as_json: AsJson = False,
) -> None:
    """Take an event into the library: our document or log, NRTM, TourneyGrounds, a list."""
    session: Session = context.obj
    stem = "Event" if path == "-" else Path(path).stem
    when = read_day(day) if day else session.today
    event = named(read_import(read_text(path), name or stem, when, now(), new_seed()), name)
    with open_library(session) as library:
        event_id = library.events.create(event.log)
    state = replay(event.log)
    if as_json:
        print_json(
            {"id": event_id, "name": state.settings.name, "players": len(state.players)}
            | {"rounds": len(state.rounds), "stage": state.stage.value, "notes": list(event.notes)}
        )
        return
    players, rounds = len(state.took_part), len(state.rounds)
    text = f"“{state.settings.name}” is in the library: {players} players, {rounds} rounds."
    out().print(unwrapped_text(f"{text} Its id: {event_id[:8]}"))
    for note in event.notes:
        print_message(note)


def export_event_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    target: Annotated[EventFormat, typer.Option("--to", help="What it is written as.")] = (
        EventFormat.JSON
    ),
    log: Annotated[bool, typer.Option("--log", help="The operations, not the document.")] = False,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write an event: its document, its log, the standings as CSV, or NRTM's JSON."""
    with asked_event(context, path, library_id) as (event, _):
        writers = {
            EventFormat.JSON: lambda: written_document(event.state),
            EventFormat.LOG: lambda: written_log(event.log),
            EventFormat.CSV: lambda: standings_csv(event.state),
            EventFormat.NRTM: lambda: written_nrtm(event.state),
        }
        chosen = EventFormat.LOG if log else target
        text = writers[chosen]()
    data = text.encode("utf-8", "replace")
    if output is not None:
        write_file(output, data)
        if as_json:
            print_json({"path": str(output), "bytes": len(data)})
        else:
            print_message(f"Written: {output}")
    elif as_json and chosen is EventFormat.CSV:
        print_json({"csv": text})
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def sheets_command(
    context: typer.Context,
    event_id: EventId,
    output: Annotated[Path, typer.Option(metavar="FILE", help="The PDF to write.")],
    page: Annotated[str, typer.Option(help="The paper: a4 or letter.")] = "a4",
    as_json: AsJson = False,
) -> None:
    """Write the sheets of all lists that were handed in, as one PDF."""
    writer = cast("SheetWriter | None", context.meta.get(SHEETS_KEY))
    if writer is None:
        raise AppError(
            "A deck sheet is a PDF, which the window's library draws; it is not at hand here.",
            "Install PySide6-Essentials.",
        )
    if page not in {"a4", "letter"}:
        raise AppError(f"There is no paper “{page}”.", "Choose a4 or letter.")
    session: Session = context.obj
    with stored_event(context, event_id) as event:
        sheets = event_sheets(event.state, session.pools)
    if not sheets:
        raise AppError(
            "No deck list was handed in.", "sevenplots event list ID PLAYER FILE hands one in."
        )
    data = writer(sheets, page)
    write_file(output, data)
    if as_json:
        print_json({"path": str(output), "sheets": len(sheets), "bytes": len(data)})
    else:
        print_message(f"Written: {output}, {len(sheets)} sheets")
