"""Tables of rows: their look, a selection that survives a reset, why an empty one is empty."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Generic

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTreeView, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    card_row_height,
    cell_width,
    paint_focused,
    widest,
)
from desktop.widgets.rows_model import ColumnHeading, ColumnsModel, Row, RowsModel

# The share of the spare width that the first column may take before the others.
_FIRST_PART = 0.6


@dataclass(slots=True)
class ColumnWidths:
    """The widths of columns, in pixels, by their numbers; `spare` is what is left.

    `needs` is what the contents of columns need, headings included, as far as it is known.
    """

    room: int
    columns: Mapping[int, ColumnHeading]
    character: int
    least: float = 0
    needs: Mapping[int, int] = field(default_factory=dict)
    widths: dict[int, int] = field(default_factory=dict)

    @property
    def spare(self) -> int:
        """The width that no column has."""
        return self.room - sum(self.widths.values())

    def share(self) -> Mapping[int, int]:
        """Give narrow columns their widths and those with a share the rest; the first before all.

        Where something would not fit, narrow columns give what they do not need. What nobody
        needs goes to those with a share by their shares.
        """
        self.widths = {
            number: round((self.least if each.share else each.width) * self.character)
            for number, each in self.columns.items()
        }
        sharing = [number for number, each in self.columns.items() if each.share]
        if sharing:
            self._grow(sharing[0], round(_FIRST_PART * self.spare))
        for number in (*sharing[1:], *sharing[:1]):
            self._grow(number, self.spare)
        lacking = [number for number in self.widths if self._lack(number) > 0]
        for number in set(self.widths) - set(sharing) if lacking or self.spare < 0 else ():
            self.widths[number] += min(0, self._lack(number))
        for number in sorted(lacking, key=lambda number: number not in sharing):
            self._grow(number, self.spare)
        self._give_rest(sharing)
        return self.widths

    def _lack(self, number: int) -> int:
        return self.needs.get(number, self.widths[number]) - self.widths[number]

    def _grow(self, number: int, most: int) -> None:
        self.widths[number] += max(0, min(most, self._lack(number)))

    def _give_rest(self, sharing: list[int]) -> None:
        shares, rest = sum(self.columns[number].share for number in sharing), max(0, self.spare)
        for number in sharing:
            self.widths[number] += rest * self.columns[number].share // shares


# How many of the widest texts are measured, and in how many rows they are looked for.
_MEASURED, _LOOKED_AT = 4, 500
_SELECT = QItemSelectionModel.SelectionFlag
_WRAP = Qt.TextFlag.TextWordWrap


def apply_table_style(table: QTableView, name: str, *, several: bool = True) -> None:
    """Give a table whole rows, no grid, a small heading and an accessible name."""
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
    rows.setDefaultSectionSize(card_row_height(table.fontMetrics()))
    columns.setFont(sized(columns.font(), Size.SMALL))
    columns.setHighlightSections(False)


def shared_widths(
    view: QTableView | QTreeView,
    headings: Sequence[ColumnHeading],
    hidden: Container[int] = (),
    least: float = 0,
    needs: Mapping[int, int] | None = None,
) -> Mapping[int, int]:
    """Return the width in pixels of each column that is shown, and change nothing.

    `needs` is what `needed_widths` found. Where it found something, the first column that has a
    share has the first of what is spare.
    """
    character = view.fontMetrics().horizontalAdvance("0")
    shown = {number: each for number, each in enumerate(headings) if number not in hidden}
    needs = needed_widths(view) if needs is None else needs
    return ColumnWidths(view.viewport().width(), shown, character, least, needs).share()


def set_widths(view: QTableView | QTreeView, widths: Mapping[int, int]) -> None:
    """Set the widths in pixels of columns; a bar to scroll by where they are wider than the room.

    Showing or hiding the bar resizes the view at once, so this is done once for an answer.
    """
    for number, width in widths.items():
        view.setColumnWidth(number, width)
    policies = Qt.ScrollBarPolicy
    # A column has a least width of its own.
    wide = sum(map(view.columnWidth, widths)) > view.viewport().width()
    view.setHorizontalScrollBarPolicy(
        policies.ScrollBarAsNeeded if wide else policies.ScrollBarAlwaysOff
    )


def needed_widths(view: QTableView | QTreeView) -> Mapping[int, int]:
    """Return what the longest contents of each column need, and its heading.

    It is empty for a model that is not a ColumnsModel, because its contents are unknown.
    """
    model = view.model()
    if not isinstance(model, ColumnsModel):
        return {}
    metrics, small = view.fontMetrics(), QFontMetrics(sized(view.font(), Size.SMALL))
    needs = {}
    for number, column in enumerate(model.columns):
        # Each text once: three letters may be wider than the four of all other rows.
        texts = {column.text(row): row for row in model.rows[:_LOOKED_AT]}
        longest = [texts[text] for text in _widest(texts, metrics)]
        heading = small.horizontalAdvance(column.title) + metrics.height()
        needs[number] = max(heading, widest(map(column.cell, longest), metrics))
    return needs


def _widest(texts: Iterable[str], metrics: QFontMetrics) -> list[str]:
    """Return the texts that may be the widest; dates are all as long and not as wide."""
    longest = max(map(len, texts), default=0)
    few = [text for text in texts if len(text) >= 0.8 * longest - 2]
    letters = {letter: metrics.horizontalAdvance(letter) for letter in set("".join(few))}
    return nlargest(_MEASURED, few, key=lambda text: sum(map(letters.__getitem__, text)))


class RowsTable(QTableView, Generic[Row]):
    """Rows of a model, several of which can be selected; `empty_text` is shown where are none.

    Columns with a share show `least` characters at least. Words that are cut in a `wrapping` column
    have several lines.

    Signals:
        opened: Enter was pressed on a row, or it was double-clicked, after `open_rows` (the row).
    """

    opened = Signal(object)
    least = 0.0
    wrapping: Sequence[int] = ()

    def __init__(
        self, model: RowsModel[Row], name: str, parent: QWidget | None = None, *, inset: int = 6
    ) -> None:
        super().__init__(parent)
        self._model, self._inset = model, inset
        self._selected_keys: list[object] = []
        self._opens_rows = False
        self.empty_text = ""
        apply_table_style(self, name)
        self.setMouseTracking(True)
        model.setParent(self)
        self.setModel(model)
        self.entered.connect(lambda _: self.viewport().update())
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        model.rows_changed.connect(self._on_rows_changed)

    def selected(self) -> list[Row]:
        return [self._model.rows[number] for number in sorted(self._selected_numbers())]

    def _selected_numbers(self) -> set[int]:
        # By ranges: Qt's own list of selected rows asks the model about every cell of them.
        ranges = self.selectionModel().selection().toList()
        return {row for each in ranges for row in range(each.top(), each.bottom() + 1)}

    def select(self, keys: Iterable[object]) -> None:
        """Select the rows with these keys, as far as there are any, and scroll to the first."""
        rows = self._model.rows_of(keys)
        chosen, last = QItemSelection(), len(self._model.headings) - 1
        for top, bottom in _runs(rows):
            chosen.select(self._model.createIndex(top, 0), self._model.createIndex(bottom, last))
        if rows:
            first = self._model.createIndex(rows[0], 0)
            self.selectionModel().setCurrentIndex(first, _SELECT.NoUpdate)
            self.scrollTo(first)
        self.selectionModel().select(chosen, _SELECT.ClearAndSelect)

    def fit_columns(self) -> None:
        set_widths(self, shared_widths(self, self._model.headings, least=self.least))
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Make rows as tall as the words of their wrapping columns in small letters."""
        model, metrics = self._model, self.fontMetrics()
        if not self.wrapping or not isinstance(model, ColumnsModel):
            return
        small = QFontMetrics(sized(self.font(), Size.SMALL))
        for number, row in enumerate(model.rows):
            height = card_row_height(metrics)
            for column in self.wrapping:
                cell = model.columns[column].cell(row)
                lacking = cell_width(cell, metrics) - self.columnWidth(column)
                if lacking > 0:
                    wide = max(1, metrics.horizontalAdvance(cell.text) - lacking)
                    words = small.boundingRect(QRect(0, 0, wide, 0), _WRAP, cell.text)
                    height = max(height, 2 * metrics.height(), words.height() + 8)
            self.setRowHeight(number, height)

    def open_rows(self) -> None:
        """Let Enter and a double click open rows."""
        self._opens_rows = True
        self.doubleClicked.connect(self._open_current)

    def _open_current(self) -> None:
        number = self.currentIndex().row()
        if number >= 0:
            self.opened.emit(self._model.rows[number])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        current, selects = self.currentIndex(), event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}
        if self._opens_rows and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open_current()
        elif (
            selects
            and current.flags() & Qt.ItemFlag.ItemIsSelectable
            and not self.selectionModel().hasSelection()
        ):
            # The focus makes the first row the current one, but does not select it.
            self.selectRow(current.row())
        else:
            super().keyPressEvent(event)

    def _on_model_about_to_be_reset(self) -> None:
        self._selected_keys = [self._model.key(row) for row in self.selected()]

    def _on_model_reset(self) -> None:
        self.select(self._selected_keys)

    def _on_rows_changed(self) -> None:
        self.fit_columns()
        self.viewport().update()  # an empty table may say something else now

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._paint_row_under_mouse()
        super().paintEvent(event)
        painter, rect = QPainter(self.viewport()), self.viewport().rect()
        colours, current = colours_of(self.palette()), self.currentIndex()
        if not self._model.rows:
            painter.setPen(colours.faint)
            place = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            below = rect.adjusted(0, space(self, self._inset), 0, 0)
            painter.drawText(below, place, self.empty_text)
        elif self.hasFocus() and current.isValid():
            top, height = self.rowViewportPosition(current.row()), self.rowHeight(current.row())
            paint_focused(painter, QRect(0, top, rect.width(), height), colours)
        painter.end()

    def _paint_row_under_mouse(self) -> None:
        viewport = self.viewport()
        row = self.rowAt(viewport.mapFromGlobal(QCursor.pos()).y()) if viewport.underMouse() else -1
        if row >= 0:
            painter = QPainter(viewport)
            place = QRect(0, self.rowViewportPosition(row), viewport.width(), self.rowHeight(row))
            painter.fillRect(place, colours_of(self.palette()).hover)
            painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()


def _runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of rows that follow one another."""
    found: list[tuple[int, int]] = []
    for row in sorted(rows):
        if found and row == found[-1][1] + 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found


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
        widths = shared_widths(self, headings, hidden, self.least, needs)
        for number in self._dropped:
            if widths[self._main] >= wanted:
                break
            hidden.add(number)
            widths = shared_widths(self, headings, hidden, self.least, needs)
        for number in range(len(headings)):
            self.setColumnHidden(number, number in hidden)
        set_widths(self, widths)
        self._fit_rows()
