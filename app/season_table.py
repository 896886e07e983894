"""The table of a season: the same columns on screen, on paper, and as CSV."""

from __future__ import annotations

import json
from pathlib import Path

from app.tables import TableColumn
from core.errors import AppError
from core.files import write_file
from core.paths import season_names_file
from core.text_format import csv_text, harmless_cell
from events.papers import PaperColumn, PaperHead, PaperNote, PaperRow, PaperTable
from events.season import (
    NameAnswers,
    Season,
    SeasonForm,
    SeasonLine,
    SeasonResult,
    answers_object,
    read_answers,
)


def _place(result: SeasonResult) -> str:
    return str(result.place) if result.counts else f"({result.place})"


def _games(line: SeasonLine) -> str:
    won, lost, drawn = line.games
    return "\N{EN DASH}".join(map(str, (won, lost, drawn) if drawn else (won, lost)))


SEASON: tuple[TableColumn[SeasonLine], ...] = (
    TableColumn("Place", lambda each: str(each.rank), 7, numeric=True),
    TableColumn("Player", lambda each: each.name, 18, 3),
    TableColumn("Points", lambda each: str(each.points), 8, numeric=True),
    TableColumn("Events", lambda each: str(len(each.results)), 8, numeric=True),
    TableColumn(
        "Places", lambda each: ", ".join(map(_place, each.results)), 14, 2,
        name="Places in the events; those in brackets do not count",
        tooltip=lambda each: "\n".join(
            f"{result.event}: {_place(result)}, {result.points} points" for result in each.results
        ),
    ),
    TableColumn("Games", _games, 10, name="Games won, lost and drawn", numeric=True),
    TableColumn(
        "Rating", lambda each: str(each.rating), 9, numeric=True,
        tooltip=lambda each: f"{each.rating} ± {each.deviation}",
    ),
    TableColumn(
        "±", lambda each: str(each.deviation), 6, name="Deviation", numeric=True, faint=True,
    ),
)  # fmt: skip


def season_csv(season: Season) -> str:
    """Return the table as CSV."""
    rows = ([harmless_cell(each.text(line)) for each in SEASON] for line in season.lines)
    return csv_text([each.title.lower() for each in SEASON], rows)


def season_paper(season: Season, form: SeasonForm) -> PaperTable:
    """Return the table as a paper."""
    return PaperTable(
        head=PaperHead(title="Season", event=_counted(len(season.events), "event"), day=""),
        columns=tuple(
            PaperColumn(
                label=each.title,
                wide=bool(each.share),
                numeric=each.numeric,
                bold=each.title in {"Place", "Points"},
            )
            for each in SEASON
        ),
        rows=tuple(
            PaperRow(cells=tuple(each.text(line) for each in SEASON)) for line in season.lines
        ),
        notes=(PaperNote(heading="", lines=tuple(season_notes(season, form))),),
    )


def season_notes(season: Season, form: SeasonForm) -> list[str]:
    """Return how the season is counted, and what should be known of it, in sentences."""
    *firsts, last = form.points
    listed = f"{', '.join(map(str, firsts))}, then {last} each" if firsts else f"{last} each"
    best = f" The best {_counted(form.best, 'result')} of a player count." if form.best else ""
    unknown = [
        f"“{name}” plays in several events and is counted apart: nobody said who it is."
        for name in season.unanswered
    ]
    return [
        f"Events: {', '.join(season.events)}.",
        f"Points for places: {listed}.{best}",
        "The rating begins at 1500 for everybody and follows each game; ± is its uncertainty.",
        *season.notes,
        *unknown,
    ]


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def stored_answers(home: Path) -> NameAnswers:
    """Return which names were said to be one person, or not to be."""
    try:
        return read_answers(json.loads(season_names_file(home).read_text("utf-8")))
    except FileNotFoundError:
        return NameAnswers()
    except (OSError, ValueError, RecursionError):
        raise AppError(
            f"{season_names_file(home)} cannot be read.",
            "Mend the file, or delete it to start anew.",
        ) from None


def store_answers(home: Path, answers: NameAnswers) -> None:
    """Write which names are one person, for every later season."""
    text = json.dumps(answers_object(answers), ensure_ascii=False, indent=1)
    write_file(season_names_file(home), text.encode("utf-8", "replace"))
