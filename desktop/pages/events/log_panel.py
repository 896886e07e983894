"""The Log tab: every operation in plain words, and taking back the last one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from desktop.session.event_session import EventSession
from desktop.style.fonts import space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable


@dataclass(frozen=True, slots=True)
class LogLine:
    """An operation: its number, when and by whom it was done, and what it did."""

    number: int
    at: datetime
    who: str
    words: str

    @property
    def time(self) -> str:
        """When it was done, in the time of this place."""
        return f"{self.at.astimezone():%Y-%m-%d %H:%M:%S}"


COLUMNS: tuple[Column[LogLine], ...] = (
    Column(title="No.", text=lambda each: str(each.number), width=6, alignment=RIGHT, faint=True),
    Column(title="When", text=lambda each: each.time, width=22, faint=True),
    Column(title="Who", text=lambda each: each.who, width=14, faint=True),
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
        gap = space(self, 2)
        foot = row(self.undo, None, spacing=gap)
        column((self.table, 1), foot, parent=self, margin=gap, spacing=gap)
        self.undo.clicked.connect(session.undo)

    def show_state(self) -> None:
        """Show the log of the event on screen."""
        event = self._session.current
        if event is None:
            return
        rows = [
            LogLine(number, done.at, done.by, event.words(number - 1))
            for number, done in reversed([*enumerate(event.log, start=1)])
        ]
        self.model.update_rows(rows)
        self.table.fit_columns()
        self.undo.setEnabled(len(event.log) > 1)
