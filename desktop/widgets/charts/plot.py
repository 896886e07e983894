"""The bars themselves, on pyqtgraph; this module is imported when the first chart is shown."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QObject, QSizeF, Qt
from PySide6.QtWidgets import QFrame, QGraphicsScene, QWidget

from desktop.widgets.charts.bar_labels import BarLabels, Writing
from desktop.widgets.charts.category_labels import CategoryLabels
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.scale import Bar, Scale, bars_of, step_of


class Plot(QObject):
    """A view of bars that nobody can move: `rows` says which way they lie.

    There are no axes: names stand at the categories and values at the bars.
    """

    def __init__(self, parent: QWidget | None, *, rows: bool) -> None:
        super().__init__(parent)
        self.rows = rows
        self.view = pg.GraphicsView(parent, background=None)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view.setCacheMode(self.view.CacheModeFlag.CacheNone)
        # It is painted with the widget around it, once, and not again when the scene notices.
        self.view.setViewportUpdateMode(self.view.ViewportUpdateMode.NoViewportUpdate)
        self.view.viewport().setAutoFillBackground(False)
        self.view.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, invertY=rows)
        self._grid = pg.GraphicsLayout(border=None)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addItem(self._box)
        self.view.setCentralItem(self._grid)
        self._figures = BarLabels(self._grid)
        self._items: list[pg.BarGraphItem] = []
        self._shown: tuple[Chart, ChartStyle] | None = None
        self._bars: tuple[Bar, ...] = ()
        self._ranges: object = None
        self._box.sigResized.connect(self._on_box_resized)

    def show(self, chart: Chart, look: ChartStyle) -> None:
        """Show other bars, or the same in other colours."""
        self._shown = chart, look
        self._bars = bars_of(chart)
        self._fit()

    def discard(self) -> None:
        """Take the view off the screen for good."""
        self.view.hide()
        self.view.deleteLater()
        self.deleteLater()

    def _on_box_resized(self) -> None:
        self.view.viewport().update()

    def _fit(self) -> None:
        """Draw for the size that there is now."""
        if self._shown is None:
            return
        chart, look = self._shown
        width = float(self.view.width())
        names = CategoryLabels(chart, look, width, step_of(chart, look, width))
        left, below = (names.margin, 0) if self.rows else (0, names.margin)
        self._grid.setContentsMargins(left, 0, 0, below)
        self._grid.layout.activate()
        size = QSizeF(width - left, float(self.view.height()) - below)
        plot = (chart, look, size)
        scale = Scale.of(self._bars, plot, 0.0)
        slot = scale.step * (1.0 if chart.beside == 1 else scale.breadth)
        writing = Writing(chart, look, slot)
        scale = Scale.of(self._bars, plot, writing.room)
        categories, values = (-0.5, scale.sidebar - 0.5), (scale.low, scale.high)
        x, y = (values, categories) if self.rows else (categories, values)
        if (x, y) != self._ranges:
            self._ranges = x, y
            self._box.setRange(xRange=x, yRange=y, padding=0, disableAutoRange=True)
        self._show_bars(scale, look)
        self._figures.setPos(left, 0)
        self._figures.show_bars(self._bars, scale, writing, names)

    def _show_bars(self, scale: Scale, look: ChartStyle) -> None:
        chart = scale.chart
        while len(self._items) > len(chart.series):
            self._box.removeItem(self._items.pop())
        for number in range(len(chart.series)):
            bars = [each for each in self._bars if each.series == number]
            if number == len(self._items):
                self._items.append(pg.BarGraphItem(x0=[], width=[], y0=[], height=[], pen=None))
                self._box.addItem(self._items[-1], ignoreBounds=True)
            starts, lengths = _ends(bars)
            along = [each.middle - scale.breadth / 2 for each in bars]
            broad = [scale.breadth] * len(bars)
            colours = look.bar_colours(chart, number)
            one = len({each.rgb() for each in colours}) == 1
            ends = (starts, lengths, along, broad) if self.rows else (along, broad, starts, lengths)
            self._items[number].setOpts(
                **dict(zip(("x0", "width", "y0", "height"), ends, strict=True)),
                brush=colours[0] if one else None,
                brushes=None if one else colours,
            )


def _ends(bars: list[Bar]) -> tuple[list[float], list[float]]:
    return [each.start for each in bars], [each.end - each.start for each in bars]
