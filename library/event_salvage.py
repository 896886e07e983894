"""What is left of events after a loss: logs that can be read, how far others went back, snapshots.

A snapshot is the log of an event as a file beside the backups, written at each pairing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, insert, select

from carddb.errors import AppError
from carddb.files import write_file
from events.event_log import read_log, written_log
from events.event_state import EventState
from events.operations import CutMade, EliminationDrawn, Operation, RoundPaired
from events.replay import applied, replay
from library.event_rows import new_event, next_change, operation_from
from library.stored_text import time_to_text
from library.tables import EventOperationRow, EventRow, TakenBackRow, col
from validators.messages import count_of

if TYPE_CHECKING:
    from sqlmodel import SQLModel

_LOG = logging.getLogger("sevenplots.library")
_Row = dict[str, Any]
_PAIRINGS = (RoundPaired, CutMade, EliminationDrawn)
_KEYS: tuple[tuple[type[SQLModel], str], ...] = (
    (TakenBackRow, TakenBackRow.event_id),
    (EventOperationRow, EventOperationRow.event_id),
    (EventRow, EventRow.id),
)


def salvage_events(connection: Connection, found: Mapping[str, Sequence[_Row]]) -> tuple[int, int]:
    """Insert events that are newer than what is there; return how many, and how many odd rows.

    A log is taken up to its first operation that is lost or cannot be done.
    """
    listed = {row["id"]: row for row in found.get("event", ())}
    logs: dict[str, list[_Row]] = {}
    for row in found.get("event_operation", ()):
        logs.setdefault(row["event_id"], []).append(row)
    query = select(col(EventRow.id), col(EventRow.operations), col(EventRow.revision))
    there = {row.id: (row.operations, row.revision) for row in connection.execute(query)}
    rescued = odd = 0
    for event_id, rows in logs.items():
        old = listed.get(event_id, {})
        operations, state = _replayed(rows)
        odd += len(rows) - len(operations)
        if state is None or not _newer(old, len(operations), there.get(event_id)):
            continue
        cells = {
            "revision": next_change(connection),
            "created": old.get("created", time_to_text(operations[0].at)),
            "changed": old.get("changed", time_to_text(operations[-1].at)),
            "deleted": old.get("deleted"),
        }
        # Nothing cascades in a file that is being made.
        for table, key in _KEYS:
            connection.execute(delete(table).where(col(key) == event_id))
        new_event(connection, event_id, operations, state, cells)
        odd += _insert_taken_back(connection, event_id, found.get("event_taken_back", ()))
        rescued += 1
    return rescued, odd


def _newer(old: _Row, operations: int, there: tuple[int, int] | None) -> bool:
    """Whether a log is newer than the one that is there.

    A whole one may be shorter, because something was taken back; a part must be longer.
    """
    if there is None:
        return True
    whole = old.get("operations") == operations
    return old["revision"] > there[1] if whole else operations > there[0]


def _replayed(rows: Sequence[_Row]) -> tuple[list[Operation], EventState | None]:
    """Return the operations from the first on that can be read and done, and their state."""
    operations: list[Operation] = []
    state: EventState | None = None
    for number, row in enumerate(sorted(rows, key=lambda each: each["number"]), start=1):
        try:
            operation = operation_from(row["body"], row["number"])
            if row["number"] != number:
                break
            state = applied(operation, state)
        except AppError:
            break
        operations.append(operation)
    return operations, state


def _insert_taken_back(connection: Connection, event_id: str, rows: Sequence[_Row]) -> int:
    """Insert what was taken back in an event; return how many rows made no sense."""
    own = [row for row in rows if row["event_id"] == event_id]
    sound: dict[int, _Row] = {}
    for row in own:
        with suppress(AppError):
            operation_from(row["body"], row["number"])
            sound[row["position"]] = row
    if sound:
        connection.execute(insert(TakenBackRow), list(sound.values()))
    return len(own) - len(sound)


@dataclass(frozen=True, slots=True)
class EventMark:
    """How far an event has come; `snapshot` is the file that says so, where one does."""

    name: str
    operations: int
    round: int
    snapshot: Path | None = None

    def text(self) -> str:
        """Return it in words: "42 operations (round 3)"."""
        counted = count_of(self.operations, "operation")
        return f"{counted} (round {self.round})" if self.round else counted


@dataclass(frozen=True, slots=True)
class EventSetBack:
    """An event that has lost operations; `now` is None where all of it is gone."""

    before: EventMark
    now: EventMark | None

    def text(self) -> str:
        """Return what was lost as a sentence, and which file has it."""
        before = self.before
        if self.now is None:
            said = f"The event “{before.name}” is gone; it had {before.text()}."
        else:
            went = f"went back from {before.text()} to {self.now.text()}"
            said = f"The event “{before.name}” {went}."
        if before.snapshot is None:
            return said
        return f"{said} Its log is in {before.snapshot}: import it as an event."


def event_marks(connection: Connection) -> dict[str, EventMark]:
    """Return how far each event of a library has come, by id."""
    row = EventRow
    query = select(col(row.id), col(row.name), col(row.operations), col(row.round))
    return {found[0]: EventMark(*found[1:]) for found in connection.execute(query)}


def listed_marks(rows: Sequence[_Row]) -> dict[str, EventMark]:
    """Return how far events had come, from rows of a damaged library."""
    return {row["id"]: EventMark(row["name"], row["operations"], row["round"]) for row in rows}


def events_set_back(
    before: Sequence[Mapping[str, EventMark]], now: Mapping[str, EventMark]
) -> tuple[EventSetBack, ...]:
    """Return the events of which less is there now than anything said before."""
    furthest: dict[str, EventMark] = {}
    for event_id, mark in chain.from_iterable(each.items() for each in before):
        known = furthest.get(event_id)
        if known is None or mark.operations >= known.operations:
            furthest[event_id] = mark
    return tuple(
        EventSetBack(mark, now.get(event_id))
        for event_id, mark in furthest.items()
        if event_id not in now or mark.operations > now[event_id].operations
    )


def write_snapshot(
    folder: Path | None, event_id: str, log: Sequence[Operation], new: Sequence[Operation]
) -> None:
    """Write the log of an event into a folder where the new operations pair somebody.

    A failure is no reason to lose the pairing, which is in the library: it is only logged.
    """
    if folder is None or not any(isinstance(each, _PAIRINGS) for each in new):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"{event_id}.json", written_log(log).encode("utf-8", "replace"))
    except (OSError, AppError):
        _LOG.warning("The snapshot of an event could not be written")


def delete_snapshot(folder: Path | None, event_id: str) -> None:
    """Delete the snapshot of an event, if there is one."""
    if folder is not None:
        with suppress(OSError):
            (folder / f"{event_id}.json").unlink()


def snapshot_marks(folder: Path) -> dict[str, EventMark]:
    """Return how far the events of a folder of snapshots had come; what cannot be read is none."""
    marks: dict[str, EventMark] = {}
    for file in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, AppError):
            log = read_log(file.read_text("utf-8"))
            state = replay(log)
            name, rounds = state.settings.name, len(state.rounds)
            marks[file.stem] = EventMark(name, len(log), rounds, file)
    return marks
