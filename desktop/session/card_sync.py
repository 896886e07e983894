"""Newer cards from a server, and texts from the player's own files, taken in the background."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from carddb.card_news import News, news_of
from carddb.terms import Edition
from core.errors import AppError, NetworkError
from core.text_format import MONTHS
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards, load_cards

if TYPE_CHECKING:
    from carddb.origin import Origin
    from carddb.own_texts.storage import TextReport
    from carddb.pool import CardPool


LOOK_AGAIN = timedelta(days=7)
# What runs in the worker; NewerCards where the server was only checked, and has something newer.
Work = Callable[[Path, str, "CardPool", Progress], "Synced | NewerCards"]


class SyncPhase(StrEnum):
    """Where a sync is.

    `AVAILABLE`: the server has newer cards, which were not downloaded yet. `OFFLINE` is not an
    error: the cards that are here stay in use.
    """

    IDLE = "idle"
    RUNNING = "running"
    AVAILABLE = "available"
    OFFLINE = "offline"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SyncState:
    """The state of a sync: `done` of 100, and the `reason` if it failed.

    `news` is what the last one brought, `seen` whether the user has looked at that. `newer_list` is
    the restricted list in force that the server has and the cards here lack, with its day.
    """

    phase: SyncPhase = SyncPhase.IDLE
    done: int = 0
    stopping: bool = False
    reason: AppError | None = None
    news: News | None = None
    seen: bool = True
    newer_list: str = ""

    @property
    def running(self) -> bool:
        return self.phase is SyncPhase.RUNNING


@dataclass(frozen=True, slots=True)
class Synced:
    """The result: the news, where and when they are from, and the cards if any are new."""

    news: News
    origin: Origin
    cards: LoadedCards | None = None


@dataclass(frozen=True, slots=True)
class NewerCards:
    """The answer that a server has newer cards, and the list in force if it is among them."""

    newer_list: str = ""


class CardSync(QObject):
    """Checks for newer cards or takes them, and gives them to the session.

    Until the new cards are in cards.db as a whole, it can be cancelled or fail without any change.

    Signals:
        changed: the state changed (the SyncState).
        answered: the server answered (whether it has newer cards that were not taken).
    """

    changed = Signal(object)
    answered = Signal(bool)

    def __init__(
        self,
        session: DeckSession,
        home: Path,
        tasks: TaskRunner,
        source: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._home = session, home
        self._tasks, self._source = tasks, source
        self._task: Task | None = None
        self.state = SyncState()

    def start(self) -> None:
        """Take newer cards if there are any, unless it is running or no cards are loaded."""
        self._start(_sync)

    def check(self) -> None:
        """Only check whether there are newer cards, which takes some bytes."""
        self._start(_check)

    def look_at_start(self, newer_found: datetime | None) -> None:
        """Check, unless a server was asked within a week; what was found then is still there.

        `newer_found` is when newer cards were found that were not taken, None for never.
        """
        synced = self._session.cards.synced if self._session.cards else None
        asked = max(filter(None, (synced, newer_found)), default=None)
        # A time in the future is from a clock that was wrong.
        if asked is None or not timedelta() <= datetime.now(UTC) - asked < LOOK_AGAIN:
            self.check()
        elif asked != synced:
            self._end(SyncPhase.AVAILABLE)

    def cancel(self) -> None:
        """Cancel it, unless the new cards are in cards.db already."""
        if self.state.running and self._task is not None:
            self._task.stop()
            self._set_state(replace(self.state, stopping=True))

    def mark_seen(self) -> None:
        """Remember that the user has looked at the news."""
        self._set_state(replace(self.state, seen=True))

    def _start(self, work: Work) -> None:
        cards = self._session.cards
        if cards is None or self.state.running:
            return
        before = cards.pools[Edition.SECOND].english
        task = self._task = Task(partial(work, self._home, self._source, before))
        task.progressed.connect(self._on_progressed)
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._end(SyncPhase.RUNNING)
        self._tasks.start(task)

    def _set_state(self, state: SyncState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)

    def _end(self, phase: SyncPhase, reason: AppError | None = None, newer_list: str = "") -> None:
        ended = SyncState(phase, reason=reason, newer_list=newer_list)
        self._set_state(replace(ended, news=self.state.news, seen=self.state.seen))

    def _on_progressed(self, done: int, total: int) -> None:
        if self.state.running:
            self._set_state(replace(self.state, done=done * 100 // max(1, total)))

    def _on_succeeded(self, synced: Synced | NewerCards) -> None:
        self.answered.emit(isinstance(synced, NewerCards))
        if isinstance(synced, NewerCards):
            self._end(SyncPhase.AVAILABLE, newer_list=synced.newer_list)
            return
        if synced.cards is not None:
            self._session.receive_cards(synced.cards)
        elif cards := self._session.cards:
            # The same cards, checked later: nothing that is made of them changes.
            origin = synced.origin
            words = origin.words(datetime.now().astimezone())
            self._session.cards = replace(cards, origin=words, synced=origin.synced)
        self._set_state(SyncState(SyncPhase.DONE, 100, news=synced.news, seen=synced.news.nothing))

    def _on_failed(self, error: Exception) -> None:
        match error:
            case NetworkError():
                self._end(SyncPhase.OFFLINE, error)
            case AppError():
                self._end(SyncPhase.FAILED, error)
            case _:  # a bug: the task runner reports it
                self._end(SyncPhase.IDLE)

    def _on_finished(self) -> None:
        self._task = None
        # It was cancelled: success and failure have ended `stopping`.
        if self.state.stopping:
            self._end(SyncPhase.IDLE)


def _sync(home: Path, source: str, before: CardPool, progress: Progress) -> Synced:
    # SQL and the network: in the worker, when they are needed.
    from carddb.own_data import without_own_data  # noqa: PLC0415
    from carddb.store import CardStore  # noqa: PLC0415
    from carddb.sync import sync  # noqa: PLC0415
    from core.download import chosen_server  # noqa: PLC0415
    from core.paths import cards_file  # noqa: PLC0415

    store = CardStore(cards_file(home))
    done = sync(store, source or chosen_server(), progress=progress)
    # The player's own texts are not news, and no text of a server changes them.
    news = news_of(without_own_data(before), done.pool, done.origin.source, done.warnings)
    unchanged = done.not_modified and news.nothing
    cards = None if unchanged else _all_cards(home)
    return Synced(news, done.origin, cards)


def _all_cards(home: Path) -> LoadedCards:
    """Return the cards as they are stored now; this is not cancelled any more."""
    return load_cards(home, lambda done, total: None)


def _check(home: Path, source: str, _: CardPool, progress: Progress) -> Synced | NewerCards:
    from carddb.store import CardStore  # noqa: PLC0415
    from carddb.sync import check_for_update, newer_list  # noqa: PLC0415
    from core.download import chosen_server  # noqa: PLC0415 - as above
    from core.paths import cards_file  # noqa: PLC0415

    store, server = CardStore(cards_file(home)), source or chosen_server()
    origin = check_for_update(store, server, progress=progress)
    if origin:
        return Synced(News(origin.source), origin)
    newest = None
    # That there is something newer is known, whatever this one says.
    with suppress(AppError):
        newest = newer_list(store, server, datetime.now().astimezone().date())
    return NewerCards(f"{newest.name}, in force from {newest.date}" if newest else "")


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

    It can be cancelled until the texts are stored; the session gets the cards after that.

    Signals:
        changed: it began or ended.
        progressed: how far it has read (done, total).
        taken: it succeeded (an OwnTextsResult).
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
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    def take(self, source: Path) -> None:
        """Take the texts of a file, or of a folder with OCTGN's sets."""
        if self._session.cards is not None:
            self._start(partial(_take, self._home, source, self._session.cards))

    def count(self) -> None:
        self._start(partial(_count, self._home))

    def forget(self) -> None:
        self._start(partial(_forget, self._home))

    def cancel(self) -> None:
        """Cancel it, unless the texts are stored already."""
        if self._task is not None:
            self._task.stop()

    def _start(self, work: Callable[[Progress], OwnTextsResult]) -> None:
        if self.running:
            return
        task = self._task = Task(work)
        task.progressed.connect(self.progressed)
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
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
        self._task = None
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
    return OwnTextsResult(report, len(stored.texts), _all_cards(home))


