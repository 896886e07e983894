"""Paints a whole chart: title, legend, labels, bars and note. Drawn, not laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import ceil, isnan

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from desktop.widgets.charts.chart import Chart, ChartStyle

# The share of its category that the bars take.
FILLED = 0.74
# The pixels between two bars of a category.
BAR_SPACING = 1.0
# The height of columns, in lines of small text, and as a share of the width.
LEAST_LINES, MOST_LINES, HEIGHT_SHARE = 8, 20, 0.45


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its series and category, its middle in categories, and the values it spans.

    `low` and `high` are its interval; both are its end where the value is exact.
    """

    series: int
    category: int
    middle: float
    start: float
    end: float
    low: float
    high: float

    @property
    def least(self) -> float:
        """The least value that it reaches, with its whisker."""
        return min(self.start, self.end, self.low)

    @property
    def most(self) -> float:
        """The greatest value that it reaches, with its whisker."""
        return max(self.start, self.end, self.high)


def bars_of(chart: Chart) -> Iterator[Bar]:
    """Yield the bars of a chart, series by series."""
    count = chart.bars_per_category
    tops = [0.0] * len(chart.categories)
    for number, each in enumerate(chart.series):
        offset = 0.0 if chart.stacked else (number - (count - 1) / 2) * FILLED / count
        for category, value in enumerate(each.values):
            length = 0.0 if isnan(value) else value
            start = tops[category] if chart.stacked else 0.0
            end = start + length
            low, high = (each.low[category], each.high[category]) if each.low else (end, end)
            yield Bar(number, category, category + offset, start, end, low, high)
            tops[category] += length


class BarScale:
    """The pixels of a plot: `step` are those of a category, `breadth` those of one bar.

    Beyond the least and the greatest value `text_space` pixels are left for text.
    """

    def __init__(
        self, chart: Chart, bars: list[Bar], size: QSizeF, step: float, text_space: float
    ) -> None:
        self.size = size
        self.breadth = breadth_of(chart, step)
        self._rows = chart.rows
        self._step = step
        length = size.width() if chart.rows else size.height()
        least = min([0.0, *(each.least for each in bars)])
        most = max([0.0, *(each.most for each in bars)])
        before = text_space if least < 0 else 0.0
        span = (most - least) or 1.0
        unit = span / max(1.0, length - before - text_space)
        # The values at the edges.
        self._low, self._high = least - before * unit, least + span + text_space * unit

    def point(self, middle: float, value: float) -> QPointF:
        """Return the pixel of a value at a position among the categories."""
        along, share = (middle + 0.5) * self._step, (value - self._low) / (self._high - self._low)
        if self._rows:
            return QPointF(share * self.size.width(), along)
        return QPointF(along, (1 - share) * self.size.height())

    def rect(self, bar: Bar) -> QRectF:
        """Return the pixels of a bar."""
        half = QPointF(0, self.breadth / 2) if self._rows else QPointF(self.breadth / 2, 0)
        start, end = self.point(bar.middle, bar.start), self.point(bar.middle, bar.end)
        return QRectF(start - half, end + half).normalized()


def step_of(chart: Chart, style: ChartStyle, length: float) -> float:
    """Return the pixels of a category, of the length that there is for all."""
    if chart.rows:
        most = bar_height(chart, style) * 1.25
    else:
        # A few wide bars would look like walls.
        names = max(map(style.width_of, chart.categories), default=0)
        most = max(style.line * (2.0 + 2.0 * chart.bars_per_category), names + 3.0 * style.gap)
    return min(max(1.0, length) / max(1, len(chart.categories)), most)


def breadth_of(chart: Chart, step: float) -> float:
    """Return the pixels that one bar takes of those of its category."""
    count = chart.bars_per_category
    return FILLED / count * step - (BAR_SPACING if count > 1 else 0.0)


def bar_height(chart: Chart, style: ChartStyle) -> float:
    """Return the pixels that a row needs at least."""
    return style.line * (0.5 + 0.9 * chart.bars_per_category)


def plot_height(chart: Chart, style: ChartStyle, width: int) -> int:
    """Return the height that suits the bars of a chart at a width."""
    if chart.is_empty:
        return style.line * 2
    if chart.rows:
        return ceil(bar_height(chart, style) * len(chart.categories))
    least, most = style.line * LEAST_LINES, style.line * MOST_LINES
    return round(min(max(width * HEIGHT_SHARE, least), most))


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
