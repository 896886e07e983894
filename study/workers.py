"""The workers of a study: processes of this computer."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Protocol

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


def usual_count() -> int:
    """Return how many processes this computer does at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ProcessWorkers:
    """Processes that are started as they are needed; they end with this one, however it ends."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._start()

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Have a batch done; BrokenExecutor where a worker has died."""
        with _without_ctrl_c():
            return self._executor.submit(work, batch)

    def renew(self) -> None:
        """Start other processes."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """End the processes at once, and wait until they have."""
        self._lifeline.close()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _start(self) -> None:
        context = get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        self._executor: Executor = ProcessPoolExecutor(
            self.count, mp_context=context, initializer=_begin, initargs=(theirs,)
        )


def _begin(lifeline: Connection) -> None:
    """Let a worker leave Ctrl+C to the process that started it, and end when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Start processes that Ctrl+C does not reach, not even while they begin."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
