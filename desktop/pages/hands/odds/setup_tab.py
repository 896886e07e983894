"""The tab Setup: what the opening hands come to, in figures, sentences and charts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.pages.hands.odds.chart_data import setup_charts
from desktop.pages.hands.odds.hands_answer import (
    Figure,
    HandsAnswer,
    difference_words,
    event_words,
    figures_of,
    mulligan_words,
    standing,
)
from desktop.pages.hands.odds.method_row import number_box
from desktop.pages.hands.odds.number_format import plain
from desktop.pages.hands.odds.number_model import Column, NumberModel, Row
from desktop.pages.hands.odds.number_table import NumberTable
from desktop.pages.hands.odds.odds_question import HandsQuestion, Keeping
from desktop.pages.hands.odds.stale_overlay import StaleOverlay
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.labels import label
from goldfish.report import Estimate

MOST_ROUNDS = 20
_CHARTS = 4


class SetupTab(QWidget):
    """Follows the reports on hands: figures, a sentence on the mulligan, the event, charts.

    Signals:
        failed: a chart could not be saved (the AppError).
    """

    failed = Signal(Exception)

    def __init__(
        self, hands: BackgroundQuery[HandsQuestion, HandsAnswer], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._hands = hands
        self.standing = StatusLine(hands, standing, parent=self)
        self.model = NumberModel((), self)
        self.table = NumberTable(self.model, "Setup in figures", self, fits=True)
        self.difference = label(wraps=True)
        self.mulligan = label(size=Size.SMALL, faint=True, wraps=True)
        self.remarks = label(size=Size.SMALL, faint=True, wraps=True)
        self.event_row = EventRow(self)
        self.charts = tuple(ChartView(self) for _ in range(_CHARTS))
        for chart in self.charts:
            chart.failed.connect(self.failed)
        self.area = QScrollArea(self)
        self._lay_out()
        self.overlay = StaleOverlay(self.area.viewport())
        hands.changed.connect(self._show)
        self._show()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        sheet = QWidget(self)
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(0, 0, gap, gap)
        inner.setSpacing(gap)
        for part in (self.table, self.difference, self.event_row, self.mulligan, self.remarks):
            inner.addWidget(part)
        self.grid = ChartGrid(self.charts, sheet)
        inner.addWidget(self.grid)
        inner.addStretch(1)
        self.area.setWidget(sheet)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName("Setup: figures and charts")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, 0)
        layout.setSpacing(gap // 2)
        layout.addWidget(self.standing)
        layout.addWidget(self.area, 1)

    def _show(self) -> None:
        answer = self._hands.answer
        self.area.setVisible(answer is not None)
        self.overlay.cover(covered=not self._hands.is_fresh)
        if answer is None or not self._hands.is_fresh:
            return
        figures = figures_of(answer)
        names = [side.name for side in answer.question.sides]
        self.model.show([_row(each) for each in figures], _columns(names))
        self._tell(self.difference, difference_words(answer))
        mulligan = answer.question.terms.policy.kind is not Keeping.KEEP
        self._tell(self.mulligan, mulligan_words(answer.mine) if mulligan else "")
        self._tell(self.remarks, "\n".join(answer.mine.remarks))
        self.event_row.show_chances([report.poor for report in answer.reports], names)
        for view, chart in zip(self.charts, setup_charts(answer), strict=True):
            view.show_chart(chart)

    @staticmethod
    def _tell(line: QLabel, words: str) -> None:
        line.setText(words)
        line.setVisible(bool(words))


class EventRow(QWidget):
    """How likely a number of poor setups is in an event of some rounds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._poor: list[Estimate] = []
        self._names: list[str] = []
        self.rounds = number_box("Rounds of the event", 1, MOST_ROUNDS, 5, self)
        self.number = number_box("Poor setups in the event", 0, 5, 2, self)
        self.words = label(wraps=True)
        self.words.setAccessibleName("Chance of so many poor setups")
        line = QHBoxLayout()
        line.setSpacing(space(self, 1))
        for part in (
            label("In an event of", Size.SMALL, faint=True),
            self.rounds,
            label("rounds,", Size.SMALL, faint=True),
            self.number,
            label("or more poor setups:", Size.SMALL, faint=True),
        ):
            line.addWidget(part)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.words)
        self.rounds.valueChanged.connect(self._on_rounds_changed)
        self.number.valueChanged.connect(self._show)

    def show_chances(self, poor: list[Estimate], names: list[str]) -> None:
        """Show the chances that follow from those of one poor setup, for each deck."""
        self._poor, self._names = poor, names
        self._show()

    def _on_rounds_changed(self, rounds: int) -> None:
        self.number.setMaximum(rounds)
        self._show()

    def _show(self) -> None:
        rounds, number = self.rounds.value(), self.number.value()
        told = [event_words(poor, rounds, number) for poor in self._poor]
        if len(told) > 1:
            told = [f"{name}: {words}" for name, words in zip(self._names, told, strict=True)]
        self.words.setText("\n".join(told))


class ChartGrid(QWidget):
    """Charts side by side where there is room, otherwise below one another."""

    def __init__(self, charts: tuple[ChartView, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._charts = charts
        self._across = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(space(self, 4))
        self._arrange(1)

    def _arrange(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        for number, chart in enumerate(self._charts):
            self._grid.addWidget(chart, number // across, number % across)
        for column in range(len(self._charts)):
            self._grid.setColumnStretch(column, 1 if column < across else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # One, two, or all in a row: three and one below would look like a mistake.
        room = event.size().width() // space(self, 75)
        self._arrange(len(self._charts) if room >= len(self._charts) else max(1, min(room, 2)))


def _columns(names: list[str]) -> list[Column]:
    if len(names) == 1:
        return [Column("", "What", number=False), Column("Mean", "Mean or chance")]
    titles = ("This deck", "The other")
    decks = [Column(title, name) for title, name in zip(titles, names, strict=True)]
    return [Column("", "What", number=False), *decks, Column("Difference", "Difference")]


def _row(figure: Figure) -> Row:
    cells = list(figure.cells)
    estimates = [figure.mine]
    if figure.theirs is not None:
        estimates += [figure.theirs]
    values: list[str | float] = [figure.name, *(each.mean for each in estimates)]
    if figure.theirs is not None:
        values.append(figure.difference.mean if figure.difference else "")
    texts = tuple(cells[: len(values)])
    context = [plain(each.mean, percent=figure.percent) for each in estimates]
    narrow = (figure.name, *context, *texts[len(context) + 1 :])
    return Row(texts, tuple(values), key=figure.name, narrow=narrow)
