"""Where bars, whiskers and values are: from values to pixels, in rows and in columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, isnan

from PySide6.QtCore import QPointF, QRectF, QSizeF

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

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
