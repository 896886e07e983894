"""Rows and columns of widgets, made in one call, and lines that wrap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

LayoutPart: TypeAlias = QWidget | QLayout
# A part, a part with its stretch factor or alignment, space in pixels, or stretching space.
Item: TypeAlias = LayoutPart | tuple[LayoutPart, int | Qt.AlignmentFlag] | int | None
# In pixels: one for all sides, left, top, right and bottom, or the style's.
Margin: TypeAlias = int | tuple[int, int, int, int] | None
Box = TypeVar("Box", bound=QBoxLayout)
_ANYHOW = Qt.AlignmentFlag(0)


def row(
    *items: Item, parent: QWidget | None = None, margin: Margin = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a row, as the layout of `parent` where there is one; `spacing` None is the style's."""
    return _filled(QHBoxLayout(), items, parent, margin, spacing)


def column(
    *items: Item, parent: QWidget | None = None, margin: Margin = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column, as the layout of `parent` where there is one, like a row otherwise."""
    return _filled(QVBoxLayout(), items, parent, margin, spacing)


def _filled(
    layout: Box,
    items: tuple[Item, ...],
    parent: QWidget | None,
    margin: Margin,
    spacing: int | None,
) -> Box:
    if parent is not None:
        parent.setLayout(layout)
    if margin is not None:
        layout.setContentsMargins(*((margin,) * 4 if isinstance(margin, int) else margin))
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        part, extra = item if isinstance(item, tuple) else (item, 0)
        # An alignment is an int, too.
        aligned = isinstance(extra, Qt.AlignmentFlag)
        stretch, align = (0, Qt.AlignmentFlag(extra)) if aligned else (extra, _ANYHOW)
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part, stretch)
            layout.setAlignment(part, align)
        else:
            layout.addWidget(part, stretch, align)
    return layout


class FlowLayout(QLayout):
    """Lays its items out like the words of a paragraph, in the middle of each line."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def _lines(self, width: int) -> Iterator[list[tuple[QLayoutItem, QSize]]]:
        """Yield the lines in a width: items with their sizes."""
        line: list[tuple[QLayoutItem, QSize]] = []
        taken = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = _size_in(item, width)
            if line and taken + size.width() > width:
                yield line
                line, taken = [], 0
            line.append((item, size))
            taken += size.width() + self.spacing()
        if line:
            yield line

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Return the height that the items take in a width; move them there if `move`."""
        top = rect.top()
        for line in self._lines(rect.width()):
            left, height = rect.left(), max(size.height() for _, size in line)
            for item, size in line if move else ():
                middle = QPoint(left, top + (height - size.height()) // 2)
                item.setGeometry(QRect(middle, size))
                left += size.width() + self.spacing()
            top += height + self.spacing()
        return max(0, top - self.spacing() - rect.top())

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    @override
    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + self.spacing() for size in sizes)
        return QSize(width, max((size.height() for size in sizes), default=0))

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)


def _size_in(item: QLayoutItem, width: int) -> QSize:
    """Return the size of an item in a line of that width: words that wrap become taller."""
    size = item.sizeHint()
    if size.width() <= width:
        return size
    tall = item.heightForWidth(width) if item.hasHeightForWidth() else size.height()
    return QSize(width, tall)
