"""The workers of a study: processes of this computer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from core.errors import AppError
from core.worker_processes import ProcessPool
from decks.deck_reader import read_decks
from study.deck_answers import DeckAnswer, StudyQuestion, answer_for
from study.study_cards import CardsSource, OtherCardsError, StudyCards, cards_of


@dataclass(frozen=True, slots=True)
class DeckBatch:
    """Some decks as texts, and the question about each."""

    question: StudyQuestion
    cards: CardsSource
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The answer for a deck and its seconds, or a sentence why there is none."""

    answer: DeckAnswer | None
    seconds: float
    failure: str = ""


def answer_batch(batch: DeckBatch) -> tuple[BatchAnswer, ...]:
    """Return the answers for all decks of a batch, in their order; it runs in a worker.

    OtherCardsError if the worker has other cards than the study.
    """
    cards = cards_of(batch.cards)
    return tuple(_answered(batch.question, text, cards) for text in batch.texts)


def _answered(question: StudyQuestion, text: str, cards: StudyCards) -> BatchAnswer:
    began = perf_counter()
    answer, failure = None, ""
    try:
        (reading,) = read_decks(text, cards.pools)
        answer = answer_for(question, reading.deck, cards)
    except OtherCardsError:
        raise
    except AppError as error:
        failure = error.text
    except Exception as error:  # an edge: the other decks are answered all the same
        failure = f"Something went wrong inside the program: {type(error).__name__}: {error}"
    return BatchAnswer(answer, perf_counter() - began, failure)


# What a user reads if a cluster ends during a study, and what to do.
CLUSTER_ENDED = ("The cluster no longer answers.", "The answers so far are kept: ask again.")

BatchWork = Callable[[DeckBatch], tuple[BatchAnswer, ...]]
BatchFuture = Future[tuple[BatchAnswer, ...]]


class Workers(Protocol):
    """Some workers that do batches, which can be replaced and stopped."""

    @property
    def count(self) -> int:
        """The number of workers."""

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Submit a batch; BrokenExecutor if a worker has died."""

    def renew(self) -> None:
        """Replace workers that cannot go on because one of them has died."""

    def stop(self) -> None:
        """Stop them at once."""


class ProcessWorkers:
    """Processes that start when they are needed; they end with this one, however it ends."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ProcessPool(count)

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Submit a batch; BrokenExecutor if a worker has died."""
        return self._pool.submit(work, batch)

    def renew(self) -> None:
        """Start other processes."""
        self.stop()
        self._pool = ProcessPool(self.count)

    def stop(self) -> None:
        self._pool.stop()
