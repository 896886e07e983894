"""`sevenplots event` new and settings: what the organizer announces before the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from app.event_settings import OPTIONS, changed_settings, chosen_list, deadline_text
from app.fields import Field, Kind, Values
from carddb.own_lists import carried_list
from cli.event.event_source import (
    DoneBy,
    DrawSeed,
    EventId,
    now,
    numbers_of,
    organizer_name,
    stored_event,
    with_fields,
)
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.errors import AppError
from decks.sheet import written_day
from events import operations as ops
from events.chance import new_seed
from events.deck_lists import event_conditions, lists_judged_again
from events.event_terms import EventStage
from events.event_values import EventSettings
from events.operations import DeckHandedIn, SettingsChanged, plan_words
from events.readiness import settings_notes
from events.replay import applied
from events.tiers import KINDS
from validators.conditions import read_day

# On the command line, the points at melee tables are one option.
_FIELDS = (
    *OPTIONS,
    Field(
        "points", Kind.TEXT, "", "For example 5,3,1/6,4,2,1.", "THREE/FOUR", "--melee-points", ""
    ),
)


def _changed(before: EventSettings, written: Values, session: Session) -> EventSettings:
    """Return the settings with the options that were given."""
    values = {each.name: written[each.name] for each in _FIELDS}
    given = {each.name: values[each.name] for each in _FIELDS if values[each.name] != each.default}
    if "day" in given:
        given["day"] = read_day(given["day"])
    if "list_code" in given:
        pool = session.pools[given.get("edition", before.edition)]
        given["list_code"] = chosen_list(given["list_code"], before, pool)
    three, mark, four = given.pop("points", "/").partition("/")
    if not mark:
        raise AppError(
            "“--melee-points” takes the points at tables of three, a slash, and of four.",
            "For example: --melee-points 5,3,1/6,4,2,1.",
        )
    if values["points"]:
        given["three"] = numbers_of(three, "--melee-points")
        given["four"] = numbers_of(four, "--melee-points")
    return changed_settings(before, given)


@with_fields(*_FIELDS)
def new_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the event is called.")],
    *,
    seed: DrawSeed = None,
    by: DoneBy = "",
    as_json: AsJson = False,
    **values: Any,
) -> None:
    """Begin an event in the library; it prints the id by which the other commands know it.

    Left out: today, second edition, joust, relaxed, regulations 1.0.1, basic structure.
    """
    session: Session = context.obj
    drawn_from = new_seed() if seed is None else seed
    usual = EventSettings(name=name, day=session.today, seed=drawn_from)
    settings = _changed(usual, values, session)
    created = ops.Created(at=now(), settings=settings)
    applied(created, None)
    _check_list(session, settings)
    with open_library(session) as library:
        event_id = library.events.create([created], organizer_name(by))
    notes = settings_notes(settings)
    if as_json:
        print_object(
            {"id": event_id, "name": name, "date": settings.day.isoformat(), "notes": list(notes)}
        )
        return
    out().print(unwrapped_text(f"“{name}” is in the library. Its id: {event_id[:8]}"))
    _print_notes(notes)


@with_fields(*_FIELDS)
def settings_command(
    context: typer.Context,
    event_id: EventId,
    name: Annotated[str, typer.Option("--name", help="What the event is called.")] = "",
    *,
    by: DoneBy = "",
    as_json: AsJson = False,
    **values: Any,
) -> None:
    """Show the settings, or change them before the start; lists are judged again."""
    with stored_event(context, event_id, by) as event:
        before = event.state.settings
        session: Session = context.obj
        settings = replace(_changed(before, values, session), name=name or before.name)
        judged: Sequence[DeckHandedIn] = ()
        if settings != before:
            if event.state.stage is not EventStage.REGISTRATION:
                raise AppError(
                    "The event has started; its settings are fixed.",
                    "sevenplots event plan changes rounds and cut.",
                )
            _check_list(session, settings)
            judge = session.judge(settings.edition)
            judged = [
                DeckHandedIn(at=now(), player=player, deck=deck)
                for player, deck in lists_judged_again(event.state, settings, session.pools, judge)
            ]
            event.do(SettingsChanged(at=now(), settings=settings), *judged)
        state = event.state
    notes = settings_notes(settings)
    if as_json:
        plain = TypeAdapter(EventSettings).dump_python(settings, mode="json")
        print_object(
            {"id": event.id, "changed": settings != before, "settings": plain}
            | {"judged_again": [each.player for each in judged], "notes": list(notes)}
        )
        return
    _print_settings(settings)
    for each in judged:
        legal = "legal" if each.deck.legal else f"not legal: {each.deck.reasons[0]}"
        out().print(unwrapped_text(f"The list of {state.player(each.player).name} is now {legal}"))
    _print_notes(notes)


def _check_list(session: Session, settings: EventSettings) -> None:
    """Refuse an unknown list now, not when the first deck is handed in."""
    if settings.list_code:
        event_conditions(settings, session.judge(settings.edition))


def _print_settings(settings: EventSettings) -> None:
    plan = f" ({plan_words(settings.plan)})" if settings.plan else ""
    lines = [
        ("event", settings.name),
        ("day", written_day(settings.day)),
        ("edition", settings.edition.value),
        ("format", settings.kind.value.replace("-", " ")),
        ("tier", settings.tier.value),
        ("regulations", settings.regulations),
        ("structure", f"{settings.structure.value}{plan}"),
        ("deck lists", "required" if settings.lists_required else "not required"),
        ("deadline for lists", deadline_text(settings) or "the start"),
        ("restricted list", _list_words(settings)),
        ("minutes of a round", str(settings.round_minutes)),
    ]
    if settings.second_leader:
        lines.append(("second leader", settings.second_leader))
    if KINDS[settings.kind].at_tables:
        form = settings.melee
        for label, points in (("tables of three", form.three), ("tables of four", form.four)):
            lines.append((f"points at {label}", ", ".join(map(str, points)) or "none yet"))
        lines.append(("points of a bye", str(form.bye)))
    for label, value in lines:
        out().print(unwrapped_text(f"{label}: {value}"))


def _list_words(settings: EventSettings) -> str:
    if settings.own_list:
        return f"{settings.list_code}: {carried_list(settings.own_list).name}, carried by the event"
    return settings.list_code or "that of the day"


def _print_notes(notes: Sequence[str]) -> None:
    for each in notes:
        print_message(each)
