"""The button that sorts the table of all cards."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from carddb.likeness import Likeness
from desktop.pages.builder.pool.pool_columns import COLUMNS, LIKENESS, NAME
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.style.fonts import Size, sized

_UPWARDS = Qt.SortOrder.AscendingOrder


class LikenessOrder:
    """Sorts by likeness at first, then as the player wants; afterwards as it was before."""

    def __init__(self, table: PoolTable) -> None:
        self._table = table
        self._likeness: Mapping[str, Likeness] = {}
        self._before = NAME, _UPWARDS

    @property
    def shown(self) -> tuple[int, Qt.SortOrder]:
        """The column that the cards are sorted by, and which way."""
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    @property
    def lasting(self) -> tuple[int, Qt.SortOrder]:
        """The same; while that is by likeness, what it was before."""
        return self._before if self.shown[0] == LIKENESS else self.shown

    def show(self, likeness: Mapping[str, Likeness]) -> None:
        """Sort by this likeness; where there is none, as before."""
        if likeness == self._likeness:
            return
        before, self._likeness = self.lasting, likeness
        if likeness:
            self._before = before
            self._table.sortByColumn(LIKENESS, _UPWARDS)
            # It may be by another likeness than before.
            self._table.pool_model.sort(LIKENESS, _UPWARDS)
        else:
            self._table.sortByColumn(*before)


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
