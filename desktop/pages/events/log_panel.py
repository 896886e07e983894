"""The Log tab: every operation in plain words, and taking back the last one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QWidget

from desktop.session.event_session import EventSession, OpenEvent
from desktop.style.fonts import space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.event_log import kind_of

if TYPE_CHECKING:
    from library.stored_event import TakenBack


@dataclass(frozen=True, slots=True)
class LogLine:
    """An operation, or that one was taken back: `taken_back` counts these from 1."""

    number: int
    at: datetime
    who: str
    words: str
    taken_back: int = 0

    @property
    def time(self) -> str:
        return f"{self.at.astimezone():%Y-%m-%d %H:%M:%S}"


COLUMNS: tuple[Column[LogLine], ...] = (
    Column(title="No.", text=lambda each: str(each.number), width=6, alignment=RIGHT, faint=True),
    Column(title="When", text=lambda each: each.time, width=22, faint=True),
    Column(title="Who", text=lambda each: each.who, width=14, faint=True),
    Column(title="What was done", text=lambda each: each.words, width=30, share=1),
)


class LogPanel(QWidget):
    """The log of the event on screen."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = ColumnsModel(COLUMNS, self, key=lambda each: (each.number, each.taken_back))
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
        self.model.update_rows(log_lines(event))
        self.table.fit_columns()
        self.undo.setEnabled(len(event.log) > 1)


def log_lines(event: OpenEvent) -> list[LogLine]:
    """Return what was done in an event and what was taken back, the last first."""
    done = [
        ((number, True), LogLine(number, each.at, each.by, event.words(number - 1)))
        for number, each in enumerate(event.log, start=1)
    ]
    # What has the number of an operation now was done after that was taken back, and what was
    # taken back follows in its order. Clocks say less: operations have whole seconds.
    numbers = [each.number for each in event.taken_back]
    before = [*accumulate(reversed(numbers), min)][::-1]
    taken = [
        ((least, False), LogLine(each.number, each.at, each.by, _taken_back_words(each), place))
        for place, (least, each) in enumerate(zip(before, event.taken_back, strict=True), start=1)
    ]
    return [line for _, line in sorted([*taken, *done], key=itemgetter(0))][::-1]


def _taken_back_words(taken: TakenBack) -> str:
    """Return what was taken back; its players and tables may no longer be there."""
    by = f", by {taken.operation.by}" if taken.operation.by else ""
    return f"Taken back: {kind_of(taken.operation).replace('-', ' ')}{by}."
