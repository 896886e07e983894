"""Rows and columns of widgets, made in one call, and lines that wrap."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPlainTextEdit,
    QProgressBar,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill

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


def splitter(
    *parts: QWidget,
    parent: QWidget,
    sizes: tuple[int, ...] = (),
    stretch: tuple[int, ...] = (),
    gap: int = 2,
    vertical: bool = False,
) -> QSplitter:
    """Return parts that never collapse, side by side; sizes and gap as `space` counts them."""
    made = QSplitter(Qt.Orientation.Vertical if vertical else Qt.Orientation.Horizontal, parent)
    for part in parts:
        made.addWidget(part)
    made.setChildrenCollapsible(False)
    made.setHandleWidth(space(parent, gap))
    made.setSizes([space(parent, size) for size in sizes])
    for at, factor in enumerate(stretch):
        made.setStretchFactor(at, factor)
    return made


def tab_order(*parts: QWidget) -> None:
    """Let the tab key go through parts in this order."""
    for one, other in pairwise(parts):
        QWidget.setTabOrder(one, other)


def slim_bar(name: str, parent: QWidget, height: int = 1, kind: str = "") -> QProgressBar:
    """Return a bar without a text, as high as `space` counts; `kind` is for the style sheet."""
    made = QProgressBar(parent, textVisible=False)
    made.setObjectName(kind)
    made.setAccessibleName(name)
    made.setFixedHeight(space(parent, height))
    return made


def paste_box(name: str, placeholder: str, parent: QWidget) -> QPlainTextEdit:
    """Return a box to paste text into; files that are dropped on it are for its dialog."""
    made = QPlainTextEdit(parent)
    made.setAccessibleName(name)
    made.setTabChangesFocus(True)
    made.setAcceptDrops(False)
    made.setPlaceholderText(placeholder)
    return made


class FlowLayout(QLayout):
    """Lays its items out like the words of a paragraph, in the middle of each line."""

    def __init__(self, gap: int, *widgets: QWidget) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        for each in widgets:
            self.addWidget(each)

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


def empty_layout(layout: QLayout, *kept: QWidget) -> None:
    """Take everything out of a layout; its widgets are deleted, but those that are `kept`."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None and widget not in kept:
            widget.hide()
            widget.deleteLater()


TIP_CHARACTERS = 100


def label(
    text: str = "",
    size: Size = Size.BODY,
    *,
    weight: QFont.Weight | None = None,
    faint: bool = False,
    wraps: bool = False,
    selectable: bool = False,
) -> QLabel:
    """Return a label of plain text; a faint one follows the palette's faint ink."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(sized(made.font(), size, weight))
    made.setWordWrap(wraps)
    if faint:
        made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def bold_label(text: str = "", size: Size = Size.BODY, *, wraps: bool = False) -> QLabel:
    return label(text, size, weight=QFont.Weight.DemiBold, wraps=wraps)


def give_way(made: QLabel) -> None:
    """Let a label be narrower than its text; a long name must not widen the window."""
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)


def buddy_label(text: str, field: QWidget, size: Size = Size.BODY, *, faint: bool = True) -> QLabel:
    """Return the label of a field; the letter behind "&" leads to the field."""
    made = label(text, size, faint=faint)
    made.setTextFormat(Qt.TextFormat.AutoText)
    made.setBuddy(field)
    return made


def tip(text: str) -> str:
    """Return a text for a tooltip, even if it looks like markup or is very long.

    Qt wraps the lines of a tooltip only if it is markup.
    """
    if "<" not in text and all(len(line) <= TIP_CHARACTERS for line in text.splitlines()):
        return text
    return f"<p>{escape(text)}</p>".replace("\n", "<br>")


class OneLine(QLabel):
    """A line of plain, faint, small text that is elided where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def fitted(self, painter: QPainter, width: int) -> str:
        """Return the text as it fits in a width."""
        right = Qt.TextElideMode.ElideRight
        return painter.fontMetrics().elidedText(self.text(), right, width)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, rect = QPainter(self), self.contentsRect()
        text = self.fitted(painter, rect.width())
        self.setToolTip("" if text == self.text() else tip(self.text()))
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class Title(OneLine):
    """A name in large letters, or in two lines of smaller ones where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setFont(sized(self.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.setMinimumHeight(space(self, 8))

    @override
    def fitted(self, painter: QPainter, width: int) -> str:
        for size in (Size.LARGE, Size.MIDDLE):
            painter.setFont(sized(self.font(), size))
            if painter.fontMetrics().horizontalAdvance(self.text()) <= width:
                return self.text()
        painter.setFont(sized(self.font(), Size.BODY))
        return "\n".join(wrapped(self.text(), painter.fontMetrics(), width, 2))


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """Return a text in a limited number of lines, broken between words; cut the last one."""
    lines: list[str] = []
    rest = text.split(" ")
    while rest and len(lines) < most:
        line = rest.pop(0)
        while rest and metrics.horizontalAdvance(f"{line} {rest[0]}") < width - 1:
            line = f"{line} {rest.pop(0)}"
        if rest and len(lines) == most - 1:
            line, rest = " ".join([line, *rest]), []
        lines.append(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width))
    return lines


_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_TALLEST = 10_000


class WrapButton(QAbstractButton):
    """A button as wide as its space and as tall as its text.

    With a glyph before its text it is a quiet row; `end` are words in the accent at its right end.
    """

    def __init__(
        self, text: str, parent: QWidget | None = None, glyph: str = "", end: str = ""
    ) -> None:
        super().__init__(parent)
        self._glyph, self._end = glyph, end
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _margins(self) -> QMargins:
        inset = space(self, 1)
        above = inset * 3 // 2 if self._glyph else inset
        end = QFontMetrics(self._end_font).horizontalAdvance(self._end)
        after = end + inset if end else 0
        return QMargins(8 * inset if self._glyph else 2 * inset, above, 2 * inset + after, above)

    @property
    def _end_font(self) -> QFont:
        return sized(self.font(), Size.BODY, QFont.Weight.DemiBold)

    @override
    def heightForWidth(self, width: int) -> int:
        inner = QRect(0, 0, width, _TALLEST) - self._margins()
        words = self.fontMetrics().boundingRect(inner, int(_WRAP), self.text())
        return words.height() + 2 * self._margins().top()

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 40), self.heightForWidth(space(self, 40)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, rect, inset = colours_of(self.palette()), self.rect(), space(self, 1)
        painter, inner = QPainter(self), rect - self._margins()
        used = self.isEnabled() and (self.underMouse() or self.isDown())
        if used or self.hasFocus() or not self._glyph:
            focus = colours.accent if self.hasFocus() else None
            quiet = colours.hover if self._glyph else colours.track
            ground = colours.pressed if used and not self._glyph else quiet
            fill(painter, rect, ground, corner(self.fontMetrics()), focus)
        if self._glyph:
            sign = QRect(2 * inset, inner.top(), inset * 7 // 2, self.fontMetrics().height())
            icons.paint(painter, sign, self._glyph, colours.faint)
        painter.setPen(colours.ink if self.isEnabled() else colours.quiet)
        painter.drawText(inner, int(_WRAP), self.text())
        painter.setFont(self._end_font)
        painter.setPen(colours.accent_ink if self.isEnabled() else colours.quiet)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -2 * inset, 0), right, self._end)
        painter.end()
