"""Flat models of rows that are values: what every list and table model of the window shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Cell, Role
from desktop.widgets.glyphs import Glyph, of_factions
from desktop.widgets.layouts import tip

Row = TypeVar("Row")
NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """What is above a column: its title, its `name` in full, and its width.

    `width` is in characters of the font; columns with a `share` share what the others leave.
    `legend` is what the tool tip says of the signs in the column.
    """

    title: str = ""
    name: str = ""
    alignment: Qt.AlignmentFlag = LEFT
    width: float = 0
    share: int = 0
    legend: str = ""

    def data(self, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.title
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(filter(None, (self.name or self.title, self.legend))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.name or self.title
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(ColumnHeading, Generic[Row]):
    """A column as data: its functions take a row and return what the cell shows.

    `words` is what a screen reader says, by default the text, and `tooltip` the tool tip, by
    default the words. `sort_key` orders the rows of a SortedModel, by default like names.
    """

    text: Callable[[Row], str]
    glyphs: Callable[[Row], tuple[Glyph, ...]] = lambda row: ()
    indent: Callable[[Row], int] = lambda row: 0
    words: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    sort_key: Callable[[Row], Any] | None = None
    faint: bool = False

    def key_of(self, row: Row) -> Any:
        return self.sort_key(row) if self.sort_key else name_order(self.text(row))

    def cell(self, row: Row) -> Cell:
        return Cell(
            self.text(row),
            self.glyphs(row),
            alignment=self.alignment,
            faint=self.faint,
            indent=self.indent(row),
        )

    def value(self, row: Row, role: int) -> Any:
        match role:
            case Role.CELL:
                return self.cell(row)
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return (self.words or self.text)(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tip((self.tooltip or self.words or self.text)(row))
        return None


def number_column(
    title: str, value: Callable[[Row], object], width: float = 0, **options: Any
) -> Column[Row]:
    """Return a column of numbers, or of words about numbers, at the right."""
    return Column(
        title=title, text=lambda row: str(value(row)), alignment=RIGHT, width=width, **options
    )


def faction_column(card: Callable[[Row], Card], width: float = 4) -> Column[Row]:
    """Return a column of the factions of cards."""
    return Column(
        name="Faction",
        text=lambda row: "",
        glyphs=lambda row: of_factions(card(row)),
        words=lambda row: ", ".join(each.words for each in of_factions(card(row))),
        width=width,
    )


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows below headings; a subclass overrides `value`, or `data` as a whole.

    Signals:
        rows_changed: other rows are shown, or the same ones have other values.
    """

    rows_changed = Signal()

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        headings: Sequence[ColumnHeading] = (ColumnHeading(),),
    ) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.headings = headings

    def value(self, row: int, column: int, role: int) -> Any:
        raise NotImplementedError

    def key(self, row: Row) -> object:
        """Return what stays the same while a row changes."""
        raise NotImplementedError

    def card(self, row: Row) -> Card | None:
        """Return the card that a row is about, which is shown under the mouse."""
        return None

    def rows_of(self, keys: Iterable[object]) -> list[int]:
        """Return the numbers of the rows that have these keys, in the order of the keys."""
        numbers = {self.key(row): number for number, row in enumerate(self.rows)}
        return [numbers[key] for key in keys if key in numbers]

    def show_rows(self, rows: Iterable[Row]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()
        self.rows_changed.emit()

    def update_rows(self, rows: Iterable[Row]) -> None:
        """Show these rows; where their keys are the same as before, every row stays."""
        rows = list(rows)
        if len(rows) == len(self.rows) and all(
            self.key(row) == self.key(other) for row, other in zip(rows, self.rows, strict=True)
        ):
            self.rows = rows
            self.notify_all()
            self.rows_changed.emit()
        else:
            self.show_rows(rows)

    def notify_all(self) -> None:
        """Announce that any cell may have changed; the rows are the same."""
        if self.rows and self.headings:
            last = self.index(len(self.rows) - 1, len(self.headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @override
    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.headings)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        return self.headings[section].data(role)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        # Not by checkIndex, which would count rows and columns in Python for every cell.
        row = index.row()
        if not 0 <= row < len(self.rows):
            return None
        if role == Role.CARD and (card := self.card(self.rows[row])) is not None:
            return card
        return self.value(row, index.column(), role)


class ColumnsModel(RowsModel[Row]):
    """Rows whose cells are what the columns make of them.

    `key` returns what stays the same while a row changes, `card` the card of a row.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        parent: QObject | None = None,
        *,
        key: Callable[[Row], object] | None = None,
        card: Callable[[Row], Card | None] | None = None,
    ) -> None:
        super().__init__(parent, headings=columns)
        self.columns = columns
        self._key, self._card = key, card

    def show_columns(self, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> None:
        """Show these rows in other columns."""
        self.beginResetModel()
        self.columns = self.headings = columns
        self.rows = list(rows)
        self.endResetModel()
        self.rows_changed.emit()

    @override
    def key(self, row: Row) -> object:
        return self._key(row) if self._key else super().key(row)

    @override
    def card(self, row: Row) -> Card | None:
        return self._card(row) if self._card else None

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        return self.columns[column].value(self.rows[row], role)


class SortedModel(ColumnsModel[Row]):
    """Rows in the order of one column, among equals in that of `tie_breaker`.

    Rows whose sort key is None are last in every order.
    """

    sorted_by, descending = 0, False
    tie_breaker = 0

    def show(self, rows: Iterable[Row]) -> None:
        """Show these rows in order; if they are the same rows, the model is not reset."""
        self.update_rows(self.in_order(rows))

    @override
    def show_columns(self, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> None:
        self.columns = columns
        if self.sorted_by >= len(columns):
            self.sorted_by, self.descending = 0, False
        super().show_columns(columns, self.in_order(rows))

    def in_order(self, rows: Iterable[Row]) -> list[Row]:
        """Return rows in the order of the sorted column."""
        if not self.columns:
            return list(rows)
        by_first = sorted(rows, key=self.columns[self.tie_breaker].key_of)
        key = self.columns[self.sorted_by].key_of
        missing = [row for row in by_first if key(row) is None]
        known = [row for row in by_first if key(row) is not None] if missing else by_first
        return sorted(known, key=key, reverse=self.descending) + missing

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if 0 <= column < len(self.columns):
            self.sorted_by, self.descending = column, order is Qt.SortOrder.DescendingOrder
            self.show_rows(self.in_order(self.rows))
