"""How much room the bars of a chart want."""

from __future__ import annotations

from math import ceil

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.scale import least_step

# The height of columns, in lines of small text, and as a share of the width.
LEAST, MOST, SHARE = 8, 20, 0.45


def plot_height(chart: Chart, look: ChartStyle, width: int) -> int:
    """Return the height that the bars of a chart look well with at a width."""
    if chart.is_empty:
        return look.line * 2
    if chart.rows:
        return ceil(least_step(chart, look) * len(chart.categories))
    return round(min(max(width * SHARE, look.line * LEAST), look.line * MOST))
