"""The seam between the window and the library, which is asked in a worker, one thing in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.runtime.tasks import Progress, Task, TaskRunner
from library.deck_values import Folder, StoredDeck

if TYPE_CHECKING:
    from library.library import Library

Found = TypeVar("Found")
Failed: TypeAlias = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """What the library holds, as its lists show it."""

    decks: tuple[StoredDeck, ...] = ()
    binned: tuple[StoredDeck, ...] = ()
    folders: tuple[Folder, ...] = ()
    tags: tuple[str, ...] = ()

    def deck(self, deck_id: str) -> StoredDeck | None:
        """Return a deck by its id, from the bin too, or None."""
        both = (*self.decks, *self.binned)
        return next((deck for deck in both if deck.id == deck_id), None)

    def folder_name(self, folder_id: str | None) -> str:
        """Return the name of a folder; empty for none."""
        found = (folder.name for folder in self.folders if folder.id == folder_id)
        return next(found, "")


@dataclass(frozen=True, slots=True)
class _Request:
    """One thing to ask; `done` is called with the answer in the window's thread.

    `failed` is called where it could not be done; the shelf's signal tells of it without that.
    `long` is what takes its time and changes nothing, so that it may be left undone. `changes` is
    whether the user would miss it.
    """

    work: Callable[[Progress], Any]
    done: Callable[[Any], None]
    opens: bool = False
    failed: Failed | None = None
    long: bool = False
    changes: bool = False


class LibraryWorker(QObject):
    """Opens the library and does one thing after the other with it, in the background.

    What is asked before the library is open waits for it. `library` is thread-safe and may be
    used elsewhere too; call `reload` after that, so that the page shows it.

    Signals:
        opened: the library is open.
        contents_changed: the library was read (again); `contents` are new.
        failed: something could not be done (an AppError, or another exception, which is a bug).
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
        self._tasks = tasks
        self._waiting: deque[_Request] = deque()
        self._current: _Request | None = None
        self._task: Task | None = None
        self._last: Callable[[], None] | None = None

    def open_at(self, home: Path) -> None:
        """Open the library of a home folder, or the one that SEVENPLOTS_LIBRARY names."""
        self.home = home
        self._waiting.appendleft(_Request(partial(_opened, home), self.receive, opens=True))
        self._start_next()

    def receive(self, library: Library) -> None:
        """Use a library that is open already."""
        self.library = library
        self.opened.emit()
        self.reload()

    def reload(self) -> None:
        """Read the lists again."""
        if all(request.done != self._on_contents_read for request in self._waiting):
            before = self.contents
            self.ask(lambda library: _contents(library, before), self._on_contents_read)

    def ask(
        self,
        work: Callable[[Library], Found],
        done: Callable[[Found], None],
        failed: Failed | None = None,
    ) -> None:
        """Ask the library something that changes nothing in its lists; `done` gets the answer."""
        self._add(_Request(lambda _: work(self._library()), done, failed=failed))

    def ask_long(
        self,
        work: Callable[[Library, Progress], Found],
        done: Callable[[Found], None],
        failed: Failed | None = None,
    ) -> None:
        """Ask something long, which reports its progress so that it can be stopped."""

        def worked(progress: Progress) -> Found:
            return work(self._library(), progress)

        self._add(_Request(worked, done, failed=failed, long=True))

    def change(
        self, work: Callable[[Library], Found], done: Callable[[Found], None] | None = None
    ) -> None:
        """Have the library change something and read its lists again; then call `done`.

        They are read where it failed, too: what was changed may be gone already.
        """

        def changed(answer: Found) -> None:
            self.reload()
            if done is not None:
                done(answer)

        def refused(error: Exception) -> None:
            self.failed.emit(error)
            self.reload()

        self._add(_Request(lambda _: work(self._library()), changed, failed=refused, changes=True))

    @property
    def unfinished(self) -> bool:
        """Whether something was asked of the library that would be lost if it were closed now."""
        requests = [*self._waiting, *([self._current] if self._current else [])]
        return self.library is not None and not all(request.long for request in requests)

    def finish(self, then: Callable[[], None]) -> None:
        """Call `then` once all that was asked is done; what is long is left undone."""
        self._last = then
        if self._current is not None and self._current.long and self._task is not None:
            self._task.cancel()
        self._start_next()

    def close(self) -> None:
        """Close the library, and drop what waits; see `finish`."""
        self._waiting.clear()
        if self.library is not None:
            self.library.close()

    @property
    def busy(self) -> bool:
        """Whether something is being asked at the moment."""
        return self._current is not None or bool(self._waiting)

    @property
    def current_request(self) -> object:
        """What is being asked at the moment, to tell it from what is asked later; None if idle."""
        return self._current

    @property
    def pending_changes(self) -> int:
        """How many changes were asked for and are not done yet, beside decks that are kept."""
        return sum(each.changes for each in (*self._waiting, self._current) if each)

    def _add(self, request: _Request) -> None:
        self._waiting.append(request)
        self._start_next()

    def _library(self) -> Library:
        if self.library is None:
            raise RuntimeError("the library is asked before it is open")
        return self.library

    def _start_next(self) -> None:
        if self._last is not None:
            self._waiting = deque(request for request in self._waiting if not request.long)
        if self._current is not None:
            return
        if not self._waiting:
            last, self._last = self._last, None
            if last is not None:
                last()
            return
        if self.library is None and not self._waiting[0].opens:
            return
        self._current = self._waiting.popleft()
        task = Task(self._current.work)
        task.succeeded.connect(self._on_task_succeeded)
        task.failed.connect(self._on_task_failed)
        task.finished.connect(self._on_task_finished)
        self._task = task
        self._tasks.start(task)

    def _on_task_succeeded(self, answer: object) -> None:
        if self._current is not None:
            self._current.done(answer)

    def _on_task_failed(self, error: Exception) -> None:
        if self._current is not None and self._current.failed is not None:
            self._current.failed(error)
        else:
            self.failed.emit(error)

    def _on_task_finished(self) -> None:
        self._current = self._task = None
        self._start_next()

    def _on_contents_read(self, contents: LibraryContents) -> None:
        self.loaded = True
        self.contents = contents
        self.contents_changed.emit()


def _contents(library: Library, before: LibraryContents) -> LibraryContents:
    """Read the lists; a deck that is as it was before is the same object, so that it is seen."""
    known = {deck.id: deck for deck in (*before.decks, *before.binned)}

    def same(decks: Iterable[StoredDeck]) -> tuple[StoredDeck, ...]:
        return tuple([old if (old := known.get(new.id)) == new else new for new in decks])

    found = same(library.decks.all()), same(library.decks.binned())
    return LibraryContents(*found, library.folders.all(), library.decks.tags())


def _now() -> datetime:
    return datetime.now(UTC)


def _opened(home: Path, progress: Progress) -> Library:
    # SQL takes long to import: in the worker, while the window is there already.
    from library.addresses import library_address  # noqa: PLC0415
    from library.library import Library  # noqa: PLC0415

    progress(0, 1)
    return Library(library_address(home), clock=_now, home=home)
