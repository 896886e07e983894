"""The tab See: how likely chosen cards are seen by each round."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from carddb.errors import QueryError
from carddb.pool import CardPool
from decks.deck import Slots
from desktop.pages.hands.odds.answer_area import AnswerArea
from desktop.pages.hands.odds.card_checklist import CardChecklist
from desktop.pages.hands.odds.hands_text import see_status
from desktop.pages.hands.odds.number_format import counted, in_points, plain, written
from desktop.pages.hands.odds.number_table import (
    NumberColumn,
    NumberRow,
    NumberTable,
    Value,
    compared_columns,
)
from desktop.pages.hands.odds.odds_charts import see_chart
from desktop.pages.hands.odds.odds_options import number_box
from desktop.pages.hands.odds.queries import SeeAnswer, SeeQuestion
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.labels import label
from desktop.widgets.search_field import SearchField
from goldfish.report import Estimate

MOST = 7
NOTHING_CHECKED = "Tick the cards that are to be seen: with a click, or with Space."
_ROUND = NumberColumn(
    "By round", "The opening hand, or after the draw phase of a round", number=False
)
_SEEN = NumberColumn("Cards seen", "Mean number of cards seen")


class SeeTab(QWidget):
    """Cards with check boxes, and below them the chance to have seen some of them by each round.

    Signals:
        changed: other cards are checked, or another number of them is wanted.
        failed: a chart could not be saved (the AppError).
    """

    changed = Signal()
    failed = Signal(Exception)

    def __init__(
        self, see: BackgroundQuery[SeeQuestion, SeeAnswer], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pool: CardPool | None = None
        self.search = SearchField(self)
        self.search.setAccessibleName("Search the cards of the deck")
        self.search.setPlaceholderText("Search the deck: a name   t:location   k:lord   o<=2")
        self.search.setClearButtonEnabled(True)
        self.list = CardChecklist("Cards to see", self)
        self.model = self.list.cards
        self.at_least = number_box("At least so many of them", 1, MOST, 1, self)
        self.copies = label(size=Size.SMALL, faint=True)
        self.every = QPushButton("Tick all sho&wn")
        self.none = QPushButton("&Tick none")
        self.status = StatusLine(see, see_status, NOTHING_CHECKED, parent=self)
        self.chart = ChartView(self)
        self.chart.failed.connect(self.failed)
        self.table = NumberTable("Chances by round", parent=self)
        parts = (self.chart, self.table)
        self.area = AnswerArea("Chances: chart and table", parts, see, self)
        self._lay_out()
        self._connect()
        see.answered.connect(self._on_answered)

    def clear(self) -> None:
        """Uncheck all: another deck is shown."""
        self.model.check(())
        self.search.clear()

    def show_cards(self, slots: Slots, cards: LoadedCards, pool: CardPool) -> None:
        """Show the cards that the deck's hands are drawn from."""
        if pool is not self._pool:
            self._pool = pool
            self.search.know(pool)
        self.model.show_cards(slots, cards)
        self._show_copies()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        above, below = QWidget(self), QWidget(self)
        line = QHBoxLayout()
        line.setSpacing(gap // 2)
        line.addWidget(label("At least", Size.SMALL, faint=True))
        line.addWidget(self.at_least)
        line.addWidget(self.copies, 1)
        for button in (self.every, self.none):
            button.setObjectName("small")
            line.addWidget(button)
        top, bottom = QVBoxLayout(above), QVBoxLayout(below)
        top.addWidget(self.search)
        top.addWidget(self.list, 1)
        top.addLayout(line)
        bottom.addWidget(self.status)
        bottom.addWidget(self.area, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        for column, part, share in ((top, above, 2), (bottom, below, 3)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(gap // 2)
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, share)
        splitter.setSizes([space(self, 55), space(self, 85)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, 0)
        layout.addWidget(splitter)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.search.left_downwards.connect(self._on_search_left)
        self.model.checked_changed.connect(self._show_copies)
        self.model.checked_changed.connect(self.changed)
        self.model.modelReset.connect(self._show_copies)
        self.at_least.valueChanged.connect(self.changed)
        self.every.clicked.connect(self._on_every_clicked)
        self.none.clicked.connect(lambda: self.model.check(()))

    def _on_search_changed(self) -> None:
        self.search.clear_mark()
        text = self.search.text()
        if not text.strip() or self._pool is None:
            self.model.filter(None)
            return
        from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

        try:
            self.model.filter(Searcher(self._pool).query(text).test)
        except QueryError as error:
            self.search.mark_wrong(error.start, error.end, error.sentence)
            self.search.setToolTip(error.sentence)

    def _on_search_left(self) -> None:
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_every_clicked(self) -> None:
        self.model.check(self.model.checked | {card.code for card, _ in self.model.rows})

    def _show_copies(self) -> None:
        copies = self.model.checked_copies
        self.copies.setText(f"of {counted(copies, 'ticked copy', 'ticked copies')}")
        self.none.setEnabled(copies > 0)
        self.every.setEnabled(bool(self.model.rows))

    def _on_answered(self, answer: SeeAnswer) -> None:
        self.chart.show_chart(see_chart(answer))
        names = [deck.name for deck in answer.question.decks]
        alone = [_SEEN, NumberColumn("Chance", names[0])]
        columns = compared_columns(*names) if len(names) > 1 else alone
        rows = [_row(number, answer) for number in range(len(answer.chances[0].by_round))]
        self.table.numbers.show(rows, [_ROUND, *columns])


def _row(number: int, answer: SeeAnswer) -> NumberRow:
    name = "Opening hand" if number == 0 else f"Round {number}"
    found = [each.by_round[number] for each in answer.chances]
    cells = [written(each, percent=True) for each in found]
    values: list[Value] = [each.mean for each in found]
    if len(found) == 1:
        seen = answer.chances[0].seen[number]
        cells, values = [plain(seen, places=2), *cells], [seen, *values]
    else:
        gap = found[0].mean - found[1].mean
        cells, values = [*cells, in_points(Estimate.exact(gap))], [*values, gap]
    return NumberRow((name, *cells), (number, *values), key=name)
