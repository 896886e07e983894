"""The events of a library: listed, read, and changed by one operation at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from carddb.errors import AppError
from events.event_log import read_log
from events.event_state import EventState
from events.operations import Operation, done_by
from events.replay import applied, replay, undone
from library.errors import DamagedLibraryError, EventChangedError, UnknownEventError
from library.event_rows import (
    body_of,
    insert_operations,
    new_event,
    next_change,
    operation_from,
    read_operations,
    state_cells,
    stored_event,
)
from library.event_salvage import delete_snapshot, write_snapshot
from library.storage import Storage
from library.stored_event import StoredEvent, TakenBack
from library.stored_text import Clock, check_year, time_from_text, time_to_text
from library.tables import EventOperationRow, EventRow, TakenBackRow, col


class EventRepository:
    """The events; each method is one transaction, and what it returns is on the disk.

    What cannot be replayed is never stored. A window says how many operations it has seen; where
    another one has changed the event meanwhile, also by taking one back and doing another,
    nothing is done, and EventChangedError says so until the log was read again. At each pairing
    the log is written into the folder of `snapshots` as well, if there is one.
    """

    def __init__(self, storage: Storage, clock: Clock, snapshots: Path | None = None) -> None:
        self._storage = storage
        self._clock = clock
        self._snapshots = snapshots
        # The revision of each event that was read or made here, and the last state of one.
        self._seen: dict[str, int] = {}
        self._last: tuple[str, int, EventState] | None = None

    def list(self) -> tuple[StoredEvent, ...]:
        """Return every event that is not in the bin, the latest day first."""
        return self._listed(deleted=False)

    def binned(self) -> tuple[StoredEvent, ...]:
        """Return the events in the bin, the latest day first."""
        return self._listed(deleted=True)

    def get(self, event_id: str) -> StoredEvent:
        """Return an event as the list shows it; UnknownEventError where there is none."""
        with self._storage.reading() as connection:
            return stored_event(_row(connection, event_id))

    def operations(self, event_id: str) -> tuple[Operation, ...]:
        """Return the log of an event, the oldest operation first."""
        with self._storage.reading() as connection:
            revision = _row(connection, event_id)["revision"]
            log = read_operations(connection, event_id)
        self._seen[event_id] = revision
        return log

    def changed(self, event_id: str) -> bool:
        """Return whether another window changed an event since its log was read here."""
        query = select(col(EventRow.revision)).where(col(EventRow.id) == event_id)
        with self._storage.reading() as connection:
            revision = connection.scalar(query)
        return revision is not None and revision != self._seen.get(event_id)

    def taken_back(self, event_id: str) -> tuple[TakenBack, ...]:
        """Return what was taken back in an event, in the order of that."""
        query = select(TakenBackRow).where(col(TakenBackRow.event_id) == event_id)
        with self._storage.reading() as connection:
            _row(connection, event_id)
            found = connection.execute(query.order_by(col(TakenBackRow.position))).mappings().all()
        return tuple(
            TakenBack(
                row["number"],
                operation_from(row["body"], row["number"]),
                time_from_text(row["taken_back"]),
                row["taken_back_by"],
            )
            for row in found
        )

    def create(self, operations: Sequence[Operation], by: str = "") -> str:
        """Add an event with its log; return its id. AppError where the log cannot be replayed.

        `by` is who does the operations that name nobody, here and below.
        """
        operations = _done_by(operations, by)
        state = replay(operations)
        check_year(state.settings.day)
        event_id, now = uuid4().hex, time_to_text(self._clock())
        with self._storage.writing() as connection:
            revision = next_change(connection)
            cells = {"revision": revision, "created": now, "changed": now, "deleted": None}
            new_event(connection, event_id, operations, state, cells)
        self._keep(event_id, revision, state)
        write_snapshot(self._snapshots, event_id, operations, operations)
        return event_id

    def import_log(self, text: str) -> str:
        """Add the event of an exported log; return its id."""
        return self.create(read_log(text))

    def append(self, event_id: str, operation: Operation, after: int, by: str = "") -> int:
        """Add an operation to a log of `after` operations; return how many there are now.

        EventChangedError where another window changed the event meanwhile; AppError where the
        operation cannot be done now.
        """
        return self.append_all(event_id, [operation], after, by)

    def append_all(
        self, event_id: str, operations: Sequence[Operation], after: int, by: str = ""
    ) -> int:
        """Add operations, all or none of them, as `append` does."""
        if not operations:
            return after
        operations = _done_by(operations, by)
        with self._storage.writing() as connection:
            row = self._unchanged(connection, event_id, after)
            state = self._state(connection, row)
            for operation in operations:
                state = applied(operation, state)
            check_year(state.settings.day)
            insert_operations(connection, event_id, operations, first=after + 1)
            revision = self._change(connection, row, state, after + len(operations))
            log = read_operations(connection, event_id) if self._snapshots else ()
        self._keep(event_id, revision, state)
        write_snapshot(self._snapshots, event_id, log, operations)
        return after + len(operations)

    def undo(self, event_id: str, after: int, by: str = "") -> Operation:
        """Take back the last of `after` operations and return it; `taken_back` still has it.

        `by` is who takes it back.
        """
        with self._storage.writing() as connection:
            row = self._unchanged(connection, event_id, after)
            log = read_operations(connection, event_id)
            state = replay(undone(log))
            cells = {
                "number": after,
                "taken_back": time_to_text(self._clock()),
                "taken_back_by": by,
                "body": body_of(log[-1]),
            }
            _take_back(connection, event_id, cells)
            revision = self._change(connection, row, state, after - 1)
        self._keep(event_id, revision, state)
        write_snapshot(self._snapshots, event_id, log[:-1], log[-1:])
        return log[-1]

    def delete(self, event_id: str) -> None:
        """Put an event into the bin, from which it can be brought back."""
        self._bin(event_id, time_to_text(self._clock()))

    def bring_back(self, event_id: str) -> None:
        """Take an event out of the bin, as it was."""
        self._bin(event_id, None)

    def empty_bin(self) -> int:
        """Delete the events in the bin for good; return how many there were."""
        with self._storage.writing() as connection:
            binned = col(EventRow.deleted).is_not(None)
            ids = connection.scalars(select(col(EventRow.id)).where(binned)).all()
            connection.execute(delete(EventRow).where(binned))
        for each in ids:
            delete_snapshot(self._snapshots, each)
        return len(ids)

    def _listed(self, *, deleted: bool) -> tuple[StoredEvent, ...]:
        gone = col(EventRow.deleted)
        query = select(EventRow).where(gone.is_not(None) if deleted else gone.is_(None))
        order = (col(EventRow.day).desc(), col(EventRow.created).desc(), col(EventRow.id))
        with self._storage.reading() as connection:
            found = connection.execute(query.order_by(*order)).mappings().all()
        return tuple(map(stored_event, found))

    def _bin(self, event_id: str, deleted: str | None) -> None:
        with self._storage.writing() as connection:
            _row(connection, event_id, lock=True)
            changed = update(EventRow).where(col(EventRow.id) == event_id)
            connection.execute(changed.values(deleted=deleted))

    def _unchanged(self, connection: Connection, event_id: str, after: int) -> RowMapping:
        """Return the row of an event; EventChangedError where it is not what the caller saw."""
        row = _row(connection, event_id, lock=True)
        seen = self._seen.get(event_id, row["revision"])
        if row["operations"] != after or row["revision"] != seen:
            raise EventChangedError(
                f"“{row['name']}” was changed in another window meanwhile, so nothing was done.",
                "Look at the event again, then repeat what you did if it is still needed.",
            )
        return row

    def _state(self, connection: Connection, row: RowMapping) -> EventState:
        """Return the state of an event; a log is replayed only where the last state is another."""
        if self._last is not None and self._last[:2] == (row["id"], row["revision"]):
            return self._last[2]
        try:
            return replay(read_operations(connection, row["id"]))
        except DamagedLibraryError:
            raise
        except AppError as error:
            raise DamagedLibraryError(
                f"The log of “{row['name']}” is damaged: {error.sentence}",
                "Open a backup with sevenplots restore.",
            ) from error

    def _change(
        self, connection: Connection, row: RowMapping, state: EventState, operations: int
    ) -> int:
        """Write what the list shows of a changed event; return its revision."""
        revision = next_change(connection)
        cells = state_cells(state) | {
            "operations": operations,
            "revision": revision,
            "changed": time_to_text(self._clock()),
        }
        connection.execute(update(EventRow).where(col(EventRow.id) == row["id"]).values(cells))
        return revision

    def _keep(self, event_id: str, revision: int, state: EventState) -> None:
        self._seen[event_id] = revision
        self._last = event_id, revision, state


def _done_by(operations: Sequence[Operation], by: str) -> Sequence[Operation]:
    for each in operations:
        check_year(each.at)
    return [done_by(each, by) for each in operations]


def _row(connection: Connection, event_id: str, *, lock: bool = False) -> RowMapping:
    """Return an event's row; `lock` prevents other windows from changing it meanwhile."""
    query = select(EventRow).where(col(EventRow.id) == event_id)
    row = connection.execute(query.with_for_update() if lock else query).mappings().first()
    if row is None:
        raise UnknownEventError(
            "The library has no such event any more.", "It may have been deleted in another window."
        )
    return row


def _take_back(connection: Connection, event_id: str, cells: Mapping[str, Any]) -> None:
    """Move an operation from the log to those that were taken back."""
    row = EventOperationRow
    last = (col(row.event_id) == event_id, col(row.number) == cells["number"])
    connection.execute(delete(row).where(*last))
    places = select(func.max(col(TakenBackRow.position)))
    place = connection.scalar(places.where(col(TakenBackRow.event_id) == event_id)) or 0
    new = insert(TakenBackRow).values(event_id=event_id, position=place + 1, **cells)
    connection.execute(new)
