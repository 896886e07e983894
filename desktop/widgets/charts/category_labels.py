"""The names of a chart's categories: beside rows, or below columns."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.scale import Scale

BESIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
BELOW = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
# The names of rows take no more than this share of the width.
NAMED = 0.42
# Names that are no longer than this are a scale, of which some may be left out.
FIGURES = 3


class CategoryLabels:
    """The names as they fit: cut short beside rows, wrapped once or thinned out below columns.

    `width` is that of the whole plot, `step` what a column takes of it; `margin` are the pixels
    that the names take beside or below the bars.
    """

    def __init__(self, chart: Chart, look: ChartStyle, width: float, step: float) -> None:
        self.chart = chart
        self.look = look
        self._room = step - look.gap
        self._widest = max(map(look.width_of, chart.categories), default=0)
        self._is_scale = all(len(name) <= FIGURES for name in chart.categories)
        self._wraps = self._can_wrap()
        if chart.rows:
            self.margin = min(self._widest, round(width * NAMED)) + 2 * look.gap
        else:
            self.margin = look.line * (2 if self._wraps else 1) + look.gap

    def _can_wrap(self) -> bool:
        words = (word for name in self.chart.categories for word in name.split())
        widest = max(map(self.look.width_of, words), default=0)
        return not self._is_scale and self._widest > self._room >= widest

    def paint(self, painter: QPainter, scale: Scale) -> None:
        """Paint the names around the plot, whose corner is the origin."""
        painter.setFont(self.look.small)
        painter.setPen(self.look.colours.faint)
        if self.chart.rows:
            self._paint_beside(painter, scale)
        else:
            self._paint_below(painter, scale)

    def _paint_beside(self, painter: QPainter, scale: Scale) -> None:
        room, line = self.margin - 2 * self.look.gap, self.look.line
        for number, name in enumerate(self.chart.categories):
            top = (number + 0.5) * scale.step - line
            rect = QRectF(-self.margin, top, room, 2 * line)
            painter.drawText(rect, BESIDE, self.look.cut(name, room))

    def _paint_below(self, painter: QPainter, scale: Scale) -> None:
        every = 1
        if self._is_scale:
            every = max(1, -(-(self._widest + self.look.gap) // max(1, int(scale.step))))
        top = scale.size.height() + self.look.gap * 0.75
        height = self.look.line * (2 if self._wraps else 1)
        flags = BELOW | (Qt.TextFlag.TextWordWrap if self._wraps else Qt.TextFlag.TextSingleLine)
        for number, name in enumerate(self.chart.categories):
            if number % every == 0:
                wide = max(scale.step, self._widest) if self._is_scale else self._room
                rect = QRectF((number + 0.5) * scale.step - wide / 2, top, wide, height)
                fits = self._is_scale or self._wraps
                painter.drawText(rect, flags, name if fits else self.look.cut(name, wide))
