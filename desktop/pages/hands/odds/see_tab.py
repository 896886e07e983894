"""The tab See: how likely chosen cards are seen by each round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QPushButton, QSplitter, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from core.errors import QueryError
from decks.deck import Deck, Slots
from desktop.pages.hands.odds.number_table import (
    NumberColumn,
    NumberRow,
    NumberTable,
    Value,
    compared_columns,
)
from desktop.pages.hands.odds.odds_charts import see_chart
from desktop.pages.hands.odds.odds_tab import AnswerArea, OddsTab, SeeQuery, StatusLine
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Cell, Role, paint_check_box
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.form import number_box
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, label, tip
from desktop.widgets.rows_model import RowsModel
from desktop.widgets.search_field import SearchField
from goldfish.queries import HandsQuestion, SeeAnswer, SeeQuestion
from goldfish.report import Estimate
from goldfish.report_text import estimate_text, in_points, number_text, number_with_noun, see_status


class CardChecklistModel(RowsModel[tuple[Card, int]]):
    """Cards by name with their copies, those that pass a filter; hidden ones stay checked.

    Signals:
        checked_changed: other cards are checked.
    """

    checked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.checked: frozenset[str] = frozenset()
        self._slots: Slots = ()
        self._cards: LoadedCards | None = None
        self._passes: Callable[[Card], bool] | None = None

    @property
    def checked_copies(self) -> int:
        return sum(copies for card, copies in self._slots if card.code in self.checked)

    def show_cards(self, slots: Slots, cards: LoadedCards) -> None:
        if slots == self._slots and cards is self._cards:
            return
        self._slots, self._cards = slots, cards
        self.check(self.checked & {card.code for card, _ in slots})
        self.filter(self._passes)

    def filter(self, passes: Callable[[Card], bool] | None) -> None:
        self._passes = passes
        if (cards := self._cards) is not None:
            found = [slot for slot in self._slots if passes is None or passes(slot[0])]
            self.show_rows(sorted(found, key=lambda s: (cards.named(s[0].code), s[0].code)))

    def check(self, codes: Iterable[str]) -> None:
        codes = frozenset(codes)
        if codes != self.checked:
            self.checked = codes
            self.notify_all()
            self.checked_changed.emit()

    def toggle(self, row: int) -> None:
        self.check(self.checked ^ {self.rows[row][0].code})

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    @override
    def card(self, row: tuple[Card, int]) -> Card:
        return row[0]

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        card, copies = self.rows[row]
        if self._cards is None:
            return None
        name, checked = self._cards.named(card.code), card.code in self.checked
        text = f"{name}  \N{MULTIPLICATION SIGN}{copies}"
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{name}, {copies} copies, {'ticked' if checked else 'not ticked'}"
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
            case Role.CELL:
                faction = card.factions[0] if card.factions else Faction.NEUTRAL
                return Cell(text, (Glyph(icons.type_glyph(card.type), faction),))
        return None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        # Assistive technology checks a card here.
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        code = self.rows[index.row()][0].code
        checked = Qt.CheckState(value) is Qt.CheckState.Checked
        self.check(self.checked | {code} if checked else self.checked - {code})
        return True


class CheckedCardDelegate(CardDelegate):
    """Paints a check box before each card."""

    @override
    def editorEvent(
        self, event: QEvent, model: Any, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        return False  # a click on the box itself counts once: the list takes it

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect: QRect = QRect(option.rect)
        box = QRect(rect.left(), rect.top(), option.fontMetrics.height() * 3 // 2, rect.height())
        moved = QStyleOptionViewItem(option)
        moved.rect = rect.adjusted(box.width(), 0, 0, 0)
        super().paint(painter, moved, index)
        option.checkState = index.data(Qt.ItemDataRole.CheckStateRole)
        paint_check_box(painter, box, option)


class CardChecklist(QListView):
    """Checks cards; the current one stays current while the list is filtered."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardChecklistModel(self)
        self.setAccessibleName(name)
        self.setModel(self.cards)
        self.setItemDelegate(CheckedCardDelegate(self))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._current = ""
        self._top = 0
        self.cards.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        self.cards.modelReset.connect(self._on_model_reset)
        watch_cards(self)

    def _on_model_about_to_be_reset(self) -> None:
        row = self.currentIndex().row()
        self._current = self.cards.rows[row][0].code if row >= 0 else self._current
        self._top = self.verticalScrollBar().value()

    def _on_model_reset(self) -> None:
        codes = [card.code for card, _ in self.cards.rows]
        if self._current in codes:
            self.setCurrentIndex(self.cards.index(codes.index(self._current), 0))
            self.doItemsLayout()
            self.verticalScrollBar().setValue(self._top)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self.cards.toggle(index.row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        index = self.currentIndex()
        if event.key() in keys and index.isValid():
            self.cards.toggle(index.row())
            event.accept()
            return
        super().keyPressEvent(event)


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
        self.search = SearchField(self)
        self.search.setAccessibleName("Search the cards of the deck")
        self.search.set_hints(
            "Search the deck: a name   t:location   k:lord   o<=2", "Search the deck"
        )
        self.search.setClearButtonEnabled(True)
        self.list = CardChecklist("Cards to see", self)
        self.model = self.list.cards
        self.at_least = number_box("At least this many of them", 1, MOST, 1, self)
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
        self.model.check(())
        self.search.clear()

    @override
    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        pool = cards.pools[deck.edition]
        if pool is not self._pool:
            self._pool = pool
            self.search.know(pool)
        self.model.show_cards(slots, cards)
        self._show_copies()

    def question(self, hands: HandsQuestion) -> SeeQuestion | None:
        """Return what is asked about the hands of such a question, None with nothing checked."""
        if not self.model.checked:
            return None
        chosen, at_least = self.model.checked, self.at_least.value()
        return SeeQuestion(hands.mine, hands.theirs, hands.options, chosen, at_least)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        splitter = QSplitter(Qt.Orientation.Vertical, self, childrenCollapsible=False)
        above, below = QWidget(splitter), QWidget(splitter)
        at_least = label("At least", Size.SMALL, faint=True)
        line = QWidget(above)
        flow = FlowLayout(gap // 2)
        line.setLayout(flow)
        for each in (at_least, self.at_least, self.copies, self.every, self.none):
            flow.addWidget(each)
        column(self.search, (self.list, 1), line, parent=above, margin=0, spacing=gap // 2)
        column(self.status, (self.area, 1), parent=below, margin=0, spacing=gap // 2)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([space(self, 55), space(self, 85)])
        column(splitter, parent=self, margin=(gap, gap, gap, 0))

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
        self.search.setToolTip("")
        text = self.search.text()
        if not text.strip() or self._pool is None:
            self.model.filter(None)
            return
        from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

        try:
            self.model.filter(Searcher(self._pool).query(text).test)
        except QueryError as error:
            self.search.mark_wrong(error.start, error.end, error.sentence)
            self.search.setToolTip(tip(error.sentence))

    def _on_search_left(self) -> None:
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_every_clicked(self) -> None:
        self.model.check(self.model.checked | {card.code for card, _ in self.model.rows})

    def _show_copies(self) -> None:
        copies = self.model.checked_copies
        self.copies.setText(f"of {number_with_noun(copies, 'ticked copy', 'ticked copies')}")
        self.none.setEnabled(copies > 0)
        self.every.setEnabled(bool(self.model.rows))

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
