"""Tables of names and numbers, sorted by the numbers and copied as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView, QWidget
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
    glyph_width,
)
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import apply_table_style

ASCENDING = "\N{BLACK UP-POINTING SMALL TRIANGLE}"
DESCENDING = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"

Value = str | float | int
_LEAST_NAME = 10  # in digits
_WHOLE_NAME = 20  # for which columns that are spare are hidden


class NumberColumn(ColumnHeading):
    """A column: its heading, what it is in full, and whether it holds numbers."""

    def __init__(self, title: str, name: str = "", *, number: bool = True) -> None:
        super().__init__(title, name, RIGHT if number else LEFT)


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row: the texts of its cells, and the values that they are sorted and copied by.

    `narrow` is shown instead of `cells` where these do not fit; a tool tip shows all then.
    """

    cells: tuple[str, ...]
    values: tuple[Value, ...]
    glyphs: tuple[Glyph, ...] = ()
    tip: str = ""
    key: str = ""
    card: Card | None = None
    narrow: tuple[str, ...] = ()


class NumberModel(RowsModel[NumberRow]):
    """The rows in the order of one column, or as they were given."""

    def __init__(
        self, columns: Sequence[ColumnHeading] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent, headings=columns)
        self._given: tuple[NumberRow, ...] = ()
        self._sorted: tuple[int, bool] | None = None
        self._narrow = False

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

    def set_narrow(self, *, narrow: bool) -> None:
        if narrow is not self._narrow:
            self._narrow = narrow
            self.notify_all()

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
        text = shown.narrow[column] if self._narrow and shown.narrow else whole
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
    """A table whose first column has the width that its numbers leave.

    `fits` makes it as high as its rows; otherwise it scrolls. `digits` is the least width of a
    column of numbers, in digits. The columns that are `spare` are hidden where names would be cut
    short for them.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[ColumnHeading] = (),
        parent: QWidget | None = None,
        *,
        fits: bool = True,
        digits: int = 9,
    ) -> None:
        super().__init__(parent)
        self.numbers = NumberModel(columns, self)
        self._fits = fits
        self._digits = digits
        self.spare: Sequence[int] = ()
        self.setModel(self.numbers)
        apply_table_style(self, name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # The style's arrow covers headings at the right; the model writes one before them.
        self.horizontalHeader().setStyleSheet(
            "QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0; height: 0; }"
        )
        if fits:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.numbers.modelReset.connect(self._share_width)
        self.numbers.dataChanged.connect(self._share_width)
        self.numbers.layoutChanged.connect(self._share_width)
        self._share_width()

    def copy_csv(self) -> None:
        """Copy the selected rows as CSV, or all where fewer than two are selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        text = self.numbers.csv(rows if len(rows) > 1 else None)
        QGuiApplication.clipboard().setText(text)

    def _share_width(self) -> None:
        """Give each column of numbers what is usual, and the first one the rest.

        Where that is too little for the first, the numbers have no more than they need; where
        that is too little, too, names have several lines.
        """
        header, rows = self.horizontalHeader(), self.numbers.rows
        columns = range(len(self.numbers.headings))
        room, texts = self.viewport().width(), [row.cells for row in rows]
        usual = [self._width_of(number, texts) for number in columns]
        least = [self._least_width_of(number, texts) for number in columns]
        narrow = bool(rows) and sum(least) > room
        self.numbers.set_narrow(narrow=narrow)
        if narrow:
            texts = [row.narrow or row.cells for row in rows]
            least = [self._least_width_of(number, texts) for number in columns]
        self._hide_spare(least, room, narrow=narrow)
        self.verticalHeader().setDefaultSectionSize(
            self._row_height(room - sum(least[1:]), texts if sum(least) > room else [])
        )
        usual = [0 if self.isColumnHidden(number) else usual[number] for number in columns]
        widths = usual if sum(usual) <= room else least
        names = min(sum(widths[:1]), _LEAST_NAME * self.fontMetrics().horizontalAdvance("0"))
        # Where even shortened names have no room, the table is scrolled.
        wide = sum(widths[1:]) + names > room
        modes, policies = QHeaderView.ResizeMode, Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(
            policies.ScrollBarAlwaysOn if wide else policies.ScrollBarAlwaysOff
        )
        for number in columns:
            stretches = number == 0 and not wide
            header.setSectionResizeMode(number, modes.Stretch if stretches else modes.Fixed)
            if not stretches:
                self.setColumnWidth(number, widths[number] if number else names)
        if self._fits:
            inner = self.verticalHeader().defaultSectionSize() * len(rows)
            bar = self.horizontalScrollBar().sizeHint().height() if wide else 0
            self.setFixedHeight(header.sizeHint().height() + inner + bar + 2 * self.frameWidth())

    def _row_height(self, room: int, texts: list[tuple[str, ...]]) -> int:
        """Return the height in which names are whole in a column of a width, in small lines."""
        metrics, small = self.fontMetrics(), QFontMetrics(sized(self.font(), Size.SMALL))
        usual, line = card_row_height(metrics), metrics.height()
        glyphs = max((len(row.glyphs) for row in self.numbers.rows), default=0)
        place = QRect(0, 0, max(1, room - 2 * (line // 3) - glyphs * glyph_width(metrics) - 1), 0)
        wraps = Qt.TextFlag.TextWordWrap
        needed = max(
            (small.boundingRect(place, wraps, text[0]).height() for text in texts if text),
            default=0,
        )
        return usual if needed <= small.height() else max(2 * line, needed + line // 2)

    def _hide_spare(self, least: list[int], room: int, *, narrow: bool) -> None:
        """Hide the columns that are spare, one by one until names are whole, or none of them.

        The least width of what is hidden becomes 0.
        """
        digits = _WHOLE_NAME * self.fontMetrics().horizontalAdvance("0")
        name = min(sum(least[:1]), digits)
        for number in self.spare:
            hidden = narrow and name + sum(least[1:]) > room
            self.setColumnHidden(number, hidden)
            if hidden:
                least[number] = 0

    def _width_of(self, number: int, texts: list[tuple[str, ...]]) -> int:
        digit = self.fontMetrics().horizontalAdvance("0")
        least = self._least_width_of(number, texts) + 2 * digit
        return max(self._digits * digit, least) if number else least

    def _least_width_of(self, number: int, texts: list[tuple[str, ...]]) -> int:
        metrics, heading = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        shown = self.numbers.headerData(number, Qt.Orientation.Horizontal)
        title = heading.horizontalAdvance(f"{shown}0")
        glyphs = [row.glyphs for row in self.numbers.rows] if number == 0 else []
        side = self.numbers.headings[number].alignment
        cells = (
            Cell(row[number], glyphs[n] if glyphs else (), alignment=side)
            for n, row in enumerate(texts)
        )
        return max([title, *(cell_width(cell, metrics) for cell in cells)])

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
