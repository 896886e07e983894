"""The events of a library: listed, read, and changed by one operation at a time."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update
from sqlmodel import SQLModel, col

from carddb.terms import Edition
from core.errors import AppError
from core.files import write_file
from core.json_values import json_object
from core.text_format import LONGEST_NAME, count_of, one_line
from events.event_log import (
    kind_of,
    operation_object,
    operation_of,
    read_log,
    version_of,
    written_log,
)
from events.event_state import EventState
from events.event_terms import EventKind, EventStage
from events.operations import CutMade, EliminationDrawn, Operation, RoundPaired, done_by
from events.replay import applied, replay, undone
from library.errors import DamagedLibraryError, EventChangedError, UnknownEventError
from library.models import EventOperationRow, EventRow, FactRow, TakenBackRow
from library.rows import Cells
from library.storage import CHANGES, Repository, Storage
from library.stored_event import StoredEvent, TakenBack
from library.stored_text import Clock, check_year, storable, time_from_text, time_to_text


def state_cells(state: EventState) -> Cells:
    return {
        **json_object(state, "day=settings.day edition=settings.edition kind=settings.kind stage"),
        "name": storable(state.settings.name),
        "players": len(state.took_part),
        "round": len(state.rounds),
        "log_version": version_of([state.settings]),
    }


def stored_event(row: RowMapping) -> StoredEvent:
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
    """Return the operation of a stored text; DamagedLibraryError if it is not one."""
    try:
        return operation_of(json.loads(body), number)
    # What is deeper than Python can follow is not an operation either.
    except (ValueError, RecursionError, AppError):
        raise DamagedLibraryError(
            f"Operation {number} of the event is damaged and cannot be read.",
            "Open a backup with sevenplots restore.",
        ) from None


def read_operations(connection: Connection, event_id: str) -> tuple[Operation, ...]:
    """Return the log of an event, empty if there is no such event."""
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
    """Return the number of this change of the library, which no log had before."""
    query = select(col(FactRow.number)).where(col(FactRow.key) == CHANGES)
    return (connection.scalar(query) or 0) + 1


_LOG = logging.getLogger("sevenplots.library")
_Row = dict[str, Any]
_PAIRINGS = (RoundPaired, CutMade, EliminationDrawn)
_KEYS: tuple[tuple[type[SQLModel], str], ...] = (
    (TakenBackRow, TakenBackRow.event_id),
    (EventOperationRow, EventOperationRow.event_id),
    (EventRow, EventRow.id),
)


def salvage_events(connection: Connection, found: Mapping[str, Sequence[_Row]]) -> tuple[int, int]:
    """Insert newer events as far as their logs replay; return their number and that of odd rows."""
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
    """Whether a log is newer: a whole one by its revision, a part only if it is longer."""
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
    """An event that has lost operations; `now` is None if all of it is gone."""

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
    return {row["id"]: EventMark(row["name"], row["operations"], row["round"]) for row in rows}


def events_set_back(
    before: Sequence[Mapping[str, EventMark]], now: Mapping[str, EventMark]
) -> tuple[EventSetBack, ...]:
    """Return the events that have fewer operations now than any earlier mark says."""
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
    """Write the log of an event into a folder if a round was paired; failures are only logged."""
    if folder is None or not any(isinstance(each, _PAIRINGS) for each in new):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / f"{event_id}.json", written_log(log).encode("utf-8", "replace"))
    except (OSError, AppError):
        _LOG.warning("The snapshot of an event could not be written")


def delete_snapshot(folder: Path | None, event_id: str) -> None:
    if folder is not None:
        with suppress(OSError):
            (folder / f"{event_id}.json").unlink()


def snapshot_marks(folder: Path) -> dict[str, EventMark]:
    """Return how far the events in a folder of snapshots had come; unreadable files are ignored."""
    marks: dict[str, EventMark] = {}
    for file in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, AppError):
            log = read_log(file.read_text("utf-8"))
            state = replay(log)
            name, rounds = state.settings.name, len(state.rounds)
            marks[file.stem] = EventMark(name, len(log), rounds, file)
    return marks


@dataclass(frozen=True, slots=True)
class _Written:
    """Operations that were added, with the state after each, and the whole log for a copy."""

    operations: Sequence[Operation]
    states: tuple[EventState, ...]
    revision: int
    log: Sequence[Operation]


class EventRepository(Repository):
    """The events; what a method returns is on the disk.

    A log that cannot be replayed is never stored. A window says how many operations it has seen.
    If another window changed the event in the meantime, EventChangedError is raised until the log
    is read again. Each pairing also writes the log into the folder `snapshots`, if there is one.
    """

    def __init__(self, storage: Storage, clock: Clock, snapshots: Path | None = None) -> None:
        super().__init__(storage, clock)
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
        """Return an event as the list shows it; UnknownEventError if there is none."""
        with self._storage.reading() as connection:
            return stored_event(event_row(connection, event_id))

    def operations(self, event_id: str) -> tuple[Operation, ...]:
        """Return the log of an event, the oldest operation first."""
        with self._storage.reading() as connection:
            revision = event_row(connection, event_id)["revision"]
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
            event_row(connection, event_id)
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
        """Add an event with its log; return its id. AppError if the log cannot be replayed.

        `by` is who does the operations that name nobody, here and below.
        """
        operations = _done_by(operations, by)
        state = replay(operations)
        check_year(state.settings.day)
        event_id, now = uuid4().hex, self._now()
        with self._storage.writing() as connection:
            revision = next_change(connection)
            cells = {"revision": revision, "created": now, "changed": now, "deleted": None}
            new_event(connection, event_id, operations, state, cells)
        self._keep(event_id, revision, state)
        write_snapshot(self._snapshots, event_id, operations, operations)
        return event_id

    def append_all(
        self, event_id: str, operations: Sequence[Operation], after: int, by: str = ""
    ) -> tuple[EventState, ...]:
        """Add operations to a log of `after`, all or none; return the state after each.

        EventChangedError if another window changed the event meanwhile; AppError if one of them
        cannot be done now.
        """
        if not operations:
            return ()
        operations = _done_by(operations, by)
        with self._storage.writing() as connection:
            row = self._unchanged(connection, event_id, after)
            written = self._add(connection, row, operations, self._state(connection, row))
        return self._written(event_id, written)

    def append_decided(
        self,
        event_id: str,
        decide: Callable[[EventState], Sequence[Operation]],
        also: Callable[[Connection], object],
    ) -> tuple[EventState, ...]:
        """Add the operations that `decide` makes from the newest state; return those after each.

        Nobody can change the event between both. `also` writes something else in the same
        transaction.
        """
        with self._storage.writing() as connection:
            row = event_row(connection, event_id, lock=True)
            state = self._state(connection, row)
            operations = _done_by(decide(state), "")
            if not operations:
                return ()
            also(connection)
            written = self._add(connection, row, operations, state)
        return self._written(event_id, written)

    def _add(
        self,
        connection: Connection,
        row: RowMapping,
        operations: Sequence[Operation],
        state: EventState,
    ) -> _Written:
        """Add operations to the log of a state."""
        event_id, after = row["id"], row["operations"]
        states = tuple([state := applied(operation, state) for operation in operations])
        check_year(state.settings.day)
        insert_operations(connection, event_id, operations, first=after + 1)
        revision = self._change(connection, row, state, after + len(operations))
        pairs = any(isinstance(each, _PAIRINGS) for each in operations)
        log = read_operations(connection, event_id) if self._snapshots and pairs else ()
        return _Written(operations, states, revision, log)

    def _written(self, event_id: str, written: _Written) -> tuple[EventState, ...]:
        """Remember what is in the library now, and write the copy of the log."""
        self._keep(event_id, written.revision, written.states[-1])
        write_snapshot(self._snapshots, event_id, written.log, written.operations)
        return written.states

    def undo(self, event_id: str, after: int, by: str = "") -> Operation:
        """Take back the last of `after` operations and return it; `taken_back` still has it."""
        with self._storage.writing() as connection:
            row = self._unchanged(connection, event_id, after)
            log = read_operations(connection, event_id)
            state = replay(undone(log))
            cells = {
                "number": after,
                "taken_back": self._now(),
                "taken_back_by": by,
                "body": body_of(log[-1]),
            }
            _take_back(connection, event_id, cells)
            revision = self._change(connection, row, state, after - 1)
        self._keep(event_id, revision, state)
        write_snapshot(self._snapshots, event_id, log[:-1], log[-1:])
        return log[-1]

    def delete(self, *event_ids: str) -> None:
        """Put events into the bin, from which they can be brought back."""
        self._bin(event_ids, self._now())

    def bring_back(self, *event_ids: str) -> None:
        self._bin(event_ids, None)

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

    def _bin(self, event_ids: Iterable[str], deleted: str | None) -> None:
        with self._storage.writing() as connection:
            # In one order, so that two writers never wait for each other.
            for each in sorted(event_ids):
                event_row(connection, each, lock=True)
                changed = update(EventRow).where(col(EventRow.id) == each)
                connection.execute(changed.values(deleted=deleted))

    def _unchanged(self, connection: Connection, event_id: str, after: int) -> RowMapping:
        """Return the row of an event; EventChangedError if it is not what the caller saw."""
        row = event_row(connection, event_id, lock=True)
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
            "changed": self._now(),
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


def event_row(connection: Connection, event_id: str, *, lock: bool = False) -> RowMapping:
    """Return an event's row; `lock` prevents other windows from changing it meanwhile."""
    query = select(EventRow).where(col(EventRow.id) == event_id)
    row = connection.execute(query.with_for_update() if lock else query).mappings().first()
    if row is None:
        raise UnknownEventError(
            "The library has no such event any more.", "It may have been deleted in another window."
        )
    return row


def _take_back(connection: Connection, event_id: str, cells: Mapping[str, Any]) -> None:
    row = EventOperationRow
    last = (col(row.event_id) == event_id, col(row.number) == cells["number"])
    connection.execute(delete(row).where(*last))
    places = select(func.max(col(TakenBackRow.position)))
    place = connection.scalar(places.where(col(TakenBackRow.event_id) == event_id)) or 0
    new = insert(TakenBackRow).values(event_id=event_id, position=place + 1, **cells)
    connection.execute(new)
