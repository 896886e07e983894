"""Makes the HTML of the pages: everything escaped, styles and script within and nothing else."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from carddb.spelling import fold
from core.files import unwritable, write_file
from decks.sheet import written_day
from events.bracket import bracket_tree
from events.clock_reading import ClockReading, clock_text
from events.event_state import EventState
from events.event_terms import EventStage
from events.papers import melee_form_lines, standings_moment
from events.shown_round import (
    PlayerPlace,
    ShownStandings,
    name_order,
    places_by_name,
    shown_round,
    shown_standings,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClock:
    """The clock as text, with what a script needs to go on from there."""

    text: str
    seconds: int
    running: bool
    ends: int
    extensions: tuple[tuple[int, int], ...]


def event_pages(state: EventState) -> dict[str, Any]:
    """Return what the templates show of a state."""
    return {
        "name": state.settings.name,
        "day": written_day(state.settings.day),
        "pairings": _pairings(state),
        "standings": _standings(state),
        "bracket": bracket_tree(state) if state.elimination else (),
        "winner": state.player(state.winner).name if state.winner else "",
    }


def found_places(places: Sequence[PlayerPlace], wanted: str) -> tuple[PlayerPlace, ...]:
    """Return the places of players whose names have all these words, accents and case apart."""
    return tuple(each for each in places if _has_words(each.seat.name, wanted))


def _has_words(name: str, wanted: str) -> bool:
    return all(word in fold(name) for word in fold(wanted).split())


def shown_clock(reading: ClockReading | None) -> ShownClock | None:
    if reading is None:
        return None
    return ShownClock(
        text=clock_text(reading.seconds),
        seconds=reading.seconds,
        running=reading.running,
        ends=round(reading.ends.timestamp()),
        extensions=tuple(
            (table, round(longer.total_seconds() / 60)) for table, longer in reading.extensions
        ),
    )


def _pairings(state: EventState) -> dict[str, Any]:
    """Return where everybody plays; before the first round the names alone."""
    names = sorted((each.name for each in state.active), key=name_order)
    if state.current is None and not state.elimination:
        here = "Registration" if state.stage is EventStage.REGISTRATION else "Before round 1"
        return {"title": here, "places": (), "names": names}
    shown = shown_round(state)
    return {"title": shown.title, "places": places_by_name(shown), "names": names}


def _standings(state: EventState) -> dict[str, Any]:
    notes = melee_form_lines(state.settings.melee) if state.kind.at_tables else ()
    return {
        "moment": standings_moment(state),
        "standings": shown_standings(state) if state.rounds else ShownStandings(()),
        "notes": (*notes, *((state.kind.note,) if state.kind.note else ())),
    }


# The pages by the names of their files, with their titles.
PAGES = {
    "index.html": "Pairings",
    "standings.html": "Standings",
    "bracket.html": "Bracket",
    "clock.html": "Clock",
}
_FOLDER = "event_pages"


class PageRenderer:
    """Renders the pages of one event, in any thread; computes what a state shows once."""

    def __init__(self, *, served: bool) -> None:
        self._served = served
        self._latest: tuple[EventState, dict[str, Any], str] | None = None

    def tag(self, state: EventState, clock: ClockReading | None) -> str:
        """Return what changes whenever the pages do, the seconds of a running clock apart."""
        shown = shown_clock(clock)
        ticking = shown and (shown.ends if shown.running else shown.seconds, shown.extensions)
        return _short_hash(f"{self._shown(state)[1]} {ticking}")

    def page(
        self, name: str, state: EventState, clock: ClockReading | None, wanted: str = ""
    ) -> bytes:
        """Return a page by the name of its file, its rows those of the names wanted."""
        pages, _ = self._shown(state)
        page, rows = _environment().get_template(name), pages["standings"]["standings"].rows
        html = page.render(
            pages=pages,
            places=found_places(pages["pairings"]["places"], wanted),
            rows=[each for each in rows if _has_words(each.player.name, wanted)],
            wanted=wanted,
            clock=shown_clock(clock),
            here=name,
            links=PAGES,
            served=self._served,
            tag=self.tag(state, clock) if self._served else "",
            style=_own("style.css"),
            script=_own("script.js"),
            policy=content_policy(),
        )
        return html.encode("utf-8", "replace")

    def _shown(self, state: EventState) -> tuple[dict[str, Any], str]:
        """Return what the pages show of a state, and a tag that tells it from others."""
        latest = self._latest
        if latest is None or latest[0] is not state:
            pages = event_pages(state)
            latest = self._latest = state, pages, _short_hash(repr(pages))
        return latest[1:]


def content_policy() -> str:
    """Return the Content-Security-Policy: styles and script of the pages by their hashes."""
    rules = (
        "default-src 'none'",
        f"style-src '{_hash('style.css')}'",
        f"script-src '{_hash('script.js')}'",
        "connect-src 'self'",
        "img-src data:",
        "form-action 'self'",
        "base-uri 'none'",
    )
    return "; ".join(rules)


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


@cache
def _own(name: str) -> str:
    return (files("resources") / _FOLDER / name).read_text("utf-8")


@cache
def _hash(name: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(_own(name).encode()).digest()).decode()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("resources", _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def write_static(
    folder: Path, state: EventState, clock: ClockReading | None = None
) -> tuple[Path, ...]:
    """Write every page into a folder, each whole or not at all; AppError if one cannot be."""
    renderer = PageRenderer(served=False)
    pages = {name: renderer.page(name, state, clock) for name in PAGES}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(folder, error) from None
    for name, html in pages.items():
        write_file(folder / name, html)
    return tuple(folder / name for name in pages)
