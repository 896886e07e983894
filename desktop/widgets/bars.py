"""Counts as bars, with every value readable: columns for a curve, rows for named things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Faction
from desktop.colours import Colours, blend, colours_of
from desktop.typeface import Size, sized, space


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value, what it says in full, and whose colour it has."""

    label: str
    value: int
    words: str = ""
    faction: Faction | None = None

    def colour(self, colours: Colours) -> QColor:
        """Return the colour of the bar in a palette."""
        if self.faction is not None:
            return colours.factions[self.faction]
        return blend(colours.panel, colours.faint, 0.75)


class Bars(QWidget):
    """A title and its bars; it says them in words too."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show other bars."""
        if tuple(bars) == self.bars:
            return
        taller = len(bars) != len(self.bars)
        self.bars = tuple(bars)
        said = ", ".join(f"{each.words or each.label}: {each.value}" for each in bars)
        self.setAccessibleDescription(said)
        self.setToolTip(said.replace(", ", "\n"))
        self.setVisible(bool(bars))
        if taller:
            self.updateGeometry()
        self.update()

    @property
    def most(self) -> int:
        """The greatest value, at least 1."""
        return max([1, *(bar.value for bar in self.bars)])

    def _paint_title(self, painter: QPainter, colours: Colours) -> int:
        painter.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        painter.setPen(colours.ink)
        height = self.fontMetrics().height()
        painter.drawText(QRect(0, 0, self.width(), height), Qt.AlignmentFlag.AlignLeft, self.title)
        painter.setFont(sized(self.font(), Size.SMALL))
        return height + height // 4


class Columns(Bars):
    """Bars that stand on a line, for values in an order, such as a cost curve."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 40), space(self, 30))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        top = self._paint_title(painter, colours)
        line = painter.fontMetrics().height()
        widest = space(self, 12)
        step = min(widest, self.width() // max(1, len(self.bars)))
        floor = self.height() - line
        room = floor - top - line
        centre = Qt.AlignmentFlag.AlignHCenter
        for number, bar in enumerate(self.bars):
            left = number * step
            height = room * bar.value // self.most
            column = QRect(left + step // 6, floor - height, step - step // 3, height)
            painter.fillRect(column, bar.colour(colours))
            painter.setPen(colours.ink if bar.value else colours.faint)
            painter.drawText(QRect(left, floor - height - line, step, line), centre, f"{bar.value}")
            painter.setPen(colours.faint)
            painter.drawText(QRect(left, floor, step, line), centre, bar.label)
        painter.setPen(colours.line)
        painter.drawLine(0, floor, step * len(self.bars), floor)
        painter.end()


class Rows(Bars):
    """Bars that lie below one another, for named things, such as factions."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 40), space(self, 5) * (len(self.bars) + 1) + space(self, 1))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        top = self._paint_title(painter, colours)
        metrics = painter.fontMetrics()
        step, gap = space(self, 5), space(self, 2)
        widest = max((metrics.horizontalAdvance(bar.label) for bar in self.bars), default=0)
        named = min(widest + 2, self.width() * 2 // 5)
        figure = metrics.horizontalAdvance("000")
        room = max(1, self.width() - named - figure - 2 * gap)
        middle = Qt.AlignmentFlag.AlignVCenter
        for number, bar in enumerate(self.bars):
            row = QRect(0, top + number * step, self.width(), step)
            painter.setPen(colours.faint)
            label = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, named)
            painter.drawText(row.adjusted(0, 0, named - row.width(), 0), middle, label)
            painter.setPen(colours.ink)
            value = QRect(named + gap, row.top(), figure, step)
            painter.drawText(value, middle | Qt.AlignmentFlag.AlignRight, f"{bar.value}")
            width = room * bar.value // self.most
            painter.fillRect(
                named + figure + 2 * gap,
                row.top() + step // 4,
                width,
                step // 2,
                bar.colour(colours),
            )
        painter.end()
