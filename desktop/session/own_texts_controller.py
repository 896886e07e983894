"""Takes texts of cards from the player's own files, in the background, for the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal

from carddb.own_texts.storage import TextReport
from core.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.card_sync import cancellable
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards, load_cards


@dataclass(frozen=True, slots=True)
class OwnTextsResult:
    """The account of a file, how many texts of the player's own there are now, and the cards.

    `report` is None where no file was read: the texts were counted, or forgotten.
    """

    report: TextReport | None
    count: int
    cards: LoadedCards | None = None


class OwnTextsController(QObject):
    """Reads a file or a folder, stores its texts, and gives the cards with them to the session.

    Until the texts are stored it can be cancelled without any change; then the cards come anyhow.

    Signals:
        changed: it began or ended.
        progressed: so much is read of so much (done, total).
        taken: it ended well (an OwnTextsResult).
        failed: it did not (an AppError).
    """

    changed = Signal()
    progressed = Signal(int, int)
    taken = Signal(object)
    failed = Signal(object)

    def __init__(
        self, session: DeckSession, home: Path, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._home, self._tasks = session, home, tasks
        self._cancelled = Event()
        self.running = False

    def take(self, source: Path) -> None:
        """Take the texts of a file, or of a folder with OCTGN's sets."""
        home, cards = self._home, self._session.cards
        if cards is not None:
            self._start(lambda progress: _take(home, source, cards, progress))

    def count(self) -> None:
        """Count the texts that there are."""
        home = self._home
        self._start(lambda progress: _count(home, progress))

    def forget(self) -> None:
        """Forget every text of the player's own."""
        home = self._home
        self._start(lambda progress: _forget(home, progress))

    def cancel(self) -> None:
        """Cancel it, unless the texts are stored already."""
        self._cancelled.set()

    def _start(self, work: Callable[[Progress], OwnTextsResult]) -> None:
        if self.running:
            return
        cancelled = self._cancelled = Event()
        task = Task(lambda progress: work(cancellable(progress, cancelled)))
        task.progressed.connect(self.progressed)
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self.running = True
        self.changed.emit()
        self._tasks.start(task)

    def _on_succeeded(self, taken: OwnTextsResult) -> None:
        if taken.cards is not None:
            self._session.receive_cards(taken.cards)
        self.taken.emit(taken)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):  # otherwise a bug: the task runner reports it
            self.failed.emit(error)

    def _on_finished(self) -> None:
        self.running = False
        self.changed.emit()


def _take(home: Path, source: Path, cards: LoadedCards, progress: Progress) -> OwnTextsResult:
    # In the worker, when they are needed.
    from carddb.own_texts.reader import read_texts  # noqa: PLC0415
    from carddb.own_texts.storage import add_own_texts, load_own_texts  # noqa: PLC0415

    progress(0, 0)
    before = load_own_texts(home)
    report = read_texts(source, cards.pools, before.texts, progress)
    progress(1, 1)
    if not report.texts:
        return OwnTextsResult(report, len(before.texts))
    stored = add_own_texts(home, report.texts)
    return OwnTextsResult(report, len(stored.texts), _loaded(home))


def _count(home: Path, progress: Progress) -> OwnTextsResult:
    from carddb.own_texts.storage import load_own_texts  # noqa: PLC0415

    progress(0, 0)
    return OwnTextsResult(None, len(load_own_texts(home).texts))


def _forget(home: Path, progress: Progress) -> OwnTextsResult:
    from carddb.own_texts.storage import forget_own_texts  # noqa: PLC0415

    progress(0, 0)
    forgotten = forget_own_texts(home)
    return OwnTextsResult(None, 0, _loaded(home) if forgotten else None)


def _loaded(home: Path) -> LoadedCards:
    return load_cards(home, lambda done, total: None)
