"""Paints parts of a card: positions and letters are in hundredths of the card's shorter side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QApplication

from desktop.style import icons
from desktop.style.palette import Colours, blend

_NO_PEN = QPen(Qt.PenStyle.NoPen)
_LEFT = Qt.AlignmentFlag.AlignLeft
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
BOLD, MEDIUM = QFont.Weight.DemiBold, QFont.Weight.Medium
# In pixels: smaller letters cannot be read, however small the card is.
LEAST_LETTERS = 7
FIELD_TINT = 0.11
_LINE = 1.22
# How large, as a share, and in how many lines a text is tried.
Steps: TypeAlias = Sequence[tuple[float, int]]


@dataclass(frozen=True, slots=True)
class CardInk:
    """How text is written: the letters' size in hundredths of the side, colour and weight."""

    size: float
    colour: QColor
    weight: QFont.Weight = QFont.Weight.Normal
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit their width, and the height of their letters in pixels."""

    lines: tuple[str, ...]
    letters: int
    ink: CardInk


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a card, from its left and upper edge to its right and lower one."""

    left: float
    top: float
    right: float
    bottom: float


class CardCanvas:
    """Paints into a card's rectangle; `tint` is its faction's colour, `field` a paler one.

    `width` and `height` are those of the rectangle in hundredths of its shorter side: a card that
    lies on its side has letters of the same size as an upright one.
    """

    def __init__(self, painter: QPainter, area: QRectF, tint: QColor, colours: Colours) -> None:
        self.painter = painter
        self.colours = colours
        self.tint = tint
        self.field = blend(colours.panel, tint, FIELD_TINT)
        self._left, self._top = area.x(), area.y()
        self._scale = min(area.width(), area.height()) / 100
        self.width, self.height = area.width() / self._scale, area.height() / self._scale
        self._fonts: dict[tuple[int, QFont.Weight, bool], tuple[QFont, QFontMetricsF]] = {}

    def length(self, hundredths: float) -> float:
        """Return a length in device-independent pixels."""
        return hundredths * self._scale

    def point(self, x: float, y: float) -> QPointF:
        return QPointF(self._left + x * self._scale, self._top + y * self._scale)

    def rect(self, box: Box) -> QRectF:
        scale = self._scale
        return QRectF(
            self._left + box.left * scale,
            self._top + box.top * scale,
            (box.right - box.left) * scale,
            (box.bottom - box.top) * scale,
        )

    def rounded(self, box: Box, corner: float) -> QPainterPath:
        path = QPainterPath()
        radius = self.length(corner)
        path.addRoundedRect(self.rect(box), radius, radius)
        return path

    def hundredths(self, pixels: float) -> float:
        """Return a length in device-independent pixels as hundredths of the width."""
        return pixels / self._scale

    def letters(self, size: float) -> int:
        """Return the height of letters in pixels: at least what can be read."""
        return max(LEAST_LETTERS, round(self.length(size)))

    def line_height(self, size: float, lines: int = 1) -> float:
        """Return the height of lines in letters of that size, both in hundredths."""
        return self.hundredths(self.letters(size) * _LINE * lines)

    def font_of(self, letters: int, ink: CardInk | None = None) -> QFont:
        """Return the program's font with letters of that many pixels."""
        return self._font(letters, ink)[0]

    def _font(self, letters: int, ink: CardInk | None) -> tuple[QFont, QFontMetricsF]:
        weight, italic = (ink.weight, ink.italic) if ink else (QFont.Weight.Normal, False)
        made = self._fonts.get((letters, weight, italic))
        if made is None:
            font = QFont(QApplication.font())
            font.setPixelSize(letters)
            font.setWeight(weight)
            font.setItalic(italic)
            made = font, QFontMetricsF(font, self.painter.device())
            self._fonts[letters, weight, italic] = made
        return made

    def disc(
        self, x: float, y: float, radius: float, colour: QColor, outline: QPen = _NO_PEN
    ) -> None:
        self.painter.setPen(outline)
        self.painter.setBrush(colour)
        self.painter.drawEllipse(self.point(x, y), self.length(radius), self.length(radius))

    def glyph(self, name: str, left: float, top: float, ink: CardInk) -> None:
        """Paint one of our own glyphs, as tall as the ink's letters are large."""
        rect = self.rect(Box(left, top, left + ink.size, top + ink.size))
        icons.paint(self.painter, rect.toRect(), name, ink.colour)

    def pattern(self, name: str, box: Box, ground: QColor, colour: QColor) -> None:
        """Fill a part of the card with small glyphs on a ground."""
        ratio = self.painter.device().devicePixelRatioF()
        step, side = round(self.length(13.0) * ratio), round(self.length(5.6) * ratio)
        tile = _tile(name, max(step, 2), max(side, 1), ground.rgb(), colour.rgb())
        brush = QBrush(tile)
        if ratio != 1:
            brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        # In whole pixels: much faster than with antialiased edges.
        rect = self.rect(box).toRect()
        self.painter.setBrushOrigin(rect.topLeft())
        self.painter.fillRect(rect, brush)

    def rule(self, left: float, top: float, right: float) -> None:
        self.painter.setPen(QPen(self.colours.line, max(1.0, self.length(0.3))))
        self.painter.drawLine(self.point(left, top), self.point(right, top))

    def centred(self, text: str, x: float, y: float, ink: CardInk) -> None:
        """Paint a word with its middle at a position."""
        self._use(ink)
        rect = self.rect(Box(x - 25, y - ink.size, x + 25, y + ink.size))
        self.painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter | _ONE_LINE), text)

    def width_of(self, text: str, ink: CardInk) -> float:
        metrics = self._font(self.letters(ink.size), ink)[1]
        return self.hundredths(metrics.horizontalAdvance(text))

    def line(self, text: str, box: Box, ink: CardInk, *, to_right: bool = False) -> None:
        """Paint a line that is cut at the end of its box."""
        metrics = self._use(ink)
        rect = self.rect(box)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 0.5)
        side = Qt.AlignmentFlag.AlignRight if to_right else _LEFT
        self.painter.drawText(rect, int(side | _MIDDLE | _ONE_LINE), shown)

    def fit(self, text: str, width: float, ink: CardInk, steps: Steps) -> Fitted:
        """Set a text in the first of the steps in which it fits; cut it if it fits in none."""
        for share, lines in steps:
            letters = self.letters(ink.size * share)
            metrics = self._font(letters, ink)[1]
            parts = (text,) if lines == 1 else _halves(text, metrics)
            if all(metrics.horizontalAdvance(part) <= self.length(width) for part in parts):
                return Fitted(parts, letters, ink)
        end = Qt.TextElideMode.ElideRight
        cut = (metrics.elidedText(part, end, self.length(width)) for part in parts)
        return Fitted(tuple(cut), letters, ink)

    def height_of(self, fitted: Fitted) -> float:
        return self.hundredths(fitted.letters * _LINE * len(fitted.lines))

    def lines(self, fitted: Fitted, box: Box, *, centred: bool = False) -> None:
        """Paint fitted lines in the middle of a box."""
        self.painter.setFont(self.font_of(fitted.letters, fitted.ink))
        self.painter.setPen(fitted.ink.colour)
        side = Qt.AlignmentFlag.AlignHCenter if centred else _LEFT
        step = self.height_of(fitted) / len(fitted.lines)
        top = (box.top + box.bottom - step * len(fitted.lines)) / 2
        for number, line in enumerate(fitted.lines):
            at = replace(box, top=top + number * step, bottom=top + (number + 1) * step)
            self.painter.drawText(self.rect(at), int(side | _MIDDLE | _ONE_LINE), line)

    def _use(self, ink: CardInk) -> QFontMetricsF:
        """Set font and pen for an ink; return the metrics of its letters."""
        font, metrics = self._font(self.letters(ink.size), ink)
        self.painter.setFont(font)
        self.painter.setPen(ink.colour)
        return metrics


def _halves(text: str, metrics: QFontMetricsF) -> tuple[str, ...]:
    """Return a text in two lines of about the same width; a word without hyphen stays one."""
    breaks = [number for number, letter in enumerate(text, 1) if letter in " -"]
    splits = [(text[:number].rstrip(), text[number:]) for number in breaks]
    return min(splits, key=lambda each: max(map(metrics.horizontalAdvance, each)), default=(text,))


@lru_cache(maxsize=64)
def _tile(name: str, step: int, side: int, ground: int, colour: int) -> QImage:
    """Return what a pattern repeats: two glyphs, in rows that are staggered."""
    tile = QImage(step, 2 * step, QImage.Format.Format_RGB32)
    tile.fill(QColor.fromRgb(ground))
    painter = QPainter(tile)
    picture = icons.glyph(name, side, 1.0, QColor.fromRgb(colour))
    edge = (step - side) // 2
    for left, top in (
        (edge, edge),
        (edge - step // 2, edge + step),
        (edge + step // 2, edge + step),
    ):
        painter.drawImage(left, top, picture)
    painter.end()
    return tile
