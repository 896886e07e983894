"""Rows of events <-> operations and states, inside a transaction of the caller."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import Connection, RowMapping, insert, select

from carddb.errors import AppError
from carddb.terms import Edition
from carddb.text_format import LONGEST_NAME, one_line
from events.event_log import VERSION, kind_of, operation_object, operation_of
from events.event_state import EventState
from events.event_terms import EventKind, EventStage
from events.operations import Operation
from library.errors import DamagedLibraryError
from library.rows import Cells
from library.storage import CHANGES
from library.stored_event import StoredEvent
from library.stored_text import storable, time_from_text, time_to_text
from library.tables import EventOperationRow, EventRow, FactRow, col


def state_cells(state: EventState) -> Cells:
    """Return the columns of an event's row that its state fills."""
    return {
        "name": storable(state.settings.name),
        "day": state.settings.day.isoformat(),
        "edition": state.settings.edition.value,
        "kind": state.settings.kind.value,
        "stage": state.stage.value,
        "players": len(state.took_part),
        "round": len(state.rounds),
        "log_version": VERSION,
    }


def stored_event(row: RowMapping) -> StoredEvent:
    """Return the event of a row."""
    return StoredEvent(
        row["id"],
        one_line(row["name"], LONGEST_NAME),
        date.fromisoformat(row["day"]),
        Edition(row["edition"]),
        EventKind(row["kind"]),
        EventStage(row["stage"]),
        row["players"],
        row["round"],
        row["operations"],
        time_from_text(row["created"]),
        time_from_text(row["changed"]),
        time_from_text(row["deleted"]) if row["deleted"] else None,
    )


def body_of(operation: Operation) -> str:
    """Return the JSON of an operation, as a line of an exported log has it."""
    plain = operation_object(operation)
    return storable(json.dumps(plain, ensure_ascii=False, separators=(", ", ": ")))


def insert_operations(
    connection: Connection, event_id: str, operations: Iterable[Operation], first: int = 1
) -> None:
    """Insert operations under the numbers from `first` on."""
    new = [
        {
            "event_id": event_id,
            "number": number,
            "kind": kind_of(operation),
            "at": time_to_text(operation.at),
            "body": body_of(operation),
        }
        for number, operation in enumerate(operations, start=first)
    ]
    connection.execute(insert(EventOperationRow), new)


def operation_from(body: str, number: int) -> Operation:
    """Return the operation of a stored text; DamagedLibraryError where it is none."""
    try:
        return operation_of(json.loads(body), number)
    # What is deeper than Python can follow is no operation either.
    except (ValueError, RecursionError, AppError):
        raise DamagedLibraryError(
            f"Operation {number} of the event is damaged and cannot be read.",
            "Open a backup with sevenplots restore.",
        ) from None


def read_operations(connection: Connection, event_id: str) -> tuple[Operation, ...]:
    """Return the log of an event, empty where there is no such event."""
    place = col(EventOperationRow.number)
    query = select(place, col(EventOperationRow.body)).order_by(place)
    found = connection.execute(query.where(col(EventOperationRow.event_id) == event_id))
    return tuple(operation_from(body, number) for number, body in found)


def new_event(
    connection: Connection,
    event_id: str,
    operations: Sequence[Operation],
    state: EventState,
    cells: Cells,
) -> None:
    """Insert an event with its log; `cells` are the columns that neither of them gives."""
    row = {"id": event_id, "operations": len(operations), **state_cells(state), **cells}
    connection.execute(insert(EventRow).values(row))
    insert_operations(connection, event_id, operations)


def next_change(connection: Connection) -> int:
    """Return the number that this change of the library will have: no log had it before."""
    query = select(col(FactRow.number)).where(col(FactRow.key) == CHANGES)
    return (connection.scalar(query) or 0) + 1
