"""The table of all cards: its columns, its current card, and the button that sorts it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
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
from desktop.pages.builder.copy_keys import CopyKey
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.title_rows import Title, TitleRow, VersionRow, wanted_copies
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import AnyIndex, Role, glyph_width
from desktop.widgets.rows_table import apply_table_style

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


class PoolTable(CardsView, QTableView):
    """The table; its current and selected cards stay the same while the model is reset.

    Signals:
        versions_requested: so many copies of cards are wanted (pairs of a card and a number).
    """

    versions_requested = Signal(list)

    def __init__(self, model: PoolModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pool_model = model
        self._current: tuple[str, Title | None] = "", None
        self._announced = ""
        self._selected: set[tuple[str, Title | None]] = set()
        self.groups = frozenset({Shown.ALWAYS, Shown.WITH_BOTH_EDITIONS})
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

    def show_columns(self, *, deck: bool, collection: bool, editions: bool) -> None:
        """Show the columns of a deck, of a collection, and of both editions, or not."""
        groups = {
            Shown.WITH_DECK: deck,
            Shown.WITH_COLLECTION: collection,
            Shown.WITH_BOTH_EDITIONS: editions,
        }
        shown = frozenset({Shown.ALWAYS, *(group for group, there in groups.items() if there)})
        if shown != self.groups:
            self.groups = shown
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
        self._selected = {self._key(index.row()) for index in rows}

    def _key(self, number: int) -> tuple[str, Title | None]:
        """Return what finds a row again: its card, and its name where it is that of a name."""
        row = self.pool_model.rows[number]
        return row.card.code, row.title if isinstance(row, TitleRow) else None

    def _on_model_reset(self) -> None:
        row = self.pool_model.row_of(*self._current) if self._current[0] else None
        if row is None:
            self.scrollToTop()
            return
        current = self.pool_model.index(row, NAME)
        self.setCurrentIndex(current)
        if len(self._selected) > 1:
            selection, flags = QItemSelection(), QItemSelectionModel.SelectionFlag
            for key in self._selected:
                found = self.pool_model.row_of(*key)
                if found is not None:
                    index = self.pool_model.index(found, NAME)
                    selection.select(index, index)
            self.selectionModel().select(selection, flags.Select | flags.Rows)
        self.scrollTo(current, QAbstractItemView.ScrollHint.EnsureVisible)

    @override
    def _on_current_row_changed(self, current: AnyIndex) -> None:
        card = current.data(Role.CARD)
        if not isinstance(card, Card) or self._ignores_current:
            return
        self._current = self._key(current.row())
        if card.code != self._announced:
            self._announced = card.code
            self.card_chosen.emit(card)

    @override
    def _request(self, key: CopyKey) -> None:
        self.chosen_rows()  # selects the current row where none is
        rows = [self.pool_model.rows[each.row()] for each in self.selectionModel().selectedRows()]
        if key.large or not any(isinstance(row, TitleRow) for row in rows):
            super()._request(key)
        else:
            self.versions_requested.emit(wanted_copies(rows, self.pool_model.overlay, key))

    def _open(self, number: int, *, opened: bool) -> None:
        """Open or close the row of a name; the current row is never one that is hidden."""
        row, current = self.pool_model.rows[number], self.currentIndex().row()
        if (
            isinstance(row, TitleRow)
            and not opened
            and number < current <= number + len(row.versions)
        ):
            self.setCurrentIndex(self.pool_model.index(number, NAME))
        self.pool_model.set_open(number, opened=opened)

    def _triangle_at(self, place: QPoint) -> int | None:
        """Return the row whose triangle is at a place."""
        index = self.indexAt(place)
        if index.column() != NAME or not isinstance(self.pool_model.rows[index.row()], TitleRow):
            return None
        width = self.fontMetrics().height() // 3 + glyph_width(self.fontMetrics())
        return index.row() if place.x() < self.visualRect(index).left() + width else None

    def _step_into(self, *, inwards: bool) -> bool:
        """Open the row of a name and go to its versions, or back; tell whether there was a way."""
        number = self.currentIndex().row()
        row = self.pool_model.rows[number] if number >= 0 else None
        if isinstance(row, TitleRow) and row.opened is not inwards:
            self._open(number, opened=inwards)
        elif isinstance(row, TitleRow) and inwards:
            self.setCurrentIndex(self.pool_model.index(number + 1, NAME))
        elif isinstance(row, VersionRow) and not inwards:
            while isinstance(self.pool_model.rows[number], VersionRow):
                number -= 1
            self.setCurrentIndex(self.pool_model.index(number, NAME))
        else:
            return False
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        sides = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        inwards = sides.get(Qt.Key(event.key()))
        if inwards is None or event.modifiers() or not self._step_into(inwards=inwards):
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._triangle_at(event.position().toPoint())
        row = None if number is None else self.pool_model.rows[number]
        if number is None or not isinstance(row, TitleRow):
            super().mousePressEvent(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            self._open(number, opened=not row.opened)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._triangle_at(event.position().toPoint()) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

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

    @property
    def saved(self) -> str:
        """The column that the cards are sorted by, for `restore`."""
        column, order = self._order()
        return f"{'-' if order is _DOWN else ''}{COLUMNS[column].name}"

    def restore(self, saved: str) -> None:
        """Sort as it was; a column that there is not changes nothing."""
        for number, column in enumerate(COLUMNS):
            if column.name == saved.removeprefix("-"):
                self._table.sortByColumn(number, _DOWN if saved.startswith("-") else _UP)

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
