"""The workers of a Dask cluster. Only this module imports the package distributed.

Whoever reaches the scheduler of a cluster can run any code on its workers and in its clients. So a
cluster without TLS has to run on this computer, with all of its workers.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.download import is_loopback
from core.errors import AppError, NetworkError
from study.workers import CLUSTER_ENDED, BatchFuture, BatchWork, DeckBatch

if TYPE_CHECKING:
    from distributed import Client

# How many seconds a scheduler has for its first answer.
CONNECT_SECONDS = 10
# The client's own limit is shorter, because its errors give better reasons.
_GRACE_SECONDS = 2
# Loggers that print tracebacks on standard error when a scheduler ends.
_LOUD = (
    *("distributed", "distributed.client", "tornado", "tornado.application"),
    *("asyncio", "concurrent.futures"),
)
_EXAMPLE = "Write it like tcp://127.0.0.1:8786."


class ClusterWorkers:
    """The workers of a cluster, which replaces dead workers by itself."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler; AppError if it may not be used, NetworkError if it is silent."""
        checked_cluster(address)
        self.address = address
        self._client = _connected(address)
        try:
            self.count = self._threads()
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor()
        from distributed.client import ClosedClientError  # noqa: PLC0415 - as in _connected

        self._closed_error: type[Exception] = ClosedClientError

    def _threads(self) -> int:
        """Return the threads of all workers; AppError if one of them may not be used."""
        threads: dict[str, int] = self._client.nthreads()
        for worker in threads:
            checked_cluster(worker)
        if not threads:
            raise AppError(
                f"The cluster at {self.address} has no workers.",
                f"Start some: dask worker {self.address}",
            )
        return sum(threads.values())

    def submit(self, work: BatchWork, batch: DeckBatch) -> BatchFuture:
        """Submit a batch; NetworkError if the cluster has ended."""
        try:
            future: BatchFuture = self._executor.submit(work, batch)
        except self._closed_error:
            raise NetworkError(*CLUSTER_ENDED) from None
        return future

    def renew(self) -> None:
        """Do nothing: the cluster has other workers or starts new ones."""

    def stop(self) -> None:
        """Leave the cluster; workers still finish the batches that they have begun."""
        with suppress(self._closed_error):
            self._executor.shutdown(wait=False)
        self._client.close()


def checked_cluster(address: str) -> None:
    """Raise AppError for an invalid address of a scheduler, or one that may not be used."""
    try:
        parts = urlsplit(address)
        complete = bool(parts.hostname and parts.port)
    except ValueError:
        complete = False
    if not complete or parts.scheme not in {"tcp", "tls"} or parts.path or parts.query:
        raise AppError(f"“{address[:80]}” is not the address of a cluster.", _EXAMPLE)
    if parts.scheme == "tcp" and not is_loopback(address):
        raise AppError(
            f"The cluster at {address[:80]} is not used, because it is not secure: a cluster runs"
            " whatever code it is sent.",
            "Without TLS it has to be on this computer: tcp://127.0.0.1:PORT."
            " With TLS the address starts with tls://.",
        )


def _silence() -> None:
    """Stop Dask from printing errors: users get a sentence instead."""
    for name in _LOUD:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False


def _connected(address: str) -> Client:
    try:
        from distributed import Client  # noqa: PLC0415 - not installed with most programs
    except ImportError:
        raise AppError(
            "A cluster needs the package distributed, which is not installed.",
            "Install it: pip install 'sevenplots[cluster]'. Or leave out --cluster.",
        ) from None
    _silence()
    connecting: Future[Client] = Future()

    def connect() -> None:
        try:
            connecting.set_result(Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
        except BaseException as error:
            connecting.set_exception(error)

    # The client itself would wait forever for a server that accepts the connection and is silent.
    Thread(target=connect, daemon=True).start()
    try:
        return connecting.result(CONNECT_SECONDS + _GRACE_SECONDS)
    except OSError as error:  # a TimeoutError is one
        reason = str(error).rstrip(".").splitlines()[0] if str(error) else "no answer"
        raise NetworkError(
            f"The cluster at {address} does not answer: {reason}.",
            "Is it running? dask scheduler --host 127.0.0.1 starts one.",
        ) from None
    except (TypeError, RuntimeError) as error:  # certificates that are not configured
        raise AppError(
            f"The cluster at {address} cannot be used: {error}.",
            "For TLS, name the certificates in Dask's configuration (distributed.comm.tls).",
        ) from None
