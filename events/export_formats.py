"""What an event can be written as: one table, for the window's menu and for commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from events.event_document import written_document
from events.event_log import written_log
from events.event_state import EventState
from events.nrtm import written_nrtm
from events.operations import Operation
from events.standings_csv import standings_csv

Writer = Callable[[EventState, Sequence[Operation]], str]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: its name on the command line, words for a menu, and what a file's name ends with.

    `write` takes the state and the log; AppError where an event cannot be written so.
    """

    name: str
    words: str
    ending: str
    write: Writer


EXPORT_FORMATS = (
    ExportFormat("json", "Event, as played", ".json", lambda state, _: written_document(state)),
    ExportFormat("log", "Log, to go on with", ".log.json", lambda _, log: written_log(log)),
    ExportFormat("csv", "Standings as CSV", ".csv", lambda state, _: standings_csv(state)),
    ExportFormat("nrtm", "NRTM, for Cobra", ".nrtm.json", lambda state, _: written_nrtm(state)),
)
