"""A check box painted in our own ink: the style's own is lost on a dark ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox
from typing_extensions import override

from desktop.colours import colours_of


class Tick(QCheckBox):
    """A check box: a box as high as its words, ticked or empty."""

    def _side(self) -> int:
        return self.fontMetrics().height() * 7 // 8

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = metrics.size(Qt.TextFlag.TextShowMnemonic, self.text()).width()
        return QSize(self._side() * 3 // 2 + words + 2, metrics.height() + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self._side()
        box = QRect(1, (self.height() - side) // 2, side, side)
        painter.setPen(colours.accent if self.hasFocus() else colours.faint)
        painter.setBrush(colours.hover if self.underMouse() else colours.panel)
        painter.drawRect(box)
        if self.isChecked():
            painter.setPen(QPen(colours.accent, max(2.0, side / 7)))
            points = ((0.22, 0.52), (0.42, 0.74), (0.80, 0.26))
            corners = [QPointF(box.x() + x * side, box.y() + y * side) for x, y in points]
            painter.drawPolyline(QPolygonF(corners))
        painter.setPen(colours.ink if self.isEnabled() else colours.faint)
        words = self.rect().adjusted(side * 3 // 2, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(words, int(flags), self.text())
        painter.end()
