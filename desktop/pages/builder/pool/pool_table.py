"""The table of all cards: its columns, its current card, and the button that sorts it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QAction, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QTableView,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_views import CardsView
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.rows_table import apply_table_style

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


class PoolTable(CardsView, QTableView):
    """The table; its current and selected cards stay the same while the model is reset."""

    def __init__(self, model: PoolModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pool_model = model
        self._current = ""
        self._selected: set[str] = set()
        self.groups = frozenset({Shown.ALWAYS, Shown.WITHOUT_DECK})
        apply_table_style(self, "All cards")
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSortIndicator(NAME, _UP)
        header.setMinimumSectionSize(1)
        self._set_up(model)
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)

    @property
    def empty_text(self) -> str:
        """Why there are no rows."""
        return "No card is like that." if self.pool_model.total else "Loading the cards…"

    def go_to_current(self) -> None:
        """Bring the current card into view: another view of them was shown before."""
        if self.currentIndex().isValid():
            flags = QItemSelectionModel.SelectionFlag
            name = self.currentIndex().siblingAtColumn(NAME)
            self.selectionModel().setCurrentIndex(name, flags.NoUpdate)
            self.scrollTo(name)

    def show_columns(self, *, deck: bool, collection: bool) -> None:
        """Show the columns of a deck, or those instead of them, and of a collection."""
        groups = {Shown.ALWAYS, Shown.WITH_DECK if deck else Shown.WITHOUT_DECK}
        if collection:
            groups.add(Shown.WITH_COLLECTION)
        if groups != self.groups:
            self.groups = frozenset(groups)
            self._share_width()

    def _share_width(self) -> None:
        """Give the narrow columns what they need and the wide ones the rest by their shares."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        sharing = {}
        for number, column in enumerate(COLUMNS):
            self.setColumnHidden(number, column.shown not in self.groups)
            if column.shown not in self.groups:
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
        self._selected = {self.pool_model.card_at(index.row()).code for index in rows}

    def _on_model_reset(self) -> None:
        row = self.pool_model.row_of(self._current) if self._current else None
        if row is None:
            self.scrollToTop()
            return
        current = self.pool_model.index(row, NAME)
        self.setCurrentIndex(current)
        if len(self._selected) > 1:
            selection, flags = QItemSelection(), QItemSelectionModel.SelectionFlag
            for code in self._selected:
                found = self.pool_model.row_of(code)
                if found is not None:
                    index = self.pool_model.index(found, NAME)
                    selection.select(index, index)
            self.selectionModel().select(selection, flags.Select | flags.Rows)
        self.scrollTo(current, QAbstractItemView.ScrollHint.EnsureVisible)

    @override
    def _on_current_row_changed(self, current: AnyIndex) -> None:
        card = current.data(Role.CARD)
        if isinstance(card, Card) and card.code != self._current and not self._ignores_current:
            self._current = card.code
            self.card_chosen.emit(card)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.pool_model.rowCount():
            self._paint_words(self.empty_text, space(self, 6))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()


class SortButton(QToolButton):
    """A menu of the columns that are shown; the one that is sorted by is sorted the other way.

    It is the keyboard's way to what a heading does.
    """

    def __init__(self, table: PoolTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        # The word alone: the style's little arrow hangs below the line of the others.
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setText("So&rt")
        self.setAccessibleName("Sort the cards")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        self.menu().triggered.connect(self._on_triggered)
        table.horizontalHeader().sortIndicatorChanged.connect(self._show_order)
        self._show_order()

    def _order(self) -> tuple[int, Qt.SortOrder]:
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    def _show_order(self) -> None:
        column, order = self._order()
        said = f"Sorted by {COLUMNS[column].name.lower()}, {_ORDERS[order]}"
        self.setAccessibleDescription(said)
        self.setToolTip(said)

    def _fill(self) -> None:
        menu, (chosen, _) = self.menu(), self._order()
        menu.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.groups:
                continue
            action = menu.addAction(column.name)
            action.setCheckable(True)
            action.setChecked(number == chosen)
            action.setData(number)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = int(action.data()), self._order()
        reverse = number == chosen and order is _UP
        self._table.sortByColumn(number, _DOWN if reverse else _UP)
