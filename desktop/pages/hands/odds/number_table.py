"""The view of rows of numbers: as high as they are if told, copied as CSV with Ctrl+C."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableView,
    QWidget,
)
from typing_extensions import override

from desktop.pages.hands.odds.number_model import DESCENDING, NumberModel
from desktop.widgets.table_style import apply_table_style


class NumberTable(QTableView):
    """A table whose first column has the room that its numbers leave.

    `fits` makes it as high as its rows; otherwise it scrolls. `digits` is the width of a column of
    numbers, in digits.
    """

    def __init__(
        self,
        model: NumberModel,
        name: str,
        parent: QWidget | None = None,
        *,
        fits: bool = False,
        digits: int = 9,
    ) -> None:
        super().__init__(parent)
        self.numbers = model
        self._fits = fits
        self._digits = digits
        self.setModel(model)
        self._look_calm(name)
        model.modelReset.connect(self._share_width)
        model.dataChanged.connect(self._share_width)
        self._share_width()

    def _look_calm(self, name: str) -> None:
        apply_table_style(self, name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.horizontalHeader()
        # The style's arrow lies over headings at the right; the model writes one before them.
        header.setStyleSheet(
            "QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0; height: 0; }"
        )
        if self._fits:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def copy_csv(self) -> None:
        """Copy the selected rows as CSV, or all where fewer than two are selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        text = self.numbers.csv(rows if len(rows) > 1 else None)
        QGuiApplication.clipboard().setText(text)

    def _share_width(self) -> None:
        """Give each column of numbers what it needs, and the first one the rest."""
        header, rows = self.horizontalHeader(), self.numbers.rows
        whole = [row.cells for row in rows]
        narrow = bool(rows) and self._needed(whole) > self.viewport().width()
        self.numbers.write_narrow(narrow=narrow)
        texts = [row.narrow or row.cells for row in rows] if narrow else whole
        for number in range(len(self.numbers.columns)):
            fixed = QHeaderView.ResizeMode.Fixed if number else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(number, fixed)
            if number:
                self.setColumnWidth(number, self._width_of(number, texts))
        if self._fits:
            inner = self.verticalHeader().defaultSectionSize() * len(rows)
            self.setFixedHeight(header.sizeHint().height() + inner + 2 * self.frameWidth())

    def _width_of(self, number: int, texts: list[tuple[str, ...]]) -> int:
        metrics, heading = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        digit = metrics.horizontalAdvance("0")
        title = heading.horizontalAdvance(f"{self.numbers.columns[number].title}{DESCENDING}00")
        written = [metrics.horizontalAdvance(cells[number]) + 2 * digit for cells in texts]
        return max([self._digits * digit * (number > 0), title + digit, *written])

    def _needed(self, texts: list[tuple[str, ...]]) -> int:
        return sum(self._width_of(number, texts) for number in range(len(self.numbers.columns)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_csv()
            event.accept()
            return
        super().keyPressEvent(event)
