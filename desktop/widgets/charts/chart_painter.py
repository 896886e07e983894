"""Paints a whole chart: title, legend, labels, bars and note. Drawn, not laid out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from desktop.widgets.charts.bar_painter import BarPainter
from desktop.widgets.charts.bar_scale import plot_height
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, slots=True)
class ChartPainter:
    """Paints a chart at a width; `reserved` pixels right of the title are left to a button."""

    chart: Chart
    style: ChartStyle
    width: int
    reserved: int = 0

    def height(self, width: int) -> int:
        """Return the height of the chart with bars as tall as suits a width."""
        return self._head + plot_height(self.chart, self.style, width) + self._foot

    @property
    def _head(self) -> int:
        lines = len(self._legend()) + bool(self._value_label)
        gaps = self.style.gap * (1 + bool(lines))
        return self.style.title_height + lines * self.style.line + gaps

    @property
    def _foot(self) -> int:
        return self.style.line * (bool(self._category_label) + bool(self.chart.note))

    @property
    def _category_label(self) -> str:
        chart = self.chart
        hidden = chart.rows or chart.is_empty or chart.x_label == chart.title
        return "" if hidden else chart.x_label

    @property
    def _value_label(self) -> str:
        # The values of rows have their own percent signs.
        percent = "%" if self.chart.percent and not self.chart.rows else ""
        return "" if self.chart.is_empty else ", ".join(filter(None, (self.chart.y_label, percent)))

    def _legend(self) -> list[list[tuple[int, str, QColor]]]:
        """Return the lines of the legend: where an entry begins, its name, its colour."""
        if len(self.chart.series) < 2 or self.chart.is_empty:
            return []
        lines: list[list[tuple[int, str, QColor]]] = [[]]
        swatch, left = self.style.line // 2 + self.style.gap, 0
        colours = self.style.series_colours(self.chart)
        for each, colour in zip(self.chart.series, colours, strict=True):
            name = self.style.elided(each.name, self.width - swatch - self.style.gap)
            width = swatch + self.style.width_of(name) + 3 * self.style.gap
            if lines[-1] and left + width > self.width:
                lines.append([])
                left = 0
            lines[-1].append((left, name, colour))
            left += width
        return lines

    def paint(self, painter: QPainter, height: int, *, focused: bool = False) -> None:
        """Paint the chart at the origin, in a height."""
        self._paint_title(painter, focused=focused)
        painter.setFont(self.style.font)
        top, line, gap = self.style.title_height, self.style.line, self.style.gap
        painter.setPen(self.style.colours.ink)
        side = line // 2
        for entries in self._legend():
            for left, name, colour in entries:
                painter.fillRect(left, top + (line - side) // 2, side, side, colour)
                start = left + side + gap
                painter.drawText(QRect(start, top, self.width - start, line), LEFT, name)
            top += line
        painter.setPen(self.style.colours.faint)
        self._paint_line(painter, top, self._value_label)
        head, bottom = self._head, height - self._foot
        self._paint_line(painter, bottom, self._category_label, CENTRE)
        self._paint_line(painter, height - line, self.chart.note)
        if self.chart.is_empty:
            rect = QRect(0, head, self.width, bottom - head)
            painter.drawText(rect, Qt.TextFlag.TextWordWrap, self.chart.empty)
            return
        painter.save()
        painter.translate(0, head)
        BarPainter(self.chart, self.style, QSizeF(self.width, bottom - head)).paint(painter)
        painter.restore()

    def _paint_title(self, painter: QPainter, *, focused: bool) -> None:
        painter.setFont(self.style.title_font)
        painter.setPen(self.style.colours.ink)
        title = QRect(0, 0, self.width - self.reserved, self.style.title_height)
        right = Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(self.chart.title, right, title.width())
        painter.drawText(title, LEFT, text)
        if focused:
            top, thickness = title.height() - self.style.gap // 2, max(1, self.style.gap // 3)
            painter.fillRect(0, top, self.width, thickness, self.style.colours.accent)

    def _paint_line(
        self, painter: QPainter, top: int, text: str, align: Qt.AlignmentFlag = LEFT
    ) -> None:
        rect = QRect(0, top, self.width, self.style.line)
        painter.drawText(rect, align, self.style.elided(text, self.width))
