"""The tab Rounds: the first rounds played alone, with the plots in the user's order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.card import Card
from decks.deck import Deck, Slots
from desktop.pages.hands.odds.answer_area import AnswerArea, ChartGrid
from desktop.pages.hands.odds.number_table import NumberColumn, NumberRow, NumberTable, Value
from desktop.pages.hands.odds.odds_charts import rounds_charts
from desktop.pages.hands.odds.odds_tab import OddsTab, OrdersQuery, RoundsQuery, StatusLine
from desktop.pages.hands.odds.plot_orders_panel import PlotOrdersPanel
from desktop.pages.hands.odds.rounds_options import RoundsOptions
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from goldfish.queries import DealtDeck, OrdersQuestion, PlayedDeck, RoundsAnswer, RoundsQuestion
from goldfish.report_text import in_row, measures, number, number_text, rounds_status
from goldfish.rounds.game_plan import default_plot_order, plot_cards
from goldfish.rounds.report import RoundReport

NO_PLOTS = "This deck has no plots. Add some to play rounds."


class RoundsTab(OddsTab):
    """Follows the games: a table and charts by round, the approximations, orders of plots."""

    def __init__(
        self, rounds: RoundsQuery, orders: OrdersQuery, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._rounds, self._orders = rounds, orders
        self._compared: tuple[object, ...] = ()
        self.options = RoundsOptions(self)
        self.status = StatusLine(rounds, rounds_status, NO_PLOTS, "Playing games…")
        self.orders = PlotOrdersPanel(orders, self)
        self.table = NumberTable("Each round in figures", parent=self, digits=6)
        self.gap_title = label(wraps=True)
        self.gaps = NumberTable("Difference by round", parent=self, digits=6)
        self.charts = ChartGrid(4, self)
        self.charts.failed.connect(self.failed)
        self.approximations = label(size=Size.SMALL, faint=True, wraps=True)
        parts = (self.table, self.gap_title, self.gaps, self.charts, self.approximations)
        self.area = AnswerArea("Rounds: figures and charts", (self.orders, *parts), rounds, self)
        gap = space(self, 2)
        lines = (self.options, self.status, (self.area, 1))
        column(*lines, parent=self, margin=(gap, gap, gap, 0), spacing=gap // 2)
        self.options.changed.connect(self.changed)
        self.options.orders.clicked.connect(self._on_orders_clicked)
        self.orders.order_chosen.connect(self.options.model.arrange)
        rounds.changed.connect(self._on_rounds_changed)
        rounds.answered.connect(self._on_answered)

    @override
    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        self.options.model.show_plots(default_plot_order(plot_cards(deck)), cards)

    @override
    def clear(self) -> None:
        self.options.model.show_rows(())

    def question(self, mine: DealtDeck, theirs: DealtDeck | None) -> RoundsQuestion | None:
        """Return what is to be played: the first deck's plots in the user's order, None without."""
        plots = self.options.model.rows
        if not plots:
            return None
        others = default_plot_order(plot_cards(theirs.deck)) if theirs else ()
        other = _played(theirs, others) if theirs and others else None
        return RoundsQuestion(_played(mine, plots), other, *self.options.numbers)

    def _on_orders_clicked(self) -> None:
        question = self._rounds.question
        if question is not None:
            by = str(self.options.by.currentData())
            self._compared = _without_order(question)
            self._orders.ask(OrdersQuestion(question.mine, *self.options.numbers, by))
            self._orders.retry()
            self.area.verticalScrollBar().setValue(0)

    def _on_rounds_changed(self) -> None:
        # Compared orders stay while the plots change places, but not for another deck.
        question = self._rounds.question
        if question is None or _without_order(question) != self._compared:
            self._orders.forget()

    def _on_answered(self, answer: RoundsAnswer) -> None:
        rounds = range(1, answer.question.rounds + 1)
        columns = [
            NumberColumn("", "What", number=False),
            *(NumberColumn(f"Round {each}") for each in rounds),
        ]
        self.table.numbers.show(_rows(answer, answer.mine.rounds), columns)
        other = answer.question.theirs
        self.gap_title.setVisible(other is not None)
        self.gaps.setVisible(other is not None)
        if other is not None:
            self.gap_title.setText(
                f"More than “{other.name}”, whose plots go by their gold (same shuffles for both):"
            )
            self.gaps.numbers.show(_rows(answer, answer.difference, signed=True), columns)
        self.charts.show_charts(rounds_charts(answer))
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
) -> list[NumberRow]:
    rows = []
    for key, name, words in measures(answer):
        found = [number(each, key) for each in rounds]
        cells = (name, *in_row(found, signed=signed))
        values: list[Value] = [name, *(each.mean for each in found)]
        narrow = (name, *(number_text(each.mean, signed=signed, places=2) for each in found))
        rows.append(NumberRow(cells, tuple(values), tip=words, key=key, narrow=narrow))
    return rows
