"""A card painted from its facts, in a design of our own: no scan, no publisher's symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from carddb.card import Card
from carddb.terms import CardType, Faction, Icon
from desktop.style import icons
from desktop.style.palette import Colours, blend
from desktop.widgets.cards.card_body import paint_body
from desktop.widgets.cards.card_canvas import BOLD, FIELD_TINT, MEDIUM, Box, CardCanvas, CardInk
from desktop.widgets.cards.card_layout import (
    ASPECT,
    CAPTION,
    CHIP,
    CHIP_GLYPH,
    CHIP_INSET,
    COLUMN_RIGHT,
    FIELD_TOP,
    FOOT,
    KIND,
    CardBadge,
    CardLayout,
    aspect_of,
    lay_out_card,
)
from rulebook.card_facts import figures_of, printed_value
from rulebook.card_text import cost_text, type_text

__all__ = [
    "ASPECT",
    "CORNER",
    "CardPart",
    "aspect_of",
    "card_corner",
    "card_parts",
    "covering",
    "has_room",
    "paint_card",
    "paint_ground",
]

CORNER = 4.0
BAND = 2.6
# In pixels: nothing is seen of a smaller card.
_LEAST_SIDE = 4.0
# The sides that the large glyph may have: few, because each is cached.
_GLYPH_SIDES = (54.0, 42.0, 30.0, 22.0, 14.0, 8.0)
_GLYPH_MOST, _GLYPH_MOST_NEUTRAL = 54.0, 42.0
# How much of its colour a glyph on the field has.
_PATTERN, _WATERMARK = 0.09, 0.24
_SHORT_CAPTIONS = {"Income": "Inc.", "Initiative": "Init.", "Reserve": "Res."}


def card_corner(size: QSizeF) -> float:
    """Return the radius of a card's corners, drawn or pictured, upright or on its side."""
    return min(size.width(), size.height()) * CORNER / 100


def covering(picture: QSize, place: QSizeF) -> QRectF:
    """Return the largest middle part of a picture that has the proportions of a place."""
    size = place.scaled(QSizeF(picture), Qt.AspectRatioMode.KeepAspectRatio)
    left, top = (picture.width() - size.width()) / 2, (picture.height() - size.height()) / 2
    return QRectF(QPointF(left, top), size)


@dataclass(frozen=True, slots=True)
class CardPart:
    """A part of a card, which paints nothing outside of its box."""

    name: str
    box: Box
    paint: Callable[[], None]


def has_room(size: QSizeF) -> bool:
    """Return whether anything can be drawn: Qt crashes over letters of no size."""
    return min(size.width(), size.height()) >= _LEAST_SIDE


def paint_card(painter: QPainter, rect: QRectF, card: Card, pack: str, colours: Colours) -> bool:
    """Paint a card into a rectangle of its proportions; return whether its text can be read there.

    It cannot where it is cut or the letters are smaller than the program's small font.
    """
    if not has_room(rect.size()):
        return False
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    canvas = CardCanvas(painter, rect, colours.of_card(card), colours)
    layout = lay_out_card(canvas, card)
    paint_ground(canvas, card, layout)
    for part in card_parts(canvas, card, pack, layout):
        part.paint()
    painter.restore()
    return layout.body.legible


def card_parts(canvas: CardCanvas, card: Card, pack: str, layout: CardLayout) -> Iterator[CardPart]:
    """Yield what is painted on the ground."""
    head = Box(4.4, 2.4, COLUMN_RIGHT, FIELD_TOP)
    yield CardPart("cost", head, partial(_paint_cost, canvas, card))
    name = replace(layout.name_box, left=21.0)
    yield CardPart("name", name, partial(_paint_name, canvas, card, layout))
    if card.type is CardType.CHARACTER:
        column = Box(4.4, FIELD_TOP, COLUMN_RIGHT, 64.0)
        yield CardPart("icons and STR", column, partial(_paint_column, canvas, card))
    elif cost_text(card):
        column = Box(4.4, FIELD_TOP, COLUMN_RIGHT, FIELD_TOP + 12.0)
        yield CardPart("type", column, partial(_paint_type, canvas, card))
    for chip in layout.chips:
        yield CardPart(chip.text, chip.box, partial(_paint_chip, canvas, chip))
    if layout.values is not None:
        yield CardPart("values", layout.values, partial(_paint_values, canvas, card, layout.values))
    if layout.kind is not None:
        ink = CardInk(KIND, canvas.tint, BOLD)
        line = partial(canvas.line, type_text(card), layout.kind, ink, to_right=True)
        yield CardPart("kind", layout.kind, line)
    if layout.traits is not None:
        box = layout.traits_box
        yield CardPart("traits", box, partial(canvas.lines, layout.traits, box, centred=True))
    if layout.body.height:
        text = layout.text
        yield CardPart("text", text, partial(paint_body, canvas, layout.body, text.left, text.top))
    if layout.foot is not None:
        yield CardPart("foot", layout.foot, partial(_paint_foot, canvas, card, pack, layout.foot))


