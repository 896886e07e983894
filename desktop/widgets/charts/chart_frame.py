"""What stands around the bars: title, legend, what the values are, a note. Drawn, not laid out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter

from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The frame of a chart at a width; `reserved` is kept free beside the title, for a button."""

    chart: Chart
    look: ChartStyle
    width: int
    reserved: int = 0

    @property
    def head(self) -> int:
        """The height above the bars."""
        lines = len(self._legend()) + bool(self._value_label)
        return self.look.title_height + lines * self.look.line + self.look.gap * (1 + bool(lines))

    @property
    def foot(self) -> int:
        """The height below the bars."""
        return self.look.line * (bool(self._category_label) + bool(self.chart.note))

    @property
    def _category_label(self) -> str:
        told = self.chart.rows or self.chart.is_empty or self.chart.x_label == self.chart.title
        return "" if told else self.chart.x_label

    @property
    def _value_label(self) -> str:
        percent = "" if self.chart.signs or not self.chart.percent else "%"
        return "" if self.chart.is_empty else ", ".join(filter(None, (self.chart.y_label, percent)))

    def _legend(self) -> list[list[tuple[int, str, QColor]]]:
        """Return the lines of the legend: where an entry begins, its name, its colour."""
        if len(self.chart.series) < 2 or self.chart.is_empty:
            return []
        lines: list[list[tuple[int, str, QColor]]] = [[]]
        swatch, left = self._swatch, 0
        for each, colour in zip(
            self.chart.series, self.look.series_colours(self.chart), strict=True
        ):
            name = self.look.cut(each.name, self.width - swatch - self.look.gap)
            wide = swatch + self.look.width_of(name) + 3 * self.look.gap
            if lines[-1] and left + wide > self.width:
                lines.append([])
                left = 0
            lines[-1].append((left, name, colour))
            left += wide
        return lines

    @property
    def _swatch(self) -> int:
        return self.look.line // 2 + self.look.gap

    def paint(self, painter: QPainter, height: int, *, focused: bool = False) -> None:
        """Paint the frame at the origin, for a whole chart of a height."""
        colours, line = self.look.colours, self.look.line
        painter.setFont(self.look.title)
        painter.setPen(colours.ink)
        title = QRect(0, 0, self.width - self.reserved, self.look.title_height)
        cut = Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(self.chart.title, cut, title.width())
        painter.drawText(title, LEFT, text)
        if focused:
            under = title.height() - self.look.gap // 2
            painter.fillRect(0, under, self.width, max(1, self.look.gap // 3), colours.accent)
        painter.setFont(self.look.small)
        top = self.look.title_height
        for entries in self._legend():
            self._paint_legend(painter, top, entries)
            top += line
        painter.setPen(colours.faint)
        painter.drawText(QRect(0, top, self.width, line), LEFT, self._fitting(self._value_label))
        bottom = height - self.foot
        if self._category_label:
            below = QRect(0, bottom, self.width, line)
            painter.drawText(below, MIDDLE, self._fitting(self._category_label))
            bottom += line
        painter.drawText(QRect(0, bottom, self.width, line), LEFT, self._fitting(self.chart.note))

    def _paint_legend(
        self, painter: QPainter, top: int, entries: list[tuple[int, str, QColor]]
    ) -> None:
        line = self.look.line
        for left, name, colour in entries:
            side = line // 2
            painter.fillRect(left, top + (line - side) // 2, side, side, colour)
            painter.setPen(self.look.colours.ink)
            start = left + self._swatch
            painter.drawText(QRect(start, top, self.width - start, line), LEFT, name)

    def _fitting(self, text: str) -> str:
        return self.look.cut(text, self.width)
