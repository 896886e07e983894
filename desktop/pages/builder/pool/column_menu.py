"""The menu of the columns that may be shown in the table of all cards or not."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_table import PoolTable


class ColumnMenu(QMenu):
    """Checks the columns that are wanted; opened on the headings, and from another menu."""

    def __init__(self, table: PoolTable) -> None:
        super().__init__("&Columns", table)
        self._table = table
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._on_triggered)
        header = table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open_at)

    def _open_at(self, place: QPoint) -> None:
        self.popup(self._table.horizontalHeader().mapToGlobal(place))

    def _fill(self) -> None:
        self.clear()
        for column in COLUMNS:
            if column.optional:
                action = self.addAction(column.name)
                action.setCheckable(True)
                action.setChecked(self._table.column_choices.get(column.name, column.usual))
                action.setData(column.name)
        self.addSeparator()
        usual = self.addAction("&Usual columns")
        usual.setEnabled(bool(self._table.column_choices))

    def _on_triggered(self, action: QAction) -> None:
        name = action.data()
        choices = {**self._table.column_choices, name: action.isChecked()} if name else {}
        self._table.choose_columns(choices)
