"""Background work: one object per job, with its success, failure, progress and end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

from carddb.errors import CancelledError
from carddb.files import path_refusal

Progress = Callable[[int, int], None]
Work = Callable[[Progress], Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a work ended: with a result, or with an error, or given up."""

    result: object = None
    error: Exception | None = None
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class _Job:
    """What the worker thread knows of a task: no QObject, which might be deleted meanwhile."""

    work: Work
    cancelled: Event

    def outcome(self, tell: Progress) -> _Outcome:
        """Do the work; `tell` hears how far it is."""

        def report(done: int, total: int) -> None:
            if self.cancelled.is_set():
                raise CancelledError("The work was stopped.")
            tell(done, total)

        try:
            return _Outcome(self.work(report))
        except CancelledError:
            return _Outcome(given_up=True)
        except Exception as error:  # an edge: whatever it is, it is shown
            return _Outcome(error=path_refusal(error) or error)


class Task(QObject):
    """A job that runs in the thread pool; its signals are sent in the thread of its runner.

    What came of the work and that it is over are told in one go: nothing else happens in between.

    Signals:
        succeeded: the work returned (its result); not sent for a cancelled task.
        failed: the work raised (the exception); not sent for a cancelled task.
        progressed: so much is done of so much (done, total).
        finished: the task is over, in whichever way.
    """

    succeeded = Signal(object)
    failed = Signal(Exception)
    progressed = Signal(int, int)
    finished = Signal()

    def __init__(self, work: Work) -> None:
        super().__init__()  # no parent: with it a task would be deleted that is still running
        self.job = _Job(work, Event())

    def cancel(self) -> None:
        """Ask the work to stop at its next progress report; what comes of it is not announced."""
        self.job.cancelled.set()

    def end(self, outcome: _Outcome) -> None:
        """Announce what came of the work, and that it is over."""
        if not (outcome.given_up or self.job.cancelled.is_set()):
            if outcome.error is not None:
                self.failed.emit(outcome.error)
            else:
                self.succeeded.emit(outcome.result)
        self.finished.emit()


class TaskRunner(QObject):
    """Runs tasks and keeps them alive until they are over.

    Workers speak to the runner alone, which outlives them; it is for the runner to tell the tasks.

    Signals:
        failed: a task raised (the exception), whether anything else listens to it or not.
    """

    failed = Signal(Exception)
    _reported = Signal(int, int, int)
    _ended = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        # A long count must not keep a deck from being saved on a computer with two cores.
        self._pool.setMaxThreadCount(max(4, self._pool.maxThreadCount()))
        self._running: dict[int, Task] = {}
        self._numbers = count()
        self._reported.connect(self._on_reported)
        self._ended.connect(self._on_ended)

    def start(self, task: Task) -> None:
        """Run a task as soon as a thread is free."""
        number = next(self._numbers)
        self._running[number] = task
        task.failed.connect(self.failed)
        self._pool.start(_Errand(number, task.job, self))

    @property
    def idle(self) -> bool:
        """Whether no task is under way."""
        return not self._running

    def stop(self, longest_ms: int = -1) -> bool:
        """Cancel every task and wait until the threads are idle; tell whether they are.

        A worker that waits for what does not answer cannot be stopped: -1 is without a limit.
        """
        for task in self._running.values():
            task.cancel()
        return self._pool.waitForDone(longest_ms)

    def report(self, number: int, done: int, total: int) -> None:
        """Take from a worker how far its task is; the task tells in its own thread."""
        self._reported.emit(number, done, total)

    def end(self, number: int, outcome: _Outcome) -> None:
        """Take from a worker what came of its task."""
        self._ended.emit(number, outcome)

    def _on_reported(self, number: int, done: int, total: int) -> None:
        self._running[number].progressed.emit(done, total)

    def _on_ended(self, number: int, outcome: _Outcome) -> None:
        # It is running while it tells: whoever waits until all is idle waits for what follows.
        task = self._running[number]
        task.end(outcome)
        del self._running[number]
        task.deleteLater()


class OneTask(QObject):
    """Runs one task at a time: the next one cancels the one before."""

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._task: Task | None = None

    def start(self, task: Task) -> None:
        """Run a task instead of the one before."""
        self.cancel()
        self._task = task
        task.finished.connect(self._on_task_finished)
        self._runner.start(task)

    def cancel(self) -> None:
        """Cancel the task that is under way, if one is."""
        if self._task is not None:
            self._task.cancel()

    def _on_task_finished(self) -> None:
        if self.sender() is self._task:
            self._task = None


class _Errand(QRunnable):
    """What the thread pool is given of a task."""

    def __init__(self, number: int, job: _Job, runner: TaskRunner) -> None:
        super().__init__()
        self._number, self._job, self._runner = number, job, runner

    @override
    def run(self) -> None:
        outcome = self._job.outcome(partial(self._runner.report, self._number))
        self._runner.end(self._number, outcome)
