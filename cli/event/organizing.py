"""What an organizer does to an event of the library, one operation a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from app.event_commands import PLAN_FIELDS, EventCommand, changed_plan, plan_json
from app.fields import Kind
from cli.event import tables
from cli.event.event_source import DoneBy, EventId, now, report_done, stored_event, with_fields
from cli.open_library import open_library
from cli.options import AsJson
from cli.terminal import out, print_message, print_object, table_of, unwrapped_text
from core.json_values import json_object
from events import operations as ops
from events.event_terms import EventStage
from events.export_formats import event_object
from events.operations import operation_words
from events.plan_steps import plan_of
from events.readiness import before_start, settings_notes

_NO = 1


def show_command(
    context: typer.Context,
    event_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="An event; without one, all of them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how an event stands, or all events of the library."""
    if event_id is None:
        _show_all(context, as_json=as_json)
        return
    with stored_event(context, event_id) as event:
        state = event.state
    if as_json:
        departures = [json_object(each, "where text") for each in state.departures]
        print_object(
            {"id": event.id, "stage": state.stage.value, "operations": len(event.log)}
            | {"departures": departures}
            | event_object(state)
        )
    else:
        tables.print_event(state, event.id)


def _show_all(context: typer.Context, *, as_json: bool) -> None:
    with open_library(context.obj) as library:
        events = library.events.list()
    if as_json:
        names = "id name date=day players round stage"
        print_object({"events": [json_object(each, names) for each in events]})
        return
    if not events:
        out().print("The library has no events; sevenplots event new begins one.")
        return
    rows = [
        (each.id[:8], each.day, each.name, each.players, each.round, each.stage.value)
        for each in events
    ]
    heads = ("id", "day", "event", "players", "round", "stage")
    out().print(table_of(heads, rows, ("players", "round")))


@with_fields(*PLAN_FIELDS)
def start_command(
    context: typer.Context,
    event_id: EventId,
    *,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although lists are missing or not legal.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
    **plan_fields: int | None,
) -> int:
    """Freeze rounds and cut, and begin; exit status 1 if something is missing."""
    with stored_event(context, event_id, by) as event:
        stated = any(each is not None for each in plan_fields.values())
        plan = changed_plan(event.state, **plan_fields) if stated else plan_of(event.state)
        missing = before_start(event.state)
        if missing and not anyway and event.state.stage is EventStage.REGISTRATION:
            if as_json:
                print_object({"id": event.id, "started": False, "missing": list(missing)})
            else:
                for each in missing:
                    out().print(unwrapped_text(each))
                print_message("The event was not started.", "--anyway starts it nevertheless.")
            return _NO
        event.do(ops.Started(at=now(), plan=plan))
        notes = settings_notes(event.state.settings)
        event.remarks = notes
        report_done(
            event, as_json, started=True, missing=list(missing),
            **plan_json(plan),
        )  # fmt: skip
        if not as_json:
            for each in missing:
                print_message(each)
    return 0


def operation_command(command: EventCommand) -> Callable[..., None]:
    """Return a command that does one operation, with the arguments and options of its fields."""

    @with_fields(*command.fields, text=command.help)
    def run(
        context: typer.Context,
        event_id: EventId,
        *,
        by: DoneBy = "",
        as_json: AsJson = False,
        **values: str,
    ) -> None:
        with stored_event(context, event_id, by) as event:
            for each in command.fields:
                if each.kind is Kind.PLAYER:
                    values[each.name] = event.player(values[each.name]).id
            kind, fields = command.wanted(event.state, values)
            event.do(kind(at=now(), **fields))
            report_done(event, as_json, **command.answer(event.state))

    return run


def undo_command(
    context: typer.Context, event_id: EventId, by: DoneBy = "", as_json: AsJson = False
) -> None:
    """Take back the last operation; the library keeps it among those taken back."""
    with stored_event(context, event_id, by) as event:
        words = operation_words(event.log[-1], event.state)
        event.stored_in.events.undo(event.id, len(event.log), event.by)
    if as_json:
        print_object({"id": event.id, "taken_back": words, "operations": len(event.log) - 1})
    else:
        out().print(unwrapped_text(f"Taken back: {words}"))


def delete_command(context: typer.Context, event_id: EventId, as_json: AsJson = False) -> None:
    """Put an event into the bin, from which the window brings it back."""
    with stored_event(context, event_id) as event:
        event.stored_in.events.delete(event.id)
    if as_json:
        print_object({"id": event.id, "deleted": True})
    else:
        out().print(unwrapped_text(f"“{event.state.settings.name}” is in the bin."))
