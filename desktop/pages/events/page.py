"""The Events page: all events, or the one that is open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from carddb.errors import AppError
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_rule_links import link_rules
from desktop.pages.events.event_rules import EventRules
from desktop.pages.events.event_view import EventView
from desktop.pages.events.events_list import EventsList
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession, new_seed
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import space
from desktop.widgets.layouts import column
from desktop.widgets.message_bar import MessageBar
from events.event_values import EventSettings
from library.stored_event import StoredEvent


class EventsPage(QWidget):
    """A list and the view of one event, with what was done or could not be above both.

    Signals:
        said: something was done (a sentence for the status bar).
        rule_requested: a rule is to be opened on the Rules page (its id).
    """

    said = Signal(str)
    rule_requested = Signal(str)

    def __init__(
        self,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        settings: Settings,
        today: Callable[[], date],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._settings = tasks, settings
        self._today = today
        self.context: DialogContext | None = None
        self.session = EventSession(library_worker, tasks, self, who=lambda: settings.organizer)
        self.timer = RoundTimer(self.session, settings, self)
        self.message_bar = MessageBar(self)
        self.stack = QStackedWidget(self)
        self.list = EventsList(self.session, today, self.stack)
        self.view = EventView(self.session, self.timer, settings, library_worker, tasks, self.stack)
        for each in (self.list, self.view):
            self.stack.addWidget(each)
        gap = space(self, 3)
        parts = (self.message_bar, (self.stack, 1))
        column(*parts, parent=self, margin=gap, spacing=space(self, 2))
        self.rules = EventRules(self.session, self)
        self.rules.rule_requested.connect(self.rule_requested)
        link_rules(self.rules, self.view)
        self.list.new_requested.connect(self.new)
        self.list.deleted.connect(self._on_deleted)
        self.view.left.connect(self._on_left)
        self.session.events_changed.connect(self._restore)
        self.session.opened.connect(self._on_opened)
        self.session.done.connect(self._on_done)
        self.session.remarked.connect(self.message_bar.show_remark)
        self.session.noticed.connect(self.said)
        self.session.failed.connect(self._on_failed)

    def receive_cards(self, cards: LoadedCards) -> None:
        """Set the cards that deck lists are made of."""
        self.context = DialogContext(cards, self._tasks, self._today(), self._settings.last_folder)
        self.session.pools = cards.pools
        self.view.receive_context(self.context)

    def stop(self) -> None:
        """Serve no phones, show no projector, watch nothing any more: the window closes."""
        self.session.watch.stop()
        self.view.phones.close_server()
        self.view.close_projector()

    def begin(self) -> None:
        """Read the list of events again: the page is shown."""
        self.session.reload()

    def new(self) -> EventDialog | None:
        """Open the dialog for a new event; then begin and open it."""
        if self.context is None:
            return None
        before = EventSettings(
            name="", day=self._today(), seed=new_seed(), edition=self._settings.edition
        )
        dialog = EventDialog(before, self.context.cards, self)
        dialog.accepted.connect(lambda: self.session.create(dialog.settings))
        dialog.open()
        return dialog

    def _restore(self) -> None:
        """Open the event that was open at the end, and show phones what they were shown."""
        self.session.events_changed.disconnect(self._restore)
        known = {each.id for each in self.session.events}
        if self._settings.open_event in known and self.session.current is None:
            self.session.open(self._settings.open_event)
        if self._settings.phones_event in known:
            self.view.phones.serve(self._settings.phones_event)

    def _on_opened(self) -> None:
        self.message_bar.hide()
        current = self.session.current
        self._settings.open_event = current.id if current else ""
        if current is None:
            self._show_list()
            return
        self.stack.setCurrentWidget(self.view)
        self.view.show_event()

    def _on_left(self) -> None:
        """Show all events; the one that was on screen goes on for phones, projector and clock."""
        self.message_bar.hide()
        self._settings.open_event = ""
        self._show_list()
        self.session.reload()

    def _show_list(self) -> None:
        self.stack.setCurrentWidget(self.list)
        self.list.table.setFocus()

    def _on_done(self, words: str) -> None:
        if not self.session.refused:
            self.message_bar.hide()
        self.said.emit(words)

    def _on_deleted(self, event: StoredEvent) -> None:
        self.message_bar.show_message(
            f"“{event.name}” is in the bin.", lambda: self.session.bring_back(event.id)
        )

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.message_bar.show_failure(error.text)
