"""The table of all cards: it searches and sorts by itself, in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from carddb.card import Card
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.deck_overlay import NOTHING_HELD, DeckOverlay
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Column
from desktop.session.drag_data import CARDS, DraggedCards, dragged_cards, mime_of
from desktop.session.loaded_cards import CardRow
from desktop.widgets.card_delegate import Role

AnyIndex = QModelIndex | QPersistentModelIndex
Passes = Callable[[Card], bool]
_NOWHERE = QModelIndex()
_LAST = len(COLUMNS) - 1
BOXES = "A click on a box gives the deck so many; on the last filled one, one less."


def _words(row: CardRow, column: Column, held: DeckOverlay) -> str:
    return column.words(row, held)


def _tip(row: CardRow, column: Column, held: DeckOverlay) -> str:
    return f"{column.words(row, held)}. {BOXES}" if column.pips else column.words(row, held)


_TELL: Mapping[int, Callable[[CardRow, Column, DeckOverlay], Any]] = {
    Role.CELL: lambda row, column, held: column.cell(row, held),
    Qt.ItemDataRole.DisplayRole: lambda row, column, held: column.cell(row, held).text,
    Qt.ItemDataRole.TextAlignmentRole: lambda row, column, held: column.alignment,
    Qt.ItemDataRole.ToolTipRole: _tip,
    Qt.ItemDataRole.AccessibleTextRole: _words,
    Role.CARD: lambda row, column, held: row.card,
    Role.PLACE: lambda row, column, held: DRAW_DECK,
    Role.COPIES: lambda row, column, held: held.copies.get(row.card.code, 0) if held.deck else None,
}
_ROW = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
)


class PoolModel(QAbstractTableModel):
    """The cards that pass a test, in the order of one column, with their copies in the deck.

    What is dropped is one copy of each card that is dragged, or with `takes_all` every copy.

    A QSortFilterProxyModel takes some twenty times as long to clear a search of 4,228 cards.

    Signals:
        cards_returned: cards of the deck were dropped here (what was dragged).
    """

    cards_returned = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.takes_all = False
        self._rows: list[CardRow] = []
        self._shown: list[CardRow] = []
        self._numbers: dict[str, list[int]] | None = None
        self._passes: Passes | None = None
        self._column = NAME
        self._descending = False
        self.held = NOTHING_HELD

    def receive(self, rows: Iterable[CardRow]) -> None:
        """Take the rows of all cards, in order of names."""
        self._rows = list(rows)
        self._sort_rows()
        self._refresh()

    def show_only(self, passes: Passes | None) -> None:
        """Show the cards that pass the test; None: all."""
        self._passes = passes
        self._refresh()

    def hold(self, held: DeckOverlay) -> None:
        """Show other copies and marks beside the cards."""
        before, self.held = self.held, held
        if not self._shown:
            return
        told = before.conditions != held.conditions or before.owned is not held.owned
        if told or before.deck is None:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, _LAST))
            return
        for title in held.changed_titles(before):
            for number in self._numbers_of(title):
                self.dataChanged.emit(self.index(number, 0), self.index(number, _LAST))

    def _numbers_of(self, title: str) -> Sequence[int]:
        """Return the rows of a title."""
        if self._numbers is None:
            self._numbers = {}
            for number, row in enumerate(self._shown):
                self._numbers.setdefault(row.card.name, []).append(number)
        return self._numbers.get(title, ())

    def card_at(self, row: int) -> Card:
        """Return the card of a row."""
        return self._shown[row].card

    def row_of(self, code: str) -> int | None:
        """Return the row of a card, or None while the search hides it."""
        found = (number for number, row in enumerate(self._shown) if row.card.code == code)
        return next(found, None)

    @property
    def total(self) -> int:
        """The number of all cards, whatever the search."""
        return len(self._rows)

    def _sort_rows(self) -> None:
        # The list keeps its order among equals: by name first, then by what was asked for.
        held = self.held
        by_name, by_column = COLUMNS[NAME].key, COLUMNS[self._column].key
        self._rows.sort(key=lambda row: by_name(row, held))
        if self._column != NAME or self._descending:
            self._rows.sort(key=lambda row: by_column(row, held), reverse=self._descending)

    def _refresh(self) -> None:
        self.beginResetModel()
        self._numbers = None
        passes = self._passes
        rows = self._rows
        self._shown = rows if passes is None else [row for row in rows if passes(row.card)]
        self.endResetModel()

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column = column
        self._descending = order is Qt.SortOrder.DescendingOrder
        self._sort_rows()
        self._refresh()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

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
                return column.title
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.name
            case Qt.ItemDataRole.TextAlignmentRole:
                return column.alignment
        return None

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The ground takes drops too: a card of the deck may be dropped anywhere in the table.
        return _ROW if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        tell = _TELL.get(role)
        if tell is None or not index.isValid() or index.row() >= len(self._shown):
            return None
        return tell(self._shown[index.row()], COLUMNS[index.column()], self.held)

    @override
    def mimeTypes(self) -> list[str]:
        return [CARDS]

    @override
    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        return mime_of([(self._shown[row].card, 1, DRAW_DECK) for row in rows], from_deck=False)

    @override
    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    @override
    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        return _returned(data) is not None

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        returned = _returned(data)
        if returned is None:
            return False
        self.cards_returned.emit(returned if self.takes_all else returned.one_of_each())
        return True


def _returned(data: QMimeData) -> DraggedCards | None:
    dragged = dragged_cards(data)
    return dragged if dragged is not None and dragged.from_deck else None
