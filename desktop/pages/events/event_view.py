"""The event that is open: its name and next step above, its tabs below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QProgressBar, QPushButton, QTabWidget, QWidget

from app.event_commands import Wanted
from app.event_steps import STEPS, StepKind, next_step
from app.event_words import facts_of, stage_of
from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.events.bracket_panel import BracketPanel
from desktop.pages.events.clock_strip import ClockStrip
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_printing import EventPrinting
from desktop.pages.events.log_panel import LogPanel
from desktop.pages.events.operation_menu import FieldsDialog
from desktop.pages.events.phones_switch import PhonesSwitch
from desktop.pages.events.players_panel import PlayersPanel
from desktop.pages.events.projector_window import ProjectorWindow
from desktop.pages.events.round_panel import RoundPanel
from desktop.pages.events.standings_panel import StandingsPanel
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.round_timer import RoundTimer, clock_round
from desktop.style.fonts import Size, space
from desktop.widgets.layouts import OneLine, column, give_way, label, row, tip
from events import operations as ops
from events.chance import new_seed
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
    """Shows the session's event; only the tab on screen is kept up to date.

    Signals:
        left: the user wants all events again.
    """

    left = Signal()

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
        self.back = QPushButton("&All events", self)
        self.name = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.facts = OneLine("", self)
        self.stage = label()
        give_way(self.stage)
        self.next = QPushButton(self)
        self.drawing = QProgressBar(self, minimum=0, maximum=0)
        self.drawing.setAccessibleName("A round is drawn, a paper made, or a change written")
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self.drawing.setFixedWidth(space(self, 24))
        self.stop = QPushButton("Stop", self)
        self.undo = QPushButton("&Undo", self)
        self.settings = QPushButton("&Settings…", self)
        self.print = QPushButton("&Print…", self)
        self.printing = EventPrinting(session, tasks, self)
        self.print.setMenu(self.printing.menu)
        self.export = QPushButton("Export…", self)
        self.export.setMenu(self.printing.exports)
        self.phones = PhonesSwitch(session, timer, settings, self)
        self.clock = ClockStrip(timer, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.players = PlayersPanel(session, library_worker, tasks, self.tabs)
        self.round = RoundPanel(session, self.clock, timer, self.tabs)
        self.standings = StandingsPanel(session, tasks, self.tabs)
        self.bracket = BracketPanel(session, self.tabs)
        self.log = LogPanel(session, self.tabs)
        self._panels = (self.players, self.round, self.standings, self.bracket, self.log)
        self._lay_out()
        self._connect()
        self._show_busy()

    def receive_context(self, context: DialogContext) -> None:
        """Set the cards that dialogs work with."""
        self._context = context
        self.players.receive_context(context)
        self.printing.pools = context.cards.pools
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
        """Open the window for a projector, on another screen where there is one."""
        if self._projector is None:
            self._projector = ProjectorWindow(self._session, self._timer, self.window())
        self._projector.show_on_other_screen()
        return self._projector

    def close_projector(self) -> None:
        if self._projector is not None:
            self._projector.close()

    def _lay_out(self) -> None:
        for panel, title in zip(
            self._panels, ("Players", "Round", "Standings", "Bracket", "Log"), strict=True
        ):
            self.tabs.addTab(panel, title)
        gap = space(self, 2)
        buttons = (self.undo, self.settings, self.print, self.export)
        head = row(self.back, self.name, None, *buttons, spacing=gap)
        steps = row(self.next, self.drawing, self.stop, (self.stage, 1), self.phones, spacing=gap)
        parts = (head, self.facts, steps, self.clock, (self.tabs, 1))
        column(*parts, parent=self, margin=0, spacing=gap)
        order = (self.back, *buttons, self.next, self.stop)
        phones, clock = self.phones, self.clock
        rest = (phones.box, phones.address, clock.toggle, clock.reset, clock.extend)
        stops: list[QWidget] = [*order, *rest, clock.projector, self.tabs.tabBar()]
        for one, other in pairwise(stops):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        session = self._session
        self.back.clicked.connect(self.left)
        self.next.clicked.connect(self.take_next_step)
        self.stop.clicked.connect(session.cancel_drawing)
        self.stop.clicked.connect(self.printing.stop)
        self.undo.clicked.connect(session.undo)
        self.settings.clicked.connect(self.change_settings)
        self.tabs.currentChanged.connect(self._show_tab)
        self.clock.projector_requested.connect(self.show_projector)
        session.changed.connect(self._show_state)
        session.busy_changed.connect(self._on_busy_changed)
        self.printing.running_changed.connect(self._on_busy_changed)
        self._slow.timeout.connect(self._show_busy)

    def _show_state(self) -> None:
        self._show_head()
        self._show_tab()

    def _show_head(self) -> None:
        event = self._session.current
        if event is None:
            return
        state = event.state
        self.name.setText(shortened(state.settings.name))
        self.facts.setText(facts_of(state))
        self.stage.setText(stage_of(state))
        step = next_step(state)
        self.next.setText(step.text.replace("&", "&&"))
        self.next.setVisible(step.kind is not StepKind.NOTHING)
        self.next.setEnabled(not step.why_not and not self._session.drawing)
        self.next.setToolTip(tip(step.why_not))
        if step.why_not and state.stage is EventStage.REGISTRATION and state.players:
            self.stage.setText(f"{stage_of(state)} · {step.why_not}")
        self.clock.setVisible(clock_round(state) != 0)
        last = event.words(len(event.log) - 1)
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
        state = self._session.state
        if state is not None:
            self.next.setEnabled(not self._session.drawing and not next_step(state).why_not)

    def _show_busy(self) -> None:
        stops = self._session.drawing or self.printing.running
        self.drawing.setVisible(stops or self._session.busy)
        self.stop.setVisible(stops)

    def _show_tab(self) -> None:
        if self._session.state is not None:
            self._panels[self.tabs.currentIndex()].show_state()

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
