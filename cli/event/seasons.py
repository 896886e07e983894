"""`sevenplots event season`: players over several events."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from app.season_table import (
    SEASON,
    season_csv,
    season_notes,
    season_paper,
    store_answers,
    stored_answers,
)
from cli.drawing import needed, pdf_writers
from cli.event.event_source import asked_event, numbers_of
from cli.event.printing import Page, check_page
from cli.event.tables import print_table
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.errors import AppError
from core.files import write_file
from events.event_state import EventState
from events.replay import replay
from events.season import USUAL_POINTS, NameAnswers, Season, SeasonForm, season

ALL = "all"


def season_command(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(metavar="EVENT...", help="Files, events of the library, or all that ended."),
    ],
    points: Annotated[
        str, typer.Option(metavar="N,N,…", help="For the places; the last is for all after it.")
    ] = ",".join(map(str, USUAL_POINTS)),
    best: Annotated[int, typer.Option(min=0, help="So many results of each count; 0: all.")] = 0,
    same: Annotated[
        list[str] | None,
        typer.Option(metavar='"A=B"', help="These names are one person, or A is in all events."),
    ] = None,
    different: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="It is another person in each event."),
    ] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the table there.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it there, as a PDF.")
    ] = None,
    page: Page = "a4",
    as_json: AsJson = False,
) -> None:
    """Show players over several events: points for places, the best results, and a rating."""
    home = context.obj.home
    form = SeasonForm(numbers_of(points, "--points"), best)
    check_page(page)
    writer = needed(pdf_writers(context).papers, "Papers are") if output else None
    answers = before = stored_answers(home)
    answers = _answered(answers, same or (), different or ())
    states = list(_states(context, paths))
    found = season(states, form, answers)
    if found.unanswered and not as_json and sys.stdin.isatty():
        answers = _asked(found.unanswered, answers)
        found = season(states, form, answers)
    if answers != before:
        store_answers(home, answers)
    if csv_file is not None:
        write_file(csv_file, season_csv(found).encode("utf-8", "replace"))
    if output is not None and writer is not None:
        write_file(output, writer([season_paper(found, form)], page))
    if as_json:
        print_object(_plain(found))
        return
    print_table(SEASON, found.lines)
    for each in season_notes(found, form):
        out().print(unwrapped_text(each))
    if found.unanswered:
        name = found.unanswered[0]
        print_message(
            "Say who it is, once for every season:", f'--same "{name}", or --different "{name}".'
        )
    for file in filter(None, (csv_file, output)):
        print_message(f"Written: {file}")


def _states(context: typer.Context, paths: Iterable[str]) -> Iterable[EventState]:
    """Yield the events that are named, each once."""
    session: Session = context.obj
    for path in dict.fromkeys(paths):
        if path != ALL:
            with asked_event(context, path, None) as (event, _):
                yield event.state
            continue
        with open_library(session) as library:
            for stored in library.events.list():
                if stored.finished:
                    yield replay(library.events.operations(stored.id))


def _answered(answers: NameAnswers, same: Iterable[str], different: Iterable[str]) -> NameAnswers:
    """Return the answers with those of the options."""
    for written in same:
        names = [" ".join(each.split()) for each in written.split("=")]
        if not all(names):
            raise AppError(
                f"“--same {written}” names nobody.", 'For example: --same "Arya Stark=Arya".'
            )
        answers = answers.with_same(names)
    for name in different:
        answers = answers.with_different(name)
    return answers


def _asked(names: Iterable[str], answers: NameAnswers) -> NameAnswers:
    """Ask of each name whether it is one person, and return the answers."""
    for name in names:
        is_same = typer.confirm(f"“{name}” plays in several events. Is it one person?", err=True)
        answers = answers.with_same([name]) if is_same else answers.with_different(name)
    return answers


def _plain(found: Season) -> dict[str, Any]:
    lines = [
        {
            "rank": line.rank,
            "name": line.name,
            "points": line.points,
            "won": line.games[0],
            "lost": line.games[1],
            "drawn": line.games[2],
            "rating": line.rating,
            "deviation": line.deviation,
            "results": [
                {"event": each.event, "date": each.day.isoformat(), "place": each.place}
                | {"points": each.points, "counts": each.counts}
                for each in line.results
            ],
        }
        for line in found.lines
    ]
    return {
        "events": list(found.events),
        "lines": lines,
        "unanswered": list(found.unanswered),
        "notes": list(found.notes),
    }
