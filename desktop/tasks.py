"""Background work: one object per job, with its success, failure, progress and end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

from carddb.errors import CancelledError

Progress = Callable[[int, int], None]
Work = Callable[[Progress], Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a work ended: with a result, or with an error, or given up."""

    result: object = None
    error: Exception | None = None
    given_up: bool = False


class Task(QObject):
    """A job that runs in the thread pool; its signals belong to the thread that made it.

    Connect its signals to methods of QObjects only: those run in their object's own thread. What
    came of the work and that it is over are told in one go: nothing else happens in between.

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
    _ended = Signal(object)

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._cancelled = Event()
        self._ended.connect(self._on_ended)

    def cancel(self) -> None:
        """Ask the work to stop at its next progress report; what comes of it is not announced."""
        self._cancelled.set()

    def run(self) -> None:
        """Do the work and announce what came of it; called in the worker thread."""
        try:
            outcome = _Outcome(self._work(self._report))
        except CancelledError:
            outcome = _Outcome(given_up=True)
        except Exception as error:  # an edge: whatever it is, it is shown
            outcome = _Outcome(error=error)
        self._ended.emit(outcome)

    def _on_ended(self, outcome: _Outcome) -> None:
        if not (outcome.given_up or self._cancelled.is_set()):
            if outcome.error is not None:
                self.failed.emit(outcome.error)
            else:
                self.succeeded.emit(outcome.result)
        self.finished.emit()

    def _report(self, done: int, total: int) -> None:
        if self._cancelled.is_set():
            raise CancelledError("The work was stopped.")
        self.progressed.emit(done, total)


class TaskRunner(QObject):
    """Runs tasks and keeps them alive until they are over.

    Signals:
        failed: a task raised (the exception), whether anything else listens to it or not.
    """

    failed = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        # A long count must not keep a deck from being saved on a computer with two cores.
        self._pool.setMaxThreadCount(max(4, self._pool.maxThreadCount()))
        self._running: set[Task] = set()

    def start(self, task: Task) -> None:
        """Run a task as soon as a thread is free."""
        self._running.add(task)
        task.failed.connect(self.failed)
        task.finished.connect(self._on_task_finished)
        self._pool.start(_Errand(task))

    @property
    def idle(self) -> bool:
        """Whether no task is under way."""
        return not self._running

    def stop(self) -> None:
        """Cancel every task and wait until the threads are idle."""
        for task in self._running:
            task.cancel()
        self._pool.waitForDone()

    def _on_task_finished(self) -> None:
        task = self.sender()
        if isinstance(task, Task):
            self._running.discard(task)
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

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task = task

    @override
    def run(self) -> None:
        self._task.run()
