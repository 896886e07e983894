"""Background work: one object per task, and the garbage that workers must not collect."""

from __future__ import annotations

import gc
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from itertools import count
from threading import Event
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from core.errors import AppError, CancelledError
from core.files import path_refusal

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
        progressed: how far the work is (done, total).
        finished: the task is over, in whichever way.
    """

    succeeded = Signal(object)
    failed = Signal(Exception)
    progressed = Signal(int, int)
    finished = Signal()

    def __init__(self, work: Work) -> None:
        super().__init__()  # no parent: with it a task would be deleted that is still running
        self.work = work
        self.cancelled, self.stopped = Event(), Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next progress report; what comes of it is not announced."""
        self.cancelled.set()
        self.stopped.set()

    def stop(self) -> None:
        """Ask the work to stop; where it has stored something by then, its result is announced."""
        self.stopped.set()


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

    def __init__(self, parent: QObject) -> None:
        # The parent owns it: a worker that holds the last reference must not delete the pool,
        # which would wait for that worker.
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
        number = next(self._numbers)
        self._running[number] = task
        task.failed.connect(self.failed)
        # The worker does not hold the task, which may be deleted.
        self._pool.start(partial(self._run, number, task.work, task.stopped))

    @property
    def idle(self) -> bool:
        return not self._running

    def stop(self) -> bool:
        """Cancel every task and wait for `stop_timeout_ms`; return whether all threads are idle.

        Work that waits for what does not answer makes no progress report, so it cannot be
        cancelled.
        """
        for task in self._running.values():
            task.cancel()
        return self._pool.waitForDone(self.stop_timeout_ms)

    def _run(self, number: int, work: Work, stopped: Event) -> None:
        last: tuple[int, int] | None = None

        def report(done: int, total: int) -> None:
            nonlocal last
            if stopped.is_set():
                raise CancelledError("The work was stopped.")
            if (done, total) != last:
                last = done, total
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


# Questions that come faster than this (milliseconds) are answered together.
DELAY_MS = 250

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class QueryState(Enum):
    """No question; answered; an answer to come; stopped by the user; failed."""

    NOTHING = auto()
    FRESH = auto()
    COMING = auto()
    STOPPED = auto()
    FAILED = auto()


class BackgroundQuery(QObject, Generic[Question, Answer]):
    """Finds the answer to the latest question in a worker, a moment after it was asked.

    Questions are values, compared by equality. At most one worker runs: another question cancels
    the one before, and is started when that has ended. `answer` stays when another question is
    asked, until its own answer comes; `is_fresh` says which of the two it is. Answers to the last
    `remembered` questions are cached.

    Signals:
        changed: the state or the answer is another.
        answered: the answer to the latest question is there (the answer).
        failed: there is none (an AppError); any other exception is shown by the task runner too.
        progressed: how far the work is (done, total).
    """

    changed = Signal()
    answered = Signal(object)
    failed = Signal(Exception)
    progressed = Signal(int, int)

    def __init__(
        self,
        tasks: TaskRunner,
        work: Callable[[Question, Progress], Answer],
        parent: QObject | None = None,
        *,
        delay_ms: int | None = None,
        remembered: int = 1,
    ) -> None:
        super().__init__(parent)
        self.question: Question | None = None
        self.answer: Answer | None = None
        self.state = QueryState.NOTHING
        self.error: AppError | None = None
        self._tasks, self._work = tasks, work
        self._remembered = remembered
        self._active = True
        self._cache: list[tuple[Question, Answer]] = []
        self._task: Task | None = None
        self._delay_ms = DELAY_MS if delay_ms is None else delay_ms
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._start)

    @property
    def is_fresh(self) -> bool:
        return self.state is QueryState.FRESH

    @property
    def waiting(self) -> bool:
        """Whether the work starts once no other question has come for a moment."""
        return self._delay.isActive()

    def ask(self, question: Question) -> None:
        """Ask another question; the same one again changes nothing."""
        if question == self.question and self.state is not QueryState.NOTHING:
            return
        self._cancel()
        self.question = question
        known = next((each for cached, each in self._cache if cached == question), None)
        if known is not None:
            self._set_answer(known)
            return
        self._set_state(QueryState.COMING)
        if self._active and self._delay_ms:
            self._delay.start(self._delay_ms)
        elif self._active:
            self._start()

    def knows(self, question: Question) -> bool:
        return any(cached == question for cached, _ in self._cache)

    def forget(self) -> None:
        """Drop question and answers: they are about nothing that is on screen."""
        self._cache.clear()
        had_answer, self.answer = self.answer is not None, None
        if self.question is not None:
            self.withdraw()
        elif had_answer:
            self.changed.emit()

    def withdraw(self) -> None:
        """Drop the question, but not the answer."""
        if self.question is not None:
            self._cancel()
            self.question = None
            self._set_state(QueryState.NOTHING)

    def set_active(self, *, active: bool) -> None:
        """Start workers, or start no more: the answers are seen, or nobody sees them."""
        self._active = active
        if active and self.state is QueryState.COMING and self._task is None:
            # Painting comes first: a worker that starts would delay it.
            self._delay.start(0)

    def stop(self) -> None:
        """Stop the work on the question; `retry` starts it again."""
        if self.state is QueryState.COMING:
            self._cancel()
            self._set_state(QueryState.STOPPED)

    def retry(self) -> None:
        """Work on the latest question again."""
        if self.question is not None and self.state in {QueryState.STOPPED, QueryState.FAILED}:
            self._set_state(QueryState.COMING)
            self._start()

    def _cancel(self) -> None:
        self._delay.stop()
        if self._task is not None:
            self._task.cancel()

    def _set_state(self, state: QueryState, error: AppError | None = None) -> None:
        self.state, self.error = state, error
        self.changed.emit()

    def _set_answer(self, answer: Answer) -> None:
        self.answer = answer
        self._set_state(QueryState.FRESH)
        self.answered.emit(answer)

    def _start(self) -> None:
        question, work = self.question, self._work
        self._delay.stop()
        if question is None or self._task is not None:
            return  # the next work starts when the one before has ended
        task = self._task = Task(lambda progress: work(question, progress))
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.progressed.connect(self.progressed)
        task.finished.connect(self._on_finished)
        self._tasks.start(task)

    def _on_succeeded(self, answer: Answer) -> None:
        # Not sent for a cancelled task: the question is still the one that was answered.
        if self.question is not None:
            self._cache = [(self.question, answer), *self._cache][: self._remembered]
        self._set_answer(answer)

    def _on_failed(self, error: Exception) -> None:
        # Anything but an AppError is a bug, which the task runner announces.
        if not isinstance(error, AppError):
            error = AppError("This could not be worked out.")
        self._set_state(QueryState.FAILED, error)
        self.failed.emit(error)

    def _on_finished(self) -> None:
        self._task = None
        if self.state is QueryState.COMING and self._active and not self.waiting:
            self._start()


_COLLECT_MS = 1000


class GuiThreadCollector(QObject):
    """Runs the garbage collector by a timer, in the thread of the window.

    Python runs it in whichever thread makes an object. In a worker that would delete widgets of
    the window's thread, and Qt aborts the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self, interval=_COLLECT_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        gc.enable()

    def collect(self) -> None:
        """Collect the oldest generation that is due, as Python would."""
        counts = zip(gc.get_count(), self._thresholds, strict=True)
        due = [generation for generation, (count, most) in enumerate(counts) if count > most]
        if due:
            gc.collect(max(due))
