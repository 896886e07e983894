"""The event that is open: its name and next step above, its tabs below."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QTabWidget, QWidget

from app.event_commands import Wanted
from app.event_steps import STEPS, StepKind, next_step
from app.event_words import facts_of, results_in, stage_of
from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.events.bracket_panel import BracketPanel
from desktop.pages.events.clock_panel import ClockPanel
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_panel import EventPanel, LogPanel, SideLayout
from desktop.pages.events.event_printing import EventPrinting
from desktop.pages.events.operation_menu import FieldsDialog
from desktop.pages.events.phone_panel import PhonePanel
from desktop.pages.events.phones_switch import PhonesSwitch
from desktop.pages.events.players_panel import PlayersPanel
from desktop.pages.events.projector_window import ProjectorWindow
from desktop.pages.events.round_panel import RoundPanel
from desktop.pages.events.standings_panel import StandingsPanel
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, sized, space
from desktop.widgets.buttons import push_button
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import (
    Item,
    OneLine,
    column,
    give_way,
    label,
    row,
    slim_bar,
    splitter,
    tab_order,
    tip,
)
from desktop.widgets.menus import Menu
from events import operations as ops
from events.chance import new_seed
from events.clock_reading import clock_round
from events.deck_lists import lists_judged_again
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventSettings

PLAYERS, ROUND, STANDINGS, BRACKET, LOG = range(5)
# The tab that shows what a step has done.
_TABS = {
    StepKind.START: ROUND,
    StepKind.PAIR: ROUND,
    StepKind.CUT: BRACKET,
    StepKind.DRAW: BRACKET,
    StepKind.FINISH: STANDINGS,
}
# What takes longer shows that it is under way.
SLOW_MS = 400


class EventView(QWidget):
    """Shows the session's event; only the tab on screen is kept up to date."""

    def __init__(
        self,
        session: EventSession,
        timer: RoundTimer,
        settings: Settings,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._timer = session, timer
        self._projector: ProjectorWindow | None = None
        self._context: DialogContext | None = None
        # What the line above follows from: settings, plan and players.
        self._announced: tuple[object, ...] = ()
        self.back = push_button(
            "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", self, "All events", name="All events"
        )
        self.name = OneLine("", self)
        self.name.setFont(sized(self.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.name.setForegroundRole(QPalette.ColorRole.WindowText)
        # As wide as it is, and narrower where there is no room.
        policy = QSizePolicy.Policy.Preferred
        self.name.setSizePolicy(policy, policy)
        self.name.setMinimumWidth(space(self, 8))
        self.facts = OneLine("", self)
        self.undo = push_button("&Undo", self, clicked=session.undo)
        self.print = push_button("&Print", self)
        self.phones = PhonesSwitch(session, timer, settings, self)
        self.printing = EventPrinting(session, tasks, self.phones.address_here, self)
        self.print.setMenu(self.printing.menu)
        menu = Menu("More", self)
        self.settings = menu.addAction("&Settings…", self.change_settings)
        menu.addMenu(self.printing.exports)
        self.more = push_button("…", self, "Settings and exports", name="More")
        self.more.setMenu(menu)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("page")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.stage = OneLine("", self)
        self.projector = push_button(
            "P&rojector", self, "Clock, pairings by name and standings in a window of their own",
            self.show_projector,
        )  # fmt: skip
        self.clock = ClockPanel(timer, self)
        self.sent = PhonePanel(session, timer, self)
        self.results = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.results_bar = slim_bar("Results that are in", self, kind="done")
        self.next = push_button("", self, clicked=self.take_next_step, kind="primary")
        self.why_not = label(size=Size.SMALL, faint=True, wraps=True)
        give_way(self.why_not)
        self.drawing = QProgressBar(self, minimum=0, maximum=0)
        self.drawing.setAccessibleName("A round is drawn, a paper made, or a change written")
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self.stop = push_button("Stop", self)
        self.players = PlayersPanel(session, library_worker, tasks, self.tabs)
        self.round = RoundPanel(session, self.clock, timer, self.tabs)
        self.standings = StandingsPanel(session, tasks, self.tabs)
        self.bracket = BracketPanel(session, self.tabs)
        self.log = LogPanel(session, self.tabs)
        self._panels: tuple[EventPanel, ...] = (
            self.players,
            self.round,
            self.standings,
            self.bracket,
            self.log,
        )
        self._lay_out()
        self._connect()
        self._show_busy()

    def receive_context(self, context: DialogContext) -> None:
        """Set the cards that dialogs work with."""
        self._context = context
        self.players.receive_context(context)
        self.printing.pools = context.cards.pools
        self.phones.judges = context.cards.judges
        self._show_state()

    def show_event(self) -> None:
        """Show another event, on the tab where there is something to do."""
        state = self._session.state
        if state is None:
            return
        at = {
            EventStage.REGISTRATION: PLAYERS,
            EventStage.SWISS: ROUND,
            EventStage.ELIMINATION: BRACKET,
            EventStage.FINISHED: STANDINGS,
        }
        self.round.begin_event()
        self.bracket.field.clear()
        self.tabs.setCurrentIndex(at[state.stage])
        self._show_state()
        field = {PLAYERS: self.players.name, ROUND: self.round.field, BRACKET: self.bracket.field}
        field.get(self.tabs.currentIndex(), self.tabs.tabBar()).setFocus()

    def show_projector(self) -> ProjectorWindow:
        """Open the window for a projector, on another screen if there is one."""
        if self._projector is None:
            self._projector = ProjectorWindow(
                self._session, self._timer, self.window(), self.phones.address_here
            )
        self._projector.show_on_other_screen()
        return self._projector

    def close_projector(self) -> None:
        if self._projector is not None:
            self._projector.close()

    def _lay_out(self) -> None:
        titles = ("Players", "Round", "Standings", "Bracket", "Log")
        for panel, title in zip(self._panels, titles, strict=True):
            self.tabs.addTab(panel, title)
            panel.side.hide()
        gap = space(self, 2)
        left, side = QWidget(self), QWidget(self)
        buttons = (self.undo, self.print, self.phones, self.more)
        head = row(
            self.back, self.name, (self.facts, 1), *buttons,
            margin=(gap, gap, gap, gap), spacing=gap,
        )  # fmt: skip
        column(head, (self.tabs, 1), parent=left, margin=0, spacing=0)
        stage = row((self.stage, 1), self.projector, spacing=gap)
        self.stage.setMinimumHeight(space(self, 8))
        self.in_round = QWidget(side)
        entered = row(self.results, (label("results in", faint=True), 1), spacing=gap)
        column(
            self.clock, 3 * gap, entered, gap // 2, self.results_bar,
            parent=self.in_round, margin=0, spacing=0,
        )  # fmt: skip
        busy = row((self.drawing, 1), self.stop, spacing=gap)
        self.next.setMinimumHeight(space(self, 9))
        parts: tuple[Item, ...] = (
            stage,
            self.in_round,
            self.sent,
            self.next,
            self.why_not,
            busy,
            gap,
            *((panel.side, 1) for panel in self._panels),
        )
        margin = (2 * gap, gap, 2 * gap, gap)
        SideLayout(side, column(*parts, margin=margin, spacing=gap))
        aside = scrolled(side, self)
        aside.setMinimumWidth(space(self, 58))
        left.setMinimumWidth(space(self, 96))
        whole = splitter(left, aside, parent=self, sizes=(227, 77), stretch=(3, 1), gap=1)
        column(whole, parent=self, margin=0)
        clock = self.clock
        at_head = (self.back, self.undo, self.print)
        phones = (self.phones.address, self.phones.box, self.more)
        beside = (self.projector, clock.toggle, clock.extend, clock.reset, self.next, self.stop)
        tab_order(*at_head, *phones, *beside, self.tabs.tabBar())

    def _connect(self) -> None:
        session = self._session
        self.stop.clicked.connect(session.cancel_drawing)
        self.stop.clicked.connect(self.printing.stop)
        self.tabs.currentChanged.connect(self._show_tab)
        session.changed.connect(self._show_state)
        session.busy_changed.connect(self._on_busy_changed)
        session.drawing_changed.connect(self._enable_next)
        self.printing.running_changed.connect(self._on_busy_changed)
        self._slow.timeout.connect(self._show_busy)
        self.sent.table_wanted.connect(self.enter_by_hand)
        self.phones.links_wanted.connect(self.printing.choose_links_file)
        self.players.link_wanted.connect(self.phones.show_link)

    def enter_by_hand(self, table: int) -> None:
        """Begin the result of a table in the field of the round that is played."""
        state = self._session.state
        tab = BRACKET if state is not None and state.elimination else ROUND
        self.tabs.setCurrentIndex(tab)
        field = self.bracket.field if tab == BRACKET else self.round.field
        field.setText(str(table))
        field.setFocus()

    def _show_state(self) -> None:
        self._show_head()
        self._show_tab()
        if self._session.notes.secret is not None:
            self.sent.show_state()

    def _show_head(self) -> None:
        event, state = self._session.current, self._session.state
        if event is None or state is None:
            return
        announced = (state.settings, state.plan, len(state.active))
        if announced != self._announced:
            self._announced = announced
            self.name.setText(shortened(state.settings.name))
            self.facts.setText(facts_of(state))
        self.stage.setText(stage_of(state))
        step = next_step(state)
        self.next.setText(step.text.replace("&", "&&"))
        self.next.setVisible(step.kind is not StepKind.NOTHING)
        self.next.setToolTip(tip(step.why_not))
        self.why_not.setText(step.why_not)
        self.why_not.setVisible(bool(step.why_not))
        self._enable_next()
        timed = clock_round(state) != 0
        self.in_round.setVisible(timed)
        self.projector.setVisible(timed)
        entered, games = results_in(state)
        self.results.setText(f"{entered} of {games}")
        self.results_bar.setMaximum(max(1, games))
        self.results_bar.setValue(entered)
        last = event.last_words
        self.undo.setEnabled(len(event.log) > 1)
        self.undo.setToolTip(tip(f"Undo: {last}"))
        self.undo.setAccessibleDescription(f"Undo: {last}")
        open_ = state.stage is EventStage.REGISTRATION and self._context is not None
        self.settings.setEnabled(open_)

    def _on_busy_changed(self) -> None:
        """Show after a moment that something takes its time, and what can be stopped."""
        if not (self._session.busy or self.printing.running):
            self._slow.stop()
            self._show_busy()
        elif not self._slow.isActive() and self.drawing.isHidden():
            self._slow.start()

    def _enable_next(self) -> None:
        self.next.setEnabled(not self._session.drawing and not self.why_not.text())

    def _show_busy(self) -> None:
        stops = self._session.drawing or self.printing.running
        self.drawing.setVisible(stops or self._session.busy)
        self.stop.setVisible(stops)

    def _show_tab(self) -> None:
        if (state := self._session.state) is not None:
            shown = self._panels[self.tabs.currentIndex()]
            for panel in self._panels:
                panel.side.setVisible(panel is shown)
            shown.show_event(state)

    def change_settings(self) -> None:
        """Open the dialog of what was announced."""
        state, context = self._session.state, self._context
        if state is None or context is None:
            return
        dialog = EventDialog(state.settings, context.cards, self)
        dialog.accepted.connect(lambda: self._on_settings(dialog.settings, context))
        dialog.open()

    def _on_settings(self, settings: EventSettings, context: DialogContext) -> None:
        """Announce other settings; lists that were handed in are judged by them."""
        judges = context.cards.judges
        pools = {edition: judge.pool for edition, judge in judges.items()}

        def wanted(state: EventState) -> list[Wanted]:
            judge = judges[settings.edition]
            return [
                (ops.SettingsChanged, {"settings": settings}),
                *(
                    (ops.DeckHandedIn, {"player": player, "deck": deck})
                    for player, deck in lists_judged_again(state, settings, pools, judge)
                ),
            ]

        self._session.do_all(wanted)

    def take_next_step(self) -> None:
        """Do what the event needs next, or ask before it."""
        state = self._session.state
        if state is None:
            return
        step = next_step(state)
        if step.why_not:
            self._session.failed.emit(AppError(step.why_not))
            return
        row, tab = STEPS[step.kind], _TABS[step.kind]
        if row.is_drawn:
            seed = new_seed()
            self.tabs.setCurrentIndex(tab)
            self._session.draw(lambda now: row.wanted(now, seed))
            return

        def show() -> None:
            self.tabs.setCurrentIndex(tab)
            if tab == BRACKET:
                self.bracket.field.setFocus()

        def do() -> None:
            self._session.do_all(lambda now: [row.wanted(now, 0)], show)

        if row.question is None:
            do()
            return
        try:
            FieldsDialog(row.title, row.button, row.question(state), self).ask(do)
        except AppError as error:
            self._session.failed.emit(error)
