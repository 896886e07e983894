"""`sevenplots event`: sign up players, hand in lists, import and export events."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from app.event_entries import signed_up
from app.event_settings import take_list
from app.personal_links import new_cards
from carddb.terms import Edition
from cli.deck_files import DeckFile, Failure, deck_files
from cli.event import tables
from cli.event.event_source import (
    DoneBy,
    EventId,
    EventPath,
    LibraryEvent,
    OpenedEvent,
    asked_event,
    now,
    organizer_name,
    print_remarks,
    read_text,
    stored_event,
)
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.errors import AppError
from core.files import is_folder, write_file
from core.json_values import json_object
from decks.report import Reading
from events import operations as ops
from events.chance import new_seed
from events.deck_lists import event_conditions, handed_in
from events.event_import import named, read_import
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, EventSettings, HandedInDeck
from events.export_formats import EXPORT_FORMATS, event_object
from events.papers import Links
from events.readiness import another_list, lists_locked
from events.replay import replay
from events.sign_up import SignUp, agendas_named, faction_code, player_of, read_sign_ups
from validators.conditions import Requested, read_day

_NO = 1


def players_command(
    context: typer.Context,
    event_id: EventId,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="NAME", help="Sign up; may be repeated.")
    ] = None,
    file: Annotated[
        str,
        typer.Option("--from", metavar="FILE", help="Sign up all players of a CSV or text file."),
    ] = "",
    faction: Annotated[str, typer.Option(help="The faction of the players of --add.")] = "",
    leader: Annotated[
        bool, typer.Option("--leader", help="The players of --add are leaders.")
    ] = False,
    codes: Annotated[
        bool, typer.Option("--codes", help="Give each a new code for the phone; all stay valid.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> int:
    """List the players, or sign some up; exit status 1 if a line could not be read."""
    refused: list[SignUp] = []
    with stored_event(context, event_id, by) as event:
        if add and faction and not faction_code(faction):
            raise AppError(f"“{faction}” is not a faction.", "For example: stark, thenightswatch.")
        signed = [SignUp(0, name, faction_code(faction)) for name in add or ()]
        if file:
            names = [each.name for each in event.state.players if each.dropped != 0]
            found = read_sign_ups(read_text(file), [*names, *(each.name for each in signed)])
            if not found:
                raise AppError("The file names no players.", "One name a line, or a CSV with name.")
            refused = [each for each in found if each.problem or each.note]
            signed += [each for each in found if not each.problem]
        session: Session = context.obj
        agendas = partial(agendas_named, session.pools[event.state.settings.edition])
        operations = [
            ops.Registered(at=now(), leader=leader and each.line == 0, **fields)
            for each, (_, fields) in zip(
                signed, signed_up(event.state, signed, agendas), strict=True
            )
        ]
        refused += [
            replace(each, note=f"“{each.agenda}” is not an agenda.")
            for each, done in zip(signed, operations, strict=True)
            if each.agenda and not done.agendas and not each.note
        ]
        event.do(*operations)
        cards: Links = {}
        if codes:
            cards = new_cards(event.stored_in.phones, event.id, event.state, "")
    if as_json:
        added = [each.player for each in operations]
        lines = [{"line": each.line, "reason": each.problem or each.note} for each in refused]
        plain = event_object(event.state)["event"]["players"]
        shown = {"codes": {each: card.code for each, card in cards.items()}} if codes else {}
        print_object({"id": event.id, "added": added, "unread": lines, "players": plain} | shown)
    else:
        tables.print_players(event.state, cards)
        for each in refused:
            what = "was not taken" if each.problem else "was not read whole"
            print_message(f"Line {each.line} {what}: {each.problem or each.note}")
    return _NO if refused else 0


def list_command(
    context: typer.Context,
    event_id: EventId,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[PLAYER] PATH", help="A player and a file (or -), or a folder of lists."
        ),
    ],
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Replace a list that is locked.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> int:
    """Hand in deck lists and judge them for the event; exit status 1 if one is not legal.

    The lists of a folder are matched to players by the names of the files or decks.
    """
    if len(words) > 2:
        raise AppError("Too many words.", "sevenplots event list ID PLAYER FILE, or ID FOLDER.")
    with stored_event(context, event_id, by) as event:
        event.state.expect(EventStage.REGISTRATION, EventStage.SWISS, EventStage.ELIMINATION)
        owner = event.player(words[0]) if len(words) == 2 else None
        if owner is not None and words[1] != "-" and is_folder(Path(words[1])):
            raise AppError(f"{words[1]} is a folder.", "Name the file of this player.")
        lists, problems = _read_lists(context.obj, event, words[-1], owner, anyway=anyway)
        event.do(*(ops.DeckHandedIn(at=now(), player=p.id, deck=d) for p, _, d in lists))
    if as_json:
        printed = [_list_json(*each) for each in lists]
        notes = list(event.remarks)
        print_object({"id": event.id, "lists": printed, "failed": problems, "notes": notes})
    else:
        for each in lists:
            _print_list(*each)
        print_remarks(event)
        for problem in problems:
            print_message(f"{problem['path']}: {problem['reason']}", str(problem["hint"]))
    legal = all(deck.legal for _, _, deck in lists)
    return 0 if legal and not problems else _NO


HandedIn = tuple[EventPlayer, Reading, HandedInDeck]


def _read_lists(
    session: Session, event: OpenedEvent, path: str, owner: EventPlayer | None, *, anyway: bool
) -> tuple[list[HandedIn], list[dict[str, object]]]:
    """Return the lists with their players, and the rejected files with their reasons."""
    settings = event.state.settings
    judge = session.judge(settings.edition)
    conditions = event_conditions(settings, judge)
    wishes = Requested(
        format_name=settings.kind.value,
        list_code="" if conditions.restricted_list else "none",
        date=settings.day,
        restricted_list=conditions.restricted_list,
    )
    files = list(deck_files([path]))
    lists: list[HandedIn] = []
    problems: list[dict[str, object]] = []
    for file in files:
        try:
            for reading in session.readings(file, wishes):
                player = owner or _owner(file, reading, event, {each.id for each, *_ in lists})
                deck = handed_in(reading, settings, judge)
                if not anyway:
                    _check_frozen(event, player, deck)
                lists.append((player, reading, deck))
                if owner is not None:
                    break
        except AppError as error:
            if len(files) == 1:
                raise
            problems.append(Failure(file.path, error).as_json())
    return lists, problems


def _check_frozen(event: OpenedEvent, player: EventPlayer, deck: HandedInDeck) -> None:
    """Raise AppError if a list would replace another once lists are locked."""
    replaces = another_list(player, deck)
    if replaces and (since := lists_locked(event.state, now())):
        raise AppError(
            f"Lists are locked since {since}, and this is {replaces} for {player.name}.",
            "--anyway replaces it; the event notes that as a departure.",
        )


def _owner(file: DeckFile, reading: Reading, event: OpenedEvent, given: set[str]) -> EventPlayer:
    player = player_of((file.stem, reading.deck.name), event.state.active)
    if player is None:
        raise AppError(
            f"“{reading.deck.name or file.stem}” is the list of nobody in the event.",
            "Give the file the player's name, or hand it in with the name of the player.",
        )
    if player.id in given:
        raise AppError(f"{player.name} has handed in another list in the same folder.")
    return player


def _list_json(player: EventPlayer, reading: Reading, deck: HandedInDeck) -> dict[str, object]:
    return {
        **json_object(player, "player=id name"),
        **json_object(deck, "deck=name digest legal reasons warnings"),
        "lines": len(reading.lines),
        "unread": [json_object(line, "line text reason=note") for line in reading.unread],
    }


def _print_list(player: EventPlayer, reading: Reading, deck: HandedInDeck) -> None:
    legal = "legal" if deck.legal else "not legal"
    lines = f"{len(reading.lines)} lines, {len(tuple(reading.unread))} not read"
    out().print(unwrapped_text(f"{player.name}: {deck.name} ({deck.digest}), {legal}; {lines}"))
    for reason in (*deck.reasons, *deck.warnings):
        out().print(unwrapped_text(f"    {reason}"))


Output = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write to this file instead of standard output.")
]
Name = Annotated[str, typer.Option(help="The name of the event.")]
Day = Annotated[
    str, typer.Option("--date", metavar="YYYY-MM-DD", help="The day, if the file has none.")
]


# typer uses an enumeration for the choices of an option.
EventFormat = StrEnum("EventFormat", {each.name: each.name for each in EXPORT_FORMATS})  # type: ignore[misc]


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
    agendas = partial(agendas_named, session.pools[Edition.SECOND])
    unstated = EventSettings(name=name or stem, day=when, seed=new_seed())
    read = read_import(text, unstated, now(), who, agendas)
    event = named(read, name)
    with open_library(session) as library:
        event_id = library.events.create(event.log)
    state = replay(event.log)
    taken = _taken(state)
    notes = [*event.notes, *take_list(session.home, state.settings, session.pools)]
    if as_json:
        print_object(
            {"id": event_id, "name": state.settings.name, "players": len(state.players)}
            | {"rounds": len(state.rounds), "stage": state.stage.value, "taken": taken}
            | {"notes": notes}
        )
        return
    counted = ", ".join(f"{words.replace('_', ' ')} {count}" for words, count in taken.items())
    said = f"“{state.settings.name}” is in the library. Its id: {event_id[:8]}"
    out().print(unwrapped_text(said))
    out().print(unwrapped_text(f"Taken: {counted}."))
    for note in notes:
        print_message(note)


def _taken(state: EventState) -> dict[str, int]:
    """Count what an imported event contains."""
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
    """Return the name of a card, or the code of an unknown one."""
    try:
        return session.card(code)[0].name
    except AppError:
        return code


def export_event_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    target: Annotated[EventFormat, typer.Option("--to", help="The format.")] = (
        EventFormat("json")
    ),
    log: Annotated[bool, typer.Option("--log", help="Write the operations instead.")] = False,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Write an event: document, log, standings, players or results as CSV, or another format."""
    with asked_event(context, path, library_id) as (event, _):
        chosen = "log" if log else target
        format_ = next(each for each in EXPORT_FORMATS if each.name == chosen)
        text = format_.write(event.state, event.log, partial(_card_name, context.obj))
    data = text.encode("utf-8", "replace")
    if output is not None and str(output) != "-":
        write_file(output, data)
        if as_json:
            print_object({"path": str(output), "bytes": len(data)})
        else:
            print_message(f"Written: {output}")
    elif as_json and chosen in {"csv", "players", "results"}:
        print_object({"csv": text})
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
