"""A flat model of rows that are values: what every list and table model of the window shares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from desktop.widgets.card_delegate import AnyIndex

Row = TypeVar("Row")
NO_INDEX = QModelIndex()


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows in a fixed number of columns; a subclass overrides `value`, or `data` as a whole."""

    def __init__(self, parent: QObject | None = None, *, columns: int = 1) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self._columns = columns

    def value(self, row: int, column: int, role: int) -> Any:
        """Return what a cell holds for a role."""
        raise NotImplementedError

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def notify_all(self) -> None:
        """Announce that any cell may have changed; the rows are the same."""
        if self.rows and self.columnCount():
            last = self.index(len(self.rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @override
    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else self._columns

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        return self.value(index.row(), index.column(), role)
