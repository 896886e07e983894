"""`sevenplots event season`: players over several events, with points and ratings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from app import season as table
from cli.drawing import needed, pdf_writers
from cli.event.event_source import asked_event
from cli.event.printing import PaperSize, check_page
from cli.event.tables import print_table
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, print_object, unwrapped_text
from core.errors import AppError
from core.files import write_file
from events.event_state import EventState
from events.event_terms import EventStage
from events.replay import replay
from events.season import USUAL_POINTS, Season, SeasonPeople, SeasonRules, season_of

_ALL = "all"


def season_command(
    context: typer.Context,
    events: Annotated[
        list[str],
        typer.Argument(
            metavar="EVENT...|all",
            help="Documents or logs, or events of the library by name or id; all: the finished "
            "events of the library.",
        ),
    ],
    best: Annotated[
        int | None, typer.Option(min=1, help="How many events of a player count; all if left out.")
    ] = None,
    points: Annotated[
        str, typer.Option(metavar="A,B,…", help="Points for the places, from the first on.")
    ] = ",".join(map(str, USUAL_POINTS)),
    same: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=NAME]",
            help="A name that is one player in all events; or another spelling of a player's name.",
        ),
    ] = None,
    apart: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that is another player in each event."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the season as CSV, too.")
    ] = None,
    paper: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the season as a PDF, too.")
    ] = None,
    page: PaperSize = "a4",
    as_json: AsJson = False,
) -> None:
    """Show a season: players over several events, points by place, and a rating.

    Each name of several events is asked about once: is it the same player? Without a terminal
    such players stay apart until --same or --apart answers. Answers are saved.
    """
    session: Session = context.obj
    check_page(page)
    rules = SeasonRules(points=table.points_of(points), best=best)
    states = _states(context, events)
    saved = table.read_people(session.home)
    people = _answered(saved, same or [], apart or [])
    season = season_of(states, rules, people)
    if season.unanswered and sys.stdin.isatty() and not as_json:
        people = _asked(people, season)
        season = season_of(states, rules, people)
    if people != saved:
        table.save_people(session.home, people)
    written = _written(context, season, csv, paper, page)
    if as_json:
        print_object(_season_json(season) | {"written": list(map(str, written))})
        return
    out().print(unwrapped_text(table.season_words(season)))
    print_table(table.SEASON, season.lines)
    if season.unanswered:
        print_message(
            table.unanswered_words(season),
            "--same NAME makes them one player, --apart NAME says that they are not.",
        )
    for each in written:
        print_message(f"Written: {each}")


def _states(context: typer.Context, events: list[str]) -> list[EventState]:
    """Return the events, each once."""
    if events == [_ALL]:
        with open_library(context.obj) as library:
            found = [each.id for each in library.events.list() if each.finished]
            states = [replay(library.events.operations(each)) for each in found]
        if not states:
            raise AppError(
                "The library has no finished event.", "sevenplots event finish ends an event."
            )
        return states
    states = []
    for each in dict.fromkeys(events):
        with asked_event(context, each, None) as (event, _):
            if event.state in states:
                raise AppError(f"{each} is an event that is named before.", "Name each once.")
            states.append(event.state)
            if event.state.stage is not EventStage.FINISHED:
                print_message(f"{event.state.settings.name} is not finished: it counts as it is.")
    return states


def _answered(people: SeasonPeople, same: list[str], apart: list[str]) -> SeasonPeople:
    """Return the saved answers with those of the options."""
    for each in same:
        spelling, equals, name = (part.strip() for part in each.partition("="))
        if not spelling or bool(equals) != bool(name):
            hint = 'For example: --same "Ann=Anna Smith".'
            raise AppError(f"“--same {each}” names nobody.", hint)
        people = (
            table.with_spelling(people, spelling, name)
            if name
            else table.with_answer(people, spelling, same=True)
        )
    for each in apart:
        people = table.with_answer(people, each, same=False)
    return people


def _asked(people: SeasonPeople, season: Season) -> SeasonPeople:
    for name in season.unanswered:
        is_same = typer.confirm(f"“{name}” is in several events. Is it the same player?", err=True)
        people = table.with_answer(people, name, same=is_same)
    return people


def _written(
    context: typer.Context, season: Season, csv: Path | None, paper: Path | None, page: str
) -> list[Path]:
    if paper is not None:
        writer = needed(pdf_writers(context).papers, "Papers are", ", or use --csv")
        write_file(paper, writer([table.season_paper(season)], page))
    if csv is not None:
        write_file(csv, table.season_csv(season).encode("utf-8", "replace"))
    return [each for each in (csv, paper) if each is not None]


def _season_json(season: Season) -> dict[str, object]:
    return {
        "events": [
            {
                "name": each.settings.name,
                "date": each.settings.day.isoformat(),
                "players": len(each.took_part),
                "finished": each.stage is EventStage.FINISHED,
            }
            for each in season.events
        ],
        "best": season.rules.best,
        "points_by_place": list(season.rules.points),
        "players": [
            {
                "rank": line.rank,
                "name": line.name,
                "points": line.points,
                "games": line.games,
                "wins": line.wins,
                "rating": line.rating,
                "results": [
                    {
                        "event": each.event,
                        "place": each.place,
                        "points": each.points,
                        "counts": each.counts,
                    }
                    for each in line.results
                ],
            }
            for line in season.lines
        ],
        "unanswered": list(season.unanswered),
    }
