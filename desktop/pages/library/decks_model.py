"""The table of decks: it sorts by itself, in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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

from desktop.pages.library.deck_columns import CHANGED, COLUMNS, LEFT, NAME, Column, DeckRow, folded
from desktop.widgets.card_delegate import Role
from desktop.widgets.labels import tip

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_FLAG = Qt.ItemFlag
# A selection of thousands asks for the flags of each of its cells.
_FIXED = _FLAG.ItemIsSelectable | _FLAG.ItemIsEnabled | _FLAG.ItemNeverHasChildren
_WRITABLE = _FIXED | _FLAG.ItemIsEditable

_TELL: Mapping[int, Callable[[DeckRow, Column], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda row, column: column.text(row),
    Qt.ItemDataRole.EditRole: lambda row, column: row.deck.name,
    Qt.ItemDataRole.ToolTipRole: lambda row, column: tip((column.tip or column.text)(row)),
    Qt.ItemDataRole.AccessibleTextRole: lambda row, column: (column.said or column.text)(row),
    Qt.ItemDataRole.TextAlignmentRole: lambda row, column: LEFT,
    Role.GLYPHS: lambda row, column: column.glyphs(row),
    Role.FAINT: lambda row, column: column.faint,
    Role.CARD: lambda row, column: row,
}


class DecksModel(QAbstractTableModel):
    """The decks that are shown, in the order of one column.

    Signals:
        renamed: a deck was given another name in the table (its id, the name).
    """

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[DeckRow] = []
        self._places: dict[str, int] = {}
        self._column = CHANGED
        self._descending = True
        self.binned = False

    def show(self, rows: Iterable[DeckRow]) -> None:
        """Show these decks; only what changed is announced where they are the same decks."""
        new = self._in_order(rows)
        if [row.deck.id for row in new] == list(self._places):
            self._rows = new
            if new:
                last = self.index(len(new) - 1, len(COLUMNS) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._put(new)
        self.endResetModel()

    @property
    def rows(self) -> Sequence[DeckRow]:
        """The decks in the order of the table."""
        return self._rows

    def row_at(self, row: int) -> DeckRow:
        """Return the deck of a row."""
        return self._rows[row]

    def row_of(self, deck_id: str) -> int | None:
        """Return the row of a deck, or None where it is not shown."""
        return self._places.get(deck_id)

    def _put(self, rows: list[DeckRow]) -> None:
        self._rows = rows
        self._places = {row.deck.id: number for number, row in enumerate(rows)}

    def _in_order(self, rows: Iterable[DeckRow]) -> list[DeckRow]:
        # Equals stay in order of their names.
        named = sorted(rows, key=lambda row: folded(row.name))
        return sorted(named, key=COLUMNS[self._column].key, reverse=self._descending)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._column = column
        self._descending = order is Qt.SortOrder.DescendingOrder
        self._put(self._in_order(self._rows))
        self.endResetModel()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

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
        tell = _TELL.get(role)
        return tell(self._rows[index.row()], COLUMNS[index.column()]) if tell else None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        row, name = self._rows[index.row()], str(value).strip()
        if name and name != row.deck.name:
            self.renamed.emit(row.deck.id, name)
        return bool(name)
