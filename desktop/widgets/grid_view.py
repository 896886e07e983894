"""A list in a grid of equal cells that costs the same however many rows its model has."""

from __future__ import annotations

from PySide6.QtCore import (
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

from desktop.widgets.card_delegate import AnyIndex

_Move = QAbstractItemView.CursorAction
_Hint = QAbstractItemView.ScrollHint
_State = QStyle.StateFlag


class GridView(QListView):
    """Shows one column of a model; where each cell is follows from its number.

    A QListView lays every row out again when the model is reset or a row changes, which takes
    longer than a frame for some thousands. It is one all the same, for screen readers.

    Signals:
        moved: other cells may be in view, or elsewhere.
    """

    moved = Signal()

    _cell = QSize(100, 100)  # Qt calls methods of a view while it is made

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def set_cell(self, size: QSize) -> None:
        """Give the cells another size, at least; what is at the top stays in view."""
        first = self.rows_at(self.viewport().rect()).start
        current = self.currentIndex()
        anchor = current if self.viewport().rect().intersects(self.visualRect(current)) else None
        self._cell = size
        self.updateGeometries()
        if self.model() is not None and self.model().rowCount():
            self.scrollTo(anchor or self._index(first), _Hint.EnsureVisible)
        self.viewport().update()

    @property
    def across(self) -> int:
        return max(1, self.viewport().width() // self._cell.width())

    def rows_at(self, rect: QRect) -> range:
        """Return the numbers of the cells in the lines that a part of the viewport touches."""
        count, offset, height = self._count(), self.verticalOffset(), self._cell.height()
        first = max(0, (rect.top() + offset) // height) * self.across
        last = ((rect.bottom() + offset) // height + 1) * self.across
        return range(min(first, count), max(0, min(last, count)))

    def _count(self) -> int:
        return self.model().rowCount() if self.model() is not None else 0

    def _index(self, row: int) -> QModelIndex:
        return self.model().index(row, self.modelColumn())

    @override
    def visualRect(self, index: AnyIndex) -> QRect:
        if not index.isValid():
            return QRect()
        line, place = divmod(index.row(), self.across)
        width, height = self.viewport().width(), self._cell.height()
        left, right = (width * each // self.across for each in (place, place + 1))
        return QRect(left, line * height - self.verticalOffset(), right - left, height)

    @override
    def indexAt(self, point: QPoint) -> QModelIndex:
        across, width = self.across, max(1, self.viewport().width())
        if not 0 <= point.x() < width:
            return QModelIndex()
        place = next(n for n in range(across) if point.x() < width * (n + 1) // across)
        line = (point.y() + self.verticalOffset()) // self._cell.height()
        row = line * across + place
        return self._index(row) if 0 <= row < self._count() else QModelIndex()

    @override
    def scrollTo(self, index: AnyIndex, hint: _Hint = _Hint.EnsureVisible) -> None:
        rect, bar, height = (
            self.visualRect(index),
            self.verticalScrollBar(),
            self.viewport().height(),
        )
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
        count, current, across = self._count(), self.currentIndex(), self.across
        if not count:
            return QModelIndex()
        if not current.isValid():
            return self._index(0)
        page = max(1, self.viewport().height() // self._cell.height()) * across
        row = current.row()
        match action:
            case _Move.MoveHome:
                row = 0
            case _Move.MoveEnd:
                row = count - 1
            case _Move.MoveUp | _Move.MovePageUp:
                step = across if action is _Move.MoveUp else page
                row = row - step if row >= step else row % across
            case _Move.MoveDown | _Move.MovePageDown:
                step = across if action is _Move.MoveDown else page
                lines = (count - 1) // across - row // across
                row = min(row + min(step, lines * across), count - 1)
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
    def horizontalOffset(self) -> int:
        return 0

    @override
    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    @override
    def isIndexHidden(self, index: AnyIndex) -> bool:
        return False

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
        lines = -(-self._count() // self.across)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, lines * self._cell.height() - height))
        bar.setPageStep(height)
        bar.setSingleStep(max(1, self._cell.height() // 4))
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
        delegate, focused = self.itemDelegate(), self.hasFocus()
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
            delegate.paint(painter, option, index)
        painter.end()
