"""The tab Rounds: the first rounds played alone, with the plots in the user's order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from carddb.card import Card
from decks.deck import Deck
from desktop.pages.hands.odds.number_format import in_row, plain
from desktop.pages.hands.odds.number_model import Column, NumberModel, Row, Value
from desktop.pages.hands.odds.number_table import NumberTable
from desktop.pages.hands.odds.odds_question import Dealt
from desktop.pages.hands.odds.plot_orders_panel import PlotOrdersPanel
from desktop.pages.hands.odds.rounds_answer import (
    OrdersAnswer,
    OrdersQuestion,
    Played,
    RoundsAnswer,
    RoundsQuestion,
    measures,
    number,
    rounds_charts,
    rounds_standing,
)
from desktop.pages.hands.odds.rounds_options import RoundsOptions
from desktop.pages.hands.odds.setup_tab import ChartGrid
from desktop.pages.hands.odds.stale_overlay import StaleOverlay
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.labels import label
from goldfish.rounds.game_plan import in_order, plot_deck
from goldfish.rounds.report import RoundReport

_CHARTS = 4
NO_PLOTS = "The deck has no plots: add those that are to be revealed."


class RoundsTab(QWidget):
    """Follows the games: a table and charts by round, the approximations, orders of plots.

    Signals:
        changed: other games are asked for.
        failed: a chart could not be saved (the AppError).
    """

    changed = Signal()
    failed = Signal(Exception)

    def __init__(
        self,
        rounds: BackgroundQuery[RoundsQuestion, RoundsAnswer],
        orders: BackgroundQuery[OrdersQuestion, OrdersAnswer],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._rounds = rounds
        self._orders = orders
        self._ordered: tuple[object, ...] = ()
        self.head = RoundsOptions(self)
        self.standing = StatusLine(rounds, rounds_standing, NO_PLOTS, "Playing games…", self)
        self.orders = PlotOrdersPanel(orders, self)
        self.model = NumberModel((), self)
        self.table = NumberTable(self.model, "Each round in figures", self, fits=True, digits=6)
        self.gap_title = label(wraps=True)
        self.gap_model = NumberModel((), self)
        self.gaps = NumberTable(self.gap_model, "Difference by round", self, fits=True, digits=6)
        self.charts = tuple(ChartView(self) for _ in range(_CHARTS))
        for chart in self.charts:
            chart.failed.connect(self.failed)
        self.approximations = label(size=Size.SMALL, faint=True, wraps=True)
        self.area = QScrollArea(self)
        self._lay_out()
        self.overlay = StaleOverlay(self.area.viewport())
        self.head.changed.connect(self.changed)
        self.head.orders_requested.connect(self._on_orders_requested)
        self.orders.order_chosen.connect(self.head.model.arrange)
        rounds.changed.connect(self._show)
        self._show()

    def show_plots(self, plots: Sequence[Card], cards: LoadedCards) -> None:
        """Offer the plots of a deck; those in the list keep their order."""
        self.head.model.show_plots(plots, cards)

    def forget(self) -> None:
        """Keep no order of plots: they were those of another deck."""
        self.head.model.forget()

    def question(
        self, mine: Dealt, deck: Deck, theirs: Dealt | None, other: Deck | None
    ) -> RoundsQuestion | None:
        """Return what is to be played: the first deck's plots in the user's order, None without."""
        plots = tuple(self.head.model.plots)
        if not plots:
            return None
        compared_deck = None
        if theirs is not None and other is not None and (held := plot_deck(other)):
            compared_deck = Played(
                other, theirs.name, theirs.opening, other.agendas, in_order(held)
            )
        played = Played(deck, mine.name, mine.opening, deck.agendas, plots)
        return RoundsQuestion(played, compared_deck, *self.head.numbers)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        sheet = QWidget(self)
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(0, 0, gap, gap)
        inner.setSpacing(gap)
        grid = ChartGrid(self.charts, sheet)
        for part in (self.orders, self.table, self.gap_title, self.gaps, grid, self.approximations):
            inner.addWidget(part)
        inner.addStretch(1)
        self.area.setWidget(sheet)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName("Rounds: figures and charts")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, 0)
        layout.setSpacing(gap // 2)
        layout.addWidget(self.head)
        layout.addWidget(self.standing)
        layout.addWidget(self.area, 1)

    def _on_orders_requested(self) -> None:
        question = self._rounds.question
        if question is not None:
            by = str(self.head.by.currentData())
            numbers = self.head.numbers
            self._ordered = _what(question)
            self._orders.ask(OrdersQuestion(question.mine, *numbers, by))
            self._orders.retry()
            self.area.verticalScrollBar().setValue(0)

    def _show(self) -> None:
        answer, question = self._rounds.answer, self._rounds.question
        if question is None or _what(question) != self._ordered:
            # The orders stay while the plots change places; for another deck they are no good.
            self._orders.forget()
        self.area.setVisible(answer is not None)
        self.overlay.cover(covered=not self._rounds.is_fresh)
        if answer is None or not self._rounds.is_fresh:
            return
        self.model.show(_rows(answer, answer.mine.rounds), _columns(answer))
        other = answer.question.theirs
        for part in (self.gap_title, self.gaps):
            part.setVisible(other is not None)
        if other is not None:
            self.gap_title.setText(
                f"More than “{other.name}”, its plots by their gold (both from the same shuffles):"
            )
            rows = _rows(answer, answer.difference, signed=True)
            self.gap_model.show(rows, _columns(answer))
        for view, chart in zip(self.charts, rounds_charts(answer), strict=True):
            view.show_chart(chart)
        told = "\n".join(f"\N{BULLET} {each}" for each in answer.mine.approximations)
        self.approximations.setText(f"What is simplified for this deck:\n{told}" if told else "")


def _what(question: RoundsQuestion) -> tuple[object, ...]:
    """Return what orders of plots are found for, whatever their order is now."""
    mine = question.mine
    plots = sorted(card.code for card in mine.plots)
    return mine.opening, mine.agendas, plots, question.rounds, question.games, question.seed


def _columns(answer: RoundsAnswer) -> list[Column]:
    rounds = range(1, answer.question.rounds + 1)
    return [
        Column("", "What", number=False),
        *(Column(f"Round {each}") for each in rounds),
    ]


def _rows(
    answer: RoundsAnswer, rounds: Sequence[RoundReport], *, signed: bool = False
) -> list[Row]:
    rows = []
    for key, name, words in measures(answer):
        found = [number(each, key) for each in rounds]
        texts = in_row(found, signed=signed)
        context = [plain(each.mean, signed=signed, places=2) for each in found]
        values: list[Value] = [name, *(each.mean for each in found)]
        narrow = (name, *context)
        rows.append(Row((name, *texts), tuple(values), tip=words, key=key, narrow=narrow))
    return rows
