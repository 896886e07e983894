"""All events in a table, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from typing_extensions import override

from desktop.pages.events.event_words import KIND_WORDS, day_words
from desktop.session.event_session import EventSession
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.event_terms import EventStage
from library.stored_event import StoredEvent

IMPORTS = "Events and lists of players (*.json *.csv *.tsv *.txt);;All files (*)"
NO_EVENTS = "No events yet. “New event…” creates one."


def standing_of(event: StoredEvent) -> str:
    """Return how far an event has come."""
    if event.finished:
        return "Finished"
    if event.stage is EventStage.ELIMINATION:
        return "Elimination"
    return f"Round {event.round}" if event.round else "Registration"


COLUMNS: tuple[Column[StoredEvent], ...] = (
    Column(title="Event", text=lambda each: each.name, width=18, share=1),
    Column(title="Day", text=lambda each: day_words(each.day), width=13),
    Column(title="Kind", text=lambda each: KIND_WORDS[each.kind], width=22),
    Column(title="Edition", text=lambda each: each.edition.label, width=18, faint=True),
    Column(title="Players", text=lambda each: str(each.players), width=9, alignment=RIGHT),
    Column(title="Status", text=standing_of, width=16),
)


class EventsModel(ColumnsModel[StoredEvent]):
    """The events of the library."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: StoredEvent) -> str:
        return row.id


class EventsTable(RowsTable[StoredEvent]):
    """The events; Enter or a double click opens one.

    Signals:
        chosen: an event is to be opened (its id).
    """

    chosen = Signal(str)

    def __init__(self, model: EventsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Events", parent)
        self.doubleClicked.connect(self._on_double_clicked)

    def open_selected(self) -> None:
        """Open the event that is selected."""
        for event in self.selected()[:1]:
            self.chosen.emit(event.id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.open_selected()
        else:
            super().keyPressEvent(event)

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self.model().rows[index.row()].id)  # type: ignore[attr-defined] # ours


class EventsList(QWidget):
    """The first thing on the Events page.

    Signals:
        new_requested: the dialog for a new event is wanted.
        deleted: an event went into the bin (it, as it was).
    """

    new_requested = Signal()
    deleted = Signal(object)

    def __init__(
        self, session: EventSession, today: Callable[[], date], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._today = session, today
        self.model = EventsModel(self)
        self.table = EventsTable(self.model, self)
        self.table.empty_text = "Opening the library…"
        self.new = QPushButton("&New event…", self)
        self.open = QPushButton("&Open", self)
        self.delete = QPushButton("De&lete", self)
        self.import_ = QPushButton("&Import…", self)
        self.count = label(size=Size.SMALL, faint=True)
        gap = space(self, 2)
        top = row(self.new, self.import_, None, self.count, spacing=gap)
        foot = row(self.open, self.delete, None, spacing=gap)
        column(top, (self.table, 1), foot, parent=self, margin=0, spacing=gap)
        self.new.clicked.connect(self.new_requested)
        self.open.clicked.connect(self.table.open_selected)
        self.delete.clicked.connect(self._on_delete_clicked)
        self.import_.setToolTip(
            "Our event or log, NRTM (Cobra), TourneyGrounds, or a list of players"
        )
        self.import_.clicked.connect(self._on_import_clicked)
        FileDropFilter(self).files_dropped.connect(
            lambda paths: session.import_file(paths[0], today())
        )
        self.table.chosen.connect(session.open)
        self.table.selectionModel().selectionChanged.connect(self._update)
        session.events_changed.connect(self.show_events)
        self._update()

    def show_events(self) -> None:
        """Show what the session has read."""
        events = self._session.events
        self.table.empty_text = NO_EVENTS
        self.model.update_rows(events)
        if not self.table.selected() and events:
            self.table.select([events[0].id])
        self.table.fit_columns()
        self.table.viewport().update()
        self.count.setText(f"{len(events)} event{'s' * (len(events) != 1)}")
        self._update()

    def _update(self) -> None:
        chosen = len(self.table.selected())
        self.open.setEnabled(chosen == 1)
        self.delete.setEnabled(chosen > 0)
        self.new.setEnabled(self._session.loaded)
        self.import_.setEnabled(self._session.loaded)

    def _on_delete_clicked(self) -> None:
        for event in self.table.selected():
            self._session.delete(event.id)
            self.deleted.emit(event)

    def _on_import_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, "Import an event", "", IMPORTS)
        if chosen:
            self._session.import_file(Path(chosen), self._today())
