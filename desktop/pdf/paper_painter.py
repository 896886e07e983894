"""Paper with text and lines on it: the bundled typeface in points, measured and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPageSize, QPainter, QPen

FAMILY = "Inter"
DOTS = 1200
SCALE = DOTS / 72
MARGIN = 36.0
BLACK = QColor("#000000")
GREY = QColor("#4A4A4A")
HAIR = QColor("#B4B4B4")
WHITE = QColor("#FFFFFF")
_FOOT = 30.0
_GUTTER = 20.0
_MOST_FACES = 16


class PageSize(StrEnum):
    """The paper that a sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def qt(self) -> QPageSize:
        ids = QPageSize.PageSizeId
        return QPageSize(ids.Letter if self is PageSize.LETTER else ids.A4)


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is printed on, in points."""

    left: float
    top: float
    width: float
    bottom: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def column_width(self) -> float:
        """The width of one of two columns."""
        return (self.width - _GUTTER) / 2

    def column_left(self, number: int) -> float:
        """Return the left edge of column 0 or 1."""
        return self.left + number * (self.column_width + _GUTTER)


def frame_of(page: PageSize) -> Frame:
    size = page.qt.size(QPageSize.Unit.Point)
    return Frame(MARGIN, MARGIN - 4, size.width() - 2 * MARGIN, size.height() - _FOOT)


@dataclass(frozen=True, slots=True)
class Style:
    """A size in points and a weight; `figures` sets tabular figures, for numbers only."""

    size: float
    bold: bool = False
    figures: bool = False


def load_faces() -> None:
    """Load the bundled typeface, unless the program has done so already."""
    numbers = range(_MOST_FACES)
    if any(FAMILY in QFontDatabase.applicationFontFamilies(number) for number in numbers):
        return
    for weight in ("Regular", "SemiBold"):
        data = (files("resources") / "fonts" / f"Inter-{weight}.ttf").read_bytes()
        QFontDatabase.addApplicationFontFromData(data)


def font_of(style: Style) -> QFont:
    """Return the font of a style, for a device of DOTS to the inch.

    Contextual forms are off, and tabular figures are for numbers only: their glyphs have no
    characters of their own, so a search in the PDF would not find them.
    """
    font = QFont(FAMILY)
    font.setPixelSize(round(style.size * SCALE))
    font.setWeight(QFont.Weight.DemiBold if style.bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("calt"), 0)
    font.setFeature(QFont.Tag("tnum"), int(style.figures))
    return font


class PaperPainter:
    """Measures and draws text on a page; every length is in points from the top left."""

    def __init__(self, painter: QPainter, page: PageSize) -> None:
        self.page, self.frame = page, frame_of(page)
        self._painter = painter
        self._fonts: dict[Style, tuple[QFont, QFontMetricsF]] = {}

    def width(self, text: str, style: Style) -> float:
        return self._font(style)[1].horizontalAdvance(text) / SCALE

    def wrap(self, text: str, style: Style, width: float, most: int = 99) -> list[str]:
        """Return the lines of a text in a width; after `most` lines the rest is an ellipsis."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            together = f"{line} {word}" if line else word
            if self.width(together, style) <= width:
                line = together
                continue
            lines += [line] if line else []
            *broken, line = self._break(word, style, width)
            lines += broken
        lines += [line] if line else []
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        while last and self.width(f"{last}…", style) > width:
            last = last[:-1]
        return [*lines[: most - 1], f"{last.rstrip()}…"]

    def elided(self, text: str, style: Style, width: float) -> str:
        """Return a text in one line, cut with an ellipsis where it is too long."""
        metrics = self._font(style)[1]
        return metrics.elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, width * SCALE
        )

    def text(
        self, x: float, baseline: float, text: str, style: Style, colour: QColor = BLACK
    ) -> None:
        self._painter.setFont(self._font(style)[0])
        self._painter.setPen(colour)
        self._painter.drawText(QPointF(x * SCALE, baseline * SCALE), text)

    def text_before(
        self, right: float, baseline: float, text: str, style: Style, colour: QColor = BLACK
    ) -> None:
        """Draw a text that ends at `right`."""
        self.text(right - self.width(text, style), baseline, text, style, colour)

    def rule(
        self, x: float, y: float, width: float, thickness: float = 0.5, colour: QColor = BLACK
    ) -> None:
        """Draw a horizontal line."""
        self._line(QLineF(x, y, x + width, y), thickness, colour)

    def upright(
        self, x: float, y: float, height: float, thickness: float = 0.5, colour: QColor = BLACK
    ) -> None:
        """Draw a vertical line."""
        self._line(QLineF(x, y, x, y + height), thickness, colour)

    def _line(self, line: QLineF, thickness: float, colour: QColor) -> None:
        self._painter.setPen(QPen(colour, thickness * SCALE, c=Qt.PenCapStyle.FlatCap))
        self._painter.drawLine(QLineF(line.p1() * SCALE, line.p2() * SCALE))

    def box(self, x: float, y: float, width: float, height: float, thickness: float = 0.5) -> None:
        """Draw an empty box."""
        pen = QPen(BLACK, thickness * SCALE)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(_rect(x, y, width, height))

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a black block."""
        self._painter.fillRect(_rect(x, y, width, height), BLACK)

    def _break(self, word: str, style: Style, width: float) -> list[str]:
        parts = [""]
        for letter in word:
            if parts[-1] and self.width(parts[-1] + letter, style) > width:
                parts.append("")
            parts[-1] += letter
        return parts

    def _font(self, style: Style) -> tuple[QFont, QFontMetricsF]:
        if style not in self._fonts:
            font = font_of(style)
            self._fonts[style] = font, QFontMetricsF(font)
        return self._fonts[style]


def _rect(x: float, y: float, width: float, height: float) -> QRectF:
    return QRectF(x * SCALE, y * SCALE, width * SCALE, height * SCALE)