def paint_ground(canvas: CardCanvas, card: Card, layout: CardLayout) -> None:
    """Paint what everything else lies on: outline, field, bands and glyphs of the factions."""
    painter, colours = canvas.painter, canvas.colours
    outline = canvas.rounded(Box(0, 0, canvas.width, canvas.height), CORNER)
    painter.fillPath(outline, colours.panel)
    stripes = _stripes(card, layout.field)
    step = canvas.height / len(stripes)
    for name, faction, stripe in stripes:
        tint = colours.factions[faction]
        ground = blend(colours.panel, tint, FIELD_TINT)
        if layout.foot is None:
            # On a small card a pattern is noise.
            painter.fillRect(canvas.rect(stripe), ground)
        else:
            canvas.pattern(name, stripe, ground, blend(ground, tint, _PATTERN))
        _paint_watermark(canvas, card, layout, stripe, (name, blend(ground, tint, _WATERMARK)))
    painter.setClipPath(outline)
    for number, (_, faction, _) in enumerate(stripes):
        band = Box(0, step * number, BAND, step * (number + 1))
        painter.fillRect(canvas.rect(band), colours.factions[faction])
    painter.setClipping(False)
    painter.setPen(QPen(blend(colours.line, colours.faint, 0.35), canvas.length(0.45)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)


def _stripes(card: Card, field: Box) -> list[tuple[str, Faction, Box]]:
    """Return the field by faction, each with a glyph: a neutral card has that of its type."""
    if not card.factions:
        return [(icons.type_glyph(card.type), Faction.NEUTRAL, field)]
    across = (field.right - BAND) / len(card.factions)
    lefts = [BAND + across * number for number in range(len(card.factions))]
    return [
        (name, faction, replace(field, left=left, right=left + across))
        for (name, faction), left in zip(icons.glyphs_of_card(card), lefts, strict=True)
    ]


def _paint_watermark(
    canvas: CardCanvas, card: Card, layout: CardLayout, stripe: Box, glyph: tuple[str, QColor]
) -> None:
    """Paint a glyph large into its stripe of the field, beside and above what else is there."""
    left = max(stripe.left, COLUMN_RIGHT) if card.type is CardType.CHARACTER else stripe.left
    bottom = layout.values.top if layout.values is not None else stripe.bottom
    across, height = stripe.right - left, bottom - stripe.top
    most = _GLYPH_MOST if card.factions else _GLYPH_MOST_NEUTRAL
    side = _glyph_side(min(across - 4, height - 5, most))
    top = (stripe.top + bottom - side) / 2
    beside = min(
        (chip.box.left for chip in layout.chips if chip.box.bottom > top), default=canvas.width
    )
    if left + (across + side) / 2 > beside > left:
        left = max(left, COLUMN_RIGHT)
        across = beside - left
        side = _glyph_side(min(across - 4, side))
    name, colour = glyph
    at = left + (across - side) / 2, (stripe.top + bottom - side) / 2
    canvas.glyph(name, *at, CardInk(side, colour))


def _glyph_side(room: float) -> float:
    return next((each for each in _GLYPH_SIDES if each <= room), _GLYPH_SIDES[-1])


def _paint_cost(canvas: CardCanvas, card: Card) -> None:
    cost, panel = cost_text(card), canvas.colours.panel
    canvas.disc(11.7, 9.8, 6.9, canvas.tint)
    if cost:
        canvas.centred(cost, 11.7, 9.8, CardInk(9.4 if len(cost) < 2 else 7.0, panel, BOLD))
    else:
        canvas.glyph(icons.type_glyph(card.type), 7.7, 5.8, CardInk(8.0, panel))


def _paint_name(canvas: CardCanvas, card: Card, layout: CardLayout) -> None:
    box = layout.name_box
    if card.unique:
        middle = (box.top + box.bottom) / 2
        canvas.glyph(icons.UNIQUE, 21.6, middle - 2.5, CardInk(5.0, canvas.tint))
    canvas.lines(layout.name, box)


def _paint_column(canvas: CardCanvas, card: Card) -> None:
    """Paint the positions of the three challenge icons, and the STR below them."""
    colours = canvas.colours
    empty = blend(canvas.field, canvas.tint, 0.35)
    for number, icon in enumerate(Icon):
        top = FIELD_TOP + 1.8 + number * 9.9
        if icon in card.icons:
            _paint_tile(canvas, icons.of_challenge(icon), top, colours.ink)
        else:
            canvas.disc(11.7, top + 4.6, 0.8, empty)
    path = _shield(canvas, Box(5.6, 50.0, 17.8, 62.8))
    canvas.painter.setPen(QPen(canvas.tint, canvas.length(0.7)))
    canvas.painter.setBrush(colours.panel)
    canvas.painter.drawPath(path)
    canvas.centred(printed_value(card.strength), 11.7, 55.8, CardInk(8.4, colours.ink, BOLD))


def _paint_type(canvas: CardCanvas, card: Card) -> None:
    """Paint the glyph of the type where a character has its icons."""
    _paint_tile(canvas, icons.type_glyph(card.type), FIELD_TOP + 1.8, canvas.tint)


def _paint_tile(canvas: CardCanvas, name: str, top: float, colour: QColor) -> None:
    tile = canvas.rounded(Box(7.1, top, 16.3, top + 9.2), 1.8)
    canvas.painter.fillPath(tile, canvas.colours.panel)
    canvas.glyph(name, 7.9, top + 0.8, CardInk(7.6, colour))


def _shield(canvas: CardCanvas, box: Box) -> QPainterPath:
    """Return a shield: straight at the top, round towards its point."""
    middle = (box.left + box.right) / 2
    straight = box.top + (box.bottom - box.top) * 0.52
    bend = box.top + (box.bottom - box.top) * 0.86
    path = QPainterPath(canvas.point(box.left, box.top))
    path.lineTo(canvas.point(box.right, box.top))
    path.lineTo(canvas.point(box.right, straight))
    path.quadTo(canvas.point(box.right, bend), canvas.point(middle, box.bottom))
    path.quadTo(canvas.point(box.left, bend), canvas.point(box.left, straight))
    path.closeSubpath()
    return path


def _paint_values(canvas: CardCanvas, card: Card, box: Box) -> None:
    """Paint a plot's values in a row at the foot of the field."""
    figures = figures_of(card)
    step = (box.right - box.left) / len(figures)
    caption_height = canvas.line_height(CAPTION)
    ink = CardInk(CAPTION, canvas.colours.faint, MEDIUM)
    bottom = box.bottom - 1.4
    for number, (caption, value) in enumerate(figures.items()):
        middle = box.left + step * (number + 0.5)
        if number:
            edge = box.left + step * number
            hairline = Box(edge, box.top + 4.0, edge + 0.35, bottom - 0.6)
            canvas.painter.fillRect(canvas.rect(hairline), blend(canvas.field, canvas.tint, 0.3))
        top = (box.top + bottom - caption_height) / 2
        canvas.centred(value, middle, top, CardInk(12.0, canvas.colours.ink, BOLD))
        fits = canvas.width_of(caption, ink) <= step - 1
        words = caption if fits else _SHORT_CAPTIONS.get(caption, caption)
        canvas.centred(words, middle, bottom - caption_height / 2, ink)


def _paint_chip(canvas: CardCanvas, chip: CardBadge) -> None:
    """Paint a word, and glyphs after it, in a frame."""
    ink, box = CardInk(CHIP, canvas.colours.ink, MEDIUM), chip.box
    frame = Box(box.left, box.top + 0.2, box.right - 0.2, box.bottom - 0.2)
    tint = blend(canvas.colours.panel, canvas.tint, 0.4)
    canvas.painter.setPen(QPen(tint, canvas.length(0.3)))
    canvas.painter.setBrush(canvas.colours.panel)
    canvas.painter.drawPath(canvas.rounded(frame, (box.bottom - box.top) / 2))
    canvas.line(chip.text, replace(frame, left=box.left + CHIP_INSET), ink)
    for number, name in enumerate(chip.glyphs):
        glyph_left = box.right - CHIP_INSET - (len(chip.glyphs) - number) * CHIP_GLYPH + 1.4
        middle = (box.top + box.bottom) / 2
        canvas.glyph(name, glyph_left, middle - 2.2, CardInk(4.4, canvas.colours.ink))


def _paint_foot(canvas: CardCanvas, card: Card, pack: str, box: Box) -> None:
    ink = CardInk(FOOT, canvas.colours.faint)
    canvas.rule(box.left, box.top + 0.4, box.right)
    line, side = replace(box, top=box.top + 1.6), 4.6
    for name, faction in reversed(icons.glyphs_of_card(card)):
        tint = canvas.colours.factions[faction]
        glyph_top = (line.top + line.bottom - side) / 2
        canvas.glyph(name, line.right - side, glyph_top, CardInk(side, tint))
        line = replace(line, right=line.right - side - 1.4)
    source = f"{pack} · {card.position}"
    illustrator = f"Illus. {card.illustrator}" if card.illustrator else ""
    width = canvas.width_of(source, ink) + 4.0
    if width + canvas.width_of(illustrator, ink) < line.right - line.left:
        canvas.line(illustrator, line, ink, to_right=True)
    canvas.line(source, line, ink)
