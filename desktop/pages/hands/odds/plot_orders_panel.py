"""Orders of plots next to each other: which comes to most, and one of them applied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from carddb.card import Card
from desktop.pages.hands.odds.number_table import NumberColumn, NumberRow, NumberTable
from desktop.pages.hands.odds.odds_tab import OrdersQuery, StatusLine
from desktop.runtime.background_query import QueryState
from desktop.style.fonts import space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from goldfish.report_text import NAMES, number_text, number_with_noun, short
from goldfish.rounds.report import OrderResult, OrdersReport

ARROW = " \N{RIGHTWARDS ARROW} "
_COLUMNS = (
    NumberColumn("Order of plots", number=False),
    NumberColumn("Score"),
    NumberColumn("Over yours", "How much more than your order at that time, from the same deals"),
)


class PlotOrdersPanel(QWidget):
    """The best orders in a table; Enter or a button applies the current one.

    Signals:
        order_chosen: the plots are to be revealed in this order (the first ones, a tuple of cards).
    """

    order_chosen = Signal(object)

    def __init__(self, orders: OrdersQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._orders = orders
        self.status = StatusLine(orders, orders_status, "", "Comparing orders…")
        self.table = NumberTable("Orders of plots, the best first", _COLUMNS, self)
        self.take = QPushButton("&Use this order")
        self.take.setObjectName("small")
        title = label("Orders of plots", weight=QFont.Weight.DemiBold)
        take = (self.take, Qt.AlignmentFlag.AlignRight)
        lines = (title, self.status, self.table, take)
        column(*lines, parent=self, margin=0, spacing=space(self, 1))
        self.take.clicked.connect(lambda: self._on_activated(self.table.currentIndex()))
        self.table.activated.connect(self._on_activated)
        orders.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        report, fresh = self._orders.answer, self._orders.is_fresh
        self.setVisible(self._orders.state is not QueryState.NOTHING)
        self.table.setVisible(fresh)
        self.take.setVisible(fresh)
        if report is not None and fresh:
            self.table.numbers.show([_row(each, report.first) for each in report.orders])
            self.table.setCurrentIndex(self.table.numbers.index(0, 0))

    def _on_activated(self, index: QModelIndex) -> None:
        report = self._orders.answer
        if report is not None and index.isValid():
            self.order_chosen.emit(report.orders[index.row()].plots)


def orders_status(report: OrdersReport) -> str:
    """Return how the orders were compared."""
    orders = number_with_noun(report.tried, "order")
    tried = f"{orders} tried in {number_with_noun(report.trial_games, 'game')}"
    best = f"the best in {report.games:,}, the same deals for all"
    return f"By {NAMES[report.by]}: {tried}, {best} · seed {report.seed} · 95% intervals"


def _row(result: OrderResult, first: tuple[Card, ...]) -> NumberRow:
    own = result.plots == first
    name = ARROW.join(card.name for card in result.plots)
    shown = f"{name} (your order then)" if own else name
    gap = "" if own else short(result.difference, signed=True)
    return NumberRow(
        (shown, short(result.score), gap),
        (name, result.score.mean, result.difference.mean),
        tip=name,
        key=" ".join(card.code for card in result.plots),
        narrow=(shown, number_text(result.score.mean, places=2), gap),
    )
