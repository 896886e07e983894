"""The table of all cards by likeness, as long as the search asks for cards like another one."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt

from carddb.likeness import Likeness
from desktop.pages.builder.pool.pool_columns import LIKENESS, NAME
from desktop.pages.builder.pool.pool_table import PoolTable

_UP = Qt.SortOrder.AscendingOrder


class LikenessOrder:
    """Sorts by likeness at first, then as the player wants; afterwards as it was before."""

    def __init__(self, table: PoolTable) -> None:
        self._table = table
        self._likeness: Mapping[str, Likeness] = {}
        self._before = NAME, _UP

    @property
    def shown(self) -> tuple[int, Qt.SortOrder]:
        """The column that the cards are sorted by, and which way."""
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    @property
    def lasting(self) -> tuple[int, Qt.SortOrder]:
        """The same; while that is by likeness, what it was before."""
        return self._before if self.shown[0] == LIKENESS else self.shown

    def show(self, likeness: Mapping[str, Likeness]) -> None:
        """Sort by this likeness; where there is none, as before."""
        if likeness == self._likeness:
            return
        before, self._likeness = self.lasting, likeness
        if likeness:
            self._before = before
            self._table.sortByColumn(LIKENESS, _UP)
            # It may be by another likeness than before.
            self._table.pool_model.sort(LIKENESS, _UP)
        else:
            self._table.sortByColumn(*before)
