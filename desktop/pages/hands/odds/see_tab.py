"""The tab See: how likely chosen cards are seen by each round."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from carddb.pool import CardPool
from carddb.search.errors import QueryError
from decks.deck import Slots
from desktop.pages.hands.odds.chart_data import see_chart
from desktop.pages.hands.odds.choice_list import ChoiceList
from desktop.pages.hands.odds.choice_model import ChoiceModel
from desktop.pages.hands.odds.hands_answer import Chances, SeeAnswer, see_standing
from desktop.pages.hands.odds.method_row import number_box
from desktop.pages.hands.odds.number_format import counted, in_points, plain, written
from desktop.pages.hands.odds.number_model import Column, NumberModel, Row, Value
from desktop.pages.hands.odds.number_table import NumberTable
from desktop.pages.hands.odds.odds_question import SeeQuestion
from desktop.pages.hands.odds.stale_overlay import StaleOverlay
from desktop.pages.hands.odds.status_line import StatusLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.labels import label
from desktop.widgets.search_field import SearchField
from goldfish.report import Estimate

MOST = 7
NOTHING_TICKED = "Tick the cards that are to be seen: with a click, or with Space."
_ROUND = Column("By round", "The opening hand, or after the draw phase of a round", number=False)
_SEEN = Column("Cards seen", "Mean number of cards seen")


class SeeTab(QWidget):
    """Cards to tick, and below them the chance to have seen some of them by each round.

    Signals:
        changed: other cards are ticked, or another number of them is wanted.
        failed: a chart could not be saved (the AppError).
    """

    changed = Signal()
    failed = Signal(Exception)

    def __init__(
        self, see: BackgroundQuery[SeeQuestion, SeeAnswer], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._see = see
        self._pool: CardPool | None = None
        self.search = SearchField(self)
        self.search.setAccessibleName("Search the cards of the deck")
        self.search.setPlaceholderText("Search the deck: a name   t:location   k:lord   o<=2")
        self.search.setClearButtonEnabled(True)
        self.model = ChoiceModel(self)
        self.list = ChoiceList(self.model, "Cards to see", self)
        self.at_least = number_box("At least so many of them", 1, MOST, 1, self)
        self.copies = label(size=Size.SMALL, faint=True)
        self.every = QPushButton("Tick all sho&wn")
        self.none = QPushButton("&Tick none")
        self.standing = StatusLine(see, see_standing, NOTHING_TICKED, parent=self)
        self.chart = ChartView(self)
        self.chart.failed.connect(self.failed)
        self.numbers = NumberModel((), self)
        self.table = NumberTable(self.numbers, "Chances by round", self, fits=True)
        self.area = QScrollArea(self)
        self._lay_out()
        self.overlay = StaleOverlay(self.area.viewport())
        self._connect()
        self._show()

    def forget(self) -> None:
        """Tick nothing: the ticks were about another deck."""
        self.model.tick(())
        self.search.clear()

    def show_cards(self, slots: Slots, cards: LoadedCards, pool: CardPool) -> None:
        """Offer the cards that the deck's hands are drawn from."""
        if pool is not self._pool:
            self._pool = pool
            self.search.know(pool)
        self.model.show_cards(slots, cards)
        self._count()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._above(gap))
        self.splitter.addWidget(self._below(gap))
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([space(self, 55), space(self, 85)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, 0)
        layout.addWidget(self.splitter)

    def _above(self, gap: int) -> QWidget:
        """Return the search, the list and what is wanted of it."""
        above = QWidget(self)
        line = QHBoxLayout()
        line.setSpacing(gap // 2)
        for button in (self.every, self.none):
            button.setObjectName("small")
        line.addWidget(label("At least", Size.SMALL, faint=True))
        line.addWidget(self.at_least)
        line.addWidget(self.copies, 1)
        line.addWidget(self.every)
        line.addWidget(self.none)
        top = QVBoxLayout(above)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(gap // 2)
        top.addWidget(self.search)
        top.addWidget(self.list, 1)
        top.addLayout(line)
        return above

    def _below(self, gap: int) -> QWidget:
        """Return the chances, which scroll."""
        below, sheet = QWidget(self), QWidget(self)
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(0, 0, gap, gap)
        inner.setSpacing(gap)
        inner.addWidget(self.chart)
        inner.addWidget(self.table)
        inner.addStretch(1)
        self.area.setWidget(sheet)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName("Chances: chart and table")
        bottom = QVBoxLayout(below)
        bottom.setContentsMargins(0, 0, 0, 0)
        bottom.setSpacing(gap // 2)
        bottom.addWidget(self.standing)
        bottom.addWidget(self.area, 1)
        return below

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.search.left_downwards.connect(self._on_search_left)
        self.model.ticked_changed.connect(self._on_ticked_changed)
        self.at_least.valueChanged.connect(self.changed)
        self.every.clicked.connect(self._on_every_clicked)
        self.none.clicked.connect(self._on_none_clicked)
        self._see.changed.connect(self._show)

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
            self.list.setCurrentIndex(self.model.index(0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_every_clicked(self) -> None:
        self.model.tick(self.model.ticked | {card.code for card, _ in self.model.shown})

    def _on_none_clicked(self) -> None:
        self.model.tick(())

    def _on_ticked_changed(self) -> None:
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        copies = self.model.ticked_copies
        self.copies.setText(f"of {counted(copies, 'ticked copy', 'ticked copies')}")
        for button, on in ((self.none, copies > 0), (self.every, bool(self.model.shown))):
            button.setEnabled(on)

    def _show(self) -> None:
        answer = self._see.answer
        self.area.setVisible(answer is not None)
        self.overlay.cover(covered=not self._see.is_fresh)
        if answer is None or not self._see.is_fresh:
            return
        self.chart.show_chart(see_chart(answer))
        both = [answer.mine, *([answer.theirs] if answer.theirs else [])]
        names = [side.name for side in answer.question.sides]
        columns = [_ROUND, _SEEN, Column("Chance", names[0])]
        if answer.theirs:
            columns = [_ROUND, *(Column(title, name) for title, name in _named(names))]
        self.numbers.show([_row(each, both) for each in range(len(both[0].by_round))], columns)


def _named(names: list[str]) -> list[tuple[str, str]]:
    return [*zip(("This deck", "The other"), names, strict=True), ("Difference", "Difference")]


def _row(number: int, both: list[Chances]) -> Row:
    name = "Opening hand" if number == 0 else f"Round {number}"
    found = [each.by_round[number] for each in both]
    told = [written(each, percent=True) for each in found]
    values: list[Value] = [number, *(each.mean for each in found)]
    if len(both) == 1:
        seen = both[0].seen[number]
        return Row((name, plain(seen, places=2), *told), (number, seen, found[0].mean), key=name)
    gap = found[0].mean - found[1].mean
    told.append(in_points(Estimate.exact(gap)))
    return Row((name, *told), (*values, gap), key=name)
