"""A list in grids of equal cells that costs the same however many rows its model has."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, Cell, card_row_height, paint_heading

_Move = QAbstractItemView.CursorAction
_Hint = QAbstractItemView.ScrollHint
_State = QStyle.StateFlag


@dataclass(frozen=True, slots=True)
class GridGroup:
    """Some rows of the model below a heading, from `first` to the next group: cells of a size."""

    first: int
    heading: Cell
    cell: QSize


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells of a group are, from the top of all: `bottom` is that of the last line."""

    group: GridGroup
    end: int
    across: int
    top: int
    bottom: int

    def row(self, line: int, place: int) -> int:
        """Return the number of a row, the last one if there is none there."""
        return min(self.group.first + line * self.across + place, self.end - 1)

    def line(self, y: int) -> int:
        """Return the line at a height, or else the nearest one."""
        return (max(self.top, min(y, self.bottom - 1)) - self.top) // self.group.cell.height()


class GridView(QListView):
    """Shows one column of a model in groups; where each cell is follows from its number.

    A QListView lays every row out again when the model is reset or a row changes, which takes
    longer than a frame for some thousands. It is one all the same, for screen readers.

    Signals:
        moved: other cells may be in view, or elsewhere.
    """

    moved = Signal()

    _laid_out: tuple[object, list[_Grid]] | None = None  # Qt calls methods while a view is made

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def groups(self) -> Sequence[GridGroup]:
        """Return the groups of the rows that the model has now, in order."""
        raise NotImplementedError

    def paint_card(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint a cell into the rectangle and in the state of an option."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Lay the groups out anew, for cells of another size; what is at the top stays in view."""
        first = self.rows_at(self.viewport().rect()).start
        current = self.currentIndex()
        anchor = current if self.viewport().rect().intersects(self.visualRect(current)) else None
        self._laid_out = None
        self.updateGeometries()
        if self._count():
            self.scrollTo(anchor or self._index(first), _Hint.EnsureVisible)
        self.viewport().update()

    @property
    def _grids(self) -> list[_Grid]:
        count, width = self._count(), self.viewport().width()
        if self._laid_out is not None and self._laid_out[0] == (count, width):
            return self._laid_out[1]
        grids: list[_Grid] = []
        groups = self.groups() if count else ()
        ends = [*(each.first for each in groups[1:]), count]
        bottom = 0
        for group, end in zip(groups, ends, strict=False):
            across = max(1, width // group.cell.width())
            top = bottom + self._heading_height
            bottom = top - (group.first - end) // across * group.cell.height()
            grids.append(_Grid(group, end, across, top, bottom))
        self._laid_out = (count, width), grids
        return grids

    @property
    def _heading_height(self) -> int:
        return card_row_height(self.fontMetrics()) + space(self, 1)

    def rows_at(self, rect: QRect) -> range:
        """Return the numbers of the cells in the lines that a part of the viewport touches."""
        top, bottom = (each + self.verticalOffset() for each in (rect.top(), rect.bottom()))
        rows = range(0)
        for each in self._grids:
            if each.top <= bottom and top < each.bottom:
                first = each.row(each.line(top), 0)
                last = each.row(each.line(bottom), each.across - 1)
                rows = range(rows.start if rows else first, last + 1)
        return rows

    def _count(self) -> int:
        return self.model().rowCount() if self.model() is not None else 0

    def _index(self, row: int) -> QModelIndex:
        return self.model().index(row, self.modelColumn())

    @override
    def visualRect(self, index: AnyIndex) -> QRect:
        if not index.isValid() or not (grids := self._grids):
            return QRect()
        grid = grids[bisect_right(grids, index.row(), key=lambda each: each.group.first) - 1]
        line, place = divmod(index.row() - grid.group.first, grid.across)
        cell = grid.group.cell
        top = grid.top + line * cell.height() - self.verticalOffset()
        return QRect(QPoint(place * self._step(grid), top), cell)

    def _step(self, grid: _Grid) -> int:
        """Return how far apart neighbours begin: lines fill the width, but without wide gaps."""
        width = grid.group.cell.width()
        filling = (self.viewport().width() - width) // max(1, grid.across - 1)
        return max(width, min(filling, width + space(self, 3)))

    @override
    def indexAt(self, point: QPoint) -> QModelIndex:
        for row in self.rows_at(QRect(point, QSize(1, 1))):
            if self.visualRect(index := self._index(row)).contains(point):
                return index
        return QModelIndex()

    def _next_row(self, row: int, *, downwards: bool, page: bool) -> int:
        """Return the row above or below one, or a page from there."""
        grids, rect = self._grids, self.visualRect(self._index(row))
        way = max(rect.height(), self.viewport().height() if page else 0)
        middle = rect.center() + QPoint(0, self.verticalOffset())
        if downwards:
            y = middle.y() + way if page else rect.bottom() + 1 + self.verticalOffset()
            grid = next((each for each in grids if y < each.bottom), grids[-1])
        else:
            y = middle.y() - way if page else rect.top() - 1 + self.verticalOffset()
            grid = next((each for each in reversed(grids) if y >= each.top), grids[0])
        place = min(middle.x() // self._step(grid), grid.across - 1)
        return grid.row(grid.line(y), place)

    @override
    def scrollTo(self, index: AnyIndex, hint: _Hint = _Hint.EnsureVisible) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        rect = self.visualRect(index)
        if any(rect.top() + bar.value() == each.top for each in self._grids):
            rect.setTop(rect.top() - self._heading_height)
        if not index.isValid() or (
            hint is _Hint.EnsureVisible and rect.top() >= 0 and rect.bottom() < height
        ):
            return
        if hint is _Hint.PositionAtCenter:
            bar.setValue(bar.value() + rect.center().y() - height // 2)
        elif hint is _Hint.PositionAtBottom or (hint is _Hint.EnsureVisible and rect.top() > 0):
            # A cell that is taller than the view shows its head.
            bar.setValue(bar.value() + min(rect.top(), rect.bottom() + 1 - height))
        else:
            bar.setValue(bar.value() + rect.top())

    @override
    def moveCursor(self, action: _Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        count, current = self._count(), self.currentIndex()
        if not count:
            return QModelIndex()
        if not current.isValid():
            return self._index(0)
        row = current.row()
        match action:
            case _Move.MoveHome:
                row = 0
            case _Move.MoveEnd:
                row = count - 1
            case _Move.MoveUp | _Move.MovePageUp:
                row = self._next_row(row, downwards=False, page=action is _Move.MovePageUp)
            case _Move.MoveDown | _Move.MovePageDown:
                row = self._next_row(row, downwards=True, page=action is _Move.MovePageDown)
            case _Move.MoveLeft | _Move.MovePrevious:
                row = max(0, row - 1)
            case _:
                row = min(count - 1, row + 1)
        return self._index(row)

    @override
    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        # From one card to another, as in a text: Qt gives the two ends as corners.
        ends = sorted(
            each.row()
            for each in map(self.indexAt, (rect.topLeft(), rect.bottomRight()))
            if each.isValid()
        )
        found = QItemSelection()
        if len(ends) == 2:
            found.select(self._index(ends[0]), self._index(ends[1]))
        self.selectionModel().select(found, command)

    @override
    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for row in self.rows_at(self.viewport().rect()):
            if selection.contains(index := self._index(row)):
                region += self.visualRect(index)
        return region

    @override
    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    @override
    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.modelAboutToBeReset.connect(self._forget_layout)

    def _forget_layout(self) -> None:
        self._laid_out = None

    @override
    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)

    @override
    def dataChanged(self, first: AnyIndex, last: AnyIndex, roles: object = ()) -> None:
        shown = self.rows_at(self.viewport().rect())
        for row in range(max(first.row(), shown.start), min(last.row() + 1, shown.stop)):
            self.viewport().update(self.visualRect(self._index(row)))

    @override
    def updateGeometries(self) -> None:
        bar, height, grids = self.verticalScrollBar(), self.viewport().height(), self._grids
        bar.setRange(0, max(0, grids[-1].bottom - height) if grids else 0)
        bar.setPageStep(height)
        bar.setSingleStep(max(1, grids[-1].group.cell.height() // 4) if grids else 1)
        self.moved.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, event)
        self.updateGeometries()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(dx, dy)
        self.moved.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QPainter(self.viewport()), QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain, selection, current = option.state, self.selectionModel(), self.currentIndex().row()
        focused = self.hasFocus()
        height, colours = self._heading_height, colours_of(self.palette())
        for each in self._grids:
            top = each.top - height - self.verticalOffset()
            place = QRect(0, top, self.viewport().width(), height - space(self, 1))
            if place.intersects(event.rect()):
                paint_heading(painter, place, self.font(), each.group.heading, colours)
        for row in self.rows_at(event.rect()):
            index = self._index(row)
            rect = self.visualRect(index)
            if not rect.intersects(event.rect()):
                continue
            option.rect, option.state = rect, plain
            if selection.isSelected(index):
                option.state |= _State.State_Selected
            if focused and row == current:
                option.state |= _State.State_HasFocus
            self.paint_card(painter, option, index)
        painter.end()
