"""The deck in numbers: its opening hands, curves, icons, factions, traits, what its plots give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from carddb.errors import AppError
from decks.deck import Deck
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.statistics.category_panel import CategoryPanel
from desktop.pages.builder.statistics.deck_numbers import (
    DELAY_MS,
    PENDING,
    SETUP,
    TITLES,
    averages_of,
    charts_of,
    drawn_from,
    hands_chart,
    hands_figures,
    hands_note,
    hands_of,
)
from desktop.pages.builder.statistics.figure_grid import FigureGrid
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.runtime.tasks import TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from desktop.widgets.lazy_tab import LazyTab
from goldfish.report import HandsReport

if TYPE_CHECKING:
    from desktop.widgets.changes.changes_panel import ChangesPanel

NOTHING = "Open a deck to see its numbers."
NO_HANDS = Chart(SETUP, (), ())
# The decks whose hands are cached: undoing a step shows its figures at once.
REMEMBERED = 16


class StatisticsPanel(QScrollArea):
    """Figures and charts; they are counted only while they are visible.

    Signals:
        saved: a chart is in a file now (the path).
        failed: a chart could not be written, or not be drawn (an AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)
    _due = Signal()

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        commands: CategoryCommands,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._shown: Deck | None = None
        self._is_due = False
        self.opening_hands: BackgroundQuery[Deck, HandsReport] = BackgroundQuery(
            tasks, hands_of, self, delay_ms=DELAY_MS, remembered=REMEMBERED
        )
        self.nothing = label(NOTHING, faint=True, wraps=True)
        whole = QWidget(self)
        self._content = QWidget(whole)
        self.changes: LazyTab[ChangesPanel] | None = None
        self.show_changes = QPushButton("Which card to change?", self._content)
        self.hands = FigureGrid("Average setup", "95 % interval", self._content)
        self.categories = CategoryPanel(session, commands, tasks, self._content)
        self.setup = ChartView(self._content)
        self.averages = FigureGrid("Averages", "least \N{EN DASH} most", self._content)
        self.charts = {key: ChartView(self._content) for key in TITLES}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Numbers of the deck")
        self._lay_out(whole)
        self._connect()

    def offer_changes(self, collection_state: CollectionState) -> None:
        """Offer to find changes below the average setup; cards may be asked for that are owned."""
        if self.changes is not None:
            return

        def create(parent: QWidget) -> ChangesPanel:
            from desktop.widgets.changes.changes_panel import ChangesPanel  # noqa: PLC0415 - when asked for

            panel = ChangesPanel(self._session, self._tasks, collection_state, parent)
            panel.failed.connect(self.failed)
            return panel

        self.changes = LazyTab(create)
        self.changes.hide()
        self._parts.insertWidget(self._parts.indexOf(self.show_changes) + 1, self.changes)
        self.show_changes.toggled.connect(self.changes.setVisible)
        self.show_changes.show()

    def show_deck(self) -> None:
        """Show the numbers of the deck on screen once they are visible; of many steps the last."""
        if self.isVisible() and not self._is_due:
            self._is_due = True
            self._due.emit()

    def _on_due(self) -> None:
        deck = self._session.deck
        self._is_due = False
        if not self.isVisible() or (deck is not None and deck == self._shown):
            return
        self._shown = deck
        self.nothing.setVisible(deck is None)
        self._content.setVisible(deck is not None)
        if deck is None:
            self.opening_hands.withdraw()
            self.setAccessibleDescription(NOTHING)
            return
        from decks.stats import stats_of  # noqa: PLC0415 - not before the tab is seen

        stats = stats_of(deck)
        for key, chart in charts_of(deck, stats).items():
            self._show_chart(self.charts[key], chart)
        self.averages.show_figures(averages_of(stats))
        self.categories.show_deck()
        self.opening_hands.ask(drawn_from(deck))
        if self.opening_hands.state is QueryState.COMING:
            self.hands.show_figures(PENDING, self.hands.note)
        self._describe()

    def _lay_out(self, whole: QWidget) -> None:
        gap = space(self, 3)
        column(self.nothing, self._content, None, parent=whole, margin=gap, spacing=0)
        parts: list[QWidget] = [self.hands, self.categories, *self.charts.values(), self.setup]
        # The averages are of plots most of all.
        parts.insert(parts.index(self.charts["plots"]), self.averages)
        parts.insert(1, self.show_changes)
        self._parts = column(*parts, parent=self._content, margin=0, spacing=gap + gap // 2)
        self._parts.setAlignment(self.show_changes, Qt.AlignmentFlag.AlignLeft)
        self.show_changes.setObjectName("small")
        self.show_changes.setCheckable(True)
        self.show_changes.setToolTip("Find which card to change for which, or hide it")
        self.show_changes.hide()
        for chart in (self.setup, *self.charts.values()):
            # As tall as they look well: it is scrolled anyway.
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setWidget(whole)
        self._content.hide()
        self._show_chart(self.setup, NO_HANDS)

    def _connect(self) -> None:
        self.opening_hands.answered.connect(self._on_hands_counted)
        self.opening_hands.failed.connect(self._on_hands_failed)
        # Queued: a step back over many steps is shown once, still before the next painting.
        self._due.connect(self._on_due, Qt.ConnectionType.QueuedConnection)
        for chart in (self.setup, *self.charts.values()):
            chart.saved.connect(self.saved)
            chart.failed.connect(self.failed)

    def _show_chart(self, view: ChartView, chart: Chart) -> None:
        view.setVisible(not chart.is_empty)
        view.show_chart(chart)

    def _on_hands_counted(self, report: HandsReport) -> None:
        self.hands.show_figures(hands_figures(report), hands_note(report))
        self._show_chart(self.setup, hands_chart(report))
        self._describe()

    def _on_hands_failed(self, error: AppError) -> None:
        self.hands.show_figures((), error.text)
        self._show_chart(self.setup, NO_HANDS)
        self._describe()

    def _describe(self) -> None:
        said = [f"{each.title}: {each.words}" for each in (self.hands, self.averages)]
        views = (view for view in (*self.charts.values(), self.setup) if not view.chart.is_empty)
        said += [f"{view.chart.title}: {view.accessibleDescription()}" for view in views]
        self.setAccessibleDescription(". ".join(said))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_due()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.opening_hands.withdraw()
        self._shown = None
