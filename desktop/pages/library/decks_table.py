"""The view of the table of decks: its selection survives a reset of the model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from desktop.pages.library.deck_columns import CHANGED, COLUMNS, NAME
from desktop.pages.library.deck_rows import DeckRow
from desktop.pages.library.decks_model import DecksModel
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.table_style import apply_table_style

_SELECT = QItemSelectionModel.SelectionFlag


class DecksTable(QTableView):
    """Rows of decks, several of which can be selected.

    Signals:
        opened: a deck was double-clicked, or Enter pressed on it (its id).
        selection_changed: others are selected.
    """

    opened = Signal(str)
    selection_changed = Signal()

    def __init__(self, model: DecksModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._selected_ids: list[str] = []
        self._current_row = 0
        self.empty_text = ""
        apply_table_style(self, "Decks")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header = self.horizontalHeader()
        header.setSortIndicator(CHANGED, Qt.SortOrder.DescendingOrder)
        self.setModel(model)
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        self.doubleClicked.connect(self._open)
        self.selectionModel().selectionChanged.connect(self.selection_changed)

    def selected(self) -> list[DeckRow]:
        """Return the selected decks in the order of the table."""
        return [self._model.row_at(row) for row in sorted(self._selected_rows())]

    @property
    def selected_count(self) -> int:
        """How many decks are selected."""
        return len(self._selected_rows())

    def _selected_rows(self) -> set[int]:
        # By ranges: Qt's own list of selected rows asks the model about every cell of them.
        ranges = self.selectionModel().selection().toList()
        return {row for each in ranges for row in range(each.top(), each.bottom() + 1)}

    def select(self, deck_ids: Sequence[str]) -> None:
        """Select these decks, as far as they are shown, and scroll to the first of them."""
        rows = [row for each in deck_ids if (row := self._model.row_of(each)) is not None]
        chosen = QItemSelection()
        last = len(COLUMNS) - 1
        for top, bottom in runs(rows):
            chosen.select(self._model.index(top, 0), self._model.index(bottom, last))
        selection = self.selectionModel()
        if rows:
            first = self._model.index(rows[0], NAME)
            selection.setCurrentIndex(first, _SELECT.NoUpdate)
            self.scrollTo(first)
        selection.select(chosen, _SELECT.ClearAndSelect)

    def rename(self) -> None:
        """Open the editor of the current deck's name."""
        index = self._model.index(self.currentIndex().row(), NAME)
        if index.isValid():
            self.setCurrentIndex(index)
            self.edit(index)

    def fit_columns(self) -> None:
        """Show the columns that are needed, and give each its part of the width."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        rows = self._model.rows
        needed = [not rows or column.needed(rows) for column in COLUMNS]
        for number, here in enumerate(needed):
            if self.isColumnHidden(number) is here:
                self.setColumnHidden(number, not here)
        fixed = [n for n, column in enumerate(COLUMNS) if needed[n] and not column.share]
        sharing = [n for n, column in enumerate(COLUMNS) if needed[n] and column.share]
        for number in fixed:
            self.setColumnWidth(number, round(COLUMNS[number].width * character))
            left -= self.columnWidth(number)
        shares = sum(COLUMNS[number].share for number in sharing)
        for number in sharing:
            least = character * 8
            self.setColumnWidth(number, max(least, left * COLUMNS[number].share // shares))

    def _on_model_about_to_be_reset(self) -> None:
        self._selected_ids = [row.deck.id for row in self.selected()]
        self._current_row = max(self.currentIndex().row(), 0)

    def _on_model_reset(self) -> None:
        self.select(self._selected_ids)
        count = self._model.rowCount()
        if count and not self.selectionModel().hasSelection():
            # What was selected is gone: the deck in its row is selected instead.
            self.setCurrentIndex(self._model.index(min(self._current_row, count - 1), NAME))
        self.selection_changed.emit()

    def _open(self) -> None:
        row = self.currentIndex().row()
        if row >= 0:
            self.opened.emit(self._model.row_at(row).deck.id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open()
            event.accept()
            return
        super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        top = self.viewport().rect().adjusted(0, space(self, 10), 0, 0)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(top, flags, self.empty_text)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()


def runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of rows that follow one another."""
    found: list[tuple[int, int]] = []
    for row in sorted(rows):
        if found and row == found[-1][1] + 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found
