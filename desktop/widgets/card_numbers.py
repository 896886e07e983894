"""Numbers as they look on a card: cost in a disc, STR in a shield, values of a plot in chips."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from desktop.style.palette import Colours
from desktop.style.shapes import shield

_MIDDLE = Qt.AlignmentFlag.AlignCenter


def disc_side(height: int) -> int:
    """Return the side of a disc or shield in rows of a font of that height: 20 where it is 16."""
    return height * 5 // 4


def chip_size(height: int) -> tuple[int, int]:
    """Return width and height of the chip of a plot's value: 22 and 18 where the font is 16."""
    return height * 11 // 8, height * 9 // 8


def paint_disc(painter: QPainter, box: QRect, text: str, colours: Colours, ground: QColor) -> None:
    """Paint a number in a disc, in the colour of its faction, with the painter's font."""
    path = QPainterPath()
    path.addEllipse(QRectF(box))
    _paint(painter, path, box, text, ground, colours.on_faction)


def paint_strength(painter: QPainter, box: QRect, text: str, colours: Colours) -> None:
    """Paint STR in a shield."""
    _paint(painter, shield(QRectF(box)), box, text, colours.shield, colours.ink)


def paint_plot_values(
    painter: QPainter, left: int, middle: int, values: Sequence[str], height: int, colours: Colours
) -> int:
    """Paint gold, initiative, claim and reserve from the left on; return where they end.

    `middle` is the line that they stand on, in its middle; `height` is that of the font.
    """
    grounds = (colours.gold, colours.initiative, colours.claim, colours.reserve)
    wide, high = chip_size(height)
    for number, (text, ground) in enumerate(zip(values, grounds, strict=False)):
        box = QRect(left, middle - high // 2, wide, high)
        _paint(painter, _plot_shape(number, QRectF(box)), box, text, ground, colours.ink)
        left += wide + height // 4
    return left


def _plot_shape(number: int, box: QRectF) -> QPainterPath:
    """Return the shape of a plot's value: a coin, an arrow, a hexagon or a block."""
    path, tip = QPainterPath(), box.width() / 5
    if number == 0:
        coin = QRectF(0, 0, box.height(), box.height())
        coin.moveCenter(box.center())
        path.addEllipse(coin)
    elif number == 3:
        path.addRoundedRect(box.adjusted(tip / 2, 0, -tip / 2, 0), tip / 2, tip / 2)
    else:
        middle, begin = box.center().y(), box.left() + (tip if number == 2 else 0)
        points = [
            QPointF(begin, box.top()),
            QPointF(box.right() - tip, box.top()),
            QPointF(box.right(), middle),
            QPointF(box.right() - tip, box.bottom()),
            QPointF(begin, box.bottom()),
        ]
        if number == 2:
            points.append(QPointF(box.left(), middle))
        path.addPolygon(QPolygonF(points))
        path.closeSubpath()
    return path


def _paint(
    painter: QPainter, path: QPainterPath, box: QRect, text: str, ground: QColor, ink: QColor
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, ground)
    painter.setPen(ink)
    painter.drawText(box, _MIDDLE, text)
    painter.restore()
