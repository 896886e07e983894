"""The table of all cards as it is seen: columns, current card, keys."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.copy_clicks import CopyClicks, open_menu
from desktop.pages.builder.copy_keys import CopyKeys
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role
from desktop.widgets.table_style import apply_table_style


class PoolTable(QTableView):
    """The table; it keeps its current and selected cards while the model is reset under it.

    Signals:
        card_chosen: another card is the current one (the card).
        typed: letters were typed that the search field should have (the text).
        erased: the last letter of the search field should go.
    """

    card_chosen = Signal(object)
    typed = Signal(str)
    erased = Signal()

    def __init__(self, model: PoolModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._kept = ""
        self._selected: set[str] = set()
        self._arriving = False
        self.here = frozenset({Shown.ALWAYS, Shown.WITHOUT_DECK})
        apply_table_style(self, "All cards")
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.viewport().setAcceptDrops(True)
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSortIndicator(NAME, Qt.SortOrder.AscendingOrder)
        header.setMinimumSectionSize(1)
        self.setModel(model)
        self.setSortingEnabled(True)
        self.copies_keys = CopyKeys(self)
        self.clicks = CopyClicks(self, self.copies_keys)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.clicked.connect(self._on_clicked)

    def show_columns(self, *, deck: bool, collection: bool) -> None:
        """Show the columns that tell of a deck, or those instead of them, and of a collection."""
        here = {Shown.ALWAYS, Shown.WITH_DECK if deck else Shown.WITHOUT_DECK}
        if collection:
            here.add(Shown.WITH_COLLECTION)
        if here != self.here:
            self.here = frozenset(here)
            self._share_width()

    def _share_width(self) -> None:
        """Give the narrow columns what they need and the wide ones the rest by their shares."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        sharing = {}
        for number, column in enumerate(COLUMNS):
            self.setColumnHidden(number, column.shown not in self.here)
            if column.shown not in self.here:
                continue
            if column.share:
                sharing[number] = column
            else:
                self.setColumnWidth(number, round(column.width * character))
                left -= self.columnWidth(number)
        while len(sharing) > 1 and left < character * sum(each.width for each in sharing.values()):
            number = max(sharing.keys() - {NAME}, key=lambda number: COLUMNS[number].width)
            del sharing[number]
            self.setColumnHidden(number, True)  # noqa: FBT003 - Qt's own
        for number in reversed(range(len(COLUMNS))):
            if left < character * COLUMNS[number].yields:
                left += self.columnWidth(number)
                self.setColumnHidden(number, True)  # noqa: FBT003 - Qt's own
        shares = sum(column.share for column in sharing.values())
        spare = left - character * sum(column.width for column in sharing.values())
        for number, column in sharing.items():
            width = round(character * column.width + spare * column.share / shares)
            self.setColumnWidth(number, max(character * 6, width))

    def _on_model_about_to_be_reset(self) -> None:
        rows = self.selectionModel().selectedRows()
        self._selected = {index.data(Role.CARD).code for index in rows if index.data(Role.CARD)}

    def _on_model_reset(self) -> None:
        row = self._model.row_of(self._kept) if self._kept else None
        if row is None:
            self.scrollToTop()
            return
        flags = QItemSelectionModel.SelectionFlag
        current = self._model.index(row, NAME)
        self.setCurrentIndex(current)
        if len(self._selected) > 1:
            selection = QItemSelection()
            for code in self._selected:
                found = self._model.row_of(code)
                if found is not None:
                    index = self._model.index(found, NAME)
                    selection.select(index, index)
            self.selectionModel().select(selection, flags.Select | flags.Rows)
        self.scrollTo(current, QAbstractItemView.ScrollHint.EnsureVisible)

    def _on_current_row_changed(self, current: QModelIndex) -> None:
        card = current.data(Role.CARD)
        if isinstance(card, Card) and card.code != self._kept and not self._arriving:
            self._kept = card.code
            self.card_chosen.emit(card)

    def _on_clicked(self, index: QModelIndex) -> None:
        # Who clicks the card that is the current one here wants to see it again, too.
        card = index.data(Role.CARD)
        if isinstance(card, Card):
            self.card_chosen.emit(card)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        open_menu(self, self.copies_keys, event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._model.takes_all = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().dropEvent(event)

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
        words = "No card is like that." if self._model.total else "Loading the cards…"
        top = self.viewport().rect().adjusted(0, space(self, 6), 0, 0)
        painter.drawText(top, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, words)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
