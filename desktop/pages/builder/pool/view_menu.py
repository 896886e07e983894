"""The menu of how all cards are shown: gallery, names, order, columns, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSlider, QWidget, QWidgetAction

from carddb.likeness import Likeness
from desktop.pages.builder.pool.pool_columns import COLUMNS, LIKENESS, NAME
from desktop.pages.builder.pool.pool_table import PoolTable

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


class LikenessOrder:
    """Sorts by likeness at first, then as the player wants; afterwards as it was before."""

    def __init__(self, table: PoolTable) -> None:
        self._table = table
        self._likeness: Mapping[str, Likeness] = {}
        self._before = NAME, _UP

    @property
    def shown(self) -> tuple[int, Qt.SortOrder]:
        """The column that the cards are sorted by, and the order."""
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    @property
    def lasting(self) -> tuple[int, Qt.SortOrder]:
        """The column and order without a sorting by likeness."""
        return self._before if self.shown[0] == LIKENESS else self.shown

    def show(self, likeness: Mapping[str, Likeness]) -> None:
        """Sort by this likeness; if there is none, as before."""
        if likeness == self._likeness:
            return
        before, self._likeness = self.lasting, likeness
        if likeness:
            self._before = before
            self._table.sortByColumn(LIKENESS, _UP)
            # The column may be the same, the likeness another.
            self._table.pool_model.sort(LIKENESS, _UP)
        else:
            self._table.sortByColumn(*before)


def _add_choice(menu: QMenu, text: str, data: object, *, chosen: bool) -> None:
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(chosen)
    action.setData(data)


class SortMenu(QMenu):
    """The columns that cards can be sorted by; the present one again reverses the order."""

    def __init__(self, table: PoolTable, parent: QWidget) -> None:
        super().__init__("S&ort", parent)
        self._table = table
        self.likeness = LikenessOrder(table)
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._on_triggered)

    @property
    def saved(self) -> str:
        """The column that the cards are sorted by, for `restore`."""
        column, order = self.likeness.lasting
        return f"{'-' if order is _DOWN else ''}{COLUMNS[column].name}"

    @property
    def words(self) -> str:
        column, order = self.likeness.shown
        return f"Sorted by {COLUMNS[column].name.lower()}, {_ORDERS[order]}"

    def restore(self, saved: str) -> None:
        """Sort as it was; an unknown column is ignored."""
        order = _DOWN if saved.startswith("-") else _UP
        for number, column in enumerate(COLUMNS):
            if column.name == saved.removeprefix("-"):
                self._table.sortByColumn(number, order)

    def _fill(self) -> None:
        chosen, order = self.likeness.shown
        self.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.shown_groups:
                continue
            order_words = f"\t{_ORDERS[order]}" if number == chosen else ""
            _add_choice(self, f"{column.name}{order_words}", number, chosen=number == chosen)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = action.data(), self.likeness.shown
        reverse = number == chosen and order is _UP
        self._table.sortByColumn(number, _DOWN if reverse else _UP)


class ColumnMenu(QMenu):
    """Checks the columns that are wanted."""

    def __init__(self, table: PoolTable, parent: QWidget) -> None:
        super().__init__("&Columns", parent)
        self._table = table
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._on_triggered)

    def _fill(self) -> None:
        self.clear()
        for each in COLUMNS:
            if each.optional:
                chosen = self._table.column_choices.get(each.name, each.usual)
                _add_choice(self, each.name, each.name, chosen=chosen)
        self.addSeparator()
        usual = self.addAction("&Usual columns")
        usual.setEnabled(bool(self._table.column_choices))

    def _on_triggered(self, action: QAction) -> None:
        name = action.data()
        choices = {**self._table.column_choices, name: action.isChecked()} if name else {}
        self._table.choose_columns(choices)


class ViewMenu(QMenu):
    """All of that; `sort` and `columns` are menus within it."""

    def __init__(
        self,
        table: PoolTable,
        gallery: QAction,
        slider: QSlider,
        switches: Sequence[QAction],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)
        self.setAccessibleName("View of all cards")
        self.sort, self.columns = SortMenu(table, self), ColumnMenu(table, self)
        self.by_title = QAction("By &name", self, checkable=True)
        self.by_title.setToolTip("The versions of a name as one row, which opens")
        size = QWidgetAction(self)
        size.setDefaultWidget(slider)
        size.setVisible(False)
        gallery.toggled.connect(size.setVisible)
        self.addActions([gallery, size, self.by_title])
        self.addSeparator()
        self.addMenu(self.sort)
        self.addMenu(self.columns)
        self.addSeparator()
        self.addActions(switches)
