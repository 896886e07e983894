"""The model of the table of decks, which sorts by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from desktop.pages.library.deck_columns import CHANGED, COLUMNS, NAME, folded
from desktop.pages.library.deck_rows import DeckRow
from desktop.widgets.card_delegate import LEFT, Cell, Role
from desktop.widgets.labels import tip

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_FLAG = Qt.ItemFlag
# A selection of thousands asks for the flags of each of its cells.
_FIXED = _FLAG.ItemIsSelectable | _FLAG.ItemIsEnabled | _FLAG.ItemNeverHasChildren
_WRITABLE = _FIXED | _FLAG.ItemIsEditable


class DecksModel(QAbstractTableModel):
    """The decks that are shown, in the order of one column.

    Signals:
        renamed: a deck was given another name in the table (its id, the name).
    """

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[DeckRow] = []
        self._numbers: dict[str, int] = {}
        self._column = CHANGED
        self._descending = True
        self.binned = False

    def show(self, rows: Iterable[DeckRow]) -> None:
        """Show these decks; where they are the same decks, the model is not reset."""
        new = self._sorted(rows)
        if [row.deck.id for row in new] == list(self._numbers):
            self.rows = new
            if new:
                last = self.index(len(new) - 1, len(COLUMNS) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self._reset(new)

    def row_at(self, row: int) -> DeckRow:
        """Return the deck of a row."""
        return self.rows[row]

    def row_of(self, deck_id: str) -> int | None:
        """Return the row of a deck, or None where it is not shown."""
        return self._numbers.get(deck_id)

    def _reset(self, rows: list[DeckRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self._numbers = {row.deck.id: number for number, row in enumerate(rows)}
        self.endResetModel()

    def _sorted(self, rows: Iterable[DeckRow]) -> list[DeckRow]:
        # Equals stay in order of their names.
        by_name = sorted(rows, key=lambda row: folded(row.name))
        return sorted(by_name, key=COLUMNS[self._column].key, reverse=self._descending)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column = column
        self._descending = order is Qt.SortOrder.DescendingOrder
        self._reset(self._sorted(self.rows))

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _WRITABLE if index.column() == NAME and not self.binned else _FIXED

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return "Deleted" if self.binned and section == CHANGED else column.title
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.name or column.title
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT
        return None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Role.CELL:
                return Cell(column.text(row), column.glyphs(row), faint=column.faint)
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.EditRole:
                return row.deck.name
            case Qt.ItemDataRole.ToolTipRole:
                return tip((column.tooltip or column.text)(row))
        accessible = role == Qt.ItemDataRole.AccessibleTextRole
        return (column.accessible_text or column.text)(row) if accessible else None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        row, name = self.rows[index.row()], str(value).strip()
        if name and name != row.deck.name:
            self.renamed.emit(row.deck.id, name)
        return bool(name)
