"""What an event can be written as: one table, for the window's menu and for commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from events.event_document import written_document
from events.event_log import written_log
from events.event_state import EventState
from events.nrtm_writer import written_nrtm
from events.operations import Operation
from events.players_csv import players_csv
from events.standings_csv import standings_csv
from events.tourney_grounds_writer import written_tourney_grounds

CardName = Callable[[str], str]
Writer = Callable[[EventState, Sequence[Operation], CardName], str]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: its name on the command line, words for a menu, and what a file's name ends with.

    `write` takes the state, the log and what names a card by its code; AppError where an event
    cannot be written so.
    """

    name: str
    words: str
    ending: str
    write: Writer


EXPORT_FORMATS = (
    ExportFormat("json", "Event, as played", ".json", lambda state, *_: written_document(state)),
    ExportFormat("log", "Log, to go on with", ".log.json", lambda _, log, __: written_log(log)),
    ExportFormat("csv", "Standings as CSV", ".csv", lambda state, *_: standings_csv(state)),
    ExportFormat("players", "Players as CSV", ".players.csv", lambda state, *_: players_csv(state)),
    ExportFormat("nrtm", "NRTM, for Cobra", ".nrtm.json", lambda state, *_: written_nrtm(state)),
    ExportFormat(
        "tourneygrounds",
        "Games for TourneyGrounds",
        ".games.json",
        lambda state, _, card_name: written_tourney_grounds(state, card_name),
    ),
)
