"""The plots of a deck in the order in which they are revealed; rows are moved, not sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.hands.odds.number_format import DASH
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Cell, Role

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
MIME = "application/x-sevenplots-plot-row"


class PlotOrderModel(QAbstractListModel):
    """Plots, of which the first `used` are revealed; the others stand fainter below.

    Signals:
        moved: the user has put a plot elsewhere.
    """

    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.plots: list[Card] = []
        self._cards: LoadedCards | None = None
        self._used = 0

    def show_plots(self, plots: Sequence[Card], cards: LoadedCards) -> None:
        """Show the plots of a deck: those that are there keep their places, others come last."""
        left = list(plots)
        kept = []
        for card in self.plots:
            if card in left:
                left.remove(card)
                kept.append(card)
        if [*kept, *left] == self.plots and cards is self._cards:
            return
        self.beginResetModel()
        self._cards = cards
        self.plots = [*kept, *left]
        self.endResetModel()

    def forget(self) -> None:
        """Show nothing, so that the next deck's plots come in their own order."""
        self.beginResetModel()
        self.plots = []
        self.endResetModel()

    def arrange(self, plots: Sequence[Card]) -> None:
        """Put some plots first, in this order, as the user would."""
        rest = list(self.plots)
        for card in plots:
            rest.remove(card)
        self.beginResetModel()
        self.plots = [*plots, *rest]
        self.endResetModel()
        self.moved.emit()

    def use(self, number: int) -> None:
        """Show how many of them are revealed."""
        if number != self._used:
            self._used = number
            if self.plots:
                self.dataChanged.emit(self.index(0), self.index(len(self.plots) - 1))

    def move(self, row: int, place: int) -> bool:
        """Move a plot to stand in another row; False where there is no such row."""
        if row == place or not (0 <= row < len(self.plots) and 0 <= place < len(self.plots)):
            return False
        behind = place + 1 if place > row else place
        self.beginMoveRows(_NOWHERE, row, row, _NOWHERE, behind)
        self.plots.insert(place, self.plots.pop(row))
        self.endMoveRows()
        self.dataChanged.emit(self.index(0), self.index(len(self.plots) - 1))
        self.moved.emit()
        return True

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.plots)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        option = QAbstractListModel.CheckIndexOption.IndexIsValid
        if self._cards is None or not self.checkIndex(index, option):
            return None
        row = index.row()
        card, used = self.plots[row], row < self._used
        name = self._cards.named(card.code)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{row + 1}  {name}"
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                when = f"revealed in round {row + 1}" if used else "not revealed"
                return f"{name}, {when}"
            case Role.CELL:
                return Cell(f"{row + 1}  {name}" if used else f"{DASH}  {name}", faint=not used)
        return None

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid():
            return flags | Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsDropEnabled

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(MIME, str(indexes[0].row()).encode())
        return data

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        if action is not Qt.DropAction.MoveAction or not data.hasFormat(MIME):
            return False
        source = int(bytes(data.data(MIME).data()))
        between = len(self.plots) if row < 0 else row
        # False: the view would otherwise remove the row that was moved already.
        self.move(source, between - 1 if between > source else between)
        return False
