"""Pages for large screens: the wall of a hall, and names over the picture of a stream."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from carddb.terms import Faction
from decks.qr_code import qr_rows
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.shown_round import ShownSeat, points_text, shown_round
from events.standings import record, standings
from events.wall_lines import WallLine, pairing_lines, ranking_lines, split_lines
from events.web.pages import (
    PageParts,
    clock_tag,
    environment,
    own_text,
    round_title,
    short_hash,
    shown_clock,
    table_words,
)
from events.web.words import Words

SCREEN = PageParts(("tokens.css", "screen.css"), ("live.js", "screen.js"))
# The pages by their addresses, with the files of their templates.
SCREENS = {"/wall": "wall.html", "/overlay": "overlay.html"}
# Lists of at most this many lines are shown larger.
FEW_LINES = 16


@dataclass(frozen=True, slots=True)
class WallSlide:
    """Lines that are shown together, with the first letters of the first and last name."""

    title: str
    lines: tuple[WallLine, ...]
    letters: str = ""

    @property
    def is_few(self) -> bool:
        return len(self.lines) <= FEW_LINES


def pairing_slides(state: EventState, say: Words) -> list[WallSlide]:
    """Return who plays where, by name."""
    found = pairing_lines(state, lambda place: table_words(place, say))
    return [
        WallSlide(
            say("pairings"), tuple(lines), f"{_letter(lines[0])}\N{EN DASH}{_letter(lines[-1])}"
        )
        for lines in split_lines(found)
    ]


def standing_slides(state: EventState, say: Words) -> list[WallSlide]:
    """Return the standings, or the final ranking."""
    lines = [replace(each, more=say.number(each.more)) for each in ranking_lines(state)]
    return [WallSlide(say("standings"), tuple(each)) for each in split_lines(lines)]


def _letter(line: WallLine) -> str:
    return line.name[:1].upper()


def wall(state: EventState, say: Words, address: str) -> dict[str, Any]:
    """Return what the wall shows; `address` is that of the pages for phones."""
    return {
        "name": state.settings.name,
        "title": round_title(state, say),
        "pairings": pairing_slides(state, say),
        "standings": standing_slides(state, say),
        "winner": state.player(state.winner).name if state.winner else "",
        "address": address,
        "code": qr_rows(address) if address else (),
    }


def overlay(state: EventState, say: Words, table: int) -> dict[str, Any]:
    """Return the players of a table of the last round with what they have shown so far."""
    shown = shown_round(state) if state.rounds or state.elimination else None
    games = shown.games if shown else ()
    seats = next((each.seats for each in games if each.table == table), ())
    points = {line.player: points_text(line.points) for line in standings(state)}
    return {
        "name": state.settings.name,
        "title": round_title(state, say),
        "table": table,
        "seats": [_overlay_seat(state, each, points, say) for each in seats],
    }


def _overlay_seat(
    state: EventState, seat: ShownSeat, points: dict[str, str], say: Words
) -> dict[str, str]:
    faction = state.player(seat.player).faction
    known = faction if faction in set(Faction) else ""
    won, lost, drawn = record(state, seat.player)
    games = (won, lost, drawn) if drawn else (won, lost)
    in_points = say("points_of_player", points=say.number(points.get(seat.player, "0")))
    return {
        "name": seat.name,
        "faction": known,
        "faction_name": say(f"faction_{known}") if known else "",
        "record": in_points if state.kind.at_tables else "\N{EN DASH}".join(map(str, games)),
    }


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page, and a tag that changes whenever it does, the seconds of its clock apart."""

    html: bytes
    tag: str


def screen_page(
    path: str, shown: dict[str, Any], clock: ClockReading | None, say: Words
) -> ScreenPage:
    """Return the page of what the wall or the overlay shows."""
    tag = short_hash(f"{say.language} {shown!r} {clock_tag(clock)}")
    html = (
        environment()
        .get_template(SCREENS[path])
        .render(
            shown=shown,
            clock=shown_clock(clock),
            say=say,
            tag=tag,
            style=own_text(*SCREEN.styles),
            script=own_text(*SCREEN.scripts),
        )
    )
    return ScreenPage(html.encode("utf-8", "replace"), tag)
