"""How rows of cards are painted: glyphs, text in two inks, headings, and the current row."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from desktop.colours import Colours, colours_of
from desktop.typeface import Size, sized
from desktop.widgets.glyphs import paint_row

AnyIndex = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a cell tells the delegate besides its text."""

    CARD = Qt.ItemDataRole.UserRole + 1
    GLYPHS = Qt.ItemDataRole.UserRole + 2
    TRAILING = Qt.ItemDataRole.UserRole + 3
    FAINT = Qt.ItemDataRole.UserRole + 4
    HEADING = Qt.ItemDataRole.UserRole + 5


class CardCells(QStyledItemDelegate):
    """Paints every cell of a table of cards; what a cell holds is told by its roles."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        height = row_height(option.fontMetrics)
        return QSize(0, height * 3 // 2 if index.data(Role.HEADING) else height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours = colours_of(option.palette)
        if index.data(Role.HEADING):
            _paint_heading(painter, option, index, colours)
        else:
            _paint_ground(painter, option, index, colours)
            _paint_cell(painter, option, index, colours)
        painter.restore()


def row_height(metrics: QFontMetrics) -> int:
    """Return the height of a row in a font."""
    return metrics.height() * 3 // 2


def _paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex, colours: Colours
) -> None:
    rect: QRect = option.rect
    state = option.state
    if not state & QStyle.StateFlag.State_Selected:
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colours.accent)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        return
    painter.fillRect(rect, colours.selection)
    if index.column() == 0:
        focused = state & QStyle.StateFlag.State_Active
        bar = max(2, option.fontMetrics.height() // 6)
        painter.fillRect(
            rect.left(), rect.top(), bar, rect.height(), colours.accent if focused else colours.line
        )


def _paint_cell(
    painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex, colours: Colours
) -> None:
    metrics = option.fontMetrics
    gap = metrics.height() // 3
    rect: QRect = option.rect.adjusted(gap, 0, -gap, 0)
    glyphs = index.data(Role.GLYPHS)
    if glyphs:
        side = metrics.height() if len(glyphs) == 1 else metrics.height() * 4 // 5
        rect.setLeft(rect.left() + paint_row(painter, rect, glyphs, side, colours) + gap // 2)
    text = index.data(Qt.ItemDataRole.DisplayRole)
    if not text:
        return
    trailing = index.data(Role.TRAILING)
    side = metrics.height() * 3 // 5 if trailing else 0
    alignment = index.data(Qt.ItemDataRole.TextAlignmentRole) or (
        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    )
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() - side)
    painter.setPen(colours.faint if index.data(Role.FAINT) else colours.ink)
    painter.drawText(rect, int(alignment) | Qt.TextFlag.TextSingleLine, elided)
    if trailing:
        rect.setLeft(rect.left() + metrics.horizontalAdvance(elided) + gap // 2)
        paint_row(painter, rect, trailing, side, colours)


def _paint_heading(
    painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex, colours: Colours
) -> None:
    rect: QRect = option.rect
    gap = option.fontMetrics.height() // 3
    inner = rect.adjusted(gap, 0, -gap, 0)
    font = sized(option.font, Size.BODY, QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(colours.ink)
    text = str(index.data(Qt.ItemDataRole.DisplayRole))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
    inner.setBottom(inner.bottom() - gap // 2)
    painter.drawText(inner, flags, text)
    width = QFontMetrics(font).horizontalAdvance(text)
    painter.setPen(colours.faint)
    painter.setFont(sized(font, Size.BODY, QFont.Weight.Medium))
    painter.drawText(inner.adjusted(width + gap, 0, 0, 0), flags, str(index.data(Role.HEADING)))
    painter.setPen(colours.line)
    painter.drawLine(rect.left() + gap, rect.bottom(), rect.right() - gap, rect.bottom())
