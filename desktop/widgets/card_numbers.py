"""Numbers as they look on a card: cost in a disc, STR in a shield, values of a plot in chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPolygonF

from carddb.card import Card
from carddb.terms import CardType, Faction, Icon
from desktop.style import icons
from desktop.style.fonts import scaled_font, tabular
from desktop.style.palette import Colours
from desktop.style.shapes import shield
from rulebook.card_text import figures_of, printed_value

Shape: TypeAlias = Callable[[QRectF], QPainterPath]
_MIDDLE = Qt.AlignmentFlag.AlignCenter
_VALUES = ("gold", "initiative", "claim", "reserve")
# Shown for a value that differs between the versions of a name.
DIFFERENT = "…"


@dataclass(frozen=True, slots=True)
class CardNumbers:
    """The facts that a row shows beside a card's name; only draw deck cards have a cost."""

    kind: CardType
    factions: tuple[Faction, ...]
    cost: str = ""
    strength: str = ""
    icons: tuple[Icon, ...] = ()
    plot: tuple[str, ...] = ()

    @property
    def plot_words(self) -> tuple[str, ...]:
        """The values of a plot with their names: "gold 4", "initiative 8"."""
        return tuple(f"{name} {value}" for name, value in zip(_VALUES, self.plot, strict=False))


@cache
def numbers_of(card: Card) -> CardNumbers:
    return CardNumbers(
        card.type,
        card.factions or (Faction.NEUTRAL,),
        printed_value(card.cost) if card.in_draw_deck else "",
        printed_value(card.strength) if card.type is CardType.CHARACTER else "",
        tuple(icon for icon in Icon if icon in card.icons),
        tuple(figures_of(card).values()) if card.plot else (),
    )


def shared_numbers(versions: Sequence[CardNumbers]) -> CardNumbers:
    """Return what the versions of a name have in common."""
    first, values = versions[0], [(each.cost, each.strength) for each in versions]
    cost, strength = (
        column[0] if len(set(column)) == 1 else DIFFERENT for column in zip(*values, strict=True)
    )
    common = tuple(icon for icon in first.icons if all(icon in each.icons for each in versions))
    plot = first.plot if all(each.plot == first.plot for each in versions) else ()
    return CardNumbers(first.kind, first.factions, cost, strength, common, plot)


