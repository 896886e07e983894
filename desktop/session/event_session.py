"""The event that is open: its log and state, shown as the library has written them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.event_settings import take_list
from app.open_event import OpenEvent, opened_event
from carddb.pool import CardPool
from carddb.terms import Edition
from core.decoding import decoded, normalized, other_kind
from core.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.library_worker import LibraryWorker
from events.chance import new_seed
from events.event_state import EventState
from events.event_values import EventSettings
from events.operations import Created, Operation, operation_words, remarks
from events.replay import replay, untouched
from events.sign_up import agendas_named
from library.deck_files import read_file
from library.errors import EventChangedError, LibraryError, UnknownEventError
from library.phone_values import PhoneNotes

if TYPE_CHECKING:
    from app.event_commands import Wanted
    from app.phones.desk import PhoneDesk
    from events.event_import import ImportedEvent
    from library.event_repository import EventRepository
    from library.library import Library
    from library.phones import PhoneRepository
    from library.stored_event import StoredEvent


# How often it is asked whether another window changed something.
WATCH_MS = 500
Then: TypeAlias = Callable[[], object]
# Writes in the library what is to be done to the event, and returns the event after it, with
# words. Where another window changed the event since it was shown, it also gets the state before.
Write: TypeAlias = "Callable[[Library, OpenEvent, EventState | None], tuple[OpenEvent, str]]"


Noted = TypeVar("Noted")


def _text_of(file: Path) -> str:
    data = read_file(file)
    if kind := other_kind(data):
        raise AppError(f"“{file.name}” is {kind}, not an event.")
    return normalized(decoded(data))


class _Written:
    """An event as the library has it. Only requests of the library's worker change it, in turn.

    `replaced` are the states that another window's changes took the place of.
    """

    def __init__(self, event: OpenEvent) -> None:
        self.event = event
        self.replaced: list[EventState] = []

    def read(self, library: Library) -> None:
        """Read what another window changed."""
        event = _read(library, self.event.id)
        self.replaced.append(self.event.state)
        self.event = event

    def write(self, write: Write, seen: int, library: Library) -> str:
        """Write the operations of an event; try again if another window has changed it.

        `seen` is the number of `replaced` states when the event was last shown.
        """
        if len(self.replaced) == seen:
            try:
                self.event, words = write(library, self.event, None)
            except EventChangedError:
                self.read(library)
            else:
                return words
        self.event, words = write(library, self.event, self.replaced[seen])
        return words


def _read(library: Library, event_id: str) -> OpenEvent:
    log = library.events.operations(event_id)
    return opened_event(event_id, log, library.events.taken_back(event_id))


class EventSession(QObject):
    """Does operations on the event on screen: each is written first, then shown.

    Operations are checked and written in the background, in the order in which they were
    wanted, each on the state that the ones before it led to. An operation that fails changes
    nothing on screen. Changes by another window or program are noticed and shown. An operation
    that was wanted before such a change is done all the same if it is about something else.

    Signals:
        events_changed: the list of events was read; `events` and `binned` are new.
        opened: an event is to be shown from its beginning, or none.
        changed: the state of the event on screen changed.
        done: something was done here (its words, those of the last operation).
        remarked: what was done departs from the regulations, or leaves something to do (a text).
        library_changed: the library has changed since the last look.
        noticed: another window did something (a sentence).
        notes_changed: what phones noted about the event on screen is new (`notes`).
        busy_changed: a round is being drawn or an operation written, or no longer.
        drawing_changed: the drawing of a round has begun or ended.
        list_taken: an imported event brought a restricted list, which may have been stored.
        failed: something could not be done (an AppError, or a bug).
    """

    events_changed = Signal()
    opened = Signal()
    changed = Signal()
    done = Signal(str)
    remarked = Signal(str)
    library_changed = Signal()
    noticed = Signal(str)
    notes_changed = Signal()
    busy_changed = Signal()
    drawing_changed = Signal()
    list_taken = Signal()
    failed = Signal(Exception)

    def __init__(
        self,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        parent: QObject | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        who: Callable[[], str] = str,
    ) -> None:
        super().__init__(parent)
        self._worker, self._tasks, self._clock, self._who = library_worker, tasks, clock, who
        self.events: tuple[StoredEvent, ...] = ()
        self.binned: tuple[StoredEvent, ...] = ()
        self.loaded = False
        # The cards, once they are loaded: for agendas in files of others.
        self.pools: Mapping[Edition, CardPool] = {}
        self.current: OpenEvent | None = None
        self.state: EventState | None = None
        self.notes = PhoneNotes()
        # Whether something failed since the last command.
        self.refused = False
        self._written: _Written | None = None
        self._replaced_seen = 0
        self._changes, self._looking = -1, False
        self._drawing: Task | None = None
        self._writing = 0
        self.drawing = self.busy = False
        self.watch = QTimer(self, interval=WATCH_MS)
        self.watch.timeout.connect(self._look)
        self.watch.start()

    def another(self, parent: QObject) -> EventSession:
        """Return a session for another event of the same library."""
        return EventSession(self._worker, self._tasks, parent, self._clock, self._who)

    def now(self) -> datetime:
        return self._clock().replace(microsecond=0)

    def reload(self, _: object = None) -> None:
        self._worker.ask(
            lambda library: (library.events.list(), library.events.binned()),
            self._on_listed,
            self.failed.emit,
        )

    def open(self, event_id: str) -> None:
        """Show an event; its log is read and replayed in the background."""
        written = self._written if self.current and self.current.id == event_id else None

        def read(library: Library) -> OpenEvent:
            if written is None:
                return _read(library, event_id)
            written.read(library)
            return written.event

        self._ask(read, self._show)

    def close(self) -> None:
        self.cancel_drawing()
        self.current = self.state = self._written = None
        self.notes = PhoneNotes()
        self.opened.emit()
        self.reload()

    def create(self, settings: EventSettings) -> None:
        self._add([Created(at=self.now(), by=self._who(), settings=settings)])

    def delete(self, event_ids: Sequence[str]) -> None:
        """Put events into the bin; the one on screen is closed."""
        if self.current is not None and self.current.id in event_ids:
            self.close()

        def remove(events: EventRepository) -> None:
            for each in event_ids:
                with suppress(UnknownEventError):  # deleted for good in another window
                    events.delete(each)

        self._change_list(remove)

    def bring_back(self, event_ids: Sequence[str]) -> None:
        self._change_list(lambda events: events.bring_back(*event_ids))

    def empty_bin(self) -> None:
        self._change_list(lambda events: events.empty_bin())

    def _change_list(self, change: Callable[[EventRepository], object]) -> None:
        self._ask(lambda library: change(library.events), self.reload, changes=True)

    def read_states(
        self, event_ids: Sequence[str], done: Callable[[tuple[EventState, ...], Path], None]
    ) -> None:
        """Read the states of some events; `done` gets them and the folder of the library."""

        def read(library: Library) -> tuple[EventState, ...]:
            return tuple(replay(library.events.operations(each)) for each in event_ids)

        if (home := self._worker.home) is not None:
            self._ask(read, lambda states: done(states, home))

    def import_file(self, file: Path, day: date) -> None:
        """Add the event of a file of any format that is known, and show it."""
        at, seed, by = self.now(), new_seed(), self._who()
        agendas = partial(agendas_named, self.pools.get(Edition.SECOND))

        home, pools = self._worker.home, self.pools

        def read(progress: Progress) -> tuple[ImportedEvent, list[str]]:
            from events.event_import import read_import  # noqa: PLC0415 - pydantic, for this alone

            progress(0, 0)
            unstated = EventSettings(name=file.stem, day=day, seed=seed)
            event = read_import(_text_of(file), unstated, at, by, agendas)
            settings = replay(event.log).settings
            return event, take_list(home, settings, pools) if home and pools else []

        def on_read(found: tuple[ImportedEvent, list[str]]) -> None:
            event, list_notes = found
            notes = " ".join((*event.notes, *list_notes))
            self._add(event.log, f"“{file.name}” was imported. {notes}".strip())
            if list_notes:
                self.list_taken.emit()

        self._draw(read, on_read)

    def _add(self, log: Sequence[Operation], words: str = "") -> None:
        def added(library: Library) -> OpenEvent:
            return opened_event(library.events.create(log), log)

        def shown(event: OpenEvent) -> None:
            self._show(event)
            if words:
                self.done.emit(words)

        self._ask(added, shown, changes=True)

    def do(
        self,
        kind: type[Operation],
        *,
        then: Then | None = None,
        otherwise: Then | None = None,
        **fields: Any,
    ) -> None:
        """Do an operation of a kind; then call `then`, or `otherwise` where it was not done."""
        self.do_all(lambda _: [(kind, fields)], then, otherwise)

    def do_all(
        self,
        wanted: Callable[[EventState], Sequence[Wanted]],
        then: Then | None = None,
        otherwise: Then | None = None,
    ) -> None:
        """Do what is wanted of the state of that moment, all or nothing; called in a worker."""
        now, by = self.now(), self._who()
        notes: list[str] = []

        def write(
            library: Library, event: OpenEvent, before: EventState | None
        ) -> tuple[OpenEvent, str]:
            made = [kind(at=now, by=by, **fields) for kind, fields in wanted(event.state)]
            if before is not None:
                _check_untouched(made, before, event.state)
            # The library checks and applies them, all or none.
            states = library.events.append_all(event.id, made, len(event.log))
            steps = zip(made, pairwise((event.state, *states)), strict=True)
            notes[:] = [text for each, (old, new) in steps for text in remarks(each, old, new)]
            after = replace(event, log=(*event.log, *made), states=(*event.states, *states))
            more = f" ({len(made)} operations)" if len(made) > 1 else ""
            return after, f"{after.last_words}{more}" if made else ""

        def on_done() -> None:
            if notes:
                self.remarked.emit(" ".join(notes))
            if then is not None:
                then()

        self._write(write, on_done, otherwise)

    def undo(self) -> None:
        by = self._who()

        def write(
            library: Library, event: OpenEvent, before: EventState | None
        ) -> tuple[OpenEvent, str]:
            if before is not None and before != event.state:
                raise _changed(event.state, "Undo.")
            library.events.undo(event.id, len(event.log), by)
            after = event.undone(library.events.taken_back(event.id))
            return after, f"Undone: {event.last_words}"

        self._write(write)

    def draw(self, work: Callable[[EventState], Wanted]) -> None:
        """Do what a worker makes of the state, as long as nothing else was done meanwhile."""
        event = self.current
        if event is None:
            return

        def on_drawn(made: Wanted) -> None:
            def wanted(state: EventState) -> list[Wanted]:
                if state is not event.state:
                    raise AppError("The event was changed while the round was drawn.", "Try again.")
                return [made]

            self.do_all(wanted)

        # Not interrupted: 301 players take 0.1 s, at melee tables 1.3 s.
        self._draw(lambda _: work(event.state), on_drawn)

    def note(
        self,
        change: Callable[[PhoneRepository, str], Noted],
        then: Callable[[Noted], None] = lambda _: None,
    ) -> None:
        """Change what is noted about the event on screen beside its log; then call `then`."""
        if (current := self.current) is not None:
            self._ask(lambda library: change(library.phones, current.id), then, changes=True)

    def phone_desk(self, event_id: str) -> PhoneDesk:
        """Return what serves an event to phones; called in a thread of the server."""
        from app.phones.desk import PhoneDesk  # noqa: PLC0415 - when asked for

        if self._worker.library is None:
            raise LibraryError("The library is not open.")
        return PhoneDesk(self._worker.library, event_id)

    def cancel_drawing(self) -> None:
        """Stop drawing; what comes of it is dropped."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._set_drawing(None)

    def _draw(self, work: Callable[[Progress], Any], then: Callable[[Any], None]) -> None:
        if self._drawing is not None:
            return
        task = Task(work)
        task.succeeded.connect(then)
        task.failed.connect(self._on_failed)
        task.finished.connect(partial(self._on_drawing_finished, task))
        self._set_drawing(task)
        self._tasks.start(task)

    def _set_drawing(self, task: Task | None) -> None:
        self._drawing, self.drawing = task, task is not None
        self._update_busy()
        self.drawing_changed.emit()

    def _update_busy(self) -> None:
        busy = self.drawing or self._writing > 0
        if busy is not self.busy:
            self.busy = busy
            self.busy_changed.emit()

    def _write(self, write: Write, then: Then | None = None, otherwise: Then | None = None) -> None:
        written, seen = self._written, self._replaced_seen
        if written is None:
            return

        def on_written(words: str) -> None:
            if written is not self._written or not words:
                return  # another event is on screen by now, or there was nothing to do
            self.cancel_drawing()
            self._show_written(written)
            self.done.emit(words)
            if then is not None:
                then()

        def on_failed(error: Exception) -> None:
            if written is self._written:
                self._show_written(written)
                self._on_failed(error)
            if otherwise is not None:
                otherwise()

        self.refused = False
        self._count_writing(1)
        work = partial(written.write, write, seen)
        request = self._worker.ask(work, on_written, on_failed)
        request.is_change = True
        request.finished.connect(lambda: self._count_writing(-1))

    def _count_writing(self, change: int) -> None:
        self._writing += change
        self._update_busy()

    def _look(self) -> None:
        """Look whether another window changed something, unless the last look is not over."""
        if self._worker.library is None or self._looking:
            return
        written, self._looking = self._written, True

        known = self._changes

        def look(library: Library, _: Progress) -> tuple[bool, int, PhoneNotes | None]:
            changed = written is not None and library.events.changed(written.event.id)
            if written is not None and changed:
                written.read(library)
            changes = library.changes()
            if written is None or changes == known:
                return changed, changes, None
            return changed, changes, library.phones.notes(written.event.id)

        def on_looked(found: tuple[bool, int, PhoneNotes | None]) -> None:
            changed, changes, notes = found
            self._looking = False
            if written is not None and written is self._written and changed:
                self._show_written(written)
                last = written.event.last_words
                self.noticed.emit(f"Another window changed the event. Last: {last}")
            if notes is not None and written is self._written and notes != self.notes:
                self.notes = notes
                self.notes_changed.emit()
            if changes != self._changes:
                self._changes = changes
                self.library_changed.emit()

        def on_failed(_: Exception) -> None:
            self._looking = False  # not reported here: the next operation reports the same error

        self._worker.ask_long(look, on_looked, on_failed)

    def _show_written(self, written: _Written) -> None:
        self._replaced_seen = len(written.replaced)
        if self.current is not written.event:
            self._set_current(written.event)
            self.changed.emit()

    def _show(self, event: OpenEvent) -> None:
        if self._written is not None and self._written.event.id == event.id:
            self._show_written(self._written)
        else:
            self._written, self._replaced_seen = _Written(event), 0
            self._set_current(event)
            # What phones noted about it is read at the next look.
            self.notes, self._changes = PhoneNotes(), -1
            self.notes_changed.emit()
        self.opened.emit()

    def _set_current(self, event: OpenEvent) -> None:
        self.current, self.state = event, event.state

    def _ask(
        self, work: Callable[[Library], Any], then: Callable[[Any], None], *, changes: bool = False
    ) -> None:
        request = self._worker.ask(work, then, self._on_failed)
        request.is_change = changes

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.refused = True
            self.failed.emit(error)

    def _on_listed(self, found: tuple[tuple[StoredEvent, ...], tuple[StoredEvent, ...]]) -> None:
        (self.events, self.binned), self.loaded = found, True
        self.events_changed.emit()

    def _on_drawing_finished(self, task: Task) -> None:
        if self._drawing is task:
            self._set_drawing(None)


def _check_untouched(made: Sequence[Operation], before: EventState, now: EventState) -> None:
    """Raise EventChangedError where an operation is about what another window changed."""
    for each in made:
        if not untouched(each, before, now):
            raise _changed(now, operation_words(each, before))


def _changed(state: EventState, words: str) -> EventChangedError:
    return EventChangedError(
        f"Another window changed “{state.settings.name}” meanwhile, so this was not done: {words}",
        "Look at the event again, then repeat it if it is still needed.",
    )
