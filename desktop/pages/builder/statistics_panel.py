"""The Numbers tab: figures and charts of the deck, its categories and its opening hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import nan
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFont, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.gold import GoldKind
from carddb.local_names import name_order
from carddb.terms import Faction, Icon, Number
from core.errors import AppError
from decks.deck import Deck
from desktop.pages.builder.card_commands import CategoryCommands
from desktop.pages.builder.category_table import DELAY_MS, SAMPLED, SEED, CategoryTable, drawn_from
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.style.shapes import fill
from desktop.widgets.buttons import push_button, tool_button
from desktop.widgets.card_delegate import LEFT
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.layouts import column, label, row, tip
from desktop.widgets.lazy_tab import LazyTab

if TYPE_CHECKING:
    from decks.stats import DeckStats, ValueStatistics
    from desktop.widgets.changes.changes_panel import ChangesPanel
    from goldfish.report import HandsReport


class SetupHead(QWidget):
    """The cards that are set up on average, large, and what else is known of the hands below.

    It is drawn: labels would lay the panel out anew.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.report: HandsReport | None = None
        self.problem = ""
        self.pending = True
        self.setAccessibleName("Average setup")
        self.setFixedHeight(space(self, 26))

    def show_report(self, report: HandsReport | None, problem: str = "") -> None:
        """Show other hands, or why there are none; without either the last ones are out of date."""
        self.pending = report is None and not problem
        if not self.pending:
            self.report, self.problem = report, problem
        self.setAccessibleDescription(", ".join(self.lines))
        self.setToolTip(tip("\n".join(setup_details(self.report)) if self.report else ""))
        self.update()

    @property
    def lines(self) -> list[str]:
        """The number, and the lines below it."""
        report = self.report
        if report is None:
            return ["\N{HORIZONTAL ELLIPSIS}" if self.pending else DASH, self.problem]
        return [
            f"{report.cards.mean.mean:.2f}",
            f"cards set up for {report.gold.mean.mean:.1f} gold",
            f"{report.characters.mean.mean:.1f} characters",
            f"{100 * report.poor.mean:.1f} % poor",
            f"{100 * report.great.mean:.1f} % great",
        ]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, rect = colours_of(self.palette()), self.rect()
        painter, wraps = QPainter(self), int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
        number, below, *rest = self.lines
        large = tabular(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        large.setPointSizeF(large.pointSizeF() * _LARGE)
        painter.setFont(large)
        painter.setPen(colours.faint if self.pending else colours.ink)
        painter.drawText(rect.adjusted(0, -space(self, 1), 0, 0), wraps, number)
        painter.setPen(colours.faint)
        painter.setFont(self.font())
        # The histogram is beside the number.
        rect.setTop(space(self, 12))
        rect.setWidth(rect.width() - space(self, 30) if rest else rect.width())
        used = painter.boundingRect(rect, wraps, below)
        painter.drawText(rect, wraps, below)
        painter.setFont(sized(self.font(), Size.SMALL))
        rect = self.rect()
        rect.setTop(max(used.bottom(), space(self, 20)) + space(self, 1))
        painter.drawText(rect, wraps, " \N{MIDDLE DOT} ".join(rest))
        painter.end()


class PlotAverages(QWidget):
    """The average gold, initiative, claim and reserve of the plots, as they look on a card."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.figures: tuple[ValueStatistics, ...] = ()
        self.setAccessibleName("Plots on average")
        self.setFixedHeight(space(self, 18))

    def show_figures(self, figures: Iterable[ValueStatistics]) -> None:
        self.figures = tuple(figures)
        words = [
            f"{_PLOTS[each.key]} {each.mean:.1f} ({each.least} {DASH} {each.greatest})"
            for each in self.figures
            if each.mean is not None
        ]
        self.setAccessibleDescription(", ".join(words))
        self.setToolTip("\n".join(words))
        self.setVisible(bool(words))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, line = colours_of(self.palette()), space(self, 4)
        painter, bold = QPainter(self), sized(self.font(), Size.BODY, QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(colours.ink)
        painter.drawText(QRect(0, 0, self.width(), line), LEFT, "Plots")
        left = painter.fontMetrics().horizontalAdvance("Plots  ")
        painter.setPen(colours.faint)
        painter.setFont(self.font())
        painter.drawText(QRect(left, 0, self.width(), line), LEFT, "on average")
        step = self.width() // len(_PLOTS)
        for number, each in enumerate(self.figures):
            box = QRect(number * step, 2 * line, line * 9 // 4, line * 9 // 8)
            fill(painter, box, getattr(colours, _PLOTS[each.key]), line / 4)
            painter.setPen(colours.ink)
            painter.setFont(tabular(bold))
            value = DASH if each.mean is None else f"{each.mean:.1f}"
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, value)
            painter.setPen(colours.faint)
            painter.setFont(sized(self.font(), Size.SMALL))
            below = QRect(box.left(), box.bottom() + 1, step, line * 5 // 4)
            painter.drawText(below, LEFT, _PLOTS[each.key])
        painter.end()


DASH = "\N{EN DASH}"
_PLOTS = {
    "plot-income": "gold",
    "plot-initiative": "initiative",
    "plot-claim": "claim",
    "plot-reserve": "reserve",
}
# Of hands, in the chart; fewer would be a bar without height.
_LEAST_SHARE = 0.005
# The size of the largest number, times that of the body.
_LARGE = 40 / 13
CARDS = "Cards"
SETUP = "Cards set up"
# What is charted, in this order; the titles are what the charts are saved as, too.
TITLES = {
    "cost": "Cost",
    "icons": "Challenge icons",
    "factions": "Factions",
    "plots": "Plots",
    "income": "Income and gold",
    "types": "Types",
    "strength": "Strength of characters",
    "traits": "Traits",
}
_SCALES = {"cost", "strength"}
_PLOT_VALUES = {"income": "Income", "initiative": "Initiative", "reserve": "Reserve"}


def hands_of(deck: Deck, progress: Progress) -> HandsReport:
    """Return statistics of a deck's hands without a mulligan: exact within about a second.

    AppError where the deck cannot fill a hand; CancelledError when `progress` raises it.
    """
    # Not before it is wanted: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import exact_hands, is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    progress(0, 100)
    kernel = SetupKernel(opening(deck))
    progress(50, 100)
    if is_quick(kernel):
        return exact_hands(kernel, KeepPolicy(), progress)
    return sampled_hands(kernel, KeepPolicy(), Sampling(SAMPLED, SEED), progress)


def setup_details(report: HandsReport) -> list[str]:
    """Return all figures with their 95 % intervals, and how they were counted."""
    lines = []
    for name, each, times, sign in (
        ("Cards", report.cards.mean, 1, ""),
        ("Gold", report.gold.mean, 1, ""),
        ("Characters", report.characters.mean, 1, ""),
        ("Poor: two cards or fewer", report.poor, 100, " %"),
        ("Great: five or more", report.great, 100, " %"),
    ):
        interval = ""
        if each.low != each.high:
            digits = 2 if times == 1 else 1
            low, high = (f"{value * times:.{digits}f}" for value in (each.low, each.high))
            interval = f" (95 % interval: {low} {DASH} {high})"
        lines.append(f"{name}: {each.mean * times:.1f}{sign}{interval}")
    return [*lines, hands_note(report)]


def how_counted(report: HandsReport) -> str:
    if report.exact:
        return "exact"
    return f"{report.hands:,} hands, seed {report.seed}"


def hands_note(report: HandsReport) -> str:
    counted = f"{how_counted(report)}, without a mulligan"
    return " ".join([f"{counted}.", *report.remarks]) if report.remarks else counted


def hands_chart(report: HandsReport) -> Chart:
    """Return how likely it is to set up one card, two, ..., as far as it is likely at all."""
    shares = {str(number): share for number, share in enumerate(report.cards.histogram)}
    seen = {number: share for number, share in shares.items() if share >= _LEAST_SHARE}
    return Chart(
        SETUP,
        tuple(seen),
        (Series("Share of hands", tuple(seen.values())),),
        x_label=SETUP,
        y_label="Share of hands",
        percent=True,
        note=how_counted(report),
        accents_most=True,
    )


def charts_of(deck: Deck, stats: DeckStats) -> dict[str, Chart]:
    """Return the charts of a deck by their keys; one without anything to count is empty."""
    charts = {
        key: _counts(key, stats, deck.faction)
        for key in ("cost", "icons", "factions", "types", "strength", "traits")
    }
    charts["plots"] = _plots(stats)
    charts["income"] = _income(deck, stats)
    return {key: charts[key] for key in TITLES}


def _counts(key: str, stats: DeckStats, faction: Faction | None) -> Chart:
    table = stats.table(key)
    counts = table.counts if table.most else ()
    factions = tuple(Faction(count.key) for count in counts) if key == "factions" else ()
    challenges = counts if key == "icons" else ()
    glyphs = tuple(icons.of_challenge(Icon(each.key)) for each in challenges)
    return Chart(
        TITLES[key],
        tuple(count.label for count in counts),
        (Series(CARDS, tuple(count.copies for count in counts), faction=faction),),
        x_label=TITLES[key],
        rows=key not in _SCALES,
        factions=factions,
        glyphs=glyphs,
        aside=_aside(stats, key),
    )


def _aside(stats: DeckStats, key: str) -> str:
    """Return what stands behind the title: a mean, or of how many characters the icons are."""
    if key == "icons":
        return f"of {stats.table('types').copies('character')} characters"
    mean = next((each.mean for each in stats.figures if each.key == key), None)
    return "" if mean is None or key not in _SCALES else f"{mean:.1f} on average"


def _plots(stats: DeckStats) -> Chart:
    lines = sorted(
        stats.plots,
        key=lambda line: (
            -_number(line.stats.income, -1),
            name_order(line.card.name),
            line.card.code,
        ),
    )
    series = (
        Series(name, tuple(_number(getattr(line.stats, key)) for line in lines))
        for key, name in _PLOT_VALUES.items()
        if any(getattr(line.stats, key) is not None for line in lines)
    )
    names = tuple(
        f"{n} {line.card.name}" if (n := line.copies) > 1 else line.card.name for line in lines
    )
    return Chart(TITLES["plots"], names, tuple(series), x_label="Plot", rows=True)


def _number(value: Number | None, otherwise: float = nan) -> float:
    return value if isinstance(value, int) else otherwise


def _income(deck: Deck, stats: DeckStats) -> Chart:
    """Return what brings gold or saves it, beside the plots."""
    rows = [row for row in _income_rows(deck, stats) if row[1]]
    return Chart(
        TITLES["income"],
        tuple(name for name, _ in rows),
        (Series("Copies or gold", tuple(count for _, count in rows)),),
        x_label="What",
        rows=True,
    )


def _income_rows(deck: Deck, stats: DeckStats) -> Iterator[tuple[str, int]]:
    modifiers = stats.table("modifiers")
    yield "Cards with income", modifiers.copies("income-cards")
    yield "Their income", modifiers.copies("income")
    drawn = {card.code: copies for card, copies in deck.draw()}
    reducing = {line.card.code for line in stats.reducers}
    gaining = {line.card.code for line in stats.gains if line.effect.kind is GoldKind.GAIN}
    yield "Cards that reduce costs", sum(drawn.get(code, 0) for code in reducing)
    yield "Cards that gain gold", sum(drawn.get(code, 0) for code in gaining)
    yield "Cards with initiative", modifiers.copies("initiative-cards")
    yield "Their initiative", modifiers.copies("initiative")
    yield "Cards with reserve", modifiers.copies("reserve-cards")
    yield "Their reserve", modifiers.copies("reserve")


_CHANGES = "Find which card to change for which, or hide it"
NOTHING = "Open a deck to see its numbers."
NO_HANDS = Chart(SETUP, (), ())
# The decks whose hands are cached: undoing a step shows its figures at once.
REMEMBERED = 16


class StatisticsPanel(QScrollArea):
    """Figures and charts; they are counted only while they are visible."""

    saved = Signal(str)  # the path of a chart
    failed = Signal(Exception)  # an AppError about a chart
    _due = Signal()

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        commands: CategoryCommands,
        collection_state: CollectionState,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._collection_state = session, tasks, collection_state
        self._shown: Deck | None = None
        self._is_due = False
        self.opening_hands: BackgroundQuery[Deck, HandsReport] = BackgroundQuery(
            tasks, hands_of, self, delay_ms=DELAY_MS, remembered=REMEMBERED
        )
        self.nothing = label(NOTHING, faint=True, wraps=True)
        whole = QWidget(self)
        self._content = QWidget(whole)
        self.changes = LazyTab(self._make_changes, self._content)
        self.changes.hide()
        self.show_changes = push_button("Find better cards", self._content, _CHANGES, kind="link")
        self.hands = SetupHead(self._content)
        self.setup = ChartView(self._content, bare=True)
        self.counted = label(size=Size.SMALL, faint=True)
        self.categories = CategoryTable(session, commands, tasks, self._content)
        self.averages = PlotAverages(self._content)
        self.charts = {key: ChartView(self._content) for key in TITLES}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Numbers of the deck")
        self._lay_out(whole)

    def _make_changes(self, parent: QWidget) -> ChangesPanel:
        from desktop.widgets.changes.changes_panel import ChangesPanel  # noqa: PLC0415 - when asked for

        panel = ChangesPanel(self._session, self._tasks, self._collection_state, parent)
        panel.failed.connect(self.failed)
        return panel

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
        self.averages.show_figures(each for each in stats.figures if each.key in _PLOTS)
        self.categories.show_deck()
        self.opening_hands.ask(drawn_from(deck))
        if self.opening_hands.state is QueryState.COMING:
            self.hands.show_report(None)
        self._describe()

    def _lay_out(self, whole: QWidget) -> None:
        gap = space(self, 4)
        column(
            self.nothing, self._content, None, parent=whole, margin=(gap // 2, gap, gap // 2, gap)
        )
        # The histogram is in the corner of the head.
        self.setup.setFixedSize(space(self, 29), space(self, 20))
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        column((self.setup, corner), None, parent=self.hands, margin=0)
        more = tool_button("\N{MIDDLE DOT}" * 3, self._content, name="More about categories")
        below = QPoint(0, more.sizeHint().height())
        more.clicked.connect(lambda: self.categories.open_menu(more.mapToGlobal(below)))
        heading = row(label("Categories", weight=QFont.Weight.DemiBold), None, more)
        heading.setContentsMargins(gap // 2, 0, 0, 0)

        def inset(*parts: QWidget) -> QVBoxLayout:
            return column(*parts, margin=(gap // 2, 0, gap // 2, 0), spacing=gap)

        cost, challenges, *others = self.charts.values()
        table = column(heading, self.categories, spacing=0)
        links = row(self.show_changes, None, self.counted, gap // 2)
        parts = (inset(self.hands), links, self.changes, inset(cost, challenges), table)
        rest = inset(self.averages, *others)
        column(*parts, rest, parent=self._content, margin=0, spacing=gap)
        self.show_changes.setCheckable(True)
        self.show_changes.toggled.connect(self.changes.setVisible)
        for chart in (self.setup, *self.charts.values()):
            # As tall as they look well: it is scrolled anyway.
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            chart.saved.connect(self.saved)
            chart.failed.connect(self.failed)
        self.setWidget(whole)
        self._content.hide()
        self._show_chart(self.setup, NO_HANDS)
        self.opening_hands.answered.connect(self._on_hands_counted)
        self.opening_hands.failed.connect(self._on_hands_failed)
        # Queued: a step back over many steps is shown once, still before the next painting.
        self._due.connect(self._on_due, Qt.ConnectionType.QueuedConnection)

    def _show_chart(self, view: ChartView, chart: Chart) -> None:
        view.setVisible(not chart.is_empty)
        view.show_chart(chart)

    def _on_hands_counted(self, report: HandsReport) -> None:
        self.hands.show_report(report)
        self.counted.setText("exact, in %" if report.exact else f"{report.hands:,} hands, in %")
        self._show_chart(self.setup, hands_chart(report))
        self._describe()

    def _on_hands_failed(self, error: AppError) -> None:
        self.hands.show_report(None, error.text)
        self.counted.setText("")
        self._show_chart(self.setup, NO_HANDS)
        self._describe()

    def _describe(self) -> None:
        drawn = (self.hands, self.averages)
        said = [f"{each.accessibleName()}: {each.accessibleDescription()}" for each in drawn]
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
