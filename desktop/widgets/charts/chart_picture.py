"""A whole chart with its frame, painted on paper of its own size instead of the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_frame import ChartFrame
from desktop.widgets.charts.chart_sizes import plot_height
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.plot import Plot

# Width and margin in lines of small text.
WIDTH = 44
MARGIN = 1.25


class ChartPicture:
    """A chart as it is saved: as wide whatever the window's width is."""

    def __init__(self, chart: Chart, look: ChartStyle) -> None:
        self._margin = round(look.line * MARGIN)
        width = look.line * WIDTH - 2 * self._margin
        self._look = look
        self._frame = ChartFrame(chart, look, width)
        self._height = plot_height(chart, look, width)
        self._plot = Plot(None, rows=chart.rows)
        view = self._plot.view
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.setFixedSize(width, self._height)
        self._plot.show(chart, look)
        # Shown, though on no screen: only then are sizes settled.
        view.show()

    @property
    def size(self) -> QSize:
        """Its size in device-independent pixels."""
        height = self._frame.head + self._height + self._frame.foot
        return QSize(self._frame.width + 2 * self._margin, height + 2 * self._margin)

    @property
    def dots_per_inch(self) -> int:
        """The resolution in which its fonts have the sizes that were reckoned with."""
        return int(self._plot.view.logicalDpiY())

    def paint(self, painter: QPainter) -> None:
        """Paint it at the origin; once."""
        painter.fillRect(QRect(QPoint(), self.size), self._look.colours.panel)
        painter.translate(self._margin, self._margin)
        height = self._frame.head + self._height + self._frame.foot
        self._frame.paint(painter, height)
        view = self._plot.view
        target = QRectF(0, self._frame.head, self._frame.width, self._height)
        view.render(painter, target, view.viewport().rect())
        view.close()
        view.deleteLater()
