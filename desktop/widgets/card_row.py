"""Paints a card as a row of 28 pixels: the same in the list of all cards and in the deck."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from desktop.style import icons
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import Colours
from desktop.style.shapes import fill
from desktop.widgets.card_delegate import Cell, glyph_width, paint_cell, paint_selected
from desktop.widgets.card_numbers import figure_font, paint_cost, paint_stats, stats_width
from desktop.widgets.glyphs import Glyph

_TEXT = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_ELIDED = Qt.TextElideMode.ElideRight


def side_padding(metrics: QFontMetrics) -> int:
    """Return the space before the first and after the last part of a row."""
    return metrics.height() * 3 // 4


def is_letter(mark: Glyph) -> bool:
    """Return whether a mark is a letter on its own ground."""
    return mark.name.startswith(icons.LETTER)


def mark_width(mark: Glyph, small: QFontMetrics) -> int:
    """Return the width of a mark in a row: a letter on its own ground, or a sign."""
    if not is_letter(mark):
        return small.height()
    return small.horizontalAdvance(mark.name.removeprefix(icons.LETTER)) + small.height() * 4 // 7


def marks_width(marks: Iterable[Glyph], metrics: QFontMetrics, small: QFontMetrics) -> int:
    """Return the width of marks with the gap after each."""
    return sum(mark_width(mark, small) + metrics.height() // 2 for mark in marks)


@lru_cache(maxsize=4096)
def _fitted(text: str, room: int, font: QFont) -> tuple[str, int]:
    """Return a text, elided where it is wider than the room, and its width."""
    metrics = QFontMetrics(font)
    fitted = metrics.elidedText(text, _ELIDED, room)
    return fitted, metrics.horizontalAdvance(fitted)


class RowStyle:
    """The fonts and colours of the rows of a view; `ground` is what lies under them."""

    def __init__(self, font: QFont, colours: Colours, ground: QColor) -> None:
        # A copy: the font of an option of Qt goes with it, but `_fitted` still has this one.
        self.plain, self.colours, self.ground = QFont(font), colours, ground
        self.key = font.key(), ground.rgba()  # the ground tells the palettes apart
        self.hover = colours.hover if ground == colours.panel else colours.hover_paper
        self.metrics = QFontMetrics(font)
        self.figures = figure_font(font)
        self.bold = tabular(sized(font, Size.BODY, QFont.Weight.DemiBold))
        self.caption = sized(font, Size.SMALL)
        self.label = sized(font, Size.SMALL, QFont.Weight.DemiBold)
        self.small = QFontMetrics(self.caption)


class RowImages:
    """Images of the rows of a view: most rows look as they did when they were last painted.

    Painting an image takes a tenth of the time that painting the row takes.
    """

    _MOST = 64  # more than are in sight, at most 4 MB

    def __init__(self) -> None:
        self._images: dict[Hashable, QImage] = {}

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        style: RowStyle,
        looks: Hashable,
        paint_row: Callable[[QPainter], object],
    ) -> None:
        """Paint a row; `looks` are all that it is painted from except its place and style."""
        device = painter.device()
        ratio, dots = device.devicePixelRatioF(), device.logicalDpiY()
        key = looks, style.key, rect.width(), rect.height(), ratio, dots
        image = self._images.get(key)
        if image is None:
            image = QImage(rect.size() * ratio, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(ratio)
            image.setDotsPerMeterX(round(dots / 0.0254))
            image.setDotsPerMeterY(round(dots / 0.0254))
            image.fill(style.ground)
            row_painter = QPainter(image)
            row_painter.translate(-rect.topLeft())
            paint_row(row_painter)
            row_painter.end()
            if len(self._images) == self._MOST:
                self._images.clear()
            self._images[key] = image
        painter.drawImage(rect.topLeft(), image)


class RowPainter:
    """Paints rows."""

    def __init__(self, painter: QPainter, style: RowStyle) -> None:
        self._painter, self._style = painter, style
        self._plain, self._colours = style.plain, style.colours
        self.metrics, self.small = style.metrics, style.small
        painter.setFont(self._plain)

    def ground(self, rect: QRect, *, selected: bool, focused: bool, under: bool) -> None:
        """Paint the ground of a row that is selected, focused or under the mouse."""
        if selected:
            paint_selected(self._painter, rect, self._colours, active=focused, first=True)
        elif under:
            self._painter.fillRect(rect, self._style.hover)

    def ring(self, rect: QRect) -> None:
        """Paint the frame of the current row where it is not selected."""
        clear = QColor(0, 0, 0, 0)
        fill(self._painter, rect, clear, self.metrics.height() / 4, self._colours.accent)

    def parts(self, cells: Sequence[tuple[Cell, QRect]], right: int) -> int:
        """Paint the cells of a row in their places, up to `right`; return where they begin.

        Marks stand before the numbers at the right end, and a name has the room up to what is
        painted after it.
        """
        for cell, place in reversed(cells):
            if cell.numbers is not None:
                right = self._numbers(cell, place, right)
            elif cell.is_name:
                self._name(cell, place, right - self.metrics.height() // 2)
            elif cell.text:
                right = self._text(cell, place.adjusted(0, 0, min(0, right - place.right()), 0))
            else:
                right = self._marks(cell.glyphs, place, right)
        return right

    def count(self, place: QRect, text: str, ink: QColor | None) -> None:
        """Paint a number of copies at the right of a place: 1 faint, more bold, or in an ink."""
        painter, one = self._painter, text == "1" and ink is None
        painter.setFont(tabular(self._plain) if one else self._style.bold)
        painter.setPen(ink or (self._colours.faint if one else self._colours.ink))
        painter.drawText(place, _TEXT | int(Qt.AlignmentFlag.AlignRight), text)
        painter.setFont(self._plain)

    def _text(self, cell: Cell, place: QRect) -> int:
        painter, metrics = self._painter, self.small if cell.small else self.metrics
        painter.setFont(self._style.caption if cell.small else self._plain)
        paint_cell(painter, place, metrics, cell, self._colours)
        painter.setFont(self._plain)
        return place.left()

    def _numbers(self, cell: Cell, place: QRect, right: int) -> int:
        painter, height, numbers = self._painter, self.metrics.height(), cell.numbers
        if numbers is None:
            return right
        painter.setFont(self._style.figures)
        if cell.at_right:
            right -= side_padding(self.metrics)
            paint_stats(painter, right, place.center().y(), height, numbers, self._colours)
            right -= stats_width(numbers, height) + height // 2
        else:
            paint_cost(painter, place, height, numbers, self._colours)
        painter.setFont(self._plain)
        return right

    def _marks(self, marks: Sequence[Glyph], place: QRect, right: int) -> int:
        painter, colours, middle = self._painter, self._colours, place.center().y()
        for mark in reversed(marks):
            width, high = mark_width(mark, self.small), self.small.height() + 1
            box = QRect(right - width, middle - high // 2, width, high)
            if is_letter(mark):
                fill(painter, box, colours.note_soft, self.metrics.height() / 5)
                painter.setFont(self._style.label)
                icons.paint(painter, box, mark.name, colours.note_ink)
                painter.setFont(self._plain)
            else:
                icons.paint(painter, box, mark.name, mark.colour(colours))
            right = box.left() - self.metrics.height() // 2
        return right

    def _name(self, cell: Cell, place: QRect, right: int) -> None:
        """Paint a name, the diamond of a unique card, the pack and signs; the name is elided."""
        painter, colours, height = self._painter, self._colours, self.metrics.height()
        gap, left = height // 2, place.left() + cell.indent * glyph_width(self.metrics) // 2
        for glyph in cell.glyphs:
            box = QRect(left, place.top(), height, place.height())
            icons.paint(painter, box.adjusted(2, 0, -2, 0), glyph.name, colours.faint)
            left += height + gap // 2
        after = self.small.elidedText(cell.after, _ELIDED, max(0, (right - left) * 2 // 5))
        taken = sum(self._sign_side(each) + gap * 3 // 4 for each in cell.trailing)
        taken += self.small.horizontalAdvance(after) + gap if after else 0
        room = max(0, right - left - taken)
        if after and room < min(self.metrics.horizontalAdvance(cell.text), 4 * height):
            room, after = room + self.small.horizontalAdvance(after) + gap, ""
        text, width = _fitted(cell.text, room, self._plain)
        painter.setPen(colours.faint if cell.faint else colours.ink)
        painter.drawText(QRect(left, place.top(), room + 1, place.height()), _TEXT, text)
        left += min(room, width)
        signs = iter(cell.trailing)
        if cell.trailing and cell.trailing[0].name == icons.UNIQUE:
            left = self._sign(next(signs), place, left + gap * 3 // 4)
        if after:
            left += gap
            painter.setFont(self._style.caption)
            painter.setPen(colours.faint)
            painter.drawText(QRect(left, place.top(), right - left, place.height()), _TEXT, after)
            painter.setFont(self._plain)
            left += self.small.horizontalAdvance(after)
        for sign in signs:
            left = self._sign(sign, place, left + gap * 3 // 4)

    def _sign_side(self, glyph: Glyph) -> int:
        height = self.metrics.height()
        return height // 2 if glyph.name == icons.UNIQUE else height * 7 // 8

    def _sign(self, glyph: Glyph, place: QRect, left: int) -> int:
        side = self._sign_side(glyph)
        box = QRect(left, place.center().y() - side // 2, side, side)
        icons.paint(self._painter, box, glyph.name, glyph.colour(self._colours))
        return left + side
