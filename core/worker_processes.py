"""Worker processes that end with this process, even if it is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import ParamSpec, TypeVar

from typing_extensions import override

from core.errors import AppError
from core.files import reason_of

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

# When this process is killed, Python's resource tracker removes the semaphores of its pools. It
# would print a warning each time.
QUIET_TRACKER = "ignore:resource_tracker:UserWarning"


def usual_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Lifeline:
    """Ends the worker processes when it is cut or this process ends.

    It is a pipe, which the system closes when this process ends, even if it is killed.
    """

    def __init__(self) -> None:
        self.end, self._ours = get_context("spawn").Pipe(duplex=False)

    def cut(self) -> None:
        """End the processes."""
        self._ours.close()
        self.end.close()


def hold_lifeline(end: Connection) -> None:
    """End this process with the lifeline, and ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Connection) -> None:
    with suppress(EOFError, OSError):
        end.recv_bytes()
    os._exit(1)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Block Ctrl+C in processes that are started in this context.

    AppError if none can be started; otherwise a broken pipe to one would look like the end of our
    own output.
    """
    has_masks = hasattr(signal, "pthread_sigmask")  # not on Windows
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if has_masks else ()
    try:
        yield
    except OSError as error:
        raise AppError(
            f"No worker process can be started: {reason_of(error)}.",
            "Check that you may run the program's Python, and that there is enough memory.",
        ) from None
    finally:
        if has_masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class ProcessPool(ProcessPoolExecutor):
    """Processes that start when they are needed; each calls `begin` first, if there is one."""

    def __init__(
        self, count: int, begin: Callable[..., None] | None = None, *arguments: object
    ) -> None:
        # A bundle starts the tracker without these options (see sevenplots.main).
        if not getattr(sys, "frozen", False) and QUIET_TRACKER not in sys.warnoptions:
            sys.warnoptions.append(QUIET_TRACKER)
        self._lifeline = Lifeline()
        sent = (self._lifeline.end, begin, arguments)
        with starting_processes():
            super().__init__(count, get_context("spawn"), _begin, sent)

    @override
    def submit(
        self,
        fn: Callable[_Arguments, _Result],
        /,
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> Future[_Result]:
        """Run a call in a worker; BrokenExecutor if a process has died."""
        with starting_processes():
            return super().submit(fn, *args, **kwargs)

    def stop(self) -> None:
        """Kill the processes and wait for their end."""
        # A process that is still importing its modules does not watch its lifeline yet.
        for process in [*(self._processes or {}).values()]:
            process.kill()
        self._lifeline.cut()
        self.shutdown(wait=True, cancel_futures=True)


def _begin(
    end: Connection, begin: Callable[..., None] | None, arguments: tuple[object, ...]
) -> None:
    hold_lifeline(end)
    if begin is not None:
        begin(*arguments)
