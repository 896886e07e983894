"""Unexpected errors: caught at the last edge, logged, and made into a report to copy."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, qVersion
from shiboken6 import isValid

from carddb.errors import AppError
from carddb.files import path_refusal
from desktop.runtime.logging_setup import LogFiles, say_in_terminal, without_home
from desktop.runtime.tasks import TaskRunner

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def report_of(error: BaseException) -> str:
    """Return the report that a user may send: versions and the traceback, nothing else."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow, seldom

    try:
        own = version("sevenplots")
    except PackageNotFoundError:
        own = "from source"
    lines = (
        f"Seven Plots {own}",
        f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
        "",
        "".join(traceback.format_exception(error)).rstrip(),
    )
    return without_home("\n".join(lines))


class CrashReporter(QObject):
    """The last net: reports and logs what nothing else caught.

    Signals:
        crashed: an unexpected error, from whichever thread (its report).
        refused: the system would not let a path be used (an AppError), which is no bug.
    """

    crashed = Signal(str)
    refused = Signal(Exception)

    def __init__(self, logs: LogFiles | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._logs = logs
        self._last_error: BaseException | None = None

    def install(self) -> None:
        """Catch what escapes from slots, event handlers, threads and finalizers from now on."""
        sys.excepthook = self._on_exception_escaped
        threading.excepthook = self._on_thread_failed
        sys.unraisablehook = self._on_unraisable

    def watch(self, tasks: TaskRunner) -> None:
        """Report what background work fails of, unless it is a sentence for the user."""
        tasks.failed.connect(self._on_task_failed)

    def report(self, error: BaseException) -> None:
        """Report an error, once; may be called from any thread."""
        if error is self._last_error:
            return
        self._last_error = error
        report = report_of(error)
        say_in_terminal(report)
        if self._logs is not None:
            self._logs.tell_failure(report)
        # At the very end this may be gone before what failed.
        if not isValid(self):
            return
        if refusal := path_refusal(error):
            self.refused.emit(refusal)
        else:
            self.crashed.emit(report)

    def forget(self) -> None:
        """Report the last error again if it comes again."""
        self._last_error = None

    def _on_exception_escaped(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.report(error)

    def _on_thread_failed(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
            self.report(failed.exc_value)

    def _on_task_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            self.report(error)

    def _on_unraisable(self, failed: UnraisableHookArgs) -> None:
        if isinstance(failed.exc_value, Exception):
            self.report(failed.exc_value)
