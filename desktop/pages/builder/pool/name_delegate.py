"""Paints the table of all cards: names that are too long go on over an empty sign of legality."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView
from typing_extensions import override

from desktop.pages.builder.pool.pool_columns import NAME
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, cell_of, cell_width

_BESIDE = NAME + 1  # the sign of legality, which few cards have


class NameDelegate(CardDelegate):
    """Paints each of the two cells its own part of such a name, whichever is painted alone."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        whole = self.place_of_name(index) if index.column() in {NAME, _BESIDE} else None
        if whole is None:
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setClipRect(option.rect)
        line = QStyleOptionViewItem(option)
        line.rect = whole
        super().paint(painter, line, index.sibling(index.row(), NAME))
        painter.restore()

    def place_of_name(self, index: AnyIndex) -> QRect | None:
        """Return where a name is painted that needs more than its own cell, and may have it."""
        name, beside = index.sibling(index.row(), NAME), index.sibling(index.row(), _BESIDE)
        place, metrics = self._table.visualRect(name), self._table.fontMetrics()
        if self._table.isColumnHidden(_BESIDE) or cell_of(beside).glyphs:
            return None
        if cell_width(cell_of(name), metrics) <= place.width():
            return None
        return place.united(self._table.visualRect(beside))
