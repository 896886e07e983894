"""Paints the bars of a chart, with whiskers for intervals, and the values and names at them."""

from __future__ import annotations

from itertools import chain
from math import isnan

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from desktop.widgets.charts.bar_scale import Bar, BarScale, bars_of, breadth_of, step_of
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
BELOW_COLUMN = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
# The names of rows take no more than this share of the width.
MOST_SHARE = 0.42
# Names that are no longer than this are a scale, of which some may be left out.
SCALE_CHARACTERS = 3
# More than any value takes, so that no rectangle clips a value.
TEXT_WIDTH = 400.0


class BarPainter:
    """Paints bars in a size. There are no axes: categories have their names, bars their values."""

    def __init__(self, chart: Chart, style: ChartStyle, size: QSizeF) -> None:
        self.chart = chart
        self.style = style
        self.bars = list(bars_of(chart))
        self.colours = style.bar_colours(chart)
        step = step_of(chart, style, size.height() if chart.rows else size.width())
        self.labels = CategoryLabels(chart, style, size.width(), step)
        margin = QSizeF(self.labels.margin, 0) if chart.rows else QSizeF(0, self.labels.margin)
        space = self._fit_values(step)
        self.scale = BarScale(chart, self.bars, size - margin, step, space)

    def _fit_values(self, step: float) -> float:
        """Choose how values are written: in full, short, or upright; return the pixels for it."""
        slot = step if self.chart.bars_per_category == 1 else breadth_of(self.chart, step)
        self._short = self._upright = False
        widest = self._widest_value()
        if not self.chart.rows and widest + self.style.gap / 2 > slot:
            self._short = True
            widest = self._widest_value()
            self._upright = widest + 1 > slot
        height = widest if self.chart.rows or self._upright else self.style.line
        return height + self.style.gap

    def _widest_value(self) -> int:
        values = chain(*(each.values for each in self.chart.series))
        if self.chart.stacked:
            values = chain(values, self.chart.totals)
        return max((self.style.width_of(self._text(value)) for value in values), default=0)

    def _text(self, value: float) -> str:
        # Above columns there is no space for percent signs.
        return self.chart.format_value(value, sign=self.chart.rows, short=self._short)

    def paint(self, painter: QPainter) -> None:
        """Paint bars, names and values at the origin."""
        if self.chart.rows:
            painter.translate(self.labels.margin, 0)
        for bar in self.bars:
            painter.fillRect(self.scale.rect(bar), self.colours[bar.series][bar.category])
        painter.setFont(self.style.font)
        self.labels.paint(painter, self.scale.size.height())
        self._paint_zero_line(painter)
        for bar in self.bars:
            self._paint_whisker(painter, bar)
            if self.chart.stacked:
                self._paint_value_inside(painter, bar)
            else:
                value = self.chart.series[bar.series].values[bar.category]
                end = bar.most if bar.end >= 0 else bar.least
                self._paint_value(painter, self.scale.point(bar.middle, end), value)
        if self.chart.stacked:
            for category, total in enumerate(self.chart.totals):
                self._paint_value(painter, self.scale.point(category, total), total)

    def _paint_zero_line(self, painter: QPainter) -> None:
        painter.setPen(self.style.colours.line)
        last = len(self.chart.categories) - 0.5
        line = QLineF(self.scale.point(-0.5, 0.0), self.scale.point(last, 0.0))
        # The last row of pixels below the bars is still inside the plot.
        painter.drawLine(line.translated(0, 0 if self.chart.rows else -0.5))

    def _paint_whisker(self, painter: QPainter, bar: Bar) -> None:
        """Paint the interval of a bar, with a short beam at both ends."""
        if not self.chart.series[bar.series].low:
            return
        width = min(self.scale.breadth * 0.2, self.style.gap)
        beam = QPointF(0, width) if self.chart.rows else QPointF(width, 0)
        end = self.scale.point(bar.middle, bar.end)
        for value in (bar.low, bar.high):
            on_bar = (value < bar.end) == (bar.end >= 0)
            colour = self.colours[bar.series][bar.category]
            painter.setPen(self.style.ink_on(colour) if on_bar else self.style.colours.ink)
            tip = self.scale.point(bar.middle, value)
            painter.drawLine(QLineF(end, tip))
            painter.drawLine(QLineF(tip - beam, tip + beam))

    def _paint_value(self, painter: QPainter, end: QPointF, value: float) -> None:
        """Write a value beyond the end of its bar."""
        text, negative = self._text(value), value < 0
        colours, line, gap = self.style.colours, self.style.line, self.style.gap * 0.75
        painter.setPen(colours.ink if value and not isnan(value) else colours.faint)
        if not self.chart.rows and not self._upright:
            top = end.y() + gap if negative else end.y() - line
            rect = QRectF(end.x() - TEXT_WIDTH / 2, top, TEXT_WIDTH, line)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
            return
        painter.save()
        painter.translate(end)
        if self._upright:
            painter.rotate(-90)
        left = -TEXT_WIDTH - gap if negative else gap
        rect = QRectF(left, -line, TEXT_WIDTH, 2 * line)
        painter.drawText(rect, RIGHT if negative else LEFT, text)
        painter.restore()

    def _paint_value_inside(self, painter: QPainter, bar: Bar) -> None:
        """Write the value of a stacked bar in it, where it fits."""
        rect, text = self.scale.rect(bar), self._text(bar.end - bar.start)
        width = self.style.width_of(text) + self.style.gap
        if rect.height() >= self.style.line * 0.9 and rect.width() >= width:
            painter.setPen(self.style.ink_on(self.colours[bar.series][bar.category]))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


