"""Rules as PDF: the selection, all that is listed, or the judge's pocket sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core.errors import AppError
from core.files import file_name, write_file
from desktop.runtime.tasks import Progress, Task, TaskRunner
from rulebook.entry_text import CardNames
from rulebook.pocket_sheet import SheetPage

POCKET_SHEET = "Judge's pocket sheet"


@dataclass(frozen=True, slots=True)
class RulePaper:
    """What is printed: sheets of rules under a title, as of a day."""

    title: str
    day: str
    sheets: tuple[SheetPage, ...]


def rules_paper_pdf(paper: RulePaper, names: CardNames, progress: Progress) -> bytes:
    from desktop.pdf.rule_pages import rules_pdf  # noqa: PLC0415 - when asked for

    progress(0, 1)
    return rules_pdf(paper.sheets, paper.title, paper.day, names)


class RulePrinting(QObject):
    """Asks where a paper goes, then makes and writes it in a worker.

    Signals:
        saved: a paper was written (a sentence).
        failed: it could not be written (an AppError).
        running_changed: a paper is being made, or no longer.
    """

    saved = Signal(str)
    failed = Signal(Exception)
    running_changed = Signal()

    def __init__(self, tasks: TaskRunner, window: QWidget) -> None:
        super().__init__(window)
        self._tasks, self._window = tasks, window
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    def choose_file(self, paper: RulePaper, names: CardNames) -> None:
        name = file_name(paper.title, ".pdf")
        chosen, _ = QFileDialog.getSaveFileName(self._window, paper.title, name, "PDF (*.pdf)")
        if chosen:
            self.write(Path(chosen), paper, names)

    def write(self, file: Path, paper: RulePaper, names: CardNames) -> None:
        if self._task is not None or not _has_rules(paper.sheets):
            return

        def made(progress: Progress) -> str:
            write_file(file, rules_paper_pdf(paper, names, progress), waits=False)
            return file.name

        self._task = Task(made)
        self._task.succeeded.connect(lambda name: self.saved.emit(f"Saved “{name}”."))
        self._task.failed.connect(self._on_failed)
        self._task.finished.connect(self._on_finished)
        self.running_changed.emit()
        self._tasks.start(self._task)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.failed.emit(error)

    def _on_finished(self) -> None:
        self._task = None
        self.running_changed.emit()


def _has_rules(sheets: Sequence[SheetPage]) -> bool:
    return any(each.entries for each in sheets)
