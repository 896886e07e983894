"""Makes the HTML of the pages: everything escaped, styles and script within and nothing else."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from carddb.spelling import has_words
from carddb.terms import Faction
from core.files import unwritable, write_file
from events.bracket import SEATS, bracket_tree, seats_of
from events.clock_reading import ClockReading, clock_text
from events.event_state import EventState
from events.event_terms import EventKind, EventStage, Tiebreaker
from events.shown_round import (
    PlayerPlace,
    ShownStandings,
    name_order,
    places_by_name,
    shown_round,
    shown_standings,
)
from events.web.words import ENGLISH, Words, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClock:
    """The clock as text, with what a script needs to go on from there."""

    text: str
    seconds: int
    running: bool
    ends: int
    extensions: tuple[tuple[int, int], ...]


def event_pages(state: EventState, say: Words) -> dict[str, Any]:
    """Return what the templates show of a state."""
    return {
        "name": state.settings.name,
        "day": say.day(state.settings.day),
        "pairings": _pairings(state, say),
        "standings": _standings(state, say),
        "bracket": _bracket(state, say) if state.elimination else (),
        "winner": state.player(state.winner).name if state.winner else "",
    }


def found_places(places: Sequence[PlayerPlace], wanted: str) -> tuple[PlayerPlace, ...]:
    """Return the places of players whose names have all these words, accents and case apart."""
    return tuple(each for each in places if has_words(each.seat.name, wanted))


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


def clock_tag(clock: ClockReading | None) -> str:
    """Return what changes whenever the clock is set, and not with its seconds."""
    shown = shown_clock(clock)
    return repr(
        shown and (shown.ends if shown.running else shown.seconds, shown.running, shown.extensions)
    )


def _pairings(state: EventState, say: Words) -> dict[str, Any]:
    """Return where everybody plays; before the first round the names alone."""
    names = sorted((each.name for each in state.active), key=name_order)
    title = round_title(state, say)
    if state.current is None and not state.elimination:
        return {"title": title, "places": (), "names": names}
    return {"title": title, "places": places_by_name(shown_round(state)), "names": names}


def round_title(state: EventState, say: Words) -> str:
    """Return what is played now: a round, one of the elimination, or what comes before."""
    if state.elimination:
        return _elimination_title(len(state.elimination[-1].games), seats_of(state), say)
    if state.current is None:
        signs_up = state.stage is EventStage.REGISTRATION
        return say("registration") if signs_up else say("before_round", number=1)
    number = state.current.number
    planned = state.plan.swiss_rounds if state.plan else 0
    return (
        say("round_of", number=number, rounds=planned) if planned else say("round", number=number)
    )


_TITLES = {1: "final", 2: "semifinals", 4: "quarterfinals"}


def _elimination_title(games: int, seats: int, say: Words) -> str:
    if seats != SEATS and games == 1:
        return say("final_table")
    if seats == SEATS and games in _TITLES:
        return say(_TITLES[games])
    return say("last_players", players=games * seats)


def _bracket(state: EventState, say: Words) -> list[dict[str, Any]]:
    seats = seats_of(state)
    return [
        {"title": _elimination_title(len(each.games), seats, say), "games": each.games}
        for each in bracket_tree(state)
    ]


_DECIDED_BY = {
    Tiebreaker.POINTS: "by_points",
    Tiebreaker.HEAD_TO_HEAD: "by_head_to_head",
    Tiebreaker.SOS: "sos",
    Tiebreaker.XSOS: "xsos",
    Tiebreaker.LOT: "by_lot",
}
_INSTEAD = {"Bye": "bye", "Bye, by the organizer": "bye_given", "No game": "no_game"}
_KIND_NOTES = {
    EventKind.MELEE: "kind_melee",
    EventKind.DRAFT: "kind_draft",
    EventKind.CIVIL_WAR: "kind_civil_war",
}


def _standings(state: EventState, say: Words) -> dict[str, Any]:
    notes = []
    if state.kind.at_tables:
        form = state.settings.melee
        for name, points in (("melee_four", form.four), ("melee_three", form.three)):
            notes += [say(name, points=", ".join(map(str, points)))] if points else []
        notes.append(say("melee_bye", points=form.bye))
    if state.settings.kind in _KIND_NOTES:
        notes.append(say(_KIND_NOTES[state.settings.kind]))
    return {
        "moment": _moment(state, say),
        "standings": shown_standings(state) if state.rounds else ShownStandings(()),
        "notes": notes,
    }


def table_words(place: PlayerPlace, say: Words) -> str:
    """Return the table of a player, or what he has in the place of a game."""
    return say(_INSTEAD[place.table]) if place.table in _INSTEAD else place.table


def _moment(state: EventState, say: Words) -> str:
    """Return after which round the standings stand."""
    rounds = len(state.rounds)
    if state.current and not state.current.over:
        return say("during_round", number=rounds, count=len(state.current.playing))
    return say("after_round", number=rounds) if rounds else say("before_round", number=1)


# The pages by the names of their files, with the words of their titles.
PAGES = {
    "index.html": "pairings",
    "standings.html": "standings",
    "bracket.html": "bracket",
    "clock.html": "clock",
}
NO_LINKS: Mapping[str, str] = MappingProxyType({})
_FOLDER = "event_pages"
# What the templates show of a state, and a tag that tells it from others.
_Shown = tuple[dict[str, Any], str]


_NO_VALUES = {"tag": "", "title": "", "subtitle": "", "page": "", "clock": None}


class PageRenderer:
    """Renders the pages of one event, in any thread; computes what a state shows once."""

    def __init__(self, *, served: bool) -> None:
        self._served = served
        self._latest: tuple[EventState, dict[str, _Shown]] | None = None
        # The pages that everybody reads, each as it was asked for last.
        self._made: dict[tuple[str, ...], tuple[EventState, ShownClock | None, bytes]] = {}

    def tag(self, state: EventState, clock: ClockReading | None, say: Words) -> str:
        """Return what changes whenever the pages do, the seconds of a running clock apart."""
        return short_hash(f"{self._shown(state, say)[1]} {clock_tag(clock)}")

    def page(
        self,
        name: str,
        state: EventState,
        clock: ClockReading | None,
        wanted: str = "",
        say: Words = words_of(ENGLISH),  # noqa: B008 - a value that never changes
        own_links: Mapping[str, str] = NO_LINKS,
    ) -> bytes:
        """Return a page by the name of its file, its rows those of the names wanted."""
        pages, _ = self._shown(state, say)
        rows = pages["standings"]["standings"].rows
        shown = shown_clock(clock)
        # Phones ask for the same page at once when a round is paired or ends.
        key = name, say.language, *own_links
        made = self._made.get(key)
        if not wanted and made is not None and made[:2] == (state, shown):
            return made[2]
        html = self.own_page(
            name,
            state,
            say,
            own_links,
            clock=shown,
            tag=self.tag(state, clock, say) if self._served else "",
            places=found_places(pages["pairings"]["places"], wanted),
            rows=[each for each in rows if has_words(each.player.name, wanted)],
            wanted=wanted,
        )
        if not wanted:
            self._made[key] = state, shown, html
        return html

    def own_page(
        self,
        name: str,
        state: EventState,
        say: Words,
        own_links: Mapping[str, str] = NO_LINKS,
        /,
        **values: Any,
    ) -> bytes:
        """Return the page of a template with values of its own; those of every page are there.

        Of every page: `here` in the links, `title`, `subtitle`, `clock`, `tag`, and `page`, the
        address that has its news ("none": it has none).
        """
        links = {**own_links, **PAGES}
        html = (
            environment()
            .get_template(name)
            .render(
                {**_NO_VALUES, "here": name, **values},
                pages=self.pages(state, say),
                links={address: say(title) for address, title in links.items()},
                base="/" if self._served else "",
                served=self._served,
                say=say,
                style=own_text(*PHONE.styles),
                script=own_text(*PHONE.scripts),
                policy=content_policy(),
            )
        )
        return html.encode("utf-8", "replace")

    def pages(self, state: EventState, say: Words) -> dict[str, Any]:
        """Return what the pages show of a state; computed once for a state and language."""
        return self._shown(state, say)[0]

    def _shown(self, state: EventState, say: Words) -> _Shown:
        """Return what the pages show of a state, and a tag that tells it from others."""
        latest = self._latest
        if latest is None or latest[0] is not state:
            latest = self._latest = state, {}
        shown = latest[1].get(say.language)
        if shown is None:
            pages = event_pages(state, say)
            shown = latest[1][say.language] = pages, short_hash(f"{say.language} {pages!r}")
        return shown


@dataclass(frozen=True, slots=True)
class PageParts:
    """The files of the style and of the script that a page holds."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


