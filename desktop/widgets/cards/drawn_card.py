"""A card painted from its facts, in a design of our own: no scan, no publisher's signs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from carddb.card import Card
from carddb.terms import CardType, Icon
from desktop.style import icons
from desktop.style.palette import Colours, blend
from desktop.widgets.cards.card_body import laid_out, paint_body
from desktop.widgets.cards.card_facts import figures_of, printed
from desktop.widgets.cards.card_painter import Box, CardInk, CardPainter
from desktop.widgets.cards.card_text import bonus_words, cost_words, shadow_words, type_words

# A playing card of 63 by 88 mm; every length below is in hundredths of its width.
ASPECT = 88 / 63
CORNER = 4.0
BAND = 2.6
LEFT = 7.5
RIGHT = 94.0
FIELD_TOP = 20.0
FIELD_FULL = 84.0
FIELD_CHARACTER = 62.0
FIELD_PLOT = 50.0
FIELD_LEAST = 38.0
FOOT = 132.0
BOLD = QFont.Weight.DemiBold


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card with what is written on it beside its own facts: the name of its pack."""

    card: Card
    pack: str


def paint_card(painter: QPainter, rect: QRectF, face: DrawnCard, colours: Colours) -> bool:
    """Paint a card into a rectangle of its proportions; return whether its text can be read there.

    It cannot where the letters had to be smaller than the program's small ones.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    brush = CardPainter(painter, rect, colours.of_card(face.card), colours)
    room = FOOT - 2.0 - _text_top(face.card, _least_field(face.card))
    body = laid_out(brush, face.card, room)
    bottom = _field_bottom(face.card, body.height)
    _paint_ground(brush, face.card, bottom)
    _paint_watermark(brush, face.card, bottom)
    _paint_head(brush, face.card)
    if face.card.plot is not None:
        _paint_plot(brush, face.card, bottom)
    elif face.card.type is CardType.CHARACTER:
        _paint_icons(brush, face.card, bottom)
    _paint_chips(brush, face.card)
    _paint_type(brush, face.card, bottom)
    paint_body(brush, body, _text_top(face.card, bottom), FOOT - 1.0)
    _paint_foot(brush, face)
    painter.restore()
    return body.legible


def _least_field(card: Card) -> float:
    if card.type is CardType.CHARACTER:
        return FIELD_CHARACTER
    return FIELD_PLOT if card.plot is not None else FIELD_LEAST


def _field_bottom(card: Card, height: float) -> float:
    """Return where the coloured field ends: it makes room for a long text."""
    head = _text_top(card, 0.0)
    return max(_least_field(card), min(FIELD_FULL, FOOT - 3.0 - height - head))


def _text_top(card: Card, bottom: float) -> float:
    """Return where the text begins, below the lines of type and traits."""
    lines = 16.0 if card.traits else 10.4
    return bottom + max(lines, 14.0 if card.type is CardType.CHARACTER else 0.0)


def _paint_ground(brush: CardPainter, card: Card, bottom: float) -> None:
    painter, colours = brush.painter, brush.colours
    outline = brush.rounded(Box(0, 0, 100, 100 * ASPECT), CORNER)
    painter.setClipPath(outline)
    painter.fillPath(outline, colours.panel)
    field = brush.rect(Box(0, FIELD_TOP, 100, bottom))
    painter.fillRect(field, _field_colour(brush))
    tints = [colours.factions[each] for each in card.factions] or [brush.tint]
    step = 100 * ASPECT / len(tints)
    for number, tint in enumerate(tints):
        painter.fillRect(brush.rect(Box(0, step * number, BAND, step * (number + 1))), tint)
    painter.setClipping(False)
    painter.setPen(QPen(blend(colours.line, colours.faint, 0.35), brush.length(0.45)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)


def _paint_watermark(brush: CardPainter, card: Card, bottom: float) -> None:
    """Paint the glyphs of the card's factions large and faint into the field."""
    names = icons.of_card(card)
    height = bottom - FIELD_TOP - (16.0 if card.plot is not None else 0.0)
    side = min(height * 0.68, 60.0 / len(names))
    middle = FIELD_TOP + height / 2
    left = 51.0 - side * len(names) / 2 - 3.0 * (len(names) - 1)
    ground = _field_colour(brush)
    for name, faction in names:
        ink = blend(ground, brush.colours.factions[faction], 0.24)
        brush.glyph(name, left, middle - side / 2, CardInk(side, ink))
        left += side + 6.0


def _paint_head(brush: CardPainter, card: Card) -> None:
    cost = cost_words(card)
    panel = brush.colours.panel
    brush.disc(12.2, 10.4, 6.6, brush.tint)
    if cost:
        brush.centred(cost, 12.2, 10.4, CardInk(8.2 if len(cost) < 2 else 6.4, panel, BOLD))
    else:
        brush.glyph(icons.of_type(card.type), 8.4, 6.6, CardInk(7.6, panel))
    left = 22.0
    if card.unique:
        brush.glyph(icons.UNIQUE, left, 7.9, CardInk(5.0, brush.tint))
        left += 6.4
    brush.fitted(card.name, Box(left, 3.0, RIGHT, 17.8), CardInk(7.4, brush.colours.ink, BOLD))
    shadow = shadow_words(card)
    if shadow and shadow != cost:
        _paint_shadow(brush, shadow)


