"""The published decks of the window: fetched on request, loaded in a worker on first use."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from carddb.card import Card
from carddb.terms import CardType, Edition
from core.errors import AppError
from core.paths import published_file
from decks.deck import Deck
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession

if TYPE_CHECKING:
    from datetime import date

    from carddb.pool import CardPool
    from carddb.search.query_context import PlayedShares
    from published.corpus import Corpus

# How many cards that are played together are named, and how much more often than usual they are.
_TOGETHER, _LIFT = 2, 1.5


class PublishedPhase(StrEnum):
    """Whether the published decks are loaded; UNKNOWN before they are first needed."""

    UNKNOWN = "unknown"
    LOADING = "loading"
    FETCHING = "fetching"
    MISSING = "missing"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class PublishedState:
    """The state of the published decks.

    `done` is the progress of a fetch, up to 100. `reason` says why the last task failed, `summary`
    how many decks are here and when they were fetched.
    """

    phase: PublishedPhase = PublishedPhase.UNKNOWN
    done: int = 0
    stopping: bool = False
    reason: AppError | None = None
    summary: str = ""

    @property
    def working(self) -> bool:
        return self.phase in {PublishedPhase.LOADING, PublishedPhase.FETCHING}


# The corpus, or None where no decks were fetched, and its summary.
_Loaded: TypeAlias = "tuple[Corpus | None, str]"


class PublishedDecks(QObject):
    """Fetches and loads the published decks, one worker at a time.

    `corpus` is None until they are loaded. A cancelled or failed fetch keeps what is here.
    """

    changed = Signal(object)  # the PublishedState

    def __init__(
        self,
        session: DeckSession,
        home: Path,
        tasks: TaskRunner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._path, self._tasks = session, published_file(home), tasks
        self._task: Task | None = None
        self.corpus: Corpus | None = None
        self._shares: tuple[object, PlayedShares] | None = None
        self.state = PublishedState()
        session.cards_loaded.connect(self._on_cards_loaded)

    def load(self) -> None:
        """Load the decks if they are not loaded; `changed` announces the result."""
        if self.state.phase is PublishedPhase.UNKNOWN:
            self._start(PublishedPhase.LOADING)

    def fetch(self) -> None:
        """Fetch the decks, if the server has newer ones, and load them."""
        if not self.state.working:
            self._start(PublishedPhase.FETCHING)

    def cancel(self) -> None:
        """Cancel a fetch whose decks are not stored yet."""
        if self.state.phase is PublishedPhase.FETCHING and self._task is not None:
            self._task.stop()
            self._set_state(replace(self.state, stopping=True))

    def words_on(self, card: Card, deck: Deck | None) -> str:
        """Return how often decks like a deck play a card; empty if the decks are not loaded.

        Decks that were fetched are loaded then; `changed` announces the result.
        """
        if self._path.exists():
            self.load()
        corpus = self.corpus
        in_decks = card.in_draw_deck or card.type is CardType.PLOT
        if corpus is None or not in_decks or card.code not in corpus.pool:
            return ""
        from published.statistics import (  # noqa: PLC0415 - the worker imported numpy
            figures_of_title,
            played_together,
            usual_decks,
        )

        mask, words = usual_decks(corpus, deck, self._session.today)
        found = figures_of_title(corpus, mask, card.code)
        if not found.decks:
            return f"In none of {words}" if found.of else ""
        usual = max(found.copies, key=lambda copies: found.copies[copies])
        played = f"In {100 * found.share:.0f} % of {words}, usually {usual}"
        pairs = [each for each in played_together(corpus, mask, found.title) if each.lift > _LIFT]
        names = [corpus.pool.card(each.code).name for each in pairs[:_TOGETHER]]
        return f"{played}; more often together with {' and '.join(names)}" if names else played

    def shares(self) -> PlayedShares | None:
        """Return the share of decks like the one on screen that play each card.

        If the decks are not loaded, load them and return None; `changed` announces the result.
        """
        self.load()
        if self.corpus is None:
            return None
        deck = self._session.deck
        about = (self.corpus, deck and (deck.faction, deck.agendas), self._session.today)
        if self._shares is None or self._shares[0] != about:
            from published.statistics import played_shares  # noqa: PLC0415 - as above

            self._shares = about, played_shares(self.corpus, deck, self._session.today)
        return self._shares[1]

    def _start(self, phase: PublishedPhase) -> None:
        if self._session.cards is None:
            return
        pool, today = self._session.cards.pools[Edition.SECOND], self._session.today
        work = partial(_load, self._path, pool)
        if phase is PublishedPhase.FETCHING:
            work = partial(_fetch, self._path, pool, today)
        task = self._task = Task(work)
        task.progressed.connect(self._on_progressed)
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._set_state(PublishedState(phase, summary=self.state.summary))
        self._tasks.start(task)

    def _set_state(self, state: PublishedState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)

    def _end(self, reason: AppError | None = None) -> None:
        cards, summary = self._session.cards, self.state.summary
        if (
            self.corpus is not None
            and cards
            and self.corpus.pool is not cards.pools[Edition.SECOND]
        ):
            self.corpus = None  # other cards came in the meantime
            self._set_state(PublishedState(summary=summary))
            self.load()
            return
        there = PublishedPhase.READY if self.corpus is not None else PublishedPhase.MISSING
        self._set_state(PublishedState(there, reason=reason, summary=summary))

    def _on_progressed(self, done: int, total: int) -> None:
        if self.state.working:
            self._set_state(replace(self.state, done=done * 100 // max(1, total)))

    def _on_succeeded(self, loaded: _Loaded) -> None:
        self.corpus, summary = loaded
        self._set_state(replace(self.state, summary=summary))
        self._end()

    def _on_failed(self, error: Exception) -> None:
        # Anything but an AppError is a bug, which the task runner announces.
        unknown = AppError("The published decks could not be loaded.")
        self._end(error if isinstance(error, AppError) else unknown)

    def _on_finished(self) -> None:
        if self.state.stopping:  # cancelled: success and failure have ended `stopping`
            self._end()

    def _on_cards_loaded(self) -> None:
        if self.state.phase in {PublishedPhase.READY, PublishedPhase.MISSING}:
            self.corpus = None
            self._set_state(PublishedState())


def _load(path: Path, pool: CardPool, progress: Progress) -> _Loaded:
    # Numpy is imported in the worker, when it is needed.
    from published.corpus import Corpus  # noqa: PLC0415
    from published.storage import PublishedStore  # noqa: PLC0415

    progress(0, 0)
    store = PublishedStore(path)
    stored = store.load()
    if not stored.rows:
        return None, ""
    corpus, fetched = Corpus(pool, stored), store.facts().get("fetched", "")
    words = f"{len(corpus):,} published decks"
    with suppress(ValueError):  # nothing, or anything, in a file that was changed elsewhere
        words += f", fetched on {datetime.fromisoformat(fetched).astimezone().date()}"
    return corpus, words


def _fetch(path: Path, pool: CardPool, today: date, progress: Progress) -> _Loaded:
    from core.download import chosen_server  # noqa: PLC0415 - in the worker, as above
    from published.storage import PublishedStore  # noqa: PLC0415
    from published.sync import sync_published  # noqa: PLC0415

    sync_published(PublishedStore(path), chosen_server(), today=today, progress=progress)
    # The decks are stored: this is not cancelled any more.
    return _load(path, pool, lambda done, total: None)
