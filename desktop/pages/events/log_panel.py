"""The Log tab: every operation in plain words, and taking back the last one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.files import write_file
from desktop.session.event_session import EventSession
from desktop.style.fonts import space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.event_log import written_log


@dataclass(frozen=True, slots=True)
class LogLine:
    """An operation: its number, when it was done, and what it did."""

    number: int
    at: datetime
    words: str

    @property
    def time(self) -> str:
        """When it was done, in the time of this place."""
        return f"{self.at.astimezone():%Y-%m-%d %H:%M:%S}"


COLUMNS: tuple[Column[LogLine], ...] = (
    Column(title="No.", text=lambda each: str(each.number), width=6, alignment=RIGHT, faint=True),
    Column(title="When", text=lambda each: each.time, width=22, faint=True),
    Column(title="What was done", text=lambda each: each.words, width=30, share=1),
)


class EventLogModel(ColumnsModel[LogLine]):
    """The operations, the last one first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: LogLine) -> int:
        return row.number


class LogPanel(QWidget):
    """The log of the event on screen."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = EventLogModel(self)
        self.table = RowsTable(self.model, "Log", self)
        self.undo = QPushButton("Undo the &last", self)
        self.save_log = QPushButton("Save the l&og…", self)
        gap = space(self, 2)
        foot = row(self.undo, self.save_log, None, spacing=gap)
        column((self.table, 1), foot, parent=self, margin=gap, spacing=gap)
        self.undo.clicked.connect(session.undo)
        self.save_log.clicked.connect(self._on_save_clicked)

    def show_state(self) -> None:
        """Show the log of the event on screen."""
        event = self._session.current
        if event is None:
            return
        rows = [
            LogLine(number, event.log[number - 1].at, event.words(number - 1))
            for number in range(len(event.log), 0, -1)
        ]
        self.model.update_rows(rows)
        self.table.fit_columns()
        self.undo.setEnabled(len(event.log) > 1)

    def save(self, file: Path) -> None:
        """Write the log as JSON."""
        event = self._session.current
        if event is None:
            return
        try:
            write_file(file, written_log(event.log).encode("utf-8"))
        except AppError as error:
            self._session.failed.emit(error)
        else:
            self._session.done.emit(f"The log is in {file.name}.")

    def _on_save_clicked(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the log of the event", "event.json", "Logs of events (*.json)"
        )
        if chosen:
            self.save(Path(chosen))