PHONE = PageParts(("tokens.css", "style.css"), ("live.js", "script.js"))


def content_policy(parts: PageParts = PHONE) -> str:
    """Return the Content-Security-Policy: style and script of a page by their hashes."""
    rules = (
        "default-src 'none'",
        f"style-src '{_hash(*parts.styles)}'",
        f"script-src '{_hash(*parts.scripts)}'",
        "connect-src 'self'",
        "img-src data:",
        "form-action 'self'",
        "base-uri 'none'",
    )
    return "; ".join(rules)


def short_hash(text: str) -> str:
    """Return sixteen letters that stand for a text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


@cache
def own_text(*names: str) -> str:
    """Return the text of files of ours, one after another."""
    return "".join((files("resources") / _FOLDER / each).read_text("utf-8") for each in names)


@cache
def _hash(*names: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(own_text(*names).encode()).digest()).decode()


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("resources", _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "table_words": table_words,
        "decided_by": _DECIDED_BY,
        "faction_path": _faction_path,
        "bell": _BELL,
    }
    return made


_BELL = (
    '<svg class="bell" viewBox="0 0 20 20" aria-hidden="true"><path stroke-linejoin="round" '
    'd="M4 14.5c1.3-1.3 1.5-2.5 1.5-6a4.5 4.5 0 0 1 9 0c0 3.5.2 4.7 1.5 6z'
    'M8.5 17h3"/></svg>'
)


@cache
def _faction_path(code: str) -> str:
    """Return the drawing of a faction, in the color of the text."""
    svg = (files("resources") / "icons" / "faction" / f"{Faction(code)}.svg").read_text("utf-8")
    within = svg.partition(">")[2].rpartition("</svg>")[0]
    return within.replace("#000", "currentColor")


def write_static(
    folder: Path,
    state: EventState,
    clock: ClockReading | None = None,
    say: Words = words_of(ENGLISH),  # noqa: B008 - a value that never changes
) -> tuple[Path, ...]:
    """Write every page into a folder, each whole or not at all; AppError if one cannot be."""
    renderer = PageRenderer(served=False)
    pages = {name: renderer.page(name, state, clock, say=say) for name in PAGES}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(folder, error) from None
    for name, html in pages.items():
        write_file(folder / name, html)
    return tuple(folder / name for name in pages)