class CategoryLabels:
    """The names as they fit: elided left of rows, wrapped once or thinned out below columns.

    `step` are the pixels of a category, `width` is that of the chart; `margin` are the pixels that
    the names take left of the bars or below them.
    """

    def __init__(self, chart: Chart, style: ChartStyle, width: float, step: float) -> None:
        self.chart = chart
        self.style = style
        self.step = step
        self._space = step - style.gap
        self._widest = max(map(style.width_of, chart.categories), default=0)
        self._is_scale = all(len(name) <= SCALE_CHARACTERS for name in chart.categories)
        words = (word for name in chart.categories for word in name.split())
        widest_word = max(map(style.width_of, words), default=0)
        self._wraps = not self._is_scale and self._widest > self._space >= widest_word
        if chart.rows:
            self.margin = min(self._widest, round(width * MOST_SHARE)) + 2 * style.gap
        else:
            self.margin = style.line * (2 if self._wraps else 1) + style.gap

    def paint(self, painter: QPainter, plot_height: float) -> None:
        """Paint the names around the plot, whose top left corner is the origin."""
        painter.setPen(self.style.colours.faint)
        if not self.chart.rows:
            self._paint_below(painter, plot_height)
            return
        width, line = self.margin - 2 * self.style.gap, self.style.line
        for number, name in enumerate(self.chart.categories):
            rect = QRectF(-self.margin, (number + 0.5) * self.step - line, width, 2 * line)
            painter.drawText(rect, RIGHT, self.style.elided(name, width))

    def _paint_below(self, painter: QPainter, plot_height: float) -> None:
        every, width = 1, self._space
        if self._is_scale:
            every = max(1, -(-(self._widest + self.style.gap) // max(1, int(self.step))))
            width = max(self.step, self._widest)
        top, height = plot_height + self.style.gap * 0.75, self.margin - self.style.gap
        wrap = Qt.TextFlag.TextWordWrap if self._wraps else Qt.TextFlag.TextSingleLine
        for number, name in enumerate(self.chart.categories):
            if number % every == 0:
                rect = QRectF((number + 0.5) * self.step - width / 2, top, width, height)
                whole = self._is_scale or self._wraps
                text = name if whole else self.style.elided(name, width)
                painter.drawText(rect, BELOW_COLUMN | wrap, text)
