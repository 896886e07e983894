"""Paints parts of a card: positions and letters are measured in hundredths of its width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QApplication

from desktop.style import icons
from desktop.style.palette import Colours, blend

_NO_PEN = QPen(Qt.PenStyle.NoPen)
_LEFT = Qt.AlignmentFlag.AlignLeft
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_WRAP = Qt.TextFlag.TextWordWrap
_ONE_LINE = Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class CardInk:
    """How text is written: the letters' size in hundredths of the width, colour and weight."""

    size: float
    colour: QColor
    weight: QFont.Weight = QFont.Weight.Normal


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a card, from its left and upper edge to its right and lower one."""

    left: float
    top: float
    right: float
    bottom: float


class CardCanvas:
    """Paints into a card's rectangle; `tint` is its faction's colour, `field` a paler one."""

    def __init__(self, painter: QPainter, area: QRectF, tint: QColor, colours: Colours) -> None:
        self.painter = painter
        self.colours = colours
        self.tint = tint
        self.field = blend(colours.panel, tint, 0.11)
        self._area = area

    def length(self, hundredths: float) -> float:
        """Return a length in device-independent pixels."""
        return hundredths * self._area.width() / 100

    def point(self, x: float, y: float) -> QPointF:
        """Return a position on the card."""
        return QPointF(self._area.x() + self.length(x), self._area.y() + self.length(y))

    def rect(self, box: Box) -> QRectF:
        """Return a part of the card as a rectangle."""
        return QRectF(self.point(box.left, box.top), self.point(box.right, box.bottom))

    def rounded(self, box: Box, corner: float) -> QPainterPath:
        """Return a part of the card with round corners."""
        path = QPainterPath()
        radius = self.length(corner)
        path.addRoundedRect(self.rect(box), radius, radius)
        return path

    def font(self, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the program's font with letters of that height."""
        font = QFont(QApplication.font())
        font.setPixelSize(max(1, round(self.length(size))))
        font.setWeight(weight)
        return font

    def disc(
        self, x: float, y: float, radius: float, colour: QColor, outline: QPen = _NO_PEN
    ) -> None:
        """Paint a disc around a position."""
        self.painter.setPen(outline)
        self.painter.setBrush(colour)
        self.painter.drawEllipse(self.point(x, y), self.length(radius), self.length(radius))

    def glyph(self, name: str, left: float, top: float, ink: CardInk) -> None:
        """Paint one of our own glyphs, as tall as the ink's letters are large."""
        rect = self.rect(Box(left, top, left + ink.size, top + ink.size))
        icons.paint(self.painter, rect.toRect(), name, ink.colour)

    def rule(self, left: float, top: float, right: float) -> None:
        """Paint a thin line."""
        self.painter.setPen(QPen(self.colours.line, max(1.0, self.length(0.3))))
        self.painter.drawLine(self.point(left, top), self.point(right, top))

    def centred(self, text: str, x: float, y: float, ink: CardInk) -> None:
        """Paint a word with its middle at a position."""
        self._use(ink)
        rect = self.rect(Box(x - 25, y - ink.size, x + 25, y + ink.size))
        self.painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter | _ONE_LINE), text)

    def line(self, text: str, box: Box, ink: CardInk, *, to_right: bool = False) -> float:
        """Paint a line that is cut at the end of its box; return its width in hundredths."""
        metrics = self._use(ink)
        rect = self.rect(box)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 0.5)
        side = Qt.AlignmentFlag.AlignRight if to_right else _LEFT
        self.painter.drawText(rect, int(side | _MIDDLE | _ONE_LINE), shown)
        return metrics.horizontalAdvance(shown) * 100 / self._area.width()

    def fitted(self, text: str, box: Box, ink: CardInk) -> None:
        """Paint a name in one line, in two if it is long, smaller if it is longer still."""
        rect = self.rect(box)
        for share, flags in ((1.0, _ONE_LINE), (0.86, _ONE_LINE), (0.8, _WRAP), (0.66, _WRAP)):
            metrics = self._use(replace(ink, size=ink.size * share))
            taken = metrics.boundingRect(rect, int(flags | _LEFT), text)
            if taken.width() <= rect.width() and taken.height() <= rect.height():
                break
        self.painter.drawText(rect, int(_LEFT | _MIDDLE | flags), text)

    def chip(self, text: str, right: float, top: float, glyphs: Sequence[str] = ()) -> float:
        """Paint a word, and glyphs after it, in a frame; return where the next one begins."""
        ink = CardInk(3.7, self.colours.ink, QFont.Weight.Medium)
        height, inset, step = 6.0, 2.0, 5.0
        width = self._use(ink).horizontalAdvance(text) * 100 / self._area.width()
        left = right - width - 2 * inset - len(glyphs) * step
        self.painter.setPen(QPen(blend(self.colours.panel, self.tint, 0.4), self.length(0.3)))
        self.painter.setBrush(self.colours.panel)
        frame = Box(left, top, right, top + height)
        self.painter.drawPath(self.rounded(frame, height / 2))
        self.line(text, replace(frame, left=left + inset), ink)
        for number, name in enumerate(glyphs):
            glyph_left = left + inset + width + 1.0 + number * step
            self.glyph(name, glyph_left, top + 1.0, CardInk(4.0, self.colours.ink))
        return top + height + 1.6

    def _use(self, ink: CardInk) -> QFontMetricsF:
        """Set font and pen for an ink; return the metrics of its letters."""
        font = self.font(ink.size, ink.weight)
        self.painter.setFont(font)
        self.painter.setPen(ink.colour)
        return QFontMetricsF(font, self.painter.device())
