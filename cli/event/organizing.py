"""What an organizer does to an event of the library, one operation a command."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.event import tables
from cli.event.event_source import (
    Cut,
    CutWins,
    DoneBy,
    EventId,
    OpenedEvent,
    OtherPlayer,
    PlayerName,
    Reason,
    Rounds,
    now,
    print_json,
    report_done,
    stored_event,
)
from cli.open_library import open_library
from cli.options import AsJson
from cli.terminal import out, print_message, unwrapped_text
from core.errors import AppError
from events import operations as ops
from events.event_document import event_object
from events.event_terms import EventStage, PenaltyLevel
from events.operations import operation_words
from events.plan_steps import plan_of
from events.readiness import before_start, settings_notes
from events.structure import EventPlan

_NO = 1
TableNumber = Annotated[int, typer.Argument(metavar="TABLE", min=1, help="The number of a table.")]


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
        departures = [{"where": each.where, "text": each.text} for each in state.departures]
        print_json(
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
        listed = [
            {
                "id": each.id,
                "name": each.name,
                "date": each.day.isoformat(),
                "players": each.players,
                "round": each.round,
                "stage": each.stage.value,
            }
            for each in events
        ]
        print_json({"events": listed})
        return
    if not events:
        out().print("The library has no events; sevenplots event new begins one.")
        return
    rows = [
        (each.id[:8], each.day, each.name, each.players, each.round, each.stage.value)
        for each in events
    ]
    heads = ("id", "day", "event", "players", "round", "stage")
    out().print(tables.table_of(heads, rows, "players,round"))


def start_command(
    context: typer.Context,
    event_id: EventId,
    rounds: Rounds = None,
    cut: Cut = None,
    cut_wins: CutWins = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although lists are missing or not legal.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> int:
    """Freeze rounds and cut, and begin; exit status 1 where something is missing."""
    with stored_event(context, event_id, by) as event:
        stated = any(each is not None for each in (rounds, cut, cut_wins))
        plan = _plan(event, rounds, cut, cut_wins) if stated else plan_of(event.state)
        missing = before_start(event.state)
        if missing and not anyway and event.state.stage is EventStage.REGISTRATION:
            if as_json:
                print_json({"id": event.id, "started": False, "missing": list(missing)})
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
            **_plan_json(plan),
        )  # fmt: skip
        if not as_json:
            for each in missing:
                print_message(each)
    return 0


def plan_command(
    context: typer.Context,
    event_id: EventId,
    rounds: Rounds = None,
    cut: Cut = None,
    cut_wins: CutWins = None,
    reason: Reason = "",
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Change rounds or cut after the start; the event says that it departs from the rules."""
    with stored_event(context, event_id, by) as event:
        plan = _plan(event, rounds, cut, cut_wins)
        event.do(ops.PlanChanged(at=now(), plan=plan, reason=reason))
        report_done(event, as_json, **_plan_json(plan))


def _plan(
    event: OpenedEvent, rounds: int | None, cut: int | None, cut_wins: int | None
) -> EventPlan:
    """Return the plan with what was stated changed in it."""
    if rounds is None or cut is None:
        old = event.state.plan or plan_of(event.state)
        rounds = old.swiss_rounds if rounds is None else rounds
        if cut is None:
            cut = 0 if cut_wins is not None else old.cut
            cut_wins = old.cut_wins if cut_wins is None else cut_wins
    return EventPlan(swiss_rounds=rounds, cut=cut, cut_wins=cut_wins)


def _plan_json(plan: EventPlan) -> dict[str, object]:
    return {"swiss_rounds": plan.swiss_rounds, "cut": plan.cut, "cut_wins": plan.cut_wins}


def drop_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    disqualified: Annotated[
        bool, typer.Option("--disqualify", help="By the organizer, for good.")
    ] = False,
    reason: Reason = "",
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Let a player leave."""
    with stored_event(context, event_id, by) as event:
        found = event.player(player).id
        if disqualified:
            event.do(ops.Disqualified(at=now(), player=found, reason=reason))
        else:
            event.do(ops.Dropped(at=now(), player=found))
        report_done(event, as_json)


def rejoin_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Let a player who left come back; each round missed is a loss."""
    with stored_event(context, event_id, by) as event:
        event.do(ops.Rejoined(at=now(), player=event.player(player).id))
        report_done(event, as_json)


