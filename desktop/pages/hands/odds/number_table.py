"""Tables of names and numbers, sorted by the numbers and copied as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from core.text_format import csv_text, harmless_cell
from desktop.style.fonts import Size, sized
from desktop.widgets.card_delegate import (
    LEFT,
    RIGHT,
    Cell,
    Role,
    card_row_height,
    cell_width,
)
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import apply_table_style

ASCENDING = "\N{BLACK UP-POINTING SMALL TRIANGLE}"
DESCENDING = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"

Value = str | float | int
_LEAST_NAME = 10  # in digits


class NumberColumn(ColumnHeading):
    """A column: its heading, what it is in full, and whether it holds numbers."""

    def __init__(self, title: str, name: str = "", *, number: bool = True) -> None:
        super().__init__(title, name, RIGHT if number else LEFT)


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row: the texts of its cells, and the values that they are sorted and copied by.

    `short` is shown instead of `cells`, if it is there; a tool tip shows all.
    """

    cells: tuple[str, ...]
    values: tuple[Value, ...]
    glyphs: tuple[Glyph, ...] = ()
    tip: str = ""
    key: str = ""
    card: Card | None = None
    short: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        return self.short or self.cells


class NumberModel(RowsModel[NumberRow]):
    """The rows in the order of one column, or as they were given."""

    def __init__(
        self, columns: Sequence[ColumnHeading] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent, headings=columns)
        self._given: tuple[NumberRow, ...] = ()
        self._sorted: tuple[int, bool] | None = None

    def show(
        self, rows: Iterable[NumberRow], columns: Sequence[ColumnHeading] | None = None
    ) -> None:
        """Show other rows; the selection stays where the same things are shown."""
        self._given = tuple(rows)
        columns = self.headings if columns is None else columns
        if self._sorted is not None and self._sorted[0] >= len(columns):
            self._sorted = None
        if len(columns) != len(self.headings):
            self.beginResetModel()
            self.headings, self.rows = columns, self._in_order()
            self.endResetModel()
            return
        self.headings = columns
        self.update_rows(self._in_order())
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(columns) - 1)

    @override
    def key(self, row: NumberRow) -> str:
        return row.key

    @override
    def card(self, row: NumberRow) -> Card | None:
        return row.card

    def csv(self, rows: Sequence[int] | None = None) -> str:
        chosen = range(len(self.rows)) if rows is None else rows
        headings = (column.name or column.title for column in self.headings)
        return csv_text(headings, (map(_csv_text, self.rows[row].values) for row in chosen))

    def _in_order(self) -> list[NumberRow]:
        if self._sorted is None:
            return list(self._given)
        column, descending = self._sorted
        return sorted(self._given, key=lambda row: row.values[column], reverse=descending)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = [(index, self.rows[index.row()]) for index in self.persistentIndexList()]
        descending = order is Qt.SortOrder.DescendingOrder
        self._sorted = (column, descending) if 0 <= column < len(self.headings) else None
        self.rows = self._in_order()
        for index, row in before:
            there = self.index(self.rows.index(row), index.column())
            self.changePersistentIndex(index, there)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.headings) - 1)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        value = super().headerData(section, orientation, role)
        if (
            role != Qt.ItemDataRole.DisplayRole
            or self._sorted is None
            or self._sorted[0] != section
        ):
            return value
        sign = DESCENDING if self._sorted[1] else ASCENDING
        at_right = self.headings[section].alignment == RIGHT
        return f"{sign} {value}" if at_right else f"{value} {sign}"

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        shown = self.rows[row]
        whole, side = shown.cells[column], self.headings[column].alignment
        text = shown.shown[column]
        match role:
            case Role.CELL:
                return Cell(text, () if column else shown.glyphs, alignment=side)
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{shown.tip}: {whole}" if shown.tip and column else shown.tip or whole)
            case Qt.ItemDataRole.AccessibleTextRole:
                return whole
            case Qt.ItemDataRole.TextAlignmentRole:
                return side
        return None


def compared_columns(one: str, other: str) -> list[NumberColumn]:
    """Return the columns of two decks of these names, and of their difference."""
    titles = (("This deck", one), ("The other", other), ("Difference", "Difference"))
    return [NumberColumn(*each) for each in titles]


def _csv_text(value: Value) -> str:
    return f"{value:.6g}" if isinstance(value, float) else harmless_cell(str(value))


class NumberTable(QTableView):
    """A table whose first column has the width that its numbers leave, for whole names.

    `fits` makes it as high as its rows; otherwise it scrolls. The columns that are `spare` are
    hidden where names would have no room for them.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[ColumnHeading] = (),
        parent: QWidget | None = None,
        *,
        fits: bool = True,
    ) -> None:
        super().__init__(parent)
        self.numbers = NumberModel(columns, self)
        self._fits = fits
        self.spare: Sequence[int] = ()
        self.setModel(self.numbers)
        apply_table_style(self, name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The style's arrow covers headings at the right; the model writes one before them.
        self.horizontalHeader().setStyleSheet(
            "QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0; height: 0; }"
        )
        if fits:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for signal in (
            self.numbers.modelReset,
            self.numbers.dataChanged,
            self.numbers.layoutChanged,
        ):
            signal.connect(self._share_width)
        self._share_width()

    def copy_csv(self) -> None:
        """Copy the selected rows as CSV, or all where fewer than two are selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        text = self.numbers.csv(rows if len(rows) > 1 else None)
        QGuiApplication.clipboard().setText(text)

    def _share_width(self) -> None:
        """Give numbers what they need, the first column the rest; long names have two lines."""
        metrics, heading = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        widths = {}
        for number in range(1, len(self.numbers.headings)):
            cells = [Cell(row.shown[number], alignment=RIGHT) for row in self.numbers.rows]
            title = str(self.numbers.headerData(number, Qt.Orientation.Horizontal))
            needed = heading.horizontalAdvance(f"{title}00")
            widths[number] = max([needed, *(cell_width(cell, metrics) for cell in cells)])
        least = _LEAST_NAME * metrics.horizontalAdvance("0")
        for number in self.spare:
            hidden = sum(widths.values()) + least > self.viewport().width()
            self.setColumnHidden(number, hidden)
            if hidden:
                del widths[number]
        for number, width in widths.items():
            self.setColumnWidth(number, width)
        self.setColumnWidth(0, max(self.viewport().width() - sum(widths.values()), least))
        usual, small = card_row_height(metrics), QFontMetrics(sized(self.font(), Size.SMALL))
        for place, row in enumerate(self.numbers.rows):
            taken = cell_width(Cell(row.shown[0], row.glyphs), metrics) - self.columnWidth(0)
            height = usual
            if taken > 0:
                room = metrics.horizontalAdvance(row.shown[0]) - taken
                words = QRect(0, 0, max(1, room), 0), Qt.TextFlag.TextWordWrap, row.shown[0]
                height = max(2 * metrics.height(), small.boundingRect(*words).height() + 8)
            self.setRowHeight(place, height)
        if self._fits:
            inner = self.verticalHeader().length()
            head = self.horizontalHeader().sizeHint().height()
            self.setFixedHeight(head + inner + 2 * self.frameWidth())

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
