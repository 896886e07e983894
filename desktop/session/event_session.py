"""The event that is open: its log and state, each operation kept in the library as it is done."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from carddb.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.library_worker import LibraryWorker
from events.event_state import EventState
from events.event_values import EventSettings
from events.operation_words import operation_words
from events.operations import Created, Operation
from events.replay import applied, undone

if TYPE_CHECKING:
    from library.library import Library
    from library.stored_event import StoredEvent

# As a number that a person can read out and type.
SEEDS = 1_000_000_000


def new_seed() -> int:
    """Return a seed that nobody could foresee."""
    return secrets.randbelow(SEEDS)


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """A log, and the state after each of its operations."""

    id: str
    log: tuple[Operation, ...]
    states: tuple[EventState, ...]

    @property
    def state(self) -> EventState:
        """The state after all operations."""
        return self.states[-1]

    def with_operation(self, operation: Operation) -> OpenEvent:
        """Return it with one more operation; AppError where that cannot be done now."""
        after = applied(operation, self.state)
        return OpenEvent(self.id, (*self.log, operation), (*self.states, after))

    def words(self, number: int) -> str:
        """Return what an operation did, as a sentence."""
        return operation_words(self.log[number], self.states[number])


def _opened(event_id: str, log: Sequence[Operation]) -> OpenEvent:
    state: EventState | None = None
    states = [state := applied(each, state) for each in log]
    return OpenEvent(event_id, tuple(log), tuple(states))


class EventSession(QObject):
    """Does operations on the event on screen, and has the library keep them one by one.

    What is done is shown at once and written in the background, in order. Where the library
    refuses it (another window was faster), the event is read again and the sentence is shown.

    Signals:
        events_changed: the list of events was read; `events` are new.
        opened: another event is on screen, or none.
        changed: the event on screen is another state of itself.
        done: operations were done here (their words, the last one's).
        drawing_changed: a round is being drawn, or no longer.
        failed: something could not be done (an AppError, or a bug).
    """

    events_changed = Signal()
    opened = Signal()
    changed = Signal()
    done = Signal(str)
    drawing_changed = Signal()
    failed = Signal(Exception)

    def __init__(
        self,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        parent: QObject | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(parent)
        self._worker, self._tasks, self._clock = library_worker, tasks, clock
        self.events: tuple[StoredEvent, ...] = ()
        self.loaded = False
        self.current: OpenEvent | None = None
        self._drawing: Task | None = None

    @property
    def state(self) -> EventState | None:
        """The state of the event on screen."""
        return self.current.state if self.current else None

    @property
    def drawing(self) -> bool:
        """Whether a round is being drawn."""
        return self._drawing is not None

    def now(self) -> datetime:
        """Return the time of an operation that is done now."""
        return self._clock().replace(microsecond=0)

    def reload(self) -> None:
        """Read the list of events again."""
        self._worker.ask(lambda library: library.events.list(), self._on_listed, self.failed.emit)

    def open(self, event_id: str) -> None:
        """Show an event; its log is read and replayed in the background."""
        self._ask(
            lambda library: _opened(event_id, library.events.operations(event_id)), self._show
        )

    def close(self) -> None:
        """Show no event."""
        self.cancel_drawing()
        self.current = None
        self.opened.emit()
        self.reload()

    def create(self, settings: EventSettings) -> None:
        """Begin an event and show it."""
        log = [Created(at=self.now(), settings=settings)]

        def made(library: Library) -> OpenEvent:
            return _opened(library.events.create(log), log)

        self._ask(made, self._show, changes=True)

    def delete(self, event_id: str) -> None:
        """Put an event into the bin."""
        self._ask(lambda library: library.events.delete(event_id), self._reload, changes=True)

    def bring_back(self, event_id: str) -> None:
        """Take an event out of the bin."""
        self._ask(lambda library: library.events.bring_back(event_id), self._reload, changes=True)

    def import_log(self, text: str) -> None:
        """Add the event of an exported log and show it."""

        def made(library: Library) -> OpenEvent:
            event_id = library.events.import_log(text)
            return _opened(event_id, library.events.operations(event_id))

        self._ask(made, self._show, changes=True)

    def do(self, kind: type[Operation], **fields: Any) -> bool:
        """Do an operation of a kind now; tell whether it could be done."""
        return self.do_all([(kind, fields)])

    def do_all(self, wanted: Sequence[tuple[type[Operation], dict[str, Any]]]) -> bool:
        """Do operations, all or none of them; tell whether they could be done."""
        if self.current is None or not wanted:
            return False
        now = self.now()
        after, new = len(self.current.log), [kind(at=now, **fields) for kind, fields in wanted]
        event = self.current
        try:
            for operation in new:
                event = event.with_operation(operation)
        except AppError as error:
            self.failed.emit(error)
            return False
        self._keep(lambda library: library.events.append_all(event.id, new, after))
        self._replace(event)
        more = f" ({len(new)} operations)" if len(new) > 1 else ""
        self.done.emit(f"{event.words(len(event.log) - 1)}{more}")
        return True

    def undo(self) -> None:
        """Take back the last operation."""
        event = self.current
        if event is None:
            return
        try:
            log = undone(event.log)
        except AppError as error:
            self.failed.emit(error)
            return
        words, after = event.words(len(event.log) - 1), len(event.log)
        self._keep(lambda library: library.events.undo(event.id, after))
        self._replace(OpenEvent(event.id, log, event.states[:-1]))
        self.done.emit(f"Undone: {words}")

    def draw(self, work: Callable[[EventState], tuple[type[Operation], dict[str, Any]]]) -> None:
        """Do what a worker makes of the state, as long as nothing else was done meanwhile."""
        event = self.current
        if event is None or self._drawing is not None:
            return

        def on_drawn(made: tuple[type[Operation], dict[str, Any]]) -> None:
            if self.current is event:
                self.do(made[0], **made[1])

        def worked(progress: Progress) -> tuple[type[Operation], dict[str, Any]]:
            progress(0, 0)
            return work(event.state)

        self._drawing = Task(worked)
        self._drawing.succeeded.connect(on_drawn)
        self._drawing.failed.connect(self._on_failed)
        self._drawing.finished.connect(partial(self._on_drawing_finished, self._drawing))
        self.drawing_changed.emit()
        self._tasks.start(self._drawing)

    def cancel_drawing(self) -> None:
        """Stop drawing; what comes of it is dropped."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
            self.drawing_changed.emit()

    def _replace(self, event: OpenEvent) -> None:
        self.cancel_drawing()
        self.current = event
        self.changed.emit()

    def _show(self, event: OpenEvent) -> None:
        same = self.current is not None and self.current.id == event.id
        self.current = event
        if same:
            self.changed.emit()
        else:
            self.opened.emit()

    def _ask(
        self,
        work: Callable[[Library], Any],
        then: Callable[[Any], None],
        *,
        changes: bool = False,
    ) -> None:
        request = self._worker.ask(work, then, self._on_failed)
        request.is_change = changes

    def _keep(self, work: Callable[[Library], object]) -> None:
        request = self._worker.ask(work, lambda _: None, self._on_refused)
        request.is_change = True

    def _on_refused(self, error: Exception) -> None:
        """Show the event as the library has it, and why the last operation is not in it."""
        if self.current is not None:
            self.open(self.current.id)
        self._on_failed(error)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.failed.emit(error)

    def _on_listed(self, events: tuple[StoredEvent, ...]) -> None:
        self.events, self.loaded = events, True
        self.events_changed.emit()

    def _reload(self, _: object) -> None:
        self.reload()

    def _on_drawing_finished(self, task: Task) -> None:
        if self._drawing is task:
            self._drawing = None
            self.drawing_changed.emit()
