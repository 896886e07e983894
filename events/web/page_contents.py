"""What the pages for phones show of an event: nothing that is between organizer and player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carddb.spelling import fold
from decks.sheet import written_day
from events.bracket_tree import TreeRound, bracket_tree
from events.clock_reading import ClockReading, clock_text
from events.event_state import EventState
from events.event_terms import EventStage
from events.shown_round import PlayerPlace, name_order, places_by_name, points_text, shown_round
from events.standings import standings
from events.standings_paper import DECIDED_BY, decimal_text, melee_form_lines, standings_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingsPage:
    """Where everybody plays; before the first round the names alone."""

    title: str
    places: tuple[PlayerPlace, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A line of the standings; `opponents` is what its SoS and xSoS are the means of."""

    rank: int
    name: str
    points: str
    rounds: int
    sos: str
    xsos: str
    decided_by: str
    byes: int
    left: bool
    opponents: tuple[tuple[str, str, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """The standings; `notes` are the points for places at melee tables."""

    moment: str
    rows: tuple[StandingsRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClock:
    """The clock as text, with what a script needs to go on from there."""

    text: str
    seconds: int
    running: bool
    ends: int
    extensions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPages:
    """Everything that the pages of one state show."""

    name: str
    day: str
    pairings: PairingsPage
    standings: StandingsPage
    bracket: tuple[TreeRound, ...]
    winner: str


def event_pages(state: EventState) -> EventPages:
    """Return what the pages show of a state."""
    return EventPages(
        name=state.settings.name,
        day=written_day(state.settings.day),
        pairings=_pairings(state),
        standings=_standings(state),
        bracket=bracket_tree(state) if state.elimination else (),
        winner=state.player(state.winner).name if state.winner else "",
    )


def found_places(places: Sequence[PlayerPlace], wanted: str) -> tuple[PlayerPlace, ...]:
    """Return the places of players whose names have all these words, accents and case apart."""
    words = fold(wanted).split()
    return tuple(place for place in places if all(word in fold(place.seat.name) for word in words))


def shown_clock(reading: ClockReading | None) -> ShownClock | None:
    """Return the clock as the pages show it."""
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


def _pairings(state: EventState) -> PairingsPage:
    names = tuple(sorted((each.name for each in state.active), key=name_order))
    if state.current is None and not state.elimination:
        here = "Registration" if state.stage is EventStage.REGISTRATION else "Before round 1"
        return PairingsPage(title=here, places=(), names=names)
    shown = shown_round(state)
    return PairingsPage(title=shown.title, places=places_by_name(shown), names=names)


def _standings(state: EventState) -> StandingsPage:
    found = standings(state)
    names = {each.id: each.name for each in state.players}
    active = {each.id for each in state.active}
    rows = tuple(
        StandingsRow(
            rank=line.rank,
            name=names[line.player],
            points=points_text(line.points),
            rounds=line.rounds,
            sos=decimal_text(line.sos),
            xsos=decimal_text(line.xsos),
            decided_by=DECIDED_BY[line.decided_by],
            byes=line.byes,
            left=line.player not in active,
            opponents=tuple(
                (names[each.player], points_text(each.points), each.rounds, decimal_text(each.sos))
                for each in found.parts(line.player)
            ),
        )
        for line in found.lines
    )
    notes = melee_form_lines(state.settings.melee) if state.kind.at_tables else ()
    return StandingsPage(
        moment=standings_moment(state),
        rows=rows if state.rounds else (),
        notes=(*notes, *((state.kind.note,) if state.kind.note else ())),
    )
