"""The dialog that asks one question of many decks, and shows the answers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QProgressBar, QPushButton, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.files import write_file
from desktop.dialogs.simple_dialogs import ClosableDialog, DialogContext
from desktop.pages.library.study_answers import StudyAnswersModel, StudyAnswersTable, study_columns
from desktop.pages.library.study_options import StudyOptions
from desktop.pages.library.study_work import study_decks
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.runtime.tasks import Progress, Task
from desktop.style.fonts import space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from library.deck_values import LibraryDeck
from library.studied_deck import studied_deck
from study.study_question import StudyQuestion
from study.study_run import StudyReport
from study.study_summary import StudySummary, summary_of
from study.study_table import study_csv
from validators.messages import count_of

_LISTED = 3


class StudyDialog(ClosableDialog):
    """A question with its options above, the answers below.

    Signals:
        answered: the answers are shown.
        saved: a table was written (its paths, as a list).
    """

    answered = Signal()
    saved = Signal(list)

    def __init__(
        self,
        home: Path,
        opened: Sequence[LibraryDeck],
        context: DialogContext,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(f"Study {count_of(len(opened), 'deck')}", parent)
        self._context = context
        self._query: BackgroundQuery[StudyQuestion, StudyReport] = BackgroundQuery(
            context.tasks,
            partial(study_decks, home, [studied_deck(each) for each in opened]),
            self,
            delay_ms=0,
        )
        editions = {each.deck.edition for each in opened}
        pools = [pool for edition, pool in context.cards.pools.items() if edition in editions]
        self.options = StudyOptions(pools, self)
        self.start = QPushButton("&Ask", self)
        self.stop = QPushButton("S&top", self)
        self.progress = QProgressBar(self, textVisible=False)
        self.progress.setAccessibleName("Decks answered")
        self.message = label(wraps=True)
        self.played = label(faint=True, wraps=True)
        self.model = StudyAnswersModel(self)
        self.table = StudyAnswersTable(self.model, self)
        self.table.empty_text = "Choose a question, and ask."
        (self.save,) = self.add_buttons(("&Save as a table…", self._on_save_clicked))
        self._lay_out()
        self._connect()
        self._update()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        top = row((self.options, 1), self.start, self.stop, spacing=gap)
        parts = (top, self.progress, (self.table, 1), self.message, self.played, self.buttons)
        column(*parts, parent=self, margin=gap * 2, spacing=gap)
        self.start.setDefault(True)
        self.progress.setFixedHeight(space(self, 1))
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self.resize(space(self, 230), space(self, 130))

    def _connect(self) -> None:
        self.start.clicked.connect(self._on_start_clicked)
        self.stop.clicked.connect(self._query.stop)
        self.options.changed.connect(self._update)
        self._query.changed.connect(self._update)
        self._query.answered.connect(self._show_report)
        self._query.progressed.connect(self._on_progressed)

    @property
    def _question(self) -> StudyQuestion:
        return self.options.question(self._context.today.isoformat())

    def _on_start_clicked(self) -> None:
        question = self._question
        if question == self._query.question:
            self._query.retry()
        self._query.ask(question)

    def _on_progressed(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.message.setText(f"{done} of {count_of(total, 'deck')} answered…")

    def _update(self) -> None:
        """Enable what can be done now, and say how it is going."""
        state = self._query.state
        runs = state is QueryState.COMING
        self.options.setEnabled(not runs)
        self.start.setEnabled(not runs and not self._is_shown)
        self.stop.setEnabled(runs)
        self.progress.setVisible(runs)
        self.save.setEnabled(self._query.is_fresh)
        if runs:
            self.progress.setRange(0, 0)
            self.message.setText("Starting…")
        elif state is QueryState.STOPPED:
            self.message.setText("Stopped. What was answered is kept: Ask goes on from there.")
        elif state is QueryState.FAILED and self._query.error:
            self.message.setText(self._query.error.text)

    @property
    def _is_shown(self) -> bool:
        """Whether the table has the answers to what is chosen."""
        return self._query.is_fresh and self._question == self._query.question

    def _show_report(self, report: StudyReport) -> None:
        columns = study_columns(report.question, report.results, self._context.cards)
        self.model.show_study(columns, report.results)
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.table.fit_columns()
        summary = summary_of(report)
        self.message.setText(_message(report, summary))
        self.played.setText(_most_played(summary))
        self.table.setFocus()
        self.answered.emit()

    def _on_save_clicked(self) -> None:
        folder = Path(self._context.folder) / "study.csv"
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the table", str(folder), "Table (*.csv)"
        )
        if chosen:
            self.save_to(Path(chosen))

    def save_to(self, path: Path) -> None:
        """Write the table that is shown, in the background."""
        report = self._query.answer
        if report is None:
            return
        task = Task(partial(_write_table, path, report))
        task.succeeded.connect(self._on_saved)
        task.failed.connect(self._on_save_failed)
        self._context.tasks.start(task)

    def _on_saved(self, path: Path) -> None:
        self.message.setText(f"Saved as {path.name}.")
        self.saved.emit([path])

    def _on_save_failed(self, error: Exception) -> None:
        self.message.setText(error.text if isinstance(error, AppError) else "It was not saved.")

    @override
    def done(self, result: int) -> None:
        self._query.withdraw()
        super().done(result)


def _write_table(path: Path, report: StudyReport, _: Progress) -> Path:
    write_file(path, study_csv(report.question, report.results).encode(), waits=False)
    return path


def _message(report: StudyReport, summary: StudySummary) -> str:
    """Return what came of a study, in a sentence or two."""
    legal = "" if summary.legal is None else f", {summary.legal} legal"
    text = f"{count_of(summary.decks, 'deck')}{legal}."
    if report.reused:
        text += f" {count_of(report.reused, 'answer')} known from before."
    if report.failed:
        text += f" {count_of(len(report.failed), 'deck')} without an answer: tool tips say why."
    return text


def _most_played(summary: StudySummary) -> str:
    kinds = (("agendas", summary.agendas), ("cards", summary.cards))
    listed = (
        f"Most played {kind}: "
        + ", ".join(f"{each.card.name} ({each.decks})" for each in played[:_LISTED])
        + "."
        for kind, played in kinds
        if played
    )
    return " ".join(listed)
