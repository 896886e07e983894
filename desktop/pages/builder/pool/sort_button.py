"""The button that sorts the table of all cards: the keyboard's way to what a heading does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.style.fonts import Size, sized

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_WAYS = {_UP: "upwards", _DOWN: "downwards"}


class SortButton(QToolButton):
    """Offers the columns that are shown; the one that is sorted by turns round."""

    def __init__(self, table: PoolTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setText("So&rt")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        self.menu().triggered.connect(self._on_triggered)
        table.horizontalHeader().sortIndicatorChanged.connect(self._show_order)
        self._show_order()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the word alone: the style's little arrow hangs below the line of the others."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()

    def _order(self) -> tuple[int, Qt.SortOrder]:
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    def _show_order(self) -> None:
        column, order = self._order()
        self.setAccessibleName("Sort the cards")
        said = f"Sorted by {COLUMNS[column].name.lower()}, {_WAYS[order]}"
        self.setAccessibleDescription(said)
        self.setToolTip(said)

    def _fill(self) -> None:
        menu, (chosen, _) = self.menu(), self._order()
        menu.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.here:
                continue
            action = menu.addAction(column.name)
            action.setCheckable(True)
            action.setChecked(number == chosen)
            action.setData(number)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = int(action.data()), self._order()
        turned = number == chosen and order is _UP
        self._table.sortByColumn(number, _DOWN if turned else _UP)