def rename_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="How it is written now.")],
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Write a player's name otherwise."""
    with stored_event(context, event_id, by) as event:
        event.do(ops.Renamed(at=now(), player=event.player(player).id, name=name))
        report_done(event, as_json)


def swap_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    other: OtherPlayer,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Let two players of the round change places, before its first result."""
    with stored_event(context, event_id, by) as event:
        first, second = event.player(player).id, event.player(other).id
        number = len(event.state.rounds)
        event.do(ops.PlayersSwapped(at=now(), round=number, first=first, second=second))
        report_done(event, as_json)


def forbid_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    other: OtherPlayer,
    allowed: Annotated[bool, typer.Option("--allow", help="They may meet again.")] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Keep two players apart in the Swiss rounds."""
    with stored_event(context, event_id, by) as event:
        kind = ops.PairAllowed if allowed else ops.PairForbidden
        first, second = event.player(player).id, event.player(other).id
        event.do(kind(at=now(), first=first, second=second))
        report_done(event, as_json)


def table_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    number: Annotated[int, typer.Argument(metavar="TABLE", min=0, help="0: any table.")],
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Give a player a table of his own."""
    with stored_event(context, event_id, by) as event:
        found = event.player(player).id
        event.do(ops.TableFixed(at=now(), player=found, table=number or None))
        report_done(event, as_json)


def bye_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    prize: Annotated[bool, typer.Option("--prize", help="Won before the event.")] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Give a player a bye in the next round."""
    with stored_event(context, event_id, by) as event:
        event.do(ops.ByeGiven(at=now(), player=event.player(player).id, prize=prize))
        report_done(event, as_json)


def pin_command(
    context: typer.Context,
    event_id: EventId,
    table: TableNumber,
    off: Annotated[bool, typer.Option("--off", help="It need not stay any more.")] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Let a pairing stay when the round is drawn anew."""
    with stored_event(context, event_id, by) as event:
        number = len(event.state.rounds)
        event.do(ops.TablePinned(at=now(), round=number, table=table, pinned=not off))
        report_done(event, as_json)


def cancel_command(
    context: typer.Context,
    event_id: EventId,
    reason: Reason = "",
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Cancel the last round, or take the cut back; its results are void."""
    with stored_event(context, event_id, by) as event:
        if event.state.stage is EventStage.ELIMINATION:
            event.do(ops.CutTakenBack(at=now(), reason=reason))
        else:
            number = len(event.state.rounds)
            event.do(ops.RoundCancelled(at=now(), round=number, reason=reason))
        report_done(event, as_json)


def penalty_command(
    context: typer.Context,
    event_id: EventId,
    player: PlayerName,
    level: Annotated[PenaltyLevel, typer.Argument(metavar="LEVEL")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What happened.")],
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Note a penalty; it changes no result."""
    with stored_event(context, event_id, by) as event:
        found = event.player(player).id
        event.do(ops.PenaltyNoted(at=now(), player=found, level=level, text=text))
        report_done(event, as_json)


def finish_command(
    context: typer.Context, event_id: EventId, by: DoneBy = "", as_json: AsJson = False
) -> None:
    """End the event."""
    with stored_event(context, event_id, by) as event:
        event.do(ops.Finished(at=now()))
        report_done(event, as_json, winner=event.state.winner)


def undo_command(
    context: typer.Context, event_id: EventId, by: DoneBy = "", as_json: AsJson = False
) -> None:
    """Take back the last operation; the library still has it among what was taken back."""
    with stored_event(context, event_id, by) as event:
        if event.library is None:
            raise AppError("Only an event of the library can be taken back.")
        words = operation_words(event.log[-1], event.state)
        event.library.events.undo(event.id, len(event.log), event.by)
    if as_json:
        print_json({"id": event.id, "taken_back": words, "operations": len(event.log) - 1})
    else:
        out().print(unwrapped_text(f"Taken back: {words}"))


def delete_command(
    context: typer.Context,
    event_id: EventId,
    as_json: AsJson = False,
) -> None:
    """Put an event into the bin, from which the window brings it back."""
    with stored_event(context, event_id) as event:
        if event.library is not None:
            event.library.events.delete(event.id)
    if as_json:
        print_json({"id": event.id, "deleted": True})
    else:
        out().print(unwrapped_text(f"“{event.state.settings.name}” is in the bin."))
