"""The dialog of an unexpected error: it says that the decks are safe, and shows the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from core.log_file import without_home
from desktop.dialogs.simple_dialogs import ClosableDialog, read_only_text
from desktop.runtime.crash_reporting import CrashReporter, WindowLog, logged_report
from desktop.style.fonts import Size
from desktop.widgets.layouts import label

# An error that repeats this soon after its dialog was closed, such as one in painting, is quiet.
QUIET_SECONDS = 2.0
MOST_REPORTS = 5


@dataclass(frozen=True, slots=True)
class CrashText:
    """The texts of a dialog above a report."""

    title: str
    heading: str
    meaning: str


AT_WORK = CrashText(
    "Your deck is safe",
    "Something went wrong. Your deck is safe.",
    "This is a bug in Seven Plots, not in your deck or your file. "
    "You can keep working. The report below says what happened.",
)
AT_START = CrashText(
    "Your decks are safe",
    "Seven Plots could not open its window. Your decks are safe.",
    "This is a bug in Seven Plots; nothing was changed. The commands in the terminal may still "
    "work: sevenplots --help lists them. The report below says what happened.",
)


class CrashDialog(ClosableDialog):
    """Says that there is a bug, and shows the report of it; more reports are added."""

    def __init__(
        self,
        report: str,
        log: Path | None,
        parent: QWidget | None = None,
        text: CrashText = AT_WORK,
    ) -> None:
        super().__init__(text.title, parent)
        self._reports = [report]
        self._times = 1
        self._meaning = text.meaning
        self.message = label(wraps=True)
        self.report = read_only_text("Report of what happened", self)
        self.report.setPlainText(report)
        also = f"The report is also in {without_home(str(log))}"
        self.log = label(also, Size.SMALL, faint=True, wraps=True, selectable=True)
        self.log.setVisible(log is not None)
        copy = ("Copy the report", self._on_copy_clicked)
        (self.copy,) = self.add_buttons(copy, auto_default=True)
        self.copy.setDefault(True)
        self.heading.setText(text.heading)
        self.lay_out(self.message, self.report, self.log, size=(160, 100))
        self._show_message()

    def add(self, report: str) -> None:
        """Add another report; a repeated one is only counted."""
        self._times += 1
        if report not in self._reports and len(self._reports) < MOST_REPORTS:
            self._reports.append(report)
            self.report.appendPlainText(f"\n{'─' * 20}\n\n{report}")
            self.copy.setText("Copy the report")
        self._show_message()

    def _show_message(self) -> None:
        often = f" It happened {self._times:,} times." if self._times > 1 else ""
        self.message.setText(f"{self._meaning}{often}")

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText("Copied")


def show_failed_start(error: BaseException, logs: WindowLog, *, dialog: bool = True) -> None:
    """Report a bug while there is no window: in the terminal, the log and a dialog."""
    logs.install()
    report = logged_report(error)
    if dialog and QApplication.instance() is not None:
        CrashDialog(report, logs.path, text=AT_START).exec()
    logs.uninstall()


class CrashDialogs(QObject):
    """Shows one dialog at a time; reports that come while it is open are added to it."""

    def __init__(
        self,
        window: QWidget,
        reporter: CrashReporter,
        logs: WindowLog,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(window)
        self._window, self._reporter, self._logs = window, reporter, logs
        self._clock = clock
        self._dialog: CrashDialog | None = None
        self._last_report, self._closed_at = "", -QUIET_SECONDS
        self._showing = False

    def show_report(self, report: str) -> None:
        if self._showing:
            return  # what fails while the dialog opens would open the next one
        self._showing = True
        try:
            if self._dialog is not None:
                self._dialog.add(report)
            elif report != self._last_report or self._clock() - self._closed_at >= QUIET_SECONDS:
                self._last_report = report
                self._dialog = CrashDialog(report, self._logs.path, self._window)
                self._dialog.finished.connect(self._on_dialog_finished)
                self._dialog.open()
        finally:
            self._showing = False

    def _on_dialog_finished(self) -> None:
        self._dialog = None
        self._closed_at = self._clock()
        self._reporter.forget()
