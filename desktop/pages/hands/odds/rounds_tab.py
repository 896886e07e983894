"""The tab Rounds: the first rounds played alone, with the plots in the user's order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from carddb.card import Card
from core.text_format import count_of
from decks.deck import Deck, Slots
from desktop.pages.hands.odds.number_table import Figures, FiguresTable, Number
from desktop.pages.hands.odds.odds_tab import (
    OddsTab,
    OrdersQuery,
    RoundsQuery,
    StatusLine,
    rounds_charts,
)
from desktop.runtime.tasks import QueryState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import CardDelegate, Cell, Role, card_row_height
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.form import number_box
from desktop.widgets.layouts import FlowLayout, column, label, tip
from desktop.widgets.policy_fields import choice_box
from desktop.widgets.rows_model import NO_INDEX
from goldfish.queries import (
    USUAL_ROUNDS,
    DealtDeck,
    OrdersQuestion,
    PlayedDeck,
    RoundsAnswer,
    RoundsQuestion,
)
from goldfish.report import MOST_ROUNDS, OrderResult, OrdersReport, RoundReport
from goldfish.report_text import (
    DASH,
    MEASURES,
    NAMES,
    in_row,
    measures,
    number,
    number_text,
    rounds_status,
    short,
)
from goldfish.rounds.game_plan import default_plot_order, plot_cards

ARROW = " \N{RIGHTWARDS ARROW} "
_GAP = ("Over yours", "How much more than your order at that time, from the same deals")


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
        self.table = FiguresTable("Orders of plots, the best first", self)
        self.take = push_button("&Use this order", self, kind="small")
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
            rows = [_row(each, report.first) for each in report.orders]
            self.table.show_figures(rows, "Score", _GAP, first="Order of plots")
            self.table.setCurrentIndex(self.table.numbers.index(0, 0))

    def _on_activated(self, index: QModelIndex) -> None:
        report = self._orders.answer
        if report is not None and index.isValid():
            self.order_chosen.emit(report.orders[index.row()].plots)


def orders_status(report: OrdersReport) -> str:
    orders = count_of(report.tried, "order")
    tried = f"{orders} tried in {count_of(report.trial_games, 'game')}"
    best = f"the best in {report.games:,}, the same deals for all"
    return f"By {NAMES[report.by]}: {tried}, {best} · seed {report.seed} · 95% intervals"


def _row(result: OrderResult, first: tuple[Card, ...]) -> Figures:
    own = result.plots == first
    name, gap = ARROW.join(card.name for card in result.plots), result.difference
    mean, words = result.score.mean, "" if own else short(gap, signed=True)
    return Figures(
        " ".join(card.code for card in result.plots),
        name,
        (
            Number(short(result.score), number_text(mean, places=2), mean),
            Number(words, words, gap.mean),
        ),
        name,
        f"{name} (your order then)" if own else name,
    )


MOST_GAMES = 1_000_000


class PlotOrderList(QListWidget):
    """Plots in the order of revealing: dragged, or moved with Alt+Up and Alt+Down.

    The first ones are revealed in the rounds that are played; the others are fainter.

    Signals:
        moved: the user has put a plot elsewhere.
    """

    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._revealed = 0
        self.setAccessibleName("Plots in the order of revealing")
        self.setToolTip("Drag a plot, or move it with Alt+Up and Alt+Down")
        self.setItemDelegate(CardDelegate(self))
        watch_cards(self)
        self.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for words, key, step in (("Earlier", "Alt+Up", -1), ("Later", "Alt+Down", 1)):
            action = self.addAction(words, key, partial(self.move_current, step))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.model().rowsMoved.connect(self._on_rows_moved)

    @override
    def sizeHint(self) -> QSize:
        height = 7 * card_row_height(self.fontMetrics()) + 2 * self.frameWidth()
        return QSize(super().sizeHint().width(), height)

    @property
    def plots(self) -> tuple[Card, ...]:
        return tuple(self.item(row).data(Role.CARD) for row in range(self.count()))

    def show_plots(self, plots: Sequence[Card], cards: LoadedCards) -> None:
        """Show the plots of a deck: known ones stay in their places, others come last."""
        shown = _in_order_of(self.plots, plots)
        if tuple(shown) != self.plots or cards is not self._cards:
            self._cards = cards
            self._fill(shown)

    def arrange(self, plots: Sequence[Card]) -> None:
        """Put some plots first, in this order, as the user would."""
        self._fill(_in_order_of(plots, self.plots))
        self.moved.emit()

    def set_revealed(self, number: int) -> None:
        self._revealed = number
        self._describe()

    def move_plot(self, row: int, to: int) -> None:
        """Move a plot to another row, if there is such a row."""
        if 0 <= row != to and 0 <= to < self.count():
            self.model().moveRow(NO_INDEX, row, NO_INDEX, to + 1 if to > row else to)

    def move_current(self, step: int) -> None:
        self.move_plot(self.currentRow(), self.currentRow() + step)

    def _fill(self, plots: Sequence[Card]) -> None:
        self.clear()
        for card in plots:
            item = QListWidgetItem(self)
            item.setData(Role.CARD, card)
            # A plot is dropped between others, never on one.
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
        self._describe()

    def _on_rows_moved(self) -> None:
        self._describe()
        self.moved.emit()

    def _describe(self) -> None:
        """Write the number of each plot before its name."""
        for place, card in enumerate(self.plots):
            item, name = self.item(place), self._cards.named(card.code) if self._cards else ""
            revealed = place < self._revealed
            words = f"{name}, {f'revealed in round {place + 1}' if revealed else 'not revealed'}"
            item.setText(f"{place + 1}  {name}")
            item.setToolTip(tip(words))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            shown = f"{place + 1 if revealed else DASH}  {name}"
            item.setData(Role.CELL, Cell(shown, faint=not revealed))


def _in_order_of(order: Sequence[Card], plots: Sequence[Card]) -> list[Card]:
    """Return plots in the order of others, which may be of other data or another language."""
    found, rest = list[Card](), list(plots)
    for wanted in order:
        if (same := next((each for each in rest if each.code == wanted.code), None)) is not None:
            found.append(same)
            rest.remove(same)
    return [*found, *rest]


NO_PLOTS = "This deck has no plots. Add some to play rounds."


class RoundsTab(OddsTab):
    """Follows the games: a table and charts by round, the approximations, orders of plots.

    `games` and `seed` are the fields of how many games are played, and from which deals.
    """

    def __init__(
        self,
        games: QSpinBox,
        seed: QSpinBox,
        rounds: RoundsQuery,
        orders: OrdersQuery,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._games, self._seed, self._rounds, self._orders = games, seed, rounds, orders
        self._compared: tuple[object, ...] = ()
        self.list = PlotOrderList(self)
        self.rounds = number_box("Rounds", (1, MOST_ROUNDS), USUAL_ROUNDS, self, suffix=" rounds")
        self.rounds.setMaximumWidth(space(self, 26))
        words = "Finds the order of these plots that gives most, from the same deals"
        self.compare = push_button("Compare &orders", self, words, self._compare_orders)
        names = {key: f"by {name}" for key, name, _ in MEASURES}
        self.by = choice_box("Compare orders by", names, 4, self)
        for entry, (_, _, words) in enumerate(MEASURES):
            self.by.setItemData(entry, words, Qt.ItemDataRole.ToolTipRole)
        self.by.choose("strength")
        self.status = StatusLine(rounds, rounds_status, NO_PLOTS, "Playing games…")
        self.orders = PlotOrdersPanel(orders, self)
        self.table = FiguresTable("Each round in figures", self)
        self.gap_title = label(wraps=True)
        self.gaps = FiguresTable("Difference by round", self)
        self.charts = tuple(ChartView(self) for _ in range(4))
        self.approximations = label(size=Size.SMALL, faint=True, wraps=True)
        figures = (self.table, self.gap_title, self.gaps, *self.charts, self.approximations)
        line, row_of = QWidget(self), (self.rounds, self.compare, self.by)
        line.setLayout(FlowLayout(space(self, 1), *row_of))
        above = (self.list, line, self.status)
        parts = (self.orders, *figures)
        self.show_below("Rounds: figures and charts", parts, rounds, *above)
        self.list.moved.connect(self.changed)
        self.rounds.valueChanged.connect(self.changed)
        self.rounds.valueChanged.connect(self.list.set_revealed)
        self.list.set_revealed(self.rounds.value())
        self.orders.order_chosen.connect(self.list.arrange)
        rounds.changed.connect(self._on_rounds_changed)
        rounds.answered.connect(self._on_answered)

    @property
    def _numbers(self) -> tuple[int, int, int]:
        return self.rounds.value(), self._games.value(), self._seed.value()

    @override
    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        self.list.show_plots(default_plot_order(plot_cards(deck)), cards)

    @override
    def clear(self) -> None:
        self.list.clear()

    def question(self, mine: DealtDeck, theirs: DealtDeck | None) -> RoundsQuestion | None:
        """Return what is to be played: the first deck's plots in the user's order, None without."""
        plots = self.list.plots
        if not plots:
            return None
        others = default_plot_order(plot_cards(theirs.deck)) if theirs else ()
        other = _played(theirs, others) if theirs and others else None
        return RoundsQuestion(_played(mine, plots), other, *self._numbers)

    def _compare_orders(self) -> None:
        question = self._rounds.question
        if question is not None:
            by = str(self.by.chosen)
            self._compared = _without_order(question)
            self._orders.ask(OrdersQuestion(question.mine, *self._numbers, by))
            self._orders.retry()
            self.scroller.ensureWidgetVisible(self.orders)

    def _on_rounds_changed(self) -> None:
        # Compared orders stay while the plots change places, but not for another deck.
        question = self._rounds.question
        if question is None or _without_order(question) != self._compared:
            self._orders.forget()

    def _on_answered(self, answer: RoundsAnswer) -> None:
        rounds = range(1, answer.question.rounds + 1)
        titles = [(str(number), f"Round {number}") for number in rounds]
        self.table.show_figures(_rows(answer, answer.mine.rounds), *titles, first="Round")
        other = answer.question.theirs
        self.gap_title.setVisible(other is not None)
        self.gaps.setVisible(other is not None)
        if other is not None:
            self.gap_title.setText(
                f"More than “{other.name}”, whose plots go by their gold (same shuffles for both):"
            )
            self.gaps.show_figures(
                _rows(answer, answer.difference, signed=True), *titles, first="Round"
            )
        for view, chart in zip(self.charts, rounds_charts(answer), strict=True):
            view.show_chart(chart)
        lines = "\n".join(f"\N{BULLET} {each}" for each in answer.mine.approximations)
        self.approximations.setText(f"What is simplified for this deck:\n{lines}" if lines else "")


def _played(dealt: DealtDeck, plots: Sequence[Card]) -> PlayedDeck:
    deck = dealt.deck
    return PlayedDeck(dealt.name, deck, dealt.draw_deck, deck.agendas, tuple(plots))


def _without_order(question: RoundsQuestion) -> tuple[object, ...]:
    """Return what orders of plots are compared for, whatever their order is now."""
    mine = question.mine
    plots = sorted(card.code for card in mine.plots)
    return mine.draw_deck, mine.agendas, plots, question.rounds, question.games, question.seed


def _rows(
    answer: RoundsAnswer, rounds: Sequence[RoundReport], *, signed: bool = False
) -> list[Figures]:
    figures = []
    for key, name, words in measures(answer):
        found = [number(each, key) for each in rounds]
        # Three digits, so that three rounds fit beside the names in a narrow window.
        places = 2 if all(abs(each.mean) < 9.995 for each in found) else 1
        numbers = tuple(
            Number(text, number_text(each.mean, signed=signed, places=places), each.mean)
            for each, text in zip(found, in_row(found, signed=signed), strict=True)
        )
        figures.append(Figures(key, name, numbers, words))
    return figures
