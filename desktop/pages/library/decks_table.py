"""The view of the table of decks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from desktop.pages.library.deck_rows import DeckRow
from desktop.pages.library.decks_model import CHANGED, COLUMNS, NAME, DecksModel
from desktop.widgets.rows_table import RowsTable, share_width


class DecksTable(RowsTable[DeckRow]):
    """Rows of decks, several of which can be selected.

    Signals:
        opened: a deck was double-clicked, or Enter pressed on it (its id).
        selection_changed: others are selected.
    """

    opened = Signal(str)
    selection_changed = Signal()

    def __init__(self, model: DecksModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Decks", parent, inset=10)
        self._current_row = 0
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.horizontalHeader().setSortIndicator(CHANGED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(self._open)
        self.selectionModel().selectionChanged.connect(self.selection_changed)

    @property
    def selected_count(self) -> int:
        """How many decks are selected."""
        return len(self._selected_numbers())

    def rename(self) -> None:
        """Open the editor of the current deck's name."""
        index = self.currentIndex().siblingAtColumn(NAME)
        if index.isValid():
            self.setCurrentIndex(index)
            self.edit(index)

    @override
    def fit_columns(self) -> None:
        """Show the columns that are needed, and give each its part of the width."""
        rows = self._model.rows
        hidden = {n for n, column in enumerate(COLUMNS) if rows and not column.needed(rows)}
        for number in range(len(COLUMNS)):
            if self.isColumnHidden(number) is not (number in hidden):
                self.setColumnHidden(number, number in hidden)
        share_width(self, COLUMNS, hidden, least=8)

    @override
    def _on_model_about_to_be_reset(self) -> None:
        super()._on_model_about_to_be_reset()
        self._current_row = max(self.currentIndex().row(), 0)

    @override
    def _on_model_reset(self) -> None:
        super()._on_model_reset()
        count = self._model.rowCount()
        if count and not self.selectionModel().hasSelection():
            # What was selected is gone: the deck in its row is selected instead.
            self.setCurrentIndex(self._model.index(min(self._current_row, count - 1), NAME))
        self.selection_changed.emit()

    def _open(self) -> None:
        row = self.currentIndex().row()
        if row >= 0:
            self.opened.emit(self._model.rows[row].deck.id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open()
            event.accept()
            return
        super().keyPressEvent(event)
