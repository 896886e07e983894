"""The reports of an event as tables: players, standings, bracket, log, and all events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

from app.event_rows import BracketRow, PlayerRow, faction_of
from app.event_words import KIND_WORDS
from app.open_event import OpenEvent
from app.tables import TableColumn
from carddb.terms import Faction
from events.event_log import kind_of
from events.event_terms import EventStage
from events.shown_round import ShownStanding, decimal_text
from events.sign_up import SignUp

if TYPE_CHECKING:
    from library.stored_event import StoredEvent, TakenBack


def standing_of(event: StoredEvent) -> str:
    """Return how far an event has come."""
    if event.finished:
        return "Finished"
    if event.stage is EventStage.ELIMINATION:
        return "Elimination"
    return f"Round {event.round}" if event.round else "Registration"


EVENTS: tuple[TableColumn[StoredEvent], ...] = (
    TableColumn("Event", lambda each: each.name, 18, 1),
    TableColumn("Day", lambda each: each.day.isoformat(), 13),
    TableColumn("Kind", lambda each: KIND_WORDS[each.kind], 22),
    TableColumn("Edition", lambda each: each.edition.label, 18, faint=True),
    TableColumn("Players", lambda each: str(each.players), 9, numeric=True),
    TableColumn("Status", standing_of, 16),
)


SIGN_UPS: tuple[TableColumn[SignUp], ...] = (
    TableColumn("Line", lambda each: str(each.line), 6, numeric=True, faint=True),
    TableColumn("Player", lambda each: each.name, 14, 3),
    TableColumn("Faction", lambda each: Faction(each.faction).label if each.faction else "", 14),
    TableColumn("Agenda", lambda each: each.agenda, 10, 2),
    TableColumn("Result", lambda each: each.problem or each.note or "Signs up", 16, 4),
)


def _faction_words(row: PlayerRow) -> str:
    faction = faction_of(row.player)
    return faction.label if faction else ""


PLAYERS: tuple[TableColumn[PlayerRow], ...] = (
    TableColumn("No.", lambda row: str(row.number), 5, numeric=True, faint=True),
    TableColumn("Player", lambda row: row.player.name, 20, 5),
    TableColumn("Faction", _faction_words, 15),
    TableColumn("Agenda", lambda row: row.agendas, 10, 3),
    TableColumn(
        "Deck list", lambda row: row.short_list_words, 16, words=lambda row: row.list_words,
        tooltip=lambda row: "\n".join(row.player.deck.reasons) if row.player.deck else "No list",
    ),
    TableColumn(
        "Notes", lambda row: row.notes, 10, 4, faint=True,
        tooltip=lambda row: "\n".join((row.notes, *row.penalties)),
    ),
)  # fmt: skip
_SOS: TableColumn[ShownStanding] = TableColumn(
    "SoS", lambda row: row.sos, 10, name="Strength of schedule", numeric=True,
    tooltip=lambda row: str(row.line.sos),
)  # fmt: skip
_POINTS: TableColumn[ShownStanding] = TableColumn("Points", lambda row: row.points, 9, numeric=True)
_ROUNDS: TableColumn[ShownStanding] = TableColumn(
    "Rounds", lambda row: str(row.line.rounds), 8, numeric=True
)
STANDINGS: tuple[TableColumn[ShownStanding], ...] = (
    TableColumn("Swiss", lambda row: str(row.line.rank), 6, numeric=True),
    TableColumn("Final", lambda row: str(row.place or ""), 7, name="Final ranking", numeric=True),
    TableColumn("Player", lambda row: row.label, 20, 1),
    _POINTS,
    _ROUNDS,
    TableColumn("Wins", lambda row: str(row.line.wins), 7, numeric=True),
    _SOS,
    TableColumn(
        "xSoS", lambda row: row.xsos, 10, name="Extended strength of schedule", numeric=True,
        tooltip=lambda row: str(row.line.xsos),
    ),
    TableColumn("Place by", lambda row: row.decided_by, 14, faint=True),
)  # fmt: skip
OPPONENTS: tuple[TableColumn[ShownStanding], ...] = (
    TableColumn("Opponent", lambda row: row.player.name, 12, 1),
    _POINTS,
    _ROUNDS,
    TableColumn(
        "Average", lambda row: decimal_text(row.line.average), 10, numeric=True,
        tooltip=lambda row: str(row.line.average),
    ),
    _SOS,
)  # fmt: skip


def sum_words(row: ShownStanding, parts: Sequence[ShownStanding]) -> str:
    """Return how SoS and xSoS of a row are added up from its opponents."""
    if not parts:
        return "No opponents yet: SoS and xSoS are 0."
    averages = " + ".join(f"{each.points}/{each.line.rounds}" for each in parts)
    strengths = " + ".join(each.sos for each in parts)
    return "\n".join(
        (
            f"SoS = ({averages}) / {len(parts)} = {_exact(row.line.sos)}",
            f"xSoS = ({strengths}) / {len(parts)} = {_exact(row.line.xsos)}",
        )
    )


def _exact(value: Fraction) -> str:
    shown = decimal_text(value)
    return f"{value} = {shown}" if value.denominator > 1 else shown


BRACKET: tuple[TableColumn[BracketRow], ...] = (
    TableColumn("Round", lambda each: each.round_name, 14, faint=True),
    TableColumn("Game", lambda each: str(each.game.number), 7, numeric=True),
    TableColumn("Players", lambda each: " · ".join(each.names), 14, 5),
    TableColumn("Goes on", lambda each: each.result, 12, 4),
)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An operation, or that one was taken back: `taken_back` counts these from 1."""

    number: int
    at: datetime
    who: str
    words: str
    taken_back: int = 0

    @property
    def time(self) -> str:
        return f"{self.at.astimezone():%Y-%m-%d %H:%M:%S}"


LOG: tuple[TableColumn[LogLine], ...] = (
    TableColumn("No.", lambda each: str(each.number), 6, numeric=True, faint=True),
    TableColumn("When", lambda each: each.time, 22, faint=True),
    TableColumn("Who", lambda each: each.who, 14, faint=True),
    TableColumn("What was done", lambda each: each.words, 30, 1),
)


def log_lines(event: OpenEvent) -> list[LogLine]:
    """Return the operations of an event and those taken back, the last first."""
    done = [
        ((number, True), LogLine(number, each.at, each.by, event.words(number - 1)))
        for number, each in enumerate(event.log, start=1)
    ]
    # The operation that has a number now was done after the one that had it was taken back.
    # Times cannot order the two: operations have whole seconds.
    numbers = [each.number for each in event.taken_back]
    before = [*accumulate(reversed(numbers), min)][::-1]
    taken = [
        ((least, False), LogLine(each.number, each.at, each.by, _taken_back_words(each), place))
        for place, (least, each) in enumerate(zip(before, event.taken_back, strict=True), start=1)
    ]
    return [line for _, line in sorted([*taken, *done], key=itemgetter(0))][::-1]


def _taken_back_words(taken: TakenBack) -> str:
    """Describe an operation that was taken back; its players and tables may be gone."""
    by = f", by {taken.operation.by}" if taken.operation.by else ""
    return f"Taken back: {kind_of(taken.operation).replace('-', ' ')}{by}."
