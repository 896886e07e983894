"""Where bars, whiskers and values stand: from values to pixels, whichever way the bars go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import isnan

from PySide6.QtCore import QPointF, QRectF, QSizeF

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

# The share of its place that a category's bars take.
FILLED = 0.74
# The pixels between two bars of a category.
PARTED = 1.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: of which series and category, its middle among the categories, from where to where.

    `low` and `high` are its interval, or both None.
    """

    series: int
    category: int
    middle: float
    start: float
    end: float
    low: float | None = None
    high: float | None = None

    @property
    def least(self) -> float:
        """The least value that it reaches, with its whisker."""
        return min(self.start, self.end, self.end if self.low is None else self.low)

    @property
    def most(self) -> float:
        """The greatest value that it reaches, with its whisker."""
        return max(self.start, self.end, self.end if self.high is None else self.high)


def bars_of(chart: Chart) -> tuple[Bar, ...]:
    """Return the bars of a chart, series by series; their middles are in categories."""
    return tuple(_bars(chart))


def _bars(chart: Chart) -> Iterator[Bar]:
    beside = chart.beside
    grounds = [0.0] * len(chart.categories)
    for number, each in enumerate(chart.series):
        aside = 0.0 if chart.stacked else (number - (beside - 1) / 2) * FILLED / beside
        for category, value in enumerate(each.values):
            length = 0.0 if isnan(value) else value
            start = grounds[category] if chart.stacked else 0.0
            low = each.low[category] if each.low else None
            high = each.high[category] if each.high else None
            yield Bar(number, category, category + aside, start, start + length, low, high)
            grounds[category] += length


@dataclass(frozen=True, slots=True)
class Scale:
    """The ranges that a plot of a size shows, with room for the written values at the ends.

    `breadth` is that of one bar, in categories; `places` how many categories fit; `before` and
    `after` are kept free below the least and above the greatest value, in pixels.
    """

    chart: Chart
    size: QSizeF
    sidebar: float
    low: float
    high: float

    @classmethod
    def of(
        cls, bars: tuple[Bar, ...], plot: tuple[Chart, ChartStyle, QSizeF], after: float
    ) -> Scale:
        """Return the scale for bars on a plot; `after` pixels are kept for what is written."""
        chart, look, size = plot
        along, across = (size.height(), size.width()) if chart.rows else size.toTuple()
        step = step_of(chart, look, along)
        least = min([0.0, *(each.least for each in bars)])
        most = max([0.0, *(each.most for each in bars)])
        before = after if least < 0 else 0.0
        span = (most - least) or 1.0
        unit = span / max(1.0, across - before - after)
        return cls(
            chart, size, max(1.0, along) / step, least - before * unit, least + span + after * unit
        )

    @property
    def breadth(self) -> float:
        """How wide one bar is, in categories; a thin line of the panel parts it from the next."""
        beside = self.chart.beside
        return FILLED / beside - (PARTED / self.step if beside > 1 else 0.0)

    @property
    def step(self) -> float:
        """How many pixels a category takes."""
        along = self.size.height() if self.chart.rows else self.size.width()
        return along / self.sidebar

    def across(self, value: float) -> float:
        """Return how many pixels from the left, or from the top, a value stands."""
        share = (value - self.low) / (self.high - self.low)
        if self.chart.rows:
            return share * self.size.width()
        return (1 - share) * self.size.height()

    def point(self, middle: float, value: float) -> QPointF:
        """Return the pixel of a value at a place among the categories."""
        along = (middle + 0.5) * self.step
        across = self.across(value)
        return QPointF(across, along) if self.chart.rows else QPointF(along, across)

    def rect(self, bar: Bar) -> QRectF:
        """Return the pixels of a bar."""
        half = self.breadth / 2
        one = self.point(bar.middle - half, bar.start)
        other = self.point(bar.middle + half, bar.end)
        return QRectF(one, other).normalized()


def step_of(chart: Chart, look: ChartStyle, along: float) -> float:
    """Return the pixels that a category takes of those that there are along the categories."""
    return min(max(1.0, along) / max(1, len(chart.categories)), _widest(chart, look))


def _widest(chart: Chart, look: ChartStyle) -> float:
    """Return the most pixels that a category takes: few bars must not become walls."""
    if chart.rows:
        return least_step(chart, look) * 1.25
    names = max(map(look.width_of, chart.categories), default=0)
    return max(look.line * (2.0 + 2.0 * chart.beside), names + 3.0 * look.gap)


def totals(chart: Chart) -> tuple[float, ...]:
    """Return the sum of each category."""
    return tuple(map(sum, zip(*(each.values for each in chart.series), strict=True)))


def least_step(chart: Chart, look: ChartStyle) -> float:
    """Return the pixels that a row needs at least."""
    return look.line * (0.5 + 0.9 * chart.beside)


def every_value(chart: Chart) -> tuple[float, ...]:
    """Return all values of all series, and the sums of stacked ones."""
    plain = chain.from_iterable(each.values for each in chart.series)
    return (*plain, *totals(chart)) if chart.stacked else tuple(plain)
