"""A text of any format that an event comes in -> its log: ours, other programs', a list."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from carddb.errors import AppError
from events.document_reader import read_document
from events.event_log import FORMAT, read_log
from events.event_values import EventSettings
from events.foreign_event import ImportedEvent, imported
from events.nrtm import is_nrtm, nrtm_event
from events.operations import Created, EnteredLate, Operation, Registered, SettingsChanged
from events.replay import replay
from events.sign_up import (
    UNPRINTABLE,
    check_players,
    codes_alone,
    faction_code,
    read_sign_ups,
)
from events.tourney_grounds import is_tourney_grounds, tourney_grounds_event

AgendaCodes = Callable[[str], tuple[str, ...]]
_SIGNED = (Registered, EnteredLate)
# Objects and lists; an event of the most players has 80,000 in ten rounds.
_MOST_PARTS = 120_000


def read_import(
    text: str,
    unstated: EventSettings,
    at: datetime,
    by: str = "",
    agendas: AgendaCodes = codes_alone,
) -> ImportedEvent:
    """Return the event of a text; `unstated` has name, day and seed for a text that states none.

    `by` is who takes it over; a log names for itself who did what. `agendas` finds the agendas
    that are named, whose cards nobody knows here.

    AppError says what the text is instead, or what of it cannot have been.
    """
    if text.lstrip()[:1] not in {"{", "["}:
        return _of_names(text, unstated, at, by, agendas)
    return _with_known_factions(_of_json(text, unstated, at, by, agendas))


def _of_json(
    text: str, unstated: EventSettings, at: datetime, by: str, agendas: AgendaCodes
) -> ImportedEvent:
    if text.count("{") + text.count("[") > _MOST_PARTS:
        raise AppError(
            f"This JSON has more than {_MOST_PARTS:,} parts, too many for an event.",
            "Choose the file of one event.",
        )
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AppError(f"This begins as JSON and is none: {error}.") from None
    if isinstance(plain, dict) and plain.get("format") == FORMAT:
        log = read_log(text)
        check_players(sum(isinstance(each, _SIGNED) for each in log))
        replay(log)
        return ImportedEvent(log)
    if isinstance(plain, dict) and "event" in plain:
        return ImportedEvent(read_document(text, at, by))
    players = plain.get("players") if isinstance(plain, dict) else plain
    if isinstance(players, list | dict):
        check_players(sum("p1_id" not in each for each in players if isinstance(each, dict | str)))
    try:
        if isinstance(plain, dict) and is_nrtm(plain):
            return imported(nrtm_event(plain, unstated.day), at, by)
        if is_tourney_grounds(plain):
            return imported(
                tourney_grounds_event(plain, unstated.name, unstated.day, agendas), at, by
            )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise AppError(f"The event's “{where}” is wrong: {first['msg']}.") from None
    raise AppError(
        "This JSON is no event of a known format.",
        "Known: our log and document, NRTM (Cobra), TourneyGrounds' games or players.",
    )


def _with_known_factions(event: ImportedEvent) -> ImportedEvent:
    """Return an event whose players have factions that there are, or none; notes say which not."""
    log: list[Operation] = []
    notes = list(event.notes)
    for each in event.log:
        operation = each
        if isinstance(each, _SIGNED) and each.faction:
            operation = replace(each, faction=faction_code(each.faction))
            if not operation.faction:
                notes.append(f"{each.name}: “{each.faction}” is no faction.")
        log.append(operation)
    return ImportedEvent(tuple(log), tuple(notes))


def _of_names(
    text: str, settings: EventSettings, at: datetime, by: str, agendas: AgendaCodes
) -> ImportedEvent:
    """Return an event with the players of a list signed up."""
    found = read_sign_ups(text)
    unprintable = sum(each.problem == UNPRINTABLE for each in found)
    if 2 * unprintable > len(found) or _is_page(text):
        raise AppError("This is no list of names.", "One name a line, or a CSV with names.")
    if not any(not each.problem for each in found):
        raise AppError("The file names no players.", "One name a line, or a CSV with names.")
    signed = [each for each in found if not each.problem]
    players = [
        Registered(
            at=at,
            by=by,
            player=f"p{number}",
            name=each.name,
            faction=each.faction,
            agendas=agendas(each.agenda),
        )
        for number, each in enumerate(signed, start=1)
    ]
    notes = [f"Line {each.line}: {said}" for each in found if (said := each.problem or each.note)]
    notes += [
        f"Line {each.line}: “{each.agenda}” is no agenda that is known here."
        for each, player in zip(signed, players, strict=True)
        if each.agenda and not player.agendas
    ]
    return ImportedEvent((Created(at=at, by=by, settings=settings), *players), tuple(notes))


def _is_page(text: str) -> bool:
    """Return whether a web page was saved instead of what it links to."""
    return text.lstrip().casefold().startswith(("<!doctype", "<html"))


def named(event: ImportedEvent, name: str) -> ImportedEvent:
    """Return an event under another name."""
    log = tuple(
        replace(each, settings=replace(each.settings, name=name))
        if name and isinstance(each, Created | SettingsChanged)
        else each
        for each in event.log
    )
    return replace(event, log=log)