def _count(home: Path, progress: Progress) -> OwnTextsResult:
    from carddb.own_texts.storage import load_own_texts  # noqa: PLC0415

    progress(0, 0)
    return OwnTextsResult(None, len(load_own_texts(home).texts))


def _forget(home: Path, progress: Progress) -> OwnTextsResult:
    from carddb.own_texts.storage import forget_own_texts  # noqa: PLC0415

    progress(0, 0)
    forgotten = forget_own_texts(home)
    return OwnTextsResult(None, 0, _all_cards(home) if forgotten else None)


@dataclass(frozen=True, slots=True)
class RailStatus:
    """What a button shows: a glyph, and how far something is (of 100, or None).

    `spoken` is all of it in a sentence, for the tooltip and screen readers. A `marked` one has a
    sign: there is something to see or to do.
    """

    glyph: str
    spoken: str = ""
    done: int | None = None
    marked: bool = False


CARDS, OFFLINE, LOOKING, NEW = "rail/cards", "rail/offline", "rail/looking", "rail/new"
NO_CARDS = RailStatus(CARDS, "The cards are being loaded.")
NOT_LOADED = RailStatus(CARDS, "The cards are not loaded.", marked=True)


def day_of(cards: LoadedCards) -> date:
    """Return the day of the last sync, or of the data that the program came with."""
    return cards.synced.astimezone().date() if cards.synced else cards.shipped


