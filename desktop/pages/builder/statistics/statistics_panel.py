"""The deck in numbers: its opening hands, curves, icons, factions, traits, what its plots give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from core.errors import AppError
from decks.categories import category_called, copies_in, missed_target
from decks.deck import Category, Deck
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.statistics.deck_numbers import (
    DELAY_MS,
    PENDING,
    SAMPLED,
    SEED,
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
from desktop.pages.builder.statistics.figure_grid import FigureGrid, FigureLine
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row
from desktop.widgets.lazy_tab import LazyTab
from goldfish.report import HandsReport

if TYPE_CHECKING:
    from desktop.widgets.changes.changes_panel import ChangesPanel


HINT = "Ctrl+Shift+C puts the selected cards into categories: draw, gold, removal."
_MOST = 99
_ANY = "any"
_DOT = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class SeenQuestion:
    """How likely a card of each category is seen by a round."""

    deck: Deck
    categories: tuple[Category, ...]
    by_round: int


def chances_to_see(question: SeenQuestion, progress: Progress) -> dict[str, float]:
    """Return for each category the chance to see one of its cards; sampled where that is slow.

    No hand is put back; what refills it after setup is counted. AppError where the deck cannot
    fill a hand.
    """
    # Not before it is wanted: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.odds import WantedCards, odds  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415

    kernel = SetupKernel(opening(question.deck))
    sampling = None if is_quick(kernel) else Sampling(SAMPLED, SEED)
    found: dict[str, float] = {}
    for number, each in enumerate(question.categories):
        progress(number, len(question.categories))
        wanted = WantedCards(test=each.test, by_round=question.by_round)
        found[each.name] = odds(kernel, KeepPolicy(), wanted, sampling).probability.mean
    return found


class CategoryPanel(QWidget):
    """Figures of the categories, and below them what can be done with one.

    Signals:
        grouping_requested: the deck is to be shown by category.
    """

    grouping_requested = Signal()

    def __init__(
        self, session: DeckSession, commands: CategoryCommands, tasks: TaskRunner, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._commands = session, commands
        self._chances: dict[str, float] = {}
        self._asked: SeenQuestion | None = None
        self.figures = FigureGrid("Categories", f"wanted{_DOT}seen", self)
        self.hint = label(HINT, Size.SMALL, faint=True, wraps=True)
        self.chosen = ComboBox("Category", self, 8)
        self.least, self.most = (self._bound(name) for name in ("At least", "At most"))
        self.rename = self._button("Rena&me…", "Rename the category", self._on_rename_clicked)
        self.remove = self._button("Remo&ve", "Remove the category", self._on_remove_clicked)
        self.group = self._button(
            "In the &deck", "Group the deck by category", self.grouping_requested.emit
        )
        self.by_round = QSpinBox(self)
        self.by_round.setRange(0, 9)
        self.by_round.setValue(2)
        self.by_round.setAccessibleName("By which round")
        self.see = self._button(
            "&Chance to see one by round", "Chance to see a card of each category", self._ask
        )
        self.take = self._button(
            "&Use mine", "Take over your own categories", self._commands.take_own
        )
        self.save = self._button(
            "&Save as mine", "Save the categories as your own, for every deck", commands.save_own
        )
        self.seen: BackgroundQuery[SeenQuestion, dict[str, float]] = BackgroundQuery(
            tasks, chances_to_see, self, delay_ms=DELAY_MS // 10
        )
        self._lay_out()
        self._connect()

    def show_deck(self) -> None:
        """Show the categories of the deck on screen."""
        self._commands.read_own()
        deck = self._session.deck
        found = deck.categories if deck else ()
        if self._asked is not None and (deck is None or self._asked != self._question(deck)):
            self._asked, self._chances = None, {}
            self.seen.withdraw()
        names = [each.name for each in found]
        if [self.chosen.itemText(n) for n in range(self.chosen.count())] != names:
            before = self.chosen.currentText()
            self.chosen.clear()
            self.chosen.addItems(names)
            self.chosen.setCurrentIndex(max(0, self.chosen.findText(before)))
        self._fields.setVisible(bool(found))
        self.hint.setVisible(not found)
        self._show_figures()
        self._show_target()
        self._show_own()

    def _question(self, deck: Deck) -> SeenQuestion:
        return SeenQuestion(drawn_from(deck), deck.categories, self.by_round.value())

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self._fields = QWidget(self)
        least, most = (
            row(buddy_label(words, field, Size.SMALL), field, spacing=gap)
            for words, field in (("at least", self.least), ("at most", self.most))
        )
        bounds, doing, seeing, own = (FlowLayout(gap) for _ in range(4))
        for each in (least, most):
            bounds.addItem(each)
        for flow, widgets in (
            (doing, (self.rename, self.remove, self.group)),
            (seeing, (self.see, self.by_round)),
            (own, (self.take, self.save)),
        ):
            for widget in widgets:
                flow.addWidget(widget)
        lines = (self.chosen, bounds, doing, seeing)
        column(*lines, parent=self._fields, margin=0, spacing=gap)
        column(self.figures, self.hint, self._fields, own, parent=self, margin=0, spacing=gap)

    def _connect(self) -> None:
        self.chosen.currentIndexChanged.connect(self._show_target)
        for field in (self.least, self.most):
            field.valueChanged.connect(self._on_target_changed)
        self.by_round.valueChanged.connect(self._on_round_changed)
        self.seen.answered.connect(self._on_seen)
        self.seen.failed.connect(self._on_seeing_failed)
        self._commands.own_changed.connect(self._show_own)

    def _bound(self, name: str) -> QSpinBox:
        made = QSpinBox(self)
        made.setRange(-1, _MOST)
        made.setSpecialValueText(_ANY)
        made.setAccessibleName(f"{name}, copies of the category")
        return made

    def _button(self, text: str, name: str, slot: Callable[[], object]) -> QPushButton:
        made = QPushButton(text, self)
        made.setFont(sized(made.font(), Size.SMALL))
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.clicked.connect(lambda *_: slot())
        return made

    def _show_figures(self) -> None:
        deck = self._session.deck
        shown = [(deck, each) for each in deck.categories] if deck else []
        lines = [self._line(*each) for each in shown]
        missed = [each.name for held, each in shown if missed_target(held, each)]
        notes = [f"Not as wanted: {', '.join(missed)}."] if missed else []
        if self._chances:
            notes.append(f"Seen: one by round {self.by_round.value()}.")
        self.figures.show_figures(lines, " ".join(notes))
        self.figures.setVisible(bool(lines))

    def _line(self, deck: Deck, category: Category) -> FigureLine:
        missed = missed_target(deck, category)
        aside = f"! {category.target}" if missed else category.target
        chance = self._chances.get(category.name)
        seen = "" if chance is None else f"{chance:.1%}"
        words = _DOT.join(filter(None, (aside, seen)))
        return FigureLine(category.name, str(copies_in(deck, category)), words)

    def _category(self) -> Category | None:
        deck = self._session.deck
        return category_called(deck, self.chosen.currentText()) if deck else None

    def _show_target(self) -> None:
        category = self._category()
        for field, bound in (
            (self.least, category.least if category else None),
            (self.most, category.most if category else None),
        ):
            field.blockSignals(True)  # noqa: FBT003 - Qt's own
            field.setValue(-1 if bound is None else bound)
            field.blockSignals(False)  # noqa: FBT003 - Qt's own
            field.setEnabled(category is not None and not self._session.read_only)

    def _show_own(self) -> None:
        offered = self._commands.offered()
        self.take.setText(f"&Use mine ({offered} card{'s' if offered != 1 else ''})")
        self.take.setVisible(offered > 0)
        deck = self._session.deck
        self.save.setVisible(bool(deck and deck.categories and self._commands.ready))

    def _on_target_changed(self) -> None:
        bounds = (None if field.value() < 0 else field.value() for field in (self.least, self.most))
        self._commands.set_target(self.chosen.currentText(), *bounds)

    def _on_rename_clicked(self) -> None:
        if (category := self._category()) is not None:
            dialog = NameDialog("Rename the category", "Rename", category.name, self)
            dialog.named.connect(lambda new: self._commands.rename(category.name, new))
            dialog.open()

    def _on_remove_clicked(self) -> None:
        if (category := self._category()) is not None:
            self._commands.remove(category.name)

    def _on_round_changed(self) -> None:
        if self._chances:
            self._ask()

    def _ask(self) -> None:
        if self._session.deck is not None:
            self._asked = self._question(self._session.deck)
            self.seen.ask(self._asked)

    def _on_seen(self, chances: dict[str, float]) -> None:
        self._chances = chances
        self._show_figures()

    def _on_seeing_failed(self, error: AppError) -> None:
        self._chances = {}
        self._show_figures()
        self.figures.show_figures(self.figures.figures, error.text)


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
