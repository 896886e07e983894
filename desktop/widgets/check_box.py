"""Check boxes in the palette's ink: those of the style are invisible on a dark background."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from desktop.style.palette import Colours, colours_of

_CHECK_MARK = ((0.22, 0.52), (0.42, 0.74), (0.80, 0.26))
_DASH = ((0.24, 0.50), (0.76, 0.50))


def paint_box(painter: QPainter, box: QRect, state: Qt.CheckState, colours: Colours) -> None:
    """Paint a box in the painter's pen and brush, with a check mark, or a dash if in part."""
    painter.drawRect(box)
    if state == Qt.CheckState.Unchecked:
        return
    side = box.width()
    painter.setPen(QPen(colours.accent, max(2.0, side / 7)))
    points = _CHECK_MARK if state == Qt.CheckState.Checked else _DASH
    corners = [QPointF(box.x() + x * side, box.y() + y * side) for x, y in points]
    painter.drawPolyline(QPolygonF(corners))


class CheckBoxDelegate(QStyledItemDelegate):
    """Paints the boxes of a list like those of check boxes."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        self.initStyleOption(option, index)
        element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        rect = option.widget.style().subElementRect(element, option, option.widget)
        paint_list_box(painter, rect, option)


def paint_list_box(painter: QPainter, rect: QRect, option: QStyleOptionViewItem) -> None:
    """Paint the box of a row in a rectangle, over what the style may have painted there."""
    colours = colours_of(option.palette)
    side = min(rect.width(), option.fontMetrics.height() * 7 // 8)
    box = QRect(0, 0, side, side)
    box.moveCenter(rect.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colours.faint)
    painter.setBrush(colours.panel)
    paint_box(painter, box, option.checkState, colours)
    painter.restore()


class CheckBox(QCheckBox):
    """A check box: a box as tall as its text."""

    def _side(self) -> int:
        return self.fontMetrics().height() * 7 // 8

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.size(Qt.TextFlag.TextShowMnemonic, self.text()).width()
        return QSize(self._side() * 3 // 2 + width + 2, metrics.height() + 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self._side()
        box = QRect(1, (self.height() - side) // 2, side, side)
        painter.setPen(colours.accent if self.hasFocus() else colours.faint)
        painter.setBrush(colours.hover if self.underMouse() else colours.panel)
        paint_box(painter, box, self.checkState(), colours)
        painter.setPen(colours.ink if self.isEnabled() else colours.faint)
        text_rect = self.rect().adjusted(side * 3 // 2, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(text_rect, int(flags), self.text())
        painter.end()