def short_day(day: date, today: date) -> str:
    """Return a day in few letters: "14 Nov", or "Nov 2025" in another year."""
    month = MONTHS[day.month - 1]
    return f"{day.day} {month}" if day.year == today.year else f"{month} {day.year}"


def age_words(cards: LoadedCards, today: date) -> str:
    """Return whose cards these are: "Cards of 14 Nov", perhaps shipped with the program."""
    day = short_day(day_of(cards), today)
    return f"Cards of {day}" if cards.synced else f"Cards of {day}, shipped with the program"


def counts_words(cards: LoadedCards) -> str:
    """Return how many cards there are."""
    second, first = len(cards.pools[Edition.SECOND]), len(cards.pools[Edition.FIRST])
    words = f"{second:,} cards of the second edition, {first:,} of the first."
    return f"{words} {cards.note}" if cards.note else words


def rail_status(state: SyncState, cards: LoadedCards | None, today: date) -> RailStatus:
    if cards is None:
        return NO_CARDS
    age = age_words(cards, today)
    status = _of_phase(state, age)
    if status is not None:
        return status
    if state.news is not None and not state.seen:
        return RailStatus(NEW, f"{state.news.summary()} {age}", marked=True)
    return RailStatus(CARDS, f"{age}: {cards.origin}\n{counts_words(cards)}")


def _of_phase(state: SyncState, age: str) -> RailStatus | None:
    """Return the status of a sync that runs, failed or found newer cards; None otherwise."""
    lowered = age[:1].lower() + age[1:]
    match state.phase:
        case SyncPhase.RUNNING:
            return RailStatus(LOOKING, f"Looking for newer cards, {state.done} %", state.done)
        case SyncPhase.AVAILABLE:
            newer = state.newer_list
            what = f"the restricted list {newer}" if newer else "newer cards"
            return RailStatus(NEW, f"Update available: ThronesDB has {what}. {age}", marked=True)
        case SyncPhase.OFFLINE:
            return RailStatus(OFFLINE, f"Offline · {lowered}")
        case SyncPhase.FAILED:
            return RailStatus(CARDS, f"The update failed · {lowered}", marked=True)
    return None
