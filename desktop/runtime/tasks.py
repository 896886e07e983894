"""Background work: one object per task, with its success, failure, progress and end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from carddb.errors import CancelledError
from carddb.files import path_refusal

Progress = Callable[[int, int], None]
Work = Callable[[Progress], Any]
STOP_TIMEOUT_MS = 5_000


class Task(QObject):
    """Work for the thread pool; its signals are sent in the thread of its runner.

    The result and the end are announced in one go: no other event is handled in between. A
    cancelled task announces its end alone.

    Signals:
        succeeded: the work returned (its result).
        failed: the work raised (the exception).
        progressed: so much is done of so much (done, total).
        finished: the task is over, in whichever way.
    """

    succeeded = Signal(object)
    failed = Signal(Exception)
    progressed = Signal(int, int)
    finished = Signal()

    def __init__(self, work: Work) -> None:
        super().__init__()  # no parent: with it a task would be deleted that is still running
        self.work = work
        self.cancelled = Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next progress report; what comes of it is not announced."""
        self.cancelled.set()


class TaskRunner(QObject):
    """Runs tasks and holds them until they are over.

    Workers send their signals by the runner, which outlives them; it calls the tasks.

    Signals:
        failed: a task raised (the exception), whether its own signal is connected or not.
        reported, ended: from the workers, for the runner itself.
    """

    failed = Signal(Exception)
    reported = Signal(int, int, int)
    ended = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        # A long computation must not delay the autosave on a computer with two cores.
        self._pool.setMaxThreadCount(max(4, self._pool.maxThreadCount()))
        self._running: dict[int, Task] = {}
        self._numbers = count()
        self.stop_timeout_ms = STOP_TIMEOUT_MS
        self.reported.connect(self._on_reported)
        self.ended.connect(self._on_ended)

    def start(self, task: Task) -> None:
        """Run a task as soon as a thread is free."""
        number = next(self._numbers)
        self._running[number] = task
        task.failed.connect(self.failed)
        # The worker does not hold the task, which may be deleted.
        self._pool.start(partial(self._run, number, task.work, task.cancelled))

    @property
    def idle(self) -> bool:
        """Whether no task is under way."""
        return not self._running

    def stop(self) -> bool:
        """Cancel every task and wait for `stop_timeout_ms`; return whether all threads are idle.

        Work that waits for what does not answer makes no progress report, so it cannot be
        cancelled.
        """
        for task in self._running.values():
            task.cancel()
        return self._pool.waitForDone(self.stop_timeout_ms)

    def _run(self, number: int, work: Work, cancelled: Event) -> None:
        """Do the work, in a worker."""

        def report(done: int, total: int) -> None:
            if cancelled.is_set():
                raise CancelledError("The work was stopped.")
            self.reported.emit(number, done, total)

        result, error = None, None
        try:
            result = work(report)
        except Exception as raised:  # whatever it is, it is shown
            error = path_refusal(raised) or raised
        self.ended.emit(number, (result, error))

    def _on_reported(self, number: int, done: int, total: int) -> None:
        task = self._running[number]
        if not task.cancelled.is_set():
            task.progressed.emit(done, total)

    def _on_ended(self, number: int, ended: tuple[object, Exception | None]) -> None:
        # Still counted as running while it announces: `idle` is false until all slots returned.
        task, (result, error) = self._running[number], ended
        if not (task.cancelled.is_set() or isinstance(error, CancelledError)):
            if error is not None:
                task.failed.emit(error)
            else:
                task.succeeded.emit(result)
        task.finished.emit()
        del self._running[number]
        task.deleteLater()
