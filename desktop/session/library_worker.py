"""The library in a worker: it is opened there and does one request after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.errors import CancelledError
from desktop.runtime.tasks import Progress, Task, TaskRunner, Work
from library.deck_values import Folder, Plan, StoredDeck

if TYPE_CHECKING:
    from library.library import Library

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """What the library holds, as its lists show it."""

    decks: tuple[StoredDeck, ...] = ()
    binned: tuple[StoredDeck, ...] = ()
    folders: tuple[Folder, ...] = ()
    tags: tuple[str, ...] = ()
    plans: tuple[Plan, ...] = ()

    def deck(self, deck_id: str) -> StoredDeck | None:
        every = (*self.decks, *self.binned, *(plan.deck for plan in self.plans))
        return next((deck for deck in every if deck.id == deck_id), None)

    def plan(self, deck_id: str) -> Plan | None:
        return next((plan for plan in self.plans if plan.id == deck_id), None)

    def plans_of(self, deck_id: str) -> tuple[Plan, ...]:
        return tuple(plan for plan in self.plans if plan.of.id == deck_id)

    def folder_name(self, folder_id: str | None) -> str:
        """Return the name of a folder; empty for none."""
        found = (folder.name for folder in self.folders if folder.id == folder_id)
        return next(found, "")


class Request(Task):
    """A task for the library.

    `is_long`: it takes its time and changes nothing, so it may be dropped at the end. `is_change`:
    the user would miss it.
    """

    def __init__(self, work: Work, *, is_long: bool = False, is_change: bool = False) -> None:
        super().__init__(work)
        self.is_long, self.is_change = is_long, is_change


class LibraryWorker(QObject):
    """Opens the library and runs one request after the other, in the background.

    Requests made before the library is open wait for it. `library` is thread-safe and may be
    used elsewhere too; call `reload` after that, so that the page shows it.

    Signals:
        opened: the library is open.
        contents_changed: the library was read (again); `contents` are new.
        failed: a request without a slot for that failed (an AppError, or a bug).
    """

    opened = Signal()
    contents_changed = Signal()
    failed = Signal(Exception)

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library: Library | None = None
        self.contents = LibraryContents()
        self.loaded = False
        self.home: Path | None = None
        self.refusal: Exception | None = None  # why the library could not be opened
        self.current_request: Request | None = None
        self._tasks = tasks
        self._waiting: deque[Request] = deque()
        self._reading: Request | None = None
        self._at_end: Callable[[], None] | None = None

    def open_at(self, home: Path) -> None:
        """Open the library of a home folder, or the one that SEVENPLOTS_LIBRARY names."""
        self.home = home
        request = Request(partial(_open, home))
        request.succeeded.connect(self.receive)
        request.failed.connect(self._on_opening_failed)
        self._start(request)

    def receive(self, library: Library) -> None:
        """Use a library that is open already."""
        self.library, self.refusal = library, None
        self.opened.emit()
        self.reload()

    def reload(self) -> None:
        if self._reading not in self._waiting:
            before = self.contents
            self._reading = self.ask(lambda library: _read(library, before), self._on_contents_read)

    def ask(
        self,
        work: Callable[[Library], Found],
        done: Callable[[Found], None],
        failed: Callable[[Exception], None] | None = None,
        asker: QObject | None = None,
    ) -> Request:
        """Ask the library something that changes nothing in its lists; `done` gets the answer.

        Nobody gets it where `asker` is deleted by then. Methods of QObjects need no `asker`.
        """
        return self._add(
            Request(lambda _: work(self._opened())), _while_exists(asker, done), failed
        )

    def ask_long(
        self,
        work: Callable[[Library, Progress], Found],
        done: Callable[[Found], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Ask something long, which reports its progress so that it can be cancelled."""
        request = Request(lambda progress: work(self._opened(), progress), is_long=True)
        self._add(request, done, failed)

    def change(
        self,
        work: Callable[[Library], Found],
        done: Callable[[Found], None] | None = None,
        asker: QObject | None = None,
    ) -> None:
        """Have the library change something and read its lists again; then call `done`.

        They are also read after a failure: the changed deck may be deleted. `done` is not
        called where `asker` is deleted by then.
        """

        def reload_and_report(answer: Found) -> None:
            self.reload()
            if done is not None:
                _while_exists(asker, done)(answer)

        request = Request(lambda _: work(self._opened()), is_change=True)
        self._add(request, reload_and_report).failed.connect(lambda _: self.reload())

    @property
    def unfinished(self) -> bool:
        """Whether there are requests that would be lost if the library were closed now."""
        return self.library is not None and not all(each.is_long for each in self._requests())

    def finish(self, then: Callable[[], None]) -> None:
        """Call `then` once all requests are done; long ones are dropped."""
        self._at_end = then
        if self.current_request is not None and self.current_request.is_long:
            self.current_request.cancel()
        self._start_next()

    def close(self) -> None:
        """Close the library, and drop what waits; see `finish`."""
        self._waiting.clear()
        if self.library is not None:
            self.library.close()

    @property
    def busy(self) -> bool:
        return bool(self._requests())

    @property
    def pending_changes(self) -> int:
        """The number of waiting changes, without decks that are being saved."""
        return sum(each.is_change for each in self._requests())

    def _requests(self) -> list[Request]:
        return [*self._waiting, *([self.current_request] if self.current_request else [])]

    def _opened(self) -> Library:
        if self.library is None:
            raise RuntimeError("the library is not open")
        return self.library

    def _add(
        self,
        request: Request,
        done: Callable[[Found], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> Request:
        request.succeeded.connect(done)
        request.failed.connect(failed or self.failed)
        self._waiting.append(request)
        self._start_next()
        return request

    def _start_next(self) -> None:
        if self._at_end is not None:
            self._waiting = deque(each for each in self._waiting if not each.is_long)
        if self.current_request is not None:
            return
        if self._waiting:
            if self.library is not None:
                self._start(self._waiting.popleft())
        elif self._at_end is not None:
            at_end, self._at_end = self._at_end, None
            at_end()

    def _start(self, request: Request) -> None:
        self.current_request = request
        request.finished.connect(self._on_request_finished)
        self._tasks.start(request)

    def _on_opening_failed(self, error: Exception) -> None:
        self.refusal = error
        self.failed.emit(error)

    def _on_request_finished(self) -> None:
        self.current_request = None
        self._start_next()

    def _on_contents_read(self, contents: LibraryContents) -> None:
        self.loaded = True
        self.contents = contents
        self.contents_changed.emit()


def _while_exists(asker: QObject | None, done: Callable[[Found], None]) -> Callable[[Found], None]:
    return done if asker is None else lambda answer: done(answer) if isValid(asker) else None


def _read(library: Library, before: LibraryContents) -> LibraryContents:
    """Read the lists; unchanged decks stay the same objects, which compare fast."""
    known = {deck.id: deck for deck in (*before.decks, *before.binned)}

    def same(decks: Iterable[StoredDeck]) -> tuple[StoredDeck, ...]:
        return tuple([old if (old := known.get(new.id)) == new else new for new in decks])

    found = same(library.decks.all()), same(library.decks.binned())
    plans = library.plans.all()
    return LibraryContents(*found, library.folders.all(), library.decks.tags(), plans)


def _open(home: Path, progress: Progress) -> Library:
    # SQL takes long to import: in the worker, while the window is there already.
    from library.addresses import library_address  # noqa: PLC0415
    from library.library import Library  # noqa: PLC0415

    progress(0, 1)
    library = Library(library_address(home), clock=lambda: datetime.now(UTC), home=home)
    try:
        progress(1, 1)
    except CancelledError:
        # The window was closed meanwhile, so nobody takes the library.
        library.close()
        raise
    return library
