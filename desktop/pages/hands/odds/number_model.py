"""Rows of names and numbers as a table, sorted by the numbers and not by how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from desktop.pages.hands.odds.hands_answer import csv
from desktop.widgets.card_delegate import LEFT, RIGHT, Cell, Role
from desktop.widgets.glyphs import Glyph

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()

ASCENDING, DESCENDING = (
    "\N{BLACK UP-POINTING SMALL TRIANGLE}",
    "\N{BLACK DOWN-POINTING SMALL TRIANGLE}",
)

Value = str | float | int


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, what it is in full, and whether it holds numbers."""

    title: str
    words: str = ""
    number: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what is written in its cells, and the values that they are sorted and saved by.

    `narrow` is written instead of `cells` where these do not fit; a tool tip says all then.
    """

    cells: tuple[str, ...]
    values: tuple[Value, ...]
    glyphs: tuple[Glyph, ...] = ()
    tip: str = ""
    key: str = ""
    narrow: tuple[str, ...] = ()


class NumberModel(QAbstractTableModel):
    """The rows in the order of one column, or as they came."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: list[Row] = []
        self._given: tuple[Row, ...] = ()
        self._sorted: tuple[int, bool] | None = None
        self._narrow = False

    def show(self, rows: Sequence[Row], columns: Sequence[Column] | None = None) -> None:
        """Show other rows; what is selected stays where the same things are shown."""
        self._given = tuple(rows)
        new = self._in_order()
        headings = self.columns if columns is None else tuple(columns)
        same = [row.key for row in new] == [row.key for row in self.rows]
        if same and len(headings) == len(self.columns):
            self.columns, self.rows = headings, new
            self._tell_all()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(headings) - 1)
            return
        self.beginResetModel()
        self.columns, self.rows = headings, new
        self.endResetModel()

    def write_narrow(self, *, narrow: bool) -> None:
        """Leave out what does not fit, or write all."""
        if narrow is not self._narrow:
            self._narrow = narrow
            self._tell_all()

    def csv(self, rows: Sequence[int] | None = None) -> str:
        """Return these rows, or all, with their headings as CSV."""
        chosen = range(len(self.rows)) if rows is None else rows
        titles = [column.words or column.title for column in self.columns]
        return csv([titles, *([_plain(v) for v in self.rows[row].values] for row in chosen)])

    def _in_order(self) -> list[Row]:
        if self._sorted is None:
            return list(self._given)
        column, descending = self._sorted
        return sorted(self._given, key=lambda row: row.values[column], reverse=descending)

    def _heading(self, section: int) -> str:
        title = self.columns[section].title
        if self._sorted is None or self._sorted[0] != section:
            return title
        sign = DESCENDING if self._sorted[1] else ASCENDING
        return f"{sign} {title}" if self.columns[section].number else f"{title} {sign}"

    def _tell_all(self) -> None:
        if self.rows and self.columns:
            last = self.index(len(self.rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        kept = [(index, self.rows[index.row()]) for index in self.persistentIndexList()]
        descending = order is Qt.SortOrder.DescendingOrder
        self._sorted = (column, descending) if 0 <= column < len(self.columns) else None
        self.rows = self._in_order()
        places = {self._name(row): number for number, row in enumerate(self.rows)}
        for index, row in kept:
            there = self.index(places[self._name(row)], index.column())
            self.changePersistentIndex(index, there)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    @staticmethod
    def _name(row: Row) -> str:
        return row.key or row.cells[0]

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._heading(section)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.words or column.title
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(section)
        return None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Role.CELL:
                glyphs = row.glyphs if column == 0 else ()
                return Cell(self._text(row, column), glyphs, alignment=self._side(column))
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                tip = role == Qt.ItemDataRole.ToolTipRole
                return _said(row, column) if tip else row.cells[column]
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(column)
        return None

    def _text(self, row: Row, column: int) -> str:
        return (row.narrow if self._narrow and row.narrow else row.cells)[column]

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return RIGHT if self.columns[column].number else LEFT


def _said(row: Row, column: int) -> str:
    if not row.tip:
        return row.cells[column]
    return f"{row.tip}: {row.cells[column]}" if column else row.tip


def _plain(value: Value) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
