"""Unexpected errors, caught where nothing else did: logged, and made into a report to copy."""

from __future__ import annotations

import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qVersion,
)
from shiboken6 import isValid

from core.errors import AppError
from core.files import path_refusal
from core.log_file import LOGGER, LogFile, without_home
from core.program_version import PROGRAM_VERSION
from desktop.runtime.tasks import TaskRunner

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


MessageHandler: TypeAlias = Callable[[QtMsgType, QMessageLogContext, str], object]

_QT = logging.getLogger(f"{LOGGER}.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class WindowLog:
    """The log file of one session of the window, with Qt's messages."""

    def __init__(self, home: Path) -> None:
        self._file = LogFile(home)
        self._before: MessageHandler | None = None
        self._installed = False

    @property
    def path(self) -> Path | None:
        """The file that is written to; None where the folder cannot be written to."""
        return self._file.path

    def install(self) -> None:
        self._file.install()
        self._before = qInstallMessageHandler(self._on_qt_message)
        self._installed = True

    def uninstall(self) -> None:
        """Write nothing more, and restore the previous handler of Qt's messages."""
        if self._installed:
            qInstallMessageHandler(self._before)
            self._installed = False
        self._file.uninstall()

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        level = _LEVELS.get(kind, logging.WARNING)
        _QT.log(level, message)
        if self._before is not None:
            self._before(kind, context, message)
        elif level >= logging.WARNING:
            print_error(message)


def print_error(text: str) -> None:
    """Write to the terminal that the program was started in; it may have none."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{text}\n")


def versions() -> str:
    python = f"Python {platform.python_version()}"
    return f"Seven Plots {PROGRAM_VERSION}, {python}, Qt {qVersion()}, {platform.platform()}"


def crash_report(error: BaseException) -> str:
    """Return the report that a user may send: versions and the traceback, nothing else."""
    trace = "".join(traceback.format_exception(error)).rstrip()
    return without_home(f"{versions()}\n\n{trace}")


def logged_report(error: BaseException) -> str:
    """Write the report of an error to the log and the terminal, and return it."""
    report = crash_report(error)
    print_error(report)
    logging.getLogger(LOGGER).error(report)
    return report


class CrashReporter(QObject):
    """Reports and logs errors that nothing else caught.

    Signals:
        crashed: an unexpected error, from whichever thread (its report).
        refused: the system refused a path (an AppError); this is not a bug.
    """

    crashed = Signal(str)
    refused = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_error: BaseException | None = None

    def install(self) -> None:
        """Catch errors of slots, event handlers, threads and finalizers from now on."""
        sys.excepthook = self._on_exception_escaped
        threading.excepthook = self._on_thread_failed
        sys.unraisablehook = self._on_unraisable

    def watch(self, tasks: TaskRunner) -> None:
        """Report bugs in background tasks; an AppError is shown by those who started the task."""
        tasks.failed.connect(self._on_task_failed)

    def report(self, error: BaseException) -> None:
        """Report an error, once; may be called from any thread."""
        if error is self._last_error:
            return
        self._last_error = error
        report = logged_report(error)
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
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
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
