"""What the user sees when something goes wrong: a sentence, or a report of a bug to copy."""

from __future__ import annotations

import platform
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.typeface import Size, sized, space


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
    return "\n".join(lines)


class FailureDialog(QDialog):
    """Says that the program met a bug and offers the report of it."""

    def __init__(self, error: BaseException, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        heading = QLabel("Something went wrong. Your deck is safe.")
        heading.setFont(sized(self.font(), Size.LARGE))
        words = QLabel(
            "This is a mistake in Seven Plots, not in your deck or your file. "
            "You can go on working. The report below tells what happened."
        )
        words.setWordWrap(True)
        self.report = QPlainTextEdit(report_of(error))
        self.report.setReadOnly(True)
        self.report.setAccessibleName("Report of what happened")
        self.report.setTabChangesFocus(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = QPushButton("Copy the report")
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._on_copy_clicked)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        gap = space(self, 4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        for part in (heading, words, self.report, buttons):
            layout.addWidget(part)
        self.resize(space(self, 160), space(self, 100))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText("Copied")


class Failures(QObject):
    """The last net: shows what nothing else caught, one dialog at a time."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._dialog: FailureDialog | None = None

    def install(self) -> None:
        """Catch what escapes from slots and event handlers from now on."""
        sys.excepthook = self._on_exception_escaped

    def show(self, error: BaseException) -> None:
        """Show the report of an error, unless one is being read already."""
        traceback.print_exception(error)
        if self._dialog is not None:
            return
        self._dialog = FailureDialog(error, self._window)
        self._dialog.finished.connect(self._on_dialog_finished)
        self._dialog.open()

    def _on_dialog_finished(self) -> None:
        self._dialog = None

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
