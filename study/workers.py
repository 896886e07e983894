"""The workers of a study: processes of this computer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from carddb.worker_processes import ProcessPool
from study.deck_batch import BatchAnswer, DeckBatch

BatchWork = Callable[[DeckBatch], tuple[BatchAnswer, ...]]
BatchFuture = Future[tuple[BatchAnswer, ...]]


class Workers(Protocol):
    """Some workers that do batches, which can be replaced and stopped."""

    @property
    def count(self) -> int:
        """How many there are."""

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Have a batch done; BrokenExecutor where a worker has died."""

    def renew(self) -> None:
        """Replace workers that cannot go on, as one of them has died."""

    def stop(self) -> None:
        """End them at once, whatever they are at."""


class ProcessWorkers:
    """Processes that start when they are needed; they end with this one, however it ends."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ProcessPool(count)

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Have a batch done; BrokenExecutor where a worker has died."""
        return self._pool.submit(work, batch)

    def renew(self) -> None:
        """Start other processes."""
        self.stop()
        self._pool = ProcessPool(self.count)

    def stop(self) -> None:
        """End the processes at once, and wait until they have."""
        self._pool.stop()
