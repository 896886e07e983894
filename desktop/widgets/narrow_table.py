"""A table that leaves out columns where the one that matters most would be cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.widgets.rows_model import Row, RowsModel
from desktop.widgets.rows_table import RowsTable, needed_widths, set_widths, shared_widths


class NarrowTable(RowsTable[Row]):
    """Hides its `dropped` columns, the first first, until column `main` has its `width`.

    `unused` are columns that have nothing to say now, and are hidden in any case.
    """

    def __init__(
        self,
        model: RowsModel[Row],
        name: str,
        parent: QWidget | None = None,
        *,
        main: int,
        dropped: Sequence[int],
    ) -> None:
        super().__init__(model, name, parent)
        self._main, self._dropped = main, tuple(dropped)
        self.unused: frozenset[int] = frozenset()

    @override
    def fit_columns(self) -> None:
        headings = self._model.headings
        wanted = headings[self._main].width * self.fontMetrics().horizontalAdvance("0")
        hidden, needs = set(self.unused), needed_widths(self)
        widths = shared_widths(self, headings, hidden, needs=needs)
        for number in self._dropped:
            if widths[self._main] >= wanted:
                break
            hidden.add(number)
            widths = shared_widths(self, headings, hidden, needs=needs)
        for number in range(len(headings)):
            self.setColumnHidden(number, number in hidden)
        set_widths(self, widths)
