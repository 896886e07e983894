"""Answers that are found in the background and follow what is asked."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner

# Changes that come faster than this (milliseconds) are answered together.
PAUSE_MS = 250

Asked = TypeVar("Asked")
Found = TypeVar("Found")


class QueryState(Enum):
    """What there is: nothing asked; an answer; one to come; stopped by the user; impossible."""

    NOTHING = auto()
    FRESH = auto()
    COMING = auto()
    STOPPED = auto()
    FAILED = auto()


class BackgroundQuery(QObject, Generic[Asked, Found]):
    """Finds the answer to the last question in a worker, while somebody looks at it.

    `answer` stays when another question is asked, until its own answer comes; `is_fresh` tells
    which of the two it is.

    Signals:
        changed: the state or the answer is another.
        progressed: so much is done of so much (done, total).
    """

    changed = Signal()
    progressed = Signal(int, int)

    def __init__(
        self,
        tasks: TaskRunner,
        work: Callable[[Asked, Progress], Found],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.question: Asked | None = None
        self.answer: Found | None = None
        self.state = QueryState.NOTHING
        self.error: AppError | None = None
        self._answered: Asked | None = None
        self._tasks = tasks
        self._work = work
        self._awake = False
        self._task: Task | None = None
        self._running: Task | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._start)

    @property
    def is_fresh(self) -> bool:
        """Whether the answer is to the last question."""
        return self.state is QueryState.FRESH

    @property
    def pausing(self) -> bool:
        """Whether the search for the answer begins once no other question has come for a moment."""
        return self._pause.isActive()

    def ask(self, question: Asked) -> None:
        """Ask another question; the same one again changes nothing."""
        if question == self.question and self.state is not QueryState.NOTHING:
            return
        self.question = question
        self._leave()
        if self.answer is not None and question == self._answered:
            self._become(QueryState.FRESH)
            return
        self._become(QueryState.COMING)
        if self._awake:
            self._pause.start(PAUSE_MS)

    def forget(self) -> None:
        """Drop question and answer: they are about nothing that is on screen."""
        self._leave()
        self.question = self.answer = self._answered = None
        self._become(QueryState.NOTHING)

    def withhold(self) -> None:
        """Keep the answer, but ask nothing until there is a question again."""
        self._leave()
        self.question = None
        self._become(QueryState.NOTHING)

    def wake(self, *, awake: bool) -> None:
        """Begin, or no longer begin, to look for answers: somebody looks, or nobody does."""
        self._awake = awake
        if awake and self.state is QueryState.COMING and self._task is None:
            # Who looks sees what there is first: a worker that begins would hold the window up.
            self._pause.start(0)

    def stop(self) -> None:
        """Give up the question; `again` takes it up."""
        if self.state is QueryState.COMING:
            self._leave()
            self._become(QueryState.STOPPED)

    def again(self) -> None:
        """Look for the answer to the last question once more."""
        if self.question is not None and self.state in {QueryState.STOPPED, QueryState.FAILED}:
            self._become(QueryState.COMING)
            self._start()

    def _leave(self) -> None:
        self._pause.stop()
        if self._running is not None:
            self._running.cancel()
        self._task = None

    def _become(self, state: QueryState, error: AppError | None = None) -> None:
        self.state, self.error = state, error
        self.changed.emit()

    def _start(self) -> None:
        question, work = self.question, self._work
        self._pause.stop()
        if question is None or self._running is not None:
            # One thread is enough: the next search begins when the one before has given up.
            return
        task = self._task = self._running = Task(lambda progress: work(question, progress))
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.progressed.connect(self._on_progressed)
        task.finished.connect(self._on_finished)
        self._tasks.start(task)

    def _is_current(self) -> bool:
        # What an abandoned task has sent already still arrives.
        return self._task is not None and self.sender() is self._task

    def _on_succeeded(self, answer: Found) -> None:
        if self._is_current():
            self._task = None
            self.answer, self._answered = answer, self.question
            self._become(QueryState.FRESH)

    def _on_failed(self, error: Exception) -> None:
        if self._is_current():
            self._task = None
            # Anything but an AppError is a bug, which the task runner announces.
            plain = AppError("The numbers could not be found.")
            self._become(QueryState.FAILED, error if isinstance(error, AppError) else plain)

    def _on_finished(self) -> None:
        if self.sender() is not self._running:
            return
        self._running = None
        if self.state is QueryState.COMING and self._awake and not self.pausing:
            self._start()

    def _on_progressed(self, done: int, total: int) -> None:
        if self._is_current():
            self.progressed.emit(done, total)
