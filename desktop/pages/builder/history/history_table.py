"""The table of the history: where the deck is now is marked, as many rows as wanted selected."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.history.history_model import HistoryModel, HistoryRow
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, CardDelegate
from desktop.widgets.table_style import apply_table_style

_PLAIN = Qt.KeyboardModifier.NoModifier


class HistoryTable(QTableView):
    """Steps and versions; a plain click on a step or Enter on a row goes there.

    Signals:
        asked: the deck is to be what it was there (the HistoryRow).
    """

    asked = Signal(object)

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self._rows = model
        apply_table_style(self, "History")
        self.setItemDelegate(HistoryDelegate(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(0)

    def show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        """Show another history; what was selected stays so, and where the deck is is in view."""
        chosen = {row.key for row in self.selected()}
        self._rows.show(rows)
        self._share_width(rows)
        flags = QItemSelectionModel.SelectionFlag
        for number, row in enumerate(rows):
            index = self._rows.index(number, 0)
            if row.key in chosen:
                self.selectionModel().select(index, flags.Select | flags.Rows)
            if row.here:
                self.scrollTo(index)

    def _share_width(self, rows: tuple[HistoryRow, ...]) -> None:
        """Give the moments the room that they need, and rows without one the whole width."""
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(row.when) for row in rows), default=0)
        self.setColumnWidth(1, widest + metrics.height() if widest else 0)
        self.clearSpans()
        for number, row in enumerate(rows):
            if not row.when:
                self.setSpan(number, 0, 1, 2)

    def row_of(self, index: QModelIndex) -> HistoryRow | None:
        """Return the row at an index; None for a heading or nothing."""
        row = self._rows.rows[index.row()] if index.isValid() else None
        return None if row is None or row.heading else row

    def selected(self) -> list[HistoryRow]:
        """Return the selected rows from top to bottom."""
        found = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [row for n in found if not (row := self._rows.rows[n]).heading]

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self.row_of(self.indexAt(event.position().toPoint()))
        plain = event.modifiers() == _PLAIN and event.button() is Qt.MouseButton.LeftButton
        if plain and row is not None and row.step is not None:
            self.asked.emit(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row_of(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self.asked.emit(row)
            return
        super().keyPressEvent(event)


class HistoryDelegate(CardDelegate):
    """Paints a row, with a bar where the deck is now."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        model = index.model()
        if isinstance(model, HistoryModel) and model.rows[index.row()].here:
            colours = colours_of(option.palette)
            painter.fillRect(option.rect, colours.hover)
            if index.column() == 0:
                bar = max(2, option.fontMetrics.height() // 6)
                rect = option.rect
                painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        super().paint(painter, option, index)
