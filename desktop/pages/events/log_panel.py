"""The Log tab: every operation in plain words."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.event_tables import LOG, log_lines
from desktop.pages.events.event_panel import EventPanel, columns_of
from desktop.session.event_session import EventSession
from desktop.widgets.layouts import column
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import RowsTable


class LogPanel(EventPanel):
    """The log of the event on screen."""

    def __init__(self, session: EventSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.model = ColumnsModel(columns_of(LOG), key=lambda each: (each.number, each.taken_back))
        self.table = RowsTable(self.model, "Log", self)
        column(self.table, parent=self, margin=0)

    @override
    def show_state(self) -> None:
        event = self._session.current
        if event is None:
            return
        self.model.update_rows(log_lines(event))