def _paint_shadow(brush: CardPainter, words: str) -> None:
    """Paint the price out of shadows below the cost: a disc that is only an outline."""
    painter = brush.painter
    painter.setPen(QPen(brush.tint, brush.length(0.7)))
    painter.setBrush(brush.colours.panel)
    radius = brush.length(4.6)
    painter.drawEllipse(brush.point(12.2, 22.5), radius, radius)
    brush.centred(words, 12.2, 22.5, CardInk(5.0, brush.colours.ink, BOLD))


def _paint_icons(brush: CardPainter, card: Card, bottom: float) -> None:
    """Paint the places of the three challenge icons, and the STR below them."""
    colours = brush.colours
    empty = blend(_field_colour(brush), brush.tint, 0.35)
    for number, icon in enumerate(Icon):
        top = 28.4 + number * 9.7
        if icon in card.icons:
            brush.tile(7.9, top, 8.6, colours.panel)
            brush.glyph(icons.of_challenge(icon), 9.2, top + 1.3, CardInk(6.0, colours.ink))
        else:
            brush.disc(12.2, top + 4.3, 0.8, empty)
    path = _shield(brush, Box(6.0, bottom - 3.4, 18.4, bottom + 10.2))
    brush.painter.setPen(QPen(brush.tint, brush.length(0.7)))
    brush.painter.setBrush(colours.panel)
    brush.painter.drawPath(path)
    brush.centred(printed(card.strength), 12.2, bottom + 2.6, CardInk(8.0, colours.ink, BOLD))


def _shield(brush: CardPainter, box: Box) -> QPainterPath:
    """Return a shield: straight at the top, round towards its point."""
    middle = (box.left + box.right) / 2
    straight = box.top + (box.bottom - box.top) * 0.52
    bend = box.top + (box.bottom - box.top) * 0.86
    path = QPainterPath(brush.point(box.left, box.top))
    path.lineTo(brush.point(box.right, box.top))
    path.lineTo(brush.point(box.right, straight))
    path.quadTo(brush.point(box.right, bend), brush.point(middle, box.bottom))
    path.quadTo(brush.point(box.left, bend), brush.point(box.left, straight))
    path.closeSubpath()
    return path


def _paint_plot(brush: CardPainter, card: Card, bottom: float) -> None:
    """Paint a plot's values in a row at the foot of the field."""
    figures = figures_of(card)
    step = (RIGHT - LEFT) / len(figures)
    for number, figure in enumerate(figures):
        middle = LEFT + step * (number + 0.5)
        brush.centred(figure.value, middle, bottom - 10.4, CardInk(11.5, brush.colours.ink, BOLD))
        brush.centred(figure.caption, middle, bottom - 3.0, CardInk(3.6, brush.colours.faint))


def _paint_chips(brush: CardPainter, card: Card) -> None:
    """Paint bonuses, crests and naval icons at the right edge of the field."""
    top = FIELD_TOP + 3.0
    for words in (*bonus_words(card), *(f"{crest.capitalize()} crest" for crest in card.crests)):
        top = brush.chip(words, RIGHT, top)
    if card.naval:
        signs = [icons.of_challenge(icon) for icon in Icon if icon in card.naval]
        brush.chip("Naval", RIGHT, top, signs)


def _paint_type(brush: CardPainter, card: Card, bottom: float) -> None:
    """Paint type and traits below the field."""
    left = 22.0 if card.type is CardType.CHARACTER else LEFT
    top = bottom + 2.4
    brush.line(type_words(card), Box(left, top, RIGHT, top + 5.6), CardInk(4.1, brush.tint, BOLD))
    if card.traits:
        traits = f"{'. '.join(card.traits)}."
        ink = CardInk(4.4, brush.colours.ink, QFont.Weight.Medium)
        brush.line(traits, Box(left, top + 5.6, RIGHT, top + 11.6), ink)
    brush.rule(LEFT, _text_top(card, bottom) - 1.6, RIGHT)


def _paint_foot(brush: CardPainter, face: DrawnCard) -> None:
    card, ink = face.card, CardInk(3.2, brush.colours.faint)
    brush.rule(LEFT, FOOT, RIGHT)
    room = Box(LEFT, FOOT + 1.4, RIGHT, FOOT + 6.0)
    drawn = f"Illus. {card.illustrator}" if card.illustrator else ""
    width = brush.line(drawn, room, ink, to_right=True)
    brush.line(f"{face.pack} · {card.position}", replace(room, right=RIGHT - width - 3.0), ink)


def _field_colour(brush: CardPainter) -> QColor:
    return blend(brush.colours.panel, brush.tint, 0.11)
