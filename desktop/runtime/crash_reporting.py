"""What the user sees when something goes wrong: a sentence, or a report of a bug to copy."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from carddb.errors import AppError
from carddb.files import path_refusal
from desktop.runtime.logging_setup import LogFiles, say_in_terminal, without_home
from desktop.runtime.tasks import TaskRunner
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# What fails again so soon after its dialog was closed fails by itself, as painting may.
QUIET_SECONDS = 2.0
MOST_REPORTS = 5


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


@dataclass(frozen=True, slots=True)
class FailureWords:
    """What a dialog says above a report: its title, its heading, and what it means."""

    title: str
    heading: str
    meaning: str


AT_WORK = FailureWords(
    "Your deck is safe",
    "Something went wrong. Your deck is safe.",
    "This is a mistake in Seven Plots, not in your deck or your file. "
    "You can go on working. The report below tells what happened.",
)
AT_START = FailureWords(
    "Your decks are safe",
    "Seven Plots could not open its window. Your decks are safe.",
    "This is a mistake in Seven Plots; nothing was changed. The commands in the terminal may still "
    "work: sevenplots --help lists them. The report below tells what happened.",
)


class FailureDialog(QDialog):
    """Says that the program met a bug and offers the report of it; more reports are added."""

    def __init__(
        self,
        report: str,
        log: Path | None,
        parent: QWidget | None = None,
        words: FailureWords = AT_WORK,
    ) -> None:
        super().__init__(parent)
        self._reports = [report]
        self._times = 1
        self._meaning = words.meaning
        self.setWindowTitle(words.title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.words = label(wraps=True)
        self.report = QPlainTextEdit(report)
        self.report.setReadOnly(True)
        self.report.setAccessibleName("Report of what happened")
        self.report.setTabChangesFocus(True)
        also = f"The report is also in {without_home(str(log))}"
        self.log = label(also, Size.SMALL, faint=True, wraps=True)
        self.log.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.log.setVisible(log is not None)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = QPushButton("Copy the report")
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._on_copy_clicked)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        gap = space(self, 4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        heading = label(words.heading, Size.LARGE, wraps=True)
        for part in (heading, self.words, self.report, self.log, buttons):
            layout.addWidget(part)
        self.resize(space(self, 160), space(self, 100))
        self._say()

    def add(self, report: str) -> None:
        """Add what went wrong since; the same again is only counted."""
        self._times += 1
        if report not in self._reports and len(self._reports) < MOST_REPORTS:
            self._reports.append(report)
            self.report.appendPlainText(f"\n{'─' * 20}\n\n{report}")
            self.copy.setText("Copy the report")
        self._say()

    def _say(self) -> None:
        often = f" It happened {self._times:,} times." if self._times > 1 else ""
        self.words.setText(f"{self._meaning}{often}")

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText("Copied")


def show_failed_start(error: BaseException, logs: LogFiles, *, dialog: bool = True) -> None:
    """Tell of a bug that there is no window to show in: in the terminal, the log and a dialog."""
    report = report_of(error)
    say_in_terminal(report)
    logs.install()
    logs.tell_failure(report)
    if dialog and QApplication.instance() is not None:
        FailureDialog(report, logs.path, words=AT_START).exec()
    logs.uninstall()


class Failures(QObject):
    """The last net: shows what nothing else caught, one dialog at a time, and writes it down.

    Signals:
        met: a failure, from whichever thread (its report).
        refused: the system would not let a path be used (an AppError), which is no bug.
    """

    met = Signal(str)
    refused = Signal(Exception)

    def __init__(
        self,
        window: QWidget,
        logs: LogFiles | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._logs = logs
        self._clock = clock
        self._dialog: FailureDialog | None = None
        self._last_error: BaseException | None = None
        self._last_report, self._closed_at = "", -QUIET_SECONDS
        self._showing = False
        self.met.connect(self._on_met)

    def install(self) -> None:
        """Catch what escapes from slots, event handlers, threads and finalizers from now on."""
        sys.excepthook = self._on_exception_escaped
        threading.excepthook = self._on_thread_failed
        sys.unraisablehook = self._on_unraisable

    def watch(self, tasks: TaskRunner) -> None:
        """Show what background work fails of, unless it is a sentence for the user."""
        tasks.failed.connect(self._on_task_failed)

    def show(self, error: BaseException) -> None:
        """Show the report of an error; in the dialog that is open, if one is.

        May be called from any thread, and more than once with the same error.
        """
        if error is self._last_error:
            return
        self._last_error = error
        report = report_of(error)
        say_in_terminal(report)
        if self._logs is not None:
            self._logs.tell_failure(report)
        # At the very end the window may be gone before what failed.
        if not isValid(self):
            return
        if refusal := path_refusal(error):
            self.refused.emit(refusal)
        else:
            self.met.emit(report)

    def _on_met(self, report: str) -> None:
        if self._showing:
            return
        self._showing = True
        try:
            if self._dialog is not None:
                self._dialog.add(report)
            elif report != self._last_report or self._clock() - self._closed_at >= QUIET_SECONDS:
                self._open(report)
        finally:
            self._showing = False

    def _open(self, report: str) -> None:
        log = self._logs.path if self._logs is not None else None
        self._last_report = report
        self._dialog = FailureDialog(report, log, self._window)
        self._dialog.finished.connect(self._on_dialog_finished)
        self._dialog.open()

    def _on_dialog_finished(self) -> None:
        self._dialog, self._last_error = None, None
        self._closed_at = self._clock()

    def _on_exception_escaped(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            self.show(error)

    def _on_thread_failed(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
            self.show(failed.exc_value)

    def _on_task_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            self.show(error)

    def _on_unraisable(self, failed: UnraisableHookArgs) -> None:
        if isinstance(failed.exc_value, Exception):
            self.show(failed.exc_value)
