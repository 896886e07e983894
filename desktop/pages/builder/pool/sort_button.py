"""The button that sorts the table of all cards."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop.pages.builder.pool.likeness_order import LikenessOrder
from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.style.fonts import Size, sized

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


class SortButton(QToolButton):
    """A menu of the columns that are shown; the one that is sorted by is sorted the other way.

    It is the keyboard's way to what a heading and its menu, that of the columns, do.
    """

    def __init__(self, table: PoolTable, columns: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._columns = table, columns
        self.likeness = LikenessOrder(table)
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
        column, order = self.likeness.lasting
        return f"{'-' if order is _DOWN else ''}{COLUMNS[column].name}"

    def restore(self, saved: str) -> None:
        """Sort as it was; a column that there is not changes nothing."""
        for number, column in enumerate(COLUMNS):
            if column.name == saved.removeprefix("-"):
                self._table.sortByColumn(number, _DOWN if saved.startswith("-") else _UP)

    def _show_order(self) -> None:
        column, order = self.likeness.shown
        said = f"Sorted by {COLUMNS[column].name.lower()}, {_ORDERS[order]}"
        self.setAccessibleDescription(said)
        self.setToolTip(said)

    def _fill(self) -> None:
        menu, (chosen, _) = self.menu(), self.likeness.shown
        menu.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.shown_groups:
                continue
            action = menu.addAction(column.name)
            action.setCheckable(True)
            action.setChecked(number == chosen)
            action.setData(number)
        menu.addSeparator()
        menu.addMenu(self._columns)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = action.data(), self.likeness.shown
        if not isinstance(number, int):
            return  # of the columns
        reverse = number == chosen and order is _UP
        self._table.sortByColumn(number, _DOWN if reverse else _UP)
