"""The Events page: all events, or the one that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QStackedWidget, QTabWidget, QToolTip, QWidget
from typing_extensions import override

from app.event_tables import EVENTS
from core.errors import AppError
from core.text_format import count_of
from desktop.dialogs.simple_dialogs import ConfirmDialog, DialogContext
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_panel import columns_of
from desktop.pages.events.event_view import EventView
from desktop.pages.events.operation_menu import OperationMenu
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.layouts import column, row
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.menus import Menu
from desktop.widgets.message_bar import MessageBar
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import RowsTable
from desktop.widgets.rule_button import rule_tip
from desktop.widgets.rule_view import RuleWindow
from desktop.widgets.segments import Segments
from events.chance import new_seed
from events.event_values import EventSettings
from library.stored_event import StoredEvent
from rulebook.entry import Entry
from rulebook.entry_text import two_lines
from rulebook.rule_book import rule_book

if TYPE_CHECKING:
    from desktop.pages.events.season_panel import SeasonPanel

_FIRST_VERSION = "1.0.1"
_LATER = ".2-2"  # how the entries of the later versions end, where these differ
RESULTS = (
    "regulation.points",
    "regulation.modified-win",
    "regulation.draw",
    "regulation.intentional-draw",
    "regulation.double-loss",
    "regulation.concession",
    "regulation.time-called",
)


class EventRules(QObject):
    """Has buttons and menus of an event tell their regulation, of the event's version.

    Signals:
        rule_requested: a rule is to be opened on the Rules page (its id).
    """

    rule_requested = Signal(str)

    def __init__(self, session: EventSession, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self._names: dict[QObject, str] = {}
        self.window: RuleWindow | None = None

    def explain(self, names: Mapping[QWidget, str]) -> None:
        """Have widgets tell their rules: two lines by hover and focus, "Rule" in a menu."""
        for widget, name in names.items():
            self._names[widget] = name
            widget.installEventFilter(self)

    def explain_menu(self, menu: OperationMenu, *others: str) -> None:
        """Have entries of a menu tell their rules, and list these and others below "Rules"."""
        names = menu.rules
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        rules = menu.addMenu("&Rules")
        rules.setToolTipsVisible(True)
        self.list_in(rules, *dict.fromkeys((*names.values(), *others)))

        def tell() -> None:
            for action, name in names.items():
                why_not = f"<p>{action.statusTip()}</p>" if action.statusTip() else ""
                action.setToolTip(why_not + rule_tip(self.entry(name)))

        menu.aboutToShow.connect(tell)

    def list_in(self, menu: QMenu, *names: str) -> None:
        """Have a menu list rules."""

        def tell() -> None:
            menu.clear()
            for name in names:
                entry = self.entry(name)
                title = entry.title.replace("&", "&&")
                menu.addAction(title, partial(self.open_rule, name)).setToolTip(rule_tip(entry))

        menu.aboutToShow.connect(tell)
        tell()

    def entry(self, name: str) -> Entry:
        """Return an entry as the version of the event has it."""
        state, book = self._session.state, rule_book()
        later = state is not None and state.regulations.version != _FIRST_VERSION
        return book.entry(f"{name}{_LATER}" if later and f"{name}{_LATER}" in book else name)

    def open_rule(self, name: str) -> RuleWindow:
        """Open a rule in a window of its own."""
        if self.window is None:
            self.window = RuleWindow(self._owner.window())
            self.window.page_requested.connect(self.rule_requested)
        self.window.show_rule(self.entry(name).id)
        return self.window

    def _open_menu(self, widget: QWidget, name: str, at: QPoint) -> None:
        menu = Menu(parent=widget)
        menu.setAccessibleName("Rule")
        menu.aboutToHide.connect(menu.deleteLater)
        title = self.entry(name).title.replace("&", "&&")
        menu.addAction(f"&Rule: {title}", partial(self.open_rule, name))
        menu.popup(at)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        name = self._names.get(watched)
        if name is None or not isinstance(watched, QWidget):
            return False
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            own = f"<p>{watched.toolTip()}</p>" if watched.toolTip() else ""
            QToolTip.showText(event.globalPos(), own + rule_tip(self.entry(name)), watched)
            return True
        if event.type() is QEvent.Type.FocusIn:
            watched.setAccessibleDescription(two_lines(self.entry(name)))
        elif isinstance(event, QContextMenuEvent):
            self._open_menu(watched, name, event.globalPos())
            return True
        return False


IMPORTS = "Events and lists of players (*.json *.csv *.tsv *.txt);;All files (*)"
_EVENTS, _BIN = "Events", "Bin"
NO_EVENTS = "No events yet. “New event…” creates one."


class EventsList(QWidget):
    """The first thing on the Events page: all events or the bin, and the season of some.

    Signals:
        deleted: events went into the bin (a list of StoredEvent).
    """

    deleted = Signal(list)

    def __init__(
        self,
        session: EventSession,
        tasks: TaskRunner,
        today: Callable[[], date],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._today = session, tasks, today
        self.model = ColumnsModel(columns_of(EVENTS, inset=True), key=lambda each: each.id)
        self.table = RowsTable(self.model, "Events", self)
        self.table.setObjectName("inset")
        self.table.open_rows()
        self.table.empty_text = "Opening the library…"
        self.new = push_button("&New event…", self, kind="primary")
        self.open = push_button("&Open", self, clicked=self.open_selected)
        self.delete = push_button("De&lete", self, clicked=self._on_delete_clicked)
        files = "Our event or log, NRTM (Cobra), TourneyGrounds, or a list of players"
        self.import_ = push_button("&Import…", self, files, self._on_import_clicked)
        self.back = push_button("&Bring back", self, clicked=self._on_back_clicked)
        self.empty = push_button("Em&pty the bin…", self, clicked=self._on_empty_clicked)
        choices = [(each, each) for each in (_EVENTS, _BIN)]
        self.shown: Segments[str] = Segments("Events that are shown", choices, _EVENTS, self)
        gap = space(self, 2)
        top = row(
            self.shown, None, self.open, self.delete, self.back, self.empty, self.import_,
            self.new, margin=(2 * gap, gap, 2 * gap, gap), spacing=gap,
        )  # fmt: skip
        events = QWidget(self)
        column(top, (self.table, 1), parent=events, margin=0, spacing=0)
        self.season: LazyTab[SeasonPanel] = LazyTab(self._new_season_panel, self)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("page")
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Events and season")
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(events, "Events")
        at = self.tabs.addTab(self.season, "Season")
        words = "Players over several events: the selected ones, else all that are finished"
        self.tabs.setTabToolTip(at, words)
        column(self.tabs, parent=self, margin=0)
        FileDropFilter(self).files_dropped.connect(
            lambda paths: session.import_file(paths[0], today())
        )
        self.table.opened.connect(self._open)
        self.shown.chosen.connect(self.show_events)
        self.table.selectionModel().selectionChanged.connect(self._update)
        session.events_changed.connect(self.show_events)
        self.tabs.currentChanged.connect(self.show_season)
        self._update()

    def _new_season_panel(self, parent: QWidget) -> SeasonPanel:
        from desktop.pages.events.season_panel import SeasonPanel  # noqa: PLC0415 - when asked for

        return SeasonPanel(self._tasks, parent)

    @property
    def in_bin(self) -> bool:
        """Whether the bin is shown."""
        return self.shown.value == _BIN

    def show_events(self) -> None:
        """Show what the session has read; it reads again before the list is shown."""
        if not self.isVisible():
            return
        lists = {_EVENTS: self._session.events, _BIN: self._session.binned}
        for words, each in lists.items():
            self.shown.parts[words].setText(f"{words} {len(each)}")
        events = lists[self.shown.value]
        self.table.empty_text = "The bin is empty." if self.in_bin else NO_EVENTS
        self.model.update_rows(events)
        if not self.table.selected() and events:
            self.table.select([events[0].id])
        self._update()
        self.show_season()

    def open_selected(self) -> None:
        for event in self.table.selected()[:1]:
            self._open(event)

    def _open(self, event: StoredEvent) -> None:
        if not self.in_bin:
            self._session.open(event.id)

    def _update(self) -> None:
        chosen = len(self.table.selected())
        for each in (self.open, self.delete, self.import_, self.new):
            each.setHidden(self.in_bin)
        for each in (self.back, self.empty):
            each.setVisible(self.in_bin)
        self.open.setEnabled(chosen == 1)
        self.delete.setEnabled(chosen > 0)
        self.back.setEnabled(chosen > 0)
        self.empty.setEnabled(bool(self._session.binned))
        self.new.setEnabled(self._session.loaded)
        self.import_.setEnabled(self._session.loaded)

    def _on_delete_clicked(self) -> None:
        events = self.table.selected()
        self._session.delete([each.id for each in events])
        self.deleted.emit(events)

    def _on_back_clicked(self) -> None:
        self._session.bring_back([each.id for each in self.table.selected()])

    def _on_empty_clicked(self) -> None:
        events = count_of(len(self._session.binned), "event")
        words = f"{events} will be deleted for good, with all results."
        dialog = ConfirmDialog("Empty the bin?", words, "Delete for good", self)
        dialog.confirmed.connect(self._session.empty_bin)
        dialog.open()

    def _season_events(self) -> list[StoredEvent]:
        """Return the selected events if they are several, else all that are finished."""
        selected = self.table.selected()
        if len(selected) > 1 and not self.in_bin:
            return selected
        return [each for each in self._session.events if each.finished]

    def show_season(self) -> None:
        """Read the events of the season and show it, if its tab is on screen."""
        if self.tabs.currentWidget() is self.season:
            ids = [each.id for each in self._season_events()]
            self._session.read_states(ids, self.season.load().show_events)

    def _on_import_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, "Import an event", "", IMPORTS)
        if chosen:
            self._session.import_file(Path(chosen), self._today())


def link_rules(rules: EventRules, view: EventView) -> None:
    """Have the buttons and menus of an event tell their regulations."""
    rules.explain(
        {
            view.next: "regulation.event",
            view.clock.toggle: "regulation.round-time",
            view.clock.extend: "regulation.round-time",
            view.round.at_time: "regulation.time-called",
            view.bracket.at_time: "regulation.elimination-time",
            view.players.late: "regulation.late-entry",
            view.players.folder: "regulation.deck-lists",
            view.players.deck.hand_in: "regulation.deck-lists",
            view.standings.rulings: "regulation.tiebreakers",
        }
    )
    rules.explain_menu(view.players.commands)
    rules.explain_menu(view.round.commands, *RESULTS)
    rules.list_in(view.round.results.rules, *RESULTS)


class EventsPage(QWidget):
    """A list and the view of one event, with what was done or could not be above both.

    Signals:
        said: something was done (a sentence for the toast).
    """

    said = Signal(str)

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
        self.list = EventsList(self.session, tasks, today, self.stack)
        self.view = EventView(self.session, self.timer, settings, library_worker, tasks, self.stack)
        for each in (self.list, self.view):
            self.stack.addWidget(each)
        column(self.message_bar, (self.stack, 1), parent=self, margin=0, spacing=0)
        self.rules = EventRules(self.session, self)
        link_rules(self.rules, self.view)
        self.list.new.clicked.connect(self.new)
        self.list.deleted.connect(self._on_deleted)
        # There is nothing to undo for events that are back, or gone.
        for button in (self.list.back, self.list.empty):
            button.clicked.connect(self.message_bar.toast.leave)
        self.view.back.clicked.connect(self._on_left)
        self.session.library_changed.connect(self._on_library_changed)
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

    def _on_library_changed(self) -> None:
        """Read the events again while they are shown, or phones show one that may be gone."""
        if self.list.isVisible() or self.view.phones.running:
            self.session.reload()

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
        self.list.shown.parts[_EVENTS].setChecked(True)
        self.list.table.setFocus()

    def _on_done(self, words: str) -> None:
        if not self.session.refused:
            self.message_bar.hide()
        self.said.emit(words)

    def _on_deleted(self, events: Sequence[StoredEvent]) -> None:
        ids = [each.id for each in events]
        one = f"“{events[0].name}” is" if len(ids) == 1 else f"{len(ids)} events are"
        self.message_bar.show_message(f"{one} in the bin.", lambda: self.session.bring_back(ids))

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.message_bar.show_failure(error.text)
