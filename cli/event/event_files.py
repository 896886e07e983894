"""`sevenplots event` import and export: events from and to files."""

from __future__ import annotations

import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from carddb.errors import AppError
from carddb.files import write_file
from carddb.terms import Edition
from cli.event.event_options import DoneBy, EventPath, LibraryEvent
from cli.event.event_source import (
    asked_event,
    new_seed,
    now,
    organizer_name,
    print_json,
    read_text,
)
from cli.event.signing_up import agenda_codes
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, unwrapped_text
from events.event_import import named, read_import
from events.event_state import EventState
from events.event_values import EventSettings
from events.export_formats import EXPORT_FORMATS
from events.replay import replay
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
    PLAYERS = "players"
    TOURNEYGROUNDS = "tourneygrounds"


def import_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, or - for input.")],
    name: Name = "",
    day: Day = "",
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Take an event into the library: our document or log, NRTM, TourneyGrounds, a list."""
    session: Session = context.obj
    stem = "Event" if path == "-" else Path(path).stem
    when = read_day(day) if day else session.today
    text, who = read_text(path), organizer_name(by)

    def agendas(written: str) -> tuple[str, ...]:
        return agenda_codes(session, Edition.SECOND, written)

    unstated = EventSettings(name=name or stem, day=when, seed=new_seed())
    read = read_import(text, unstated, now(), who, agendas)
    event = named(read, name)
    with open_library(session) as library:
        event_id = library.events.create(event.log)
    state = replay(event.log)
    taken = _taken(state)
    if as_json:
        print_json(
            {"id": event_id, "name": state.settings.name, "players": len(state.players)}
            | {"rounds": len(state.rounds), "stage": state.stage.value, "taken": taken}
            | {"notes": list(event.notes)}
        )
        return
    counted = ", ".join(f"{words.replace('_', ' ')} {count}" for words, count in taken.items())
    said = f"“{state.settings.name}” is in the library. Its id: {event_id[:8]}"
    out().print(unwrapped_text(said))
    out().print(unwrapped_text(f"Taken: {counted}."))
    for note in event.notes:
        print_message(note)


def _taken(state: EventState) -> dict[str, int]:
    """Return how much of everything there is in an event that was imported."""
    games = [game for played in state.rounds for game in played.games]
    bracket = [game for played in state.elimination for game in played.games]
    return {
        "players": len(state.took_part),
        "factions": sum(bool(each.faction) for each in state.took_part),
        "agendas": sum(bool(each.agendas) for each in state.took_part),
        "deck_lists": sum(each.deck is not None for each in state.took_part),
        "rounds": len(state.rounds),
        "games": len(games),
        "results": sum(game.over for game in games),
        "byes": sum(len(played.byes) for played in state.rounds),
        "elimination_games": sum(
            game.winner is not None and len(game.players) > 1 for game in bracket
        ),
    }


def _card_name(session: Session, code: str) -> str:
    """Return what a card is called; its code where nobody knows it."""
    try:
        return session.card(code)[0].name
    except AppError:
        return code


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
    """Write an event: document, log, standings or players as CSV, NRTM, TourneyGrounds' games."""
    with asked_event(context, path, library_id) as (event, _):
        chosen = EventFormat.LOG if log else target
        format_ = next(each for each in EXPORT_FORMATS if each.name == chosen)
        text = format_.write(event.state, event.log, partial(_card_name, context.obj))
    data = text.encode("utf-8", "replace")
    if output is not None and str(output) != "-":
        write_file(output, data)
        if as_json:
            print_json({"path": str(output), "bytes": len(data)})
        else:
            print_message(f"Written: {output}")
    elif as_json and chosen in {EventFormat.CSV, EventFormat.PLAYERS}:
        print_json({"csv": text})
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
