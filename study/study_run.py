"""A study: gives many decks to workers and stores each answer as it arrives."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from core.errors import AppError, NetworkError
from core.progress import Progress
from study.answer_store import AnswerStore
from study.deck_answers import DeckAnswer, StudyQuestion
from study.study_cards import CardsSource, StudyDeck
from study.workers import (
    CLUSTER_ENDED,
    BatchAnswer,
    BatchFuture,
    BatchWork,
    DeckBatch,
    Workers,
    answer_batch,
)

# How long a batch should take (seconds), and how many decks it has at most.
BATCH_SECONDS, MOST_DECKS = 2.0, 2000
# How often progress is reported, which may stop the study (seconds).
_TICK = 0.1
# Batches submitted per worker, so that no worker waits for its next one.
_QUEUED = 2
# How long to wait, after a worker died, until every batch of its pool has failed (seconds).
_LAST_WAIT = 10.0
# The study ends after this many decks killed their workers before any deck was answered.
_HOPELESS = 5
_DIED = "Two workers ended without an answer while they had this deck."


@dataclass(frozen=True, slots=True)
class StudyResult:
    """A deck with its answer, or with a sentence that says why it has none."""

    deck: StudyDeck
    answer: DeckAnswer | None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The results in the order of the decks; `computed` answers were not in the store."""

    question: StudyQuestion
    results: tuple[StudyResult, ...]
    computed: int
    seconds: float

    @property
    def answered(self) -> tuple[StudyResult, ...]:
        return tuple(each for each in self.results if each.answer is not None)

    @property
    def failed(self) -> tuple[StudyResult, ...]:
        return tuple(each for each in self.results if each.answer is None)

    @property
    def reused(self) -> int:
        """How many decks had their answer from the store, or from a deck of the same cards."""
        return len(self.answered) - self.computed


class StudyRun:
    """Asks one question about decks; however the study ends, the store has all answers so far."""

    def __init__(
        self,
        question: StudyQuestion,
        cards: CardsSource,
        store: AnswerStore,
        workers: Workers,
        work: BatchWork = answer_batch,
    ) -> None:
        self._question, self._cards = question, cards
        self._store, self._workers, self._work = store, workers, work
        self._texts: dict[str, str] = {}
        self._found: dict[str, DeckAnswer] = {}
        self._failed: dict[str, str] = {}
        self._waiting: deque[str] = deque()
        # Decks of failed batches: one of them may kill its worker, so each is tried alone.
        self._suspects: deque[str] = deque()
        self._alone = ""
        self._running: dict[BatchFuture, tuple[str, ...]] = {}
        self._timed, self._seconds = 0, 0.0

    def report(self, decks: Sequence[StudyDeck], progress: Progress | None = None) -> StudyReport:
        """Return the answers for all decks. Call it once; it does not stop the workers.

        `progress` is called with (done, total) ten times a second. An exception that it raises
        stops the study, as Ctrl+C does. Raise OtherCardsError if a worker has other cards and
        NetworkError if a cluster is gone.
        """
        began = perf_counter()
        self._texts = {each.digest: each.text for each in decks}
        found = self._store.find(self._texts, self._question.text, self._cards.version)
        self._found, known = found, len(found)
        self._waiting.extend(digest for digest in self._texts if digest not in found)
        try:
            while self._waiting or self._suspects or self._running:
                self._give_out()
                self._collect()
                if progress:
                    progress(len(found) + len(self._failed), len(self._texts))
        finally:
            self._keep_finished()
        results = tuple(self._result(deck) for deck in decks)
        return StudyReport(self._question, results, len(found) - known, perf_counter() - began)

    def _result(self, deck: StudyDeck) -> StudyResult:
        answer = self._found.get(deck.digest)
        if answer is None:
            return StudyResult(deck, None, self._failed[deck.digest])
        return StudyResult(deck, deck.with_unread(answer))

    def _give_out(self) -> None:
        try:
            while self._waiting and len(self._running) < _QUEUED * self._workers.count:
                size = self._batch_size()
                self._submit(tuple(islice(self._waiting, size)))
                for _ in range(size):
                    self._waiting.popleft()
            if self._suspects and not self._running:
                # If a worker dies again, this deck is the cause.
                self._submit((self._suspects[0],))
                self._alone = self._suspects.popleft()
        except BrokenExecutor:
            self._replace_workers()

    def _batch_size(self) -> int:
        """Return how many decks take about two seconds; one until the time of a deck is known."""
        if not self._timed:
            return 1
        fitting = int(BATCH_SECONDS * self._timed / max(self._seconds, 1e-6))
        # The last batches are smaller, so that no worker ends long before another.
        share = len(self._waiting) // (_QUEUED * self._workers.count)
        return max(1, min(fitting, share, MOST_DECKS))

    def _submit(self, digests: tuple[str, ...]) -> None:
        texts = tuple(self._texts[each] for each in digests)
        batch = DeckBatch(self._question, self._cards, texts)
        self._running[self._workers.submit(self._work, batch)] = digests

    def _collect(self) -> None:
        done, _ = wait(self._running, _TICK, FIRST_COMPLETED)
        if not all(self._take(future) for future in done):
            self._replace_workers()

    def _replace_workers(self) -> None:
        """Replace the workers: after one died, its pool returns no more answers."""
        wait(self._running, _LAST_WAIT)
        for future in [*self._running]:
            self._take(future)
        self._workers.renew()

    def _take(self, future: BatchFuture) -> bool:
        digests = self._running[future]
        try:
            answers = future.result(0)
        except AppError:
            raise
        except CancelledError:
            raise NetworkError(*CLUSTER_ENDED) from None
        except Exception as error:  # a dead worker: each kind of pool raises its own error
            del self._running[future]
            self._lose(digests)
            return not isinstance(error, BrokenExecutor)
        self._keep(digests, answers)
        del self._running[future]
        return True

    def _keep(self, digests: tuple[str, ...], answers: Sequence[BatchAnswer]) -> None:
        pairs = list(zip(digests, answers, strict=True))
        kept = [
            (deck, each.answer, each.seconds) for deck, each in pairs if each.answer is not None
        ]
        self._store.add(kept, self._question.text, self._cards.version)
        self._found |= {deck: answer for deck, answer, _ in kept}
        self._failed |= {deck: each.failure for deck, each in pairs if each.answer is None}
        self._timed += len(pairs)
        self._seconds += sum(each.seconds for each in answers)

    def _lose(self, digests: tuple[str, ...]) -> None:
        """Note that a worker died while it had these decks; another deck may have killed it."""
        if digests != (self._alone,):
            self._suspects.extend(digests)
            return
        self._failed[self._alone] = _DIED
        if len(self._failed) >= _HOPELESS and not self._timed:
            raise AppError(
                "The workers of the study end before they have answered anything.",
                "Is there enough memory? --workers 1 needs least.",
            )

    def _keep_finished(self) -> None:
        """Store the batches that finished before the study ended."""
        for future, digests in self._running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._keep(digests, future.result())
