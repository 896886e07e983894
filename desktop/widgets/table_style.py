"""The look of every table: whole rows, no grid, a small heading, one height."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from desktop.style.fonts import Size, sized
from desktop.widgets.card_delegate import CardDelegate, row_height


def apply_table_style(table: QTableView, name: str, *, several: bool = True) -> None:
    """Give a table that look and an accessible name; `several` rows can be selected."""
    view = QAbstractItemView
    modes = view.SelectionMode
    table.setAccessibleName(name)
    table.setItemDelegate(CardDelegate(table))
    table.setSelectionBehavior(view.SelectionBehavior.SelectRows)
    table.setSelectionMode(modes.ExtendedSelection if several else modes.SingleSelection)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setVerticalScrollMode(view.ScrollMode.ScrollPerPixel)
    rows, columns = table.verticalHeader(), table.horizontalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(row_height(table.fontMetrics()))
    columns.setFont(sized(columns.font(), Size.SMALL))
    columns.setHighlightSections(False)
