"""What is written at the bars: values, whiskers for intervals, and the line they stand on."""

from __future__ import annotations

from math import isnan

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from typing_extensions import override

from desktop.widgets.charts.category_labels import CategoryLabels
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.scale import Bar, Scale, every_value, totals

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
# More than any value takes, so that no rectangle cuts what is written in it.
WIDE = 400.0


class Writing:
    """How the values of a chart are written: with all digits, with fewer, or upright as well."""

    def __init__(self, chart: Chart, look: ChartStyle, slot: float) -> None:
        self.chart = chart
        self.look = look
        self.short = self.upright = False
        widest = self.widest
        if not chart.rows and widest + look.gap / 2 > slot:
            self.short = True
            widest = self.widest
            self.upright = widest + 1 > slot
        height = widest if chart.rows or self.upright else look.line
        self.room = height + look.gap
        self.colours = look.series_colours(chart)

    @property
    def widest(self) -> int:
        """How many pixels the widest value takes."""
        return max((self.look.width_of(self.of(v)) for v in every_value(self.chart)), default=0)

    def of(self, value: float) -> str:
        """Return a value as it is written."""
        return self.chart.written(value, sign=self.chart.signs, short=self.short)


class BarLabels(QGraphicsItem):
    """Writes on top of the bars, in pixels of the plot."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[Bar, ...], Scale, Writing, CategoryLabels] | None = None
        self.setZValue(10)

    def show_bars(
        self, bars: tuple[Bar, ...], scale: Scale, writing: Writing, names: CategoryLabels
    ) -> None:
        """Write the values of other bars, and the names of their categories."""
        self.prepareGeometryChange()
        self._shown = bars, scale, writing, names
        self.update()

    @override
    def boundingRect(self) -> QRectF:
        if self._shown is None:
            return QRectF()
        _, scale, writing, names = self._shown
        margin = names.margin
        around = (-margin, 0, 0, 0) if writing.chart.rows else (0, 0, 0, margin)
        return QRectF(QPointF(), scale.size).adjusted(*around)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._shown is None:
            return
        bars, scale, writing, names = self._shown
        names.paint(painter, scale)
        painter.setFont(writing.look.small)
        pen = _Pen(painter, scale, writing)
        pen.ground()
        for bar in bars:
            pen.whisker(bar)
            if writing.chart.stacked:
                pen.inside(bar)
            else:
                value = writing.chart.series[bar.series].values[bar.category]
                pen.beyond(bar.middle, value, bar.most if bar.end >= 0 else bar.least)
        if writing.chart.stacked:
            for category, total in enumerate(totals(writing.chart)):
                pen.beyond(float(category), total, total)


class _Pen:
    """Draws one part at a time."""

    def __init__(self, painter: QPainter, scale: Scale, writing: Writing) -> None:
        self.painter = painter
        self.scale = scale
        self.writing = writing
        self.look = writing.look
        self.colours = writing.colours

    def ground(self) -> None:
        """Draw the line that the bars stand on."""
        self.painter.setPen(self.look.colours.line)
        last = len(self.writing.chart.categories) - 0.5
        line = QLineF(self.scale.point(-0.5, 0.0), self.scale.point(last, 0.0))
        # The last row of pixels below the bars is still inside the plot.
        back = QPointF(0, 0) if self.writing.chart.rows else QPointF(0, -0.5)
        self.painter.drawLine(line.translated(back))

    def whisker(self, bar: Bar) -> None:
        """Draw the interval of a bar, with a short beam at both ends."""
        if bar.low is None or bar.high is None:
            return
        beam = min(self.scale.breadth * 0.2, self.look.gap / self.scale.step)
        point, middle = self.scale.point, bar.middle
        for value, far in ((bar.low, bar.low < bar.end), (bar.high, bar.high < bar.end)):
            within = far if bar.end >= 0 else not far
            colour = self.colours[bar.series]
            self.painter.setPen(self.look.ink_on(colour) if within else self.look.colours.ink)
            self.painter.drawLine(QLineF(point(middle, bar.end), point(middle, value)))
            self.painter.drawLine(QLineF(point(middle - beam, value), point(middle + beam, value)))

    def beyond(self, middle: float, value: float, reach: float) -> None:
        """Write a value beyond the end of its bar."""
        text = self.writing.of(value)
        colours = self.look.colours
        self.painter.setPen(colours.ink if value and not isnan(value) else colours.faint)
        at, back, gap = self.scale.point(middle, reach), value < 0, self.look.gap * 0.75
        line = self.look.line
        if self.writing.chart.rows:
            left = at.x() - WIDE - gap if back else at.x() + gap
            rect = QRectF(left, at.y() - line, WIDE, 2 * line)
            self.painter.drawText(rect, RIGHT if back else LEFT, text)
        elif self.writing.upright:
            self.painter.save()
            self.painter.translate(at.x(), at.y() + (gap if back else -gap))
            self.painter.rotate(-90)
            rect = QRectF(-WIDE if back else 0.0, -line, WIDE, 2 * line)
            self.painter.drawText(rect, RIGHT if back else LEFT, text)
            self.painter.restore()
        else:
            top = at.y() + gap if back else at.y() - line
            self.painter.drawText(QRectF(at.x() - WIDE / 2, top, WIDE, line), MIDDLE, text)

    def inside(self, bar: Bar) -> None:
        """Write the value of a stacked bar in it, where it fits."""
        rect, text = self.scale.rect(bar), self.writing.of(bar.end - bar.start)
        wide = self.look.width_of(text) + self.look.gap
        if rect.height() >= self.look.line * 0.9 and rect.width() >= wide:
            self.painter.setPen(self.look.ink_on(self.colours[bar.series]))
            self.painter.drawText(rect, MIDDLE, text)
