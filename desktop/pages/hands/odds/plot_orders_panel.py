"""Orders of plots side by side: which comes to most, and one of them taken over."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from carddb.card import Card
from desktop.pages.hands.odds.number_format import counted, plain, short
from desktop.pages.hands.odds.number_model import Column, NumberModel, Row
from desktop.pages.hands.odds.number_table import NumberTable
from desktop.pages.hands.odds.rounds_answer import MEASURES, OrdersAnswer, OrdersQuestion
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.style.fonts import space
from desktop.widgets.labels import label
from goldfish.rounds.report import OrderResult

ARROW = " \N{RIGHTWARDS ARROW} "
_COLUMNS = (
    Column("Order of plots", number=False),
    Column("Score"),
    Column("Over yours", "How much more than your order when this was asked, from the same deals"),
)


class PlotOrdersPanel(QWidget):
    """The best orders in a table; Enter or a button takes the current one over.

    Signals:
        order_chosen: the plots are to be revealed in this order (the first ones, a tuple of cards).
    """

    order_chosen = Signal(object)

    def __init__(
        self, orders: BackgroundQuery[OrdersQuestion, OrdersAnswer], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._orders = orders
        self._found: tuple[OrderResult, ...] = ()
        self.title = label("Orders of plots", weight=QFont.Weight.DemiBold)
        self.standing = StatusLine(orders, orders_standing, "", "Comparing orders…", self)
        self.model = NumberModel(_COLUMNS, self)
        self.table = NumberTable(self.model, "Orders of plots, the best first", self, fits=True)
        self.take = QPushButton("Ta&ke this order")
        self.take.setObjectName("small")
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.take)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.title)
        layout.addWidget(self.standing)
        layout.addWidget(self.table)
        layout.addLayout(foot)
        self.take.clicked.connect(self._on_taken)
        self.table.activated.connect(self._on_activated)
        orders.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        answer = self._orders.answer
        self.setVisible(self._orders.state is not QueryState.NOTHING)
        shown = answer is not None and self._orders.is_fresh
        for part in (self.table, self.take):
            part.setVisible(shown)
        if answer is None or not shown:
            return
        self._found = answer.report.orders
        self.model.show([_row(each, answer) for each in self._found])
        self.table.setCurrentIndex(self.model.index(0, 0))

    def _on_activated(self, index: QModelIndex) -> None:
        self.order_chosen.emit(self._found[index.row()].plots)

    def _on_taken(self) -> None:
        if self.table.currentIndex().isValid():
            self._on_activated(self.table.currentIndex())


def orders_standing(answer: OrdersAnswer) -> str:
    """Return how the orders were compared."""
    report = answer.report
    name = next(name for key, name, _ in MEASURES if key == report.by)
    tried = f"{counted(report.tried, 'order')} tried in {counted(report.trial_games, 'game')}"
    best = f"the best in {report.games:,}, the same deals for all"
    return f"By {name}: {tried}, {best} · seed {report.seed} · 95% intervals"


def _row(result: OrderResult, answer: OrdersAnswer) -> Row:
    own = result.plots == answer.report.first
    name = words_of(result.plots)
    shown = f"{name} (yours, when asked)" if own else name
    gap = "" if own else short(result.difference, signed=True)
    score = short(result.score)
    return Row(
        (shown, score, gap),
        (name, result.score.mean, result.difference.mean),
        tip=name,
        key=" ".join(card.code for card in result.plots),
        narrow=(shown, plain(result.score.mean, places=2), gap),
    )


def words_of(plots: tuple[Card, ...]) -> str:
    """Return an order of plots in words."""
    return ARROW.join(card.name for card in plots)
