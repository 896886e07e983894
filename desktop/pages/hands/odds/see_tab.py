"""The tab See: how likely chosen cards are seen by each round."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from core.errors import QueryError
from decks.deck import Deck, Slots
from desktop.pages.hands.odds.number_table import (
    NumberColumn,
    NumberRow,
    NumberTable,
    Value,
    compared_columns,
)
from desktop.pages.hands.odds.odds_tab import AnswerArea, OddsTab, SeeQuery, StatusLine, see_chart
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_checklist import CardChecklist
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.form import number_box
from desktop.widgets.layouts import FlowLayout, column, label, tip
from desktop.widgets.policy_fields import search_box
from goldfish.queries import HandsQuestion, SeeAnswer, SeeQuestion
from goldfish.report import Estimate
from goldfish.report_text import estimate_text, in_points, number_text, number_with_noun, see_status

MOST = 7
NOTHING_CHECKED = "Tick the cards you want to see, with a click or Space."
_ROUND = NumberColumn(
    "By round", "The opening hand, or after the draw phase of a round", number=False
)
_SEEN = NumberColumn("Cards seen", "Mean number of cards seen")


class SeeTab(OddsTab):
    """Cards with check boxes, and below them the chance to have seen some of them by each round."""

    def __init__(self, see: SeeQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pool: CardPool | None = None
        hints = ("Search the deck: a name   t:location   k:lord   o<=2", "Search the deck")
        self.search = search_box("Search the cards of the deck", self, *hints)
        self.list = CardChecklist("Cards to see", self)
        self.at_least = number_box("At least this many of them", (1, MOST), 1, self)
        self.copies = label(size=Size.SMALL, faint=True)
        self.every = QPushButton("Tick all sho&wn")
        self.none = QPushButton("&Tick none")
        for button in (self.every, self.none):
            button.setObjectName("small")
        self.status = StatusLine(see, see_status, NOTHING_CHECKED)
        self.chart = ChartView(self)
        self.chart.failed.connect(self.failed)
        self.table = NumberTable("Chances by round", parent=self)
        parts = (self.chart, self.table)
        self.area = AnswerArea("Chances: chart and table", parts, see, self)
        self._lay_out()
        self._connect()
        see.answered.connect(self._on_answered)

    @override
    def clear(self) -> None:
        self.list.check(())
        self.search.clear()

    @override
    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        pool = cards.pools[deck.edition]
        if pool is not self._pool:
            self._pool = pool
            self.search.know(pool)
        self.list.show_cards(slots, cards)
        self._show_copies()

    def question(self, hands: HandsQuestion) -> SeeQuestion | None:
        """Return what is asked about the hands of such a question, None with nothing checked."""
        if not self.list.checked:
            return None
        chosen, at_least = self.list.checked, self.at_least.value()
        return SeeQuestion(hands.mine, hands.theirs, hands.options, chosen, at_least)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        splitter = QSplitter(Qt.Orientation.Vertical, self, childrenCollapsible=False)
        above, below = QWidget(splitter), QWidget(splitter)
        at_least = label("At least", Size.SMALL, faint=True)
        parts = (at_least, self.at_least, self.copies, self.every, self.none)
        line = FlowLayout(gap // 2, *parts)
        column(self.search, (self.list, 1), line, parent=above, margin=0, spacing=gap // 2)
        column(self.status, (self.area, 1), parent=below, margin=0, spacing=gap // 2)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([space(self, 55), space(self, 85)])
        column(splitter, parent=self, margin=(gap, gap, gap, 0))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.search.left_downwards.connect(self.list.step_in)
        self.list.checked_changed.connect(self._show_copies)
        self.list.checked_changed.connect(self.changed)
        self.at_least.valueChanged.connect(self.changed)
        self.every.clicked.connect(self._on_every_clicked)
        self.none.clicked.connect(lambda: self.list.check(()))

    def _on_search_changed(self) -> None:
        self.search.clear_mark()
        self.search.setToolTip("")
        text = self.search.text()
        test = None
        if text.strip() and self._pool is not None:
            from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

            try:
                test = Searcher(self._pool).query(text).test
            except QueryError as error:
                self.search.mark_wrong(error.start, error.end, error.sentence)
                self.search.setToolTip(tip(error.sentence))
                return
        self.list.filter(test)
        self._show_copies()

    def _on_every_clicked(self) -> None:
        self.list.check(self.list.checked | {card.code for card in self.list.shown})

    def _show_copies(self) -> None:
        copies = self.list.checked_copies
        self.copies.setText(f"of {number_with_noun(copies, 'ticked copy', 'ticked copies')}")
        self.none.setEnabled(copies > 0)
        self.every.setEnabled(bool(self.list.shown))

    def _on_answered(self, answer: SeeAnswer) -> None:
        self.chart.show_chart(see_chart(answer))
        names = [deck.name for deck in answer.question.decks]
        alone = [_SEEN, NumberColumn("Chance", names[0])]
        columns = compared_columns(*names) if len(names) > 1 else alone
        rows = [_row(number, answer) for number in range(len(answer.chances[0]))]
        self.table.numbers.show(rows, [_ROUND, *columns])


def _row(number: int, answer: SeeAnswer) -> NumberRow:
    name = "Opening hand" if number == 0 else f"Round {number}"
    odds = [chances[number] for chances in answer.chances]
    found = [each.probability for each in odds]
    cells = [estimate_text(each, percent=True) for each in found]
    values: list[Value] = [each.mean for each in found]
    if len(found) == 1:
        seen = odds[0].seen
        cells, values = [number_text(seen, places=2), *cells], [seen, *values]
    else:
        gap = found[0].mean - found[1].mean
        cells, values = [*cells, in_points(Estimate.exact(gap))], [*values, gap]
    return NumberRow((name, *cells), (number, *values), key=name)
