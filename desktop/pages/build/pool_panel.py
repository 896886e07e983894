"""The left of the Build page: a search field over the table of all cards."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.cards import CardRow
from desktop.colours import colours_of
from desktop.pages.build.pool_columns import COLUMNS, NAME
from desktop.pages.build.pool_model import PoolModel
from desktop.typeface import Size, sized, space
from desktop.widgets.cells import CardCells, Role, row_height
from desktop.widgets.labels import label


class PoolTable(QTableView):
    """The table; it keeps its current card by code while the model is reset under it.

    Signals:
        card_chosen: another card is the current one (the card).
        typed: letters were typed that the search field should have (the text).
    """

    card_chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, model: PoolModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._kept = ""
        self._arriving = False
        self.setAccessibleName("All cards")
        self.setItemDelegate(CardCells(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row_height(self.fontMetrics()))
        header = self.horizontalHeader()
        header.setFont(sized(header.font(), Size.SMALL))
        header.setHighlightSections(False)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(NAME, Qt.SortOrder.AscendingOrder)
        self.setModel(model)
        self.setSortingEnabled(True)
        model.modelReset.connect(self._on_model_reset)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)

    def _share_width(self) -> None:
        """Give the narrow columns what they need and the wide ones the rest by their shares."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        sharing = {}
        for number, column in enumerate(COLUMNS):
            if column.share:
                sharing[number] = column
            else:
                self.setColumnWidth(number, round(column.width * character))
                left -= self.columnWidth(number)
        while len(sharing) > 1 and left < character * sum(each.width for each in sharing.values()):
            del sharing[min(sharing, key=lambda number: COLUMNS[number].share)]
        shares = sum(column.share for column in sharing.values())
        for number, column in enumerate(COLUMNS):
            self.setColumnHidden(number, bool(column.share) and number not in sharing)
            if number in sharing:
                self.setColumnWidth(number, max(character * 6, left * column.share // shares))

    def _on_model_reset(self) -> None:
        row = self._model.row_of(self._kept)
        if row is None:
            self.scrollToTop()
            return
        self.setCurrentIndex(self._model.index(row, NAME))
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def _on_current_row_changed(self, current: QModelIndex) -> None:
        card = current.data(Role.CARD)
        if isinstance(card, Card) and card.code != self._kept and not self._arriving:
            self._kept = card.code
            self.card_chosen.emit(card)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when a view gets the focus; nobody chose that card.
        self._arriving = True
        super().focusInEvent(event)
        self._arriving = False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        words = "No card has all of these words." if self._model.total else "Loading the cards…"
        top = self.viewport().rect().adjusted(0, space(self, 6), 0, 0)
        painter.drawText(top, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, words)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()


class PoolPanel(QWidget):
    """Search field, number of cards found, and the table.

    Signals:
        card_chosen: another card is the current one (the card).
    """

    card_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PoolModel(self)
        self.search = QLineEdit(self)
        self.search.setAccessibleName("Search all cards")
        self.search.setPlaceholderText("Search: name, trait, type, faction, pack")
        self.search.setClearButtonEnabled(True)
        side = space(self, 1)
        self.search.setTextMargins(side, side // 2, side, side // 2)
        # Otherwise a deck file dropped here would become its path; the window opens it instead.
        self.search.setAcceptDrops(False)
        self.search.textChanged.connect(self._on_search_edited)
        self.search.installEventFilter(self)
        self.table = PoolTable(self.model, self)
        self.table.card_chosen.connect(self.card_chosen)
        self.table.typed.connect(self.take_typing)
        self.count = label(size=Size.SMALL, faint=True)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self._on_find_requested)
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addWidget(self.count)
        row.setSpacing(space(self, 2))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 2))
        layout.addLayout(row)
        layout.addWidget(self.table, 1)
        self.model.modelReset.connect(self._on_model_reset)

    def receive(self, rows: tuple[CardRow, ...]) -> None:
        """Take the rows of all cards."""
        self.model.receive(rows)

    def take_typing(self, text: str) -> None:
        """Continue in the search field what was typed elsewhere."""
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    def _on_search_edited(self, text: str) -> None:
        self.model.search(text)

    def _on_find_requested(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_model_reset(self) -> None:
        found, total = self.model.rowCount(), self.model.total
        self.count.setText(f"{found:,} cards" if found == total else f"{found:,} of {total:,}")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            pressed = event.type() is QEvent.Type.KeyPress
            if pressed and event.key() == Qt.Key.Key_Escape:
                self.search.clear()
                return True
            if pressed and event.key() in {Qt.Key.Key_Down, Qt.Key.Key_PageDown}:
                if not self.table.currentIndex().isValid():
                    self.table.selectRow(0)
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().eventFilter(watched, event)
