"""Events that can still be read of a damaged library, as far as their logs can be replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, insert, select

from carddb.errors import AppError
from events.event_state import EventState
from events.operations import Operation
from events.replay import applied
from library.event_rows import new_event, next_change, operation_from
from library.stored_text import time_to_text
from library.tables import EventOperationRow, EventRow, TakenBackRow, col

if TYPE_CHECKING:
    from sqlmodel import SQLModel

_Row = dict[str, Any]
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
