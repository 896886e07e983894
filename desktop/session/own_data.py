"""Changes of what is the player's own in the home folder: restricted lists and cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards, load_cards


class OwnDataController(QObject):
    """Does one change after the other in a worker, and gives the session the cards with it.

    Signals:
        busy_changed: a change began or ended.
    """

    busy_changed = Signal()

    def __init__(
        self, session: DeckSession, home: Path, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self.home, self._tasks = session, home, tasks
        self._waiting: list[Task] = []

    @property
    def busy(self) -> bool:
        return bool(self._waiting)

    def change(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], object] = lambda _: None,
        failed: Callable[[AppError], object] = lambda _: None,
    ) -> None:
        """Call `work` in a worker, load the cards anew, and call `then` with its result."""
        task = Task(partial(_change, self.home, work))
        task.succeeded.connect(partial(self._on_succeeded, then))
        task.failed.connect(partial(self._on_failed, failed))
        task.finished.connect(self._on_finished)
        self._waiting.append(task)
        if len(self._waiting) == 1:
            self._tasks.start(task)
            self.busy_changed.emit()

    def reload(self) -> None:
        """Load the cards anew: something of the player's own was stored elsewhere."""
        self.change(lambda: None)

    def _on_succeeded(self, then: Callable[[Any], object], done: tuple[Any, LoadedCards]) -> None:
        result, cards = done
        self.session.receive_cards(cards)
        then(result)

    def _on_failed(self, failed: Callable[[AppError], object], error: Exception) -> None:
        if isinstance(error, AppError):  # otherwise a bug: the task runner reports it
            failed(error)

    def _on_finished(self) -> None:
        self._waiting.pop(0)
        if self._waiting:
            self._tasks.start(self._waiting[0])
        else:
            self.busy_changed.emit()


def _change(home: Path, work: Callable[[], Any], progress: Progress) -> tuple[Any, LoadedCards]:
    result = work()
    # What is changed is loaded: it is not cancelled any more.
    return result, load_cards(home, lambda done, total: None)
