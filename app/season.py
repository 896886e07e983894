"""The season as a table, as CSV and on paper, and the file of who is the same player."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from app.tables import TableColumn
from core.errors import AppError
from core.files import unreadable, write_file
from core.text_format import count_of, csv_text, harmless_cell, shortened
from decks.sheet import written_day
from events.papers import PaperColumn, PaperHead, PaperNote, PaperRow, PaperTable
from events.season import Season, SeasonLine, SeasonPeople, name_key

TITLE = "Season"
_MOST_POINTS, _MOST_PLACES = 1_000_000, 1000


def _places(line: SeasonLine) -> str:
    """Return the places by event; those that do not count are in brackets."""
    return ", ".join(str(each.place) if each.counts else f"({each.place})" for each in line.results)


SEASON: tuple[TableColumn[SeasonLine], ...] = (
    TableColumn("No.", lambda line: str(line.rank), 5, numeric=True, faint=True),
    TableColumn("Player", lambda line: line.name, 20, 3),
    TableColumn("Points", lambda line: str(line.points), 8, numeric=True),
    TableColumn("Events", lambda line: str(len(line.results)), 8, numeric=True),
    TableColumn("Places", _places, 12, 2, faint=True),
    TableColumn("Games", lambda line: str(line.games), 8, numeric=True),
    TableColumn("Won", lambda line: str(line.wins), 6, numeric=True),
    TableColumn("Rating", lambda line: str(line.rating), 8, numeric=True),
)
_RATING = (
    "The rating follows from the results of all games and begins at 1500. A player with 400 more "
    "wins about ten games for each that he loses."
)


def season_words(season: Season) -> str:
    """Return the number of events and how their points count, in a sentence."""
    points = ", ".join(map(str, season.rules.points))
    best = season.rules.best
    counted = "all of them count" if best is None else f"of which the best {best} of a player count"
    events = count_of(len(season.events), "event")
    return f"{events}, {counted}. Points by place: {points}. Places in brackets do not count."


def unanswered_words(season: Season, most: int | None = None) -> str:
    """Return which names are kept apart until somebody says whether they are one player."""
    names = ", ".join(season.unanswered[:most])
    left = len(season.unanswered) - len(season.unanswered[:most])
    more = f" and {left} more" if left else ""
    return f"In several events, and kept apart until you say who is the same player: {names}{more}."


def points_of(text: str) -> tuple[int, ...]:
    """Return the points of a text such as "25, 18, 15"; AppError where it is something else."""
    try:
        points = tuple(int(each) for each in text.split(","))
    except ValueError:
        points = ()
    if not points or min(points) < 0 or max(points) > _MOST_POINTS or len(points) > _MOST_PLACES:
        raise AppError(
            f"“{shortened(text)}” does not list points by place.",
            "Write whole numbers with commas between them, for example 25, 18, 15.",
        )
    return points


def season_csv(season: Season) -> str:
    """Return the season as CSV; each event has a column of places, empty where he did not play."""
    events = [f"{each.settings.day} {each.settings.name}" for each in season.events]
    head = ("rank", "player", "points", *map(harmless_cell, events), "games", "won", "rating")

    def cells(line: SeasonLine) -> Iterable[object]:
        places = {each.event: each.place for each in line.results}
        by_event = (places.get(number, "") for number in range(len(events)))
        name = harmless_cell(line.name)
        return (line.rank, name, line.points, *by_event, line.games, line.wins, line.rating)

    return csv_text(head, map(cells, season.lines))


def season_paper(season: Season) -> PaperTable:
    """Return the season as a table to print; ValueError where it has no events."""
    days = [each.settings.day for each in season.events]
    first, last = written_day(min(days)), written_day(max(days))
    when = first if first == last else f"{first} to {last}"
    return PaperTable(
        head=PaperHead(title=TITLE, event=count_of(len(days), "event"), day=when),
        columns=tuple(
            PaperColumn(label=each.title, wide=bool(each.share), numeric=each.numeric)
            for each in SEASON
        ),
        rows=tuple(
            PaperRow(cells=tuple(each.text(line) for each in SEASON)) for line in season.lines
        ),
        notes=(PaperNote(heading="Points and rating", lines=(season_words(season), _RATING)),),
    )


def with_answer(people: SeasonPeople, name: str, *, same: bool) -> SeasonPeople:
    """Return the answers with one more: whether a name is the same player in all events."""
    key = frozenset({people.key(name)})
    same_names, apart = people.same - key, people.apart - key
    if same:
        return replace(people, same=same_names | key, apart=apart)
    return replace(people, same=same_names, apart=apart | key)


def with_spelling(people: SeasonPeople, spelling: str, name: str) -> SeasonPeople:
    """Return the answers with another spelling of a player's name."""
    other, key = name_key(spelling), people.key(name)
    if other == key:
        return with_answer(people, name, same=True)
    known = {
        each: key if stands_for == other else stands_for
        for each, stands_for in people.spellings.items()
    }
    return replace(people, spellings={**known, other: key})


def _people_file(home: Path) -> Path:
    return home / "season.json"


def read_people(home: Path) -> SeasonPeople:
    """Return the answers that were saved; AppError where the file is damaged."""
    file = _people_file(home)
    try:
        raw = json.loads(file.read_bytes())
        people = SeasonPeople(
            same=frozenset(map(str, raw["same"])),
            apart=frozenset(map(str, raw["apart"])),
            spellings={str(key): str(name) for key, name in raw["spellings"].items()},
        )
    except FileNotFoundError:
        return SeasonPeople()
    except OSError as error:
        raise unreadable(file, error) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise AppError(
            f"{file.name} does not say who is the same player in several events.",
            "Delete the file; the names are asked again.",
        ) from None
    return people


def save_people(home: Path, people: SeasonPeople) -> None:
    """Save the answers; AppError where the file cannot be written."""
    home.mkdir(parents=True, exist_ok=True)
    plain = {
        "same": sorted(people.same),
        "apart": sorted(people.apart),
        "spellings": dict(sorted(people.spellings.items())),
    }
    write_file(_people_file(home), json.dumps(plain, ensure_ascii=False, indent=2).encode())