def figure_font(plain: QFont, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
    """Return the font of numbers in discs, shields and chips: 12 where the body is 13."""
    made = tabular(scaled_font(plain, 12 / 13))
    made.setWeight(weight)
    return made


def disc_side(height: int) -> int:
    """Return the side of a disc or shield in rows of a font of that height: 20 where it is 16."""
    return height * 5 // 4


def chip_size(height: int) -> tuple[int, int]:
    """Return width and height of the chip of a plot's value: 22 and 18 where the font is 16."""
    return height * 11 // 8, height * 9 // 8


def paint_disc(painter: QPainter, box: QRect, text: str, colours: Colours, ground: QColor) -> None:
    """Paint a number in a disc, in the colour of its faction, with the painter's font."""
    _paint(painter, _disc, box, text, ground, colours.on_faction)


def paint_strength(painter: QPainter, box: QRect, text: str, colours: Colours) -> None:
    """Paint STR in a shield."""
    _paint(painter, shield, box, text, colours.shield, colours.ink)


def paint_plot_values(
    painter: QPainter, left: int, middle: int, values: Sequence[str], height: int, colours: Colours
) -> int:
    """Paint gold, initiative, claim and reserve from the left on; return where they end.

    `middle` is the vertical center of the line, `height` the height of the font.
    """
    grounds = (colours.gold, colours.initiative, colours.claim, colours.reserve)
    wide, high = chip_size(height)
    for shape, text, ground in zip(PLOT_SHAPES, values, grounds, strict=False):
        box = QRect(left, middle - high // 2, wide, high)
        _paint(painter, shape, box, text, ground, colours.ink)
        left += wide + height // 4
    return left


def _disc(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(box)
    return path


def _coin(box: QRectF) -> QPainterPath:
    coin = QRectF(0, 0, box.height(), box.height())
    coin.moveCenter(box.center())
    return _disc(coin)


def _block(box: QRectF) -> QPainterPath:
    path, tip = QPainterPath(), box.width() / 5
    path.addRoundedRect(box.adjusted(tip / 2, 0, -tip / 2, 0), tip / 2, tip / 2)
    return path


def _arrow(box: QRectF) -> QPainterPath:
    return _pointed(box, box.left())


def _hexagon(box: QRectF) -> QPainterPath:
    return _pointed(box, box.left() + box.width() / 5)


def _pointed(box: QRectF, begin: float) -> QPainterPath:
    """Return a shape with a point at the right; `begin` right of the box's left adds another."""
    path, middle, end = QPainterPath(), box.center().y(), box.right() - box.width() / 5
    points = [
        QPointF(begin, box.top()),
        QPointF(end, box.top()),
        QPointF(box.right(), middle),
        QPointF(end, box.bottom()),
        QPointF(begin, box.bottom()),
        QPointF(box.left(), middle),
    ]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


# Gold is in a coin, initiative in an arrow, claim in a hexagon, reserve in a block.
PLOT_SHAPES = (_coin, _arrow, _hexagon, _block)


def _paint(
    painter: QPainter, shape: Shape, box: QRect, text: str, ground: QColor, ink: QColor
) -> None:
    device, font, colours = painter.device(), painter.font(), (ground.rgba(), ink.rgba())
    looks = device.devicePixelRatioF(), device.logicalDpiY()
    image = _figure(shape, box.width(), box.height(), looks, colours, text, font)
    painter.drawImage(box.x(), box.y(), image)


# An image, since a cached pixmap must not outlive the application. Painting it takes a quarter of
# the time that painting the text takes.
@lru_cache(maxsize=1024)
def _figure(
    shape: Shape,
    width: int,
    height: int,
    looks: tuple[float, int],
    colours: tuple[int, int],
    text: str,
    font: QFont,
) -> QImage:
    """Return a text on a shape; `looks` are the device's pixel ratio and dots per inch."""
    ratio, dots = looks
    size = QSize(round(width * ratio), round(height * ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.setDotsPerMeterX(round(dots / 0.0254))
    image.setDotsPerMeterY(round(dots / 0.0254))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground, ink = map(QColor.fromRgba, colours)
    painter.fillPath(shape(QRectF(0, 0, width, height)), ground)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QRect(0, 0, width, height), _MIDDLE, text)
    painter.end()
    return image


def paint_cost(
    painter: QPainter, place: QRect, height: int, numbers: CardNumbers, colours: Colours
) -> None:
    """Paint the cost in a disc, or the type of a card without a cost, at the left of a place.

    The disc of a card of two factions has both colours.
    """
    side = disc_side(height)
    box = QRect(place.left() + height // 2, place.center().y() - side // 2, side, side)
    for number, faction in enumerate(numbers.factions[:2]):
        if number:
            painter.save()
            painter.setClipRect(box.adjusted(side // 2, 0, 0, 0))
        ground = colours.factions[faction]
        if numbers.cost:
            paint_disc(painter, box, numbers.cost, colours, ground)
        else:
            inset = (side - height) // 2
            glyph = icons.type_glyph(numbers.kind)
            icons.paint(painter, box.adjusted(inset, inset, -inset, -inset), glyph, ground)
        if number:
            painter.restore()


def stats_width(numbers: CardNumbers, height: int) -> int:
    """Return the width that `paint_stats` needs, for a font of that height."""
    if numbers.plot:
        return len(numbers.plot) * (chip_size(height)[0] + height // 4) - height // 4
    if numbers.strength:
        return disc_side(height) + height // 2 + 3 * height
    return height if numbers.kind is not CardType.AGENDA else 0


def paint_stats(
    painter: QPainter, right: int, middle: int, height: int, numbers: CardNumbers, colours: Colours
) -> None:
    """Paint the values of a plot, STR and icons, or the type of any other card, up to `right`."""
    left = right - stats_width(numbers, height)
    if numbers.plot:
        paint_plot_values(painter, left, middle, numbers.plot, height, colours)
        return
    small = height * 7 // 8
    if not numbers.strength:
        if numbers.kind not in {CardType.AGENDA, CardType.PLOT}:
            box = QRect(right - small, middle - small // 2, small, small)
            icons.paint(painter, box, icons.type_glyph(numbers.kind), colours.faint)
        return
    side = disc_side(height)
    paint_strength(painter, QRect(left, middle - side // 2, side, side), numbers.strength, colours)
    left += side + height // 2
    for icon in Icon:
        if icon in numbers.icons:
            box = QRect(left, middle - small // 2, small, small)
            icons.paint(painter, box, icons.of_challenge(icon), colours.ink)
        left += height
