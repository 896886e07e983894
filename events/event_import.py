"""A text of any format that an event comes in -> its log: ours, other programs', a list."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime

from pydantic import ValidationError

from carddb.errors import AppError
from events.document_reader import read_document
from events.event_log import FORMAT, read_log
from events.event_values import EventSettings
from events.foreign_event import ImportedEvent, imported
from events.nrtm import is_nrtm, nrtm_event
from events.operations import Created, Registered
from events.replay import replay
from events.sign_up import UNPRINTABLE, read_sign_ups
from events.tourney_grounds import is_tourney_grounds, tourney_grounds_event


def read_import(text: str, name: str, day: date, at: datetime, seed: int) -> ImportedEvent:
    """Return the event of a text; `name` and `day` are for what states none.

    AppError says what the text is instead, or what of it cannot have been.
    """
    if text.lstrip()[:1] not in {"{", "["}:
        return _of_names(text, name, day, at, seed)
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AppError(f"This begins as JSON and is none: {error}.") from None
    if isinstance(plain, dict) and plain.get("format") == FORMAT:
        log = read_log(text)
        replay(log)
        return ImportedEvent(log)
    if isinstance(plain, dict) and "event" in plain:
        return ImportedEvent(read_document(text, at))
    try:
        if isinstance(plain, dict) and is_nrtm(plain):
            return imported(nrtm_event(plain, day), at)
        if is_tourney_grounds(plain):
            return imported(tourney_grounds_event(plain, name, day), at)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise AppError(f"The event's “{where}” is wrong: {first['msg']}.") from None
    raise AppError(
        "This JSON is no event of a known format.",
        "Known: our log and document, NRTM (Cobra), TourneyGrounds' games or players.",
    )


def _of_names(text: str, name: str, day: date, at: datetime, seed: int) -> ImportedEvent:
    """Return an event with the players of a list signed up."""
    found = read_sign_ups(text)
    unprintable = sum(each.problem == UNPRINTABLE for each in found)
    if 2 * unprintable > len(found) or _is_page(text):
        raise AppError("This is no list of names.", "One name a line, or a CSV with names.")
    if not any(not each.problem for each in found):
        raise AppError("The file names no players.", "One name a line, or a CSV with names.")
    settings = EventSettings(name=name, day=day, seed=seed)
    signed = [each for each in found if not each.problem]
    players = [
        Registered(at=at, player=f"p{number}", name=each.name, faction=each.faction)
        for number, each in enumerate(signed, start=1)
    ]
    notes = tuple(
        f"Line {each.line}: {said}" for each in found if (said := each.problem or each.note)
    )
    return ImportedEvent((Created(at=at, settings=settings), *players), notes)


def _is_page(text: str) -> bool:
    """Return whether a web page was saved instead of what it links to."""
    return text.lstrip().casefold().startswith(("<!doctype", "<html"))


def named(event: ImportedEvent, name: str) -> ImportedEvent:
    """Return an event under another name."""
    created = event.log[0]
    if not name or not isinstance(created, Created):
        return event
    changed = replace(created, settings=replace(created.settings, name=name))
    return replace(event, log=(changed, *event.log[1:]))
