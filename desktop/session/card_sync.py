"""Looking for newer cards while the window goes on: how far it is, how it ended, what is new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from carddb.errors import AppError, CancelledError, NetworkError
from carddb.terms import Edition
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.card_news import News, news_of
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards

if TYPE_CHECKING:
    from carddb.pool import CardPool

Job = Callable[[Path, str, "CardPool", Progress], "Synced"]


class Phase(StrEnum):
    """How it stands.

    `AVAILABLE`: the server has newer cards, which nobody has asked for yet. `OFFLINE` is no error:
    the cards that are here go on being used.
    """

    IDLE = "idle"
    RUNNING = "running"
    AVAILABLE = "available"
    OFFLINE = "offline"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SyncState:
    """How looking for newer cards stands: `done` of 100, and the reason where it did not end well.

    `news` is what the last one brought, `seen` whether the user has looked at that.
    """

    phase: Phase = Phase.IDLE
    done: int = 0
    stopping: bool = False
    reason: AppError | None = None
    news: News | None = None
    seen: bool = True

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self.phase is Phase.RUNNING


@dataclass(frozen=True, slots=True)
class Synced:
    """What came of it: the news, the cards if any are new, and what is known of their age.

    Without news the server was only asked, and has something newer.
    """

    news: News | None
    cards: LoadedCards | None
    origin: str = ""
    synced: datetime | None = None


class CardSync(QObject):
    """Looks for newer cards or takes them, when it is told to, and gives them to the session.

    Until the new cards stand in cards.db as a whole, it can be stopped or fail without anything
    being changed.

    Signals:
        changed: it stands otherwise (the SyncState).
    """

    changed = Signal(object)

    def __init__(
        self,
        session: DeckSession,
        home: Path,
        tasks: TaskRunner,
        source: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._home = home
        self._tasks = tasks
        self._source = source
        self._stop = Event()
        self._task: Task | None = None
        self.state = SyncState()

    def start(self) -> None:
        """Take newer cards if there are any, unless it is under way or there are no cards yet."""
        self._begin(_sync)

    def look(self) -> None:
        """Only ask whether there are newer cards, which is a matter of some bytes."""
        self._begin(_look)

    def _begin(self, work: Job) -> None:
        cards = self._session.cards
        if cards is None or self.state.running:
            return
        before = cards.pools[Edition.SECOND]
        home, source, stop = self._home, self._source, Event()
        self._stop = stop
        task = self._task = Task(
            lambda report: work(home, source, before, _stoppable(report, stop))
        )
        task.progressed.connect(self._on_progressed)
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._put(SyncState(Phase.RUNNING, news=self.state.news, seen=self.state.seen))
        self._tasks.start(task)

    def cancel(self) -> None:
        """Stop it; what is already in its place stays there."""
        if self.state.running:
            self._stop.set()
            self._put(replace(self.state, stopping=True))

    def mark_seen(self) -> None:
        """Remember that the user has looked at the news."""
        if not self.state.seen:
            self._put(replace(self.state, seen=True))

    def _put(self, state: SyncState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)

    def _end(self, phase: Phase, reason: AppError | None = None) -> None:
        self._put(SyncState(phase, reason=reason, news=self.state.news, seen=self.state.seen))

    def _on_progressed(self, done: int, total: int) -> None:
        if self.state.running:
            self._put(replace(self.state, done=done * 100 // max(1, total)))

    def _on_succeeded(self, synced: Synced) -> None:
        cards = self._session.cards
        if synced.news is None:
            self._end(Phase.AVAILABLE)
            return
        if synced.cards is not None:
            self._session.receive_cards(synced.cards)
        elif cards is not None:
            # The same cards, looked at later: nothing that is made of them need be made again.
            self._session.cards = replace(cards, origin=synced.origin, synced=synced.synced)
        self._put(SyncState(Phase.DONE, 100, news=synced.news, seen=synced.news.nothing))

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NetworkError):
            self._end(Phase.OFFLINE, error)
        elif isinstance(error, AppError):
            self._end(Phase.FAILED, error)
        else:
            # A bug: the task runner tells of it.
            self._end(Phase.IDLE)

    def _on_finished(self) -> None:
        # It was stopped, which nothing else tells; or the next one has begun on what it told.
        if self.state.running and self.sender() is self._task:
            self._end(Phase.IDLE)


def _stoppable(report: Progress, stop: Event) -> Progress:
    """Return a progress that ends the work once the user wants that."""

    def told(done: int, total: int) -> None:
        if stop.is_set():
            raise CancelledError("The work was stopped.")
        report(done, total)

    return told


def _sync(home: Path, source: str, before: CardPool, progress: Progress) -> Synced:
    # SQL and the network: in the worker, when they are needed.
    from carddb.address import chosen_server  # noqa: PLC0415
    from carddb.paths import cards_file  # noqa: PLC0415
    from carddb.store import CardStore  # noqa: PLC0415
    from carddb.sync import sync  # noqa: PLC0415
    from desktop.session.loaded_cards import load_cards  # noqa: PLC0415

    store = CardStore(cards_file(home))
    done = sync(store, source or chosen_server(), progress=progress)
    now = datetime.now().astimezone()
    origin, synced = done.origin.words(now), done.origin.synced
    news = news_of(before, done.pool, done.origin.source, done.warnings)
    if done.not_modified and news.nothing:
        return Synced(news, None, origin, synced)
    # From here on the new cards are the ones that are kept: this comes to its end.
    cards = load_cards(home, _untold)
    return Synced(news, cards, origin, synced)


def _look(home: Path, source: str, _: CardPool, progress: Progress) -> Synced:
    from carddb.address import chosen_server  # noqa: PLC0415 - as above
    from carddb.paths import cards_file  # noqa: PLC0415
    from carddb.store import CardStore  # noqa: PLC0415
    from carddb.update_check import check_for_update  # noqa: PLC0415

    origin = check_for_update(
        CardStore(cards_file(home)), source or chosen_server(), progress=progress
    )
    if origin is None:
        return Synced(None, None)
    words = origin.words(datetime.now().astimezone())
    return Synced(News(origin.source), None, words, origin.synced)


def _untold(done: int, total: int) -> None:
    """Tell nobody."""
