"""A card painted from its facts, in a design of our own: no scan, no publisher's symbols."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen

from carddb.card import Card
from carddb.terms import CardType, Icon
from desktop.style import icons
from desktop.style.palette import Colours, blend
from desktop.widgets.cards.card_body import lay_out_body, paint_body
from desktop.widgets.cards.card_canvas import Box, CardCanvas, CardInk
from desktop.widgets.cards.card_facts import figures_of, printed
from desktop.widgets.cards.card_text import bonus_texts, cost_text, shadow_text, type_text

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


def paint_card(painter: QPainter, rect: QRectF, card: Card, pack: str, colours: Colours) -> bool:
    """Paint a card into a rectangle of its proportions; return whether its text can be read there.

    It cannot where the letters had to be smaller than the program's small font.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    canvas = CardCanvas(painter, rect, colours.of_card(card), colours)
    body = lay_out_body(canvas, card, FOOT - 2.0 - _text_top(card, _least_field(card)))
    bottom = _field_bottom(card, body.height)
    _paint_background(canvas, card, bottom)
    _paint_watermark(canvas, card, bottom)
    _paint_head(canvas, card)
    if card.plot is not None:
        _paint_plot(canvas, card, bottom)
    elif card.type is CardType.CHARACTER:
        _paint_icons(canvas, card, bottom)
    _paint_chips(canvas, card)
    _paint_type(canvas, card, bottom)
    paint_body(canvas, body, _text_top(card, bottom), FOOT - 1.0)
    _paint_foot(canvas, card, pack)
    painter.restore()
    return body.legible


def _least_field(card: Card) -> float:
    if card.type is CardType.CHARACTER:
        return FIELD_CHARACTER
    return FIELD_PLOT if card.plot is not None else FIELD_LEAST


def _field_bottom(card: Card, height: float) -> float:
    """Return where the coloured field ends: it is smaller for a long text."""
    head = _text_top(card, 0.0)
    return max(_least_field(card), min(FIELD_FULL, FOOT - 3.0 - height - head))


def _text_top(card: Card, bottom: float) -> float:
    """Return where the text begins, below the lines of type and traits."""
    lines = 16.0 if card.traits else 10.4
    return bottom + max(lines, 14.0 if card.type is CardType.CHARACTER else 0.0)


def _paint_background(canvas: CardCanvas, card: Card, bottom: float) -> None:
    painter, colours = canvas.painter, canvas.colours
    outline = canvas.rounded(Box(0, 0, 100, 100 * ASPECT), CORNER)
    painter.setClipPath(outline)
    painter.fillPath(outline, colours.panel)
    painter.fillRect(canvas.rect(Box(0, FIELD_TOP, 100, bottom)), canvas.field)
    tints = [colours.factions[each] for each in card.factions] or [canvas.tint]
    step = 100 * ASPECT / len(tints)
    for number, tint in enumerate(tints):
        painter.fillRect(canvas.rect(Box(0, step * number, BAND, step * (number + 1))), tint)
    painter.setClipping(False)
    painter.setPen(QPen(blend(colours.line, colours.faint, 0.35), canvas.length(0.45)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)


def _paint_watermark(canvas: CardCanvas, card: Card, bottom: float) -> None:
    """Paint the glyphs of the card's factions large and faint into the field."""
    names = icons.of_card(card)
    height = bottom - FIELD_TOP - (16.0 if card.plot is not None else 0.0)
    side = min(height * 0.68, 60.0 / len(names))
    middle = FIELD_TOP + height / 2
    left = 51.0 - side * len(names) / 2 - 3.0 * (len(names) - 1)
    for name, faction in names:
        ink = blend(canvas.field, canvas.colours.factions[faction], 0.24)
        canvas.glyph(name, left, middle - side / 2, CardInk(side, ink))
        left += side + 6.0


def _paint_head(canvas: CardCanvas, card: Card) -> None:
    cost = cost_text(card)
    panel = canvas.colours.panel
    canvas.disc(12.2, 10.4, 6.6, canvas.tint)
    if cost:
        canvas.centred(cost, 12.2, 10.4, CardInk(8.2 if len(cost) < 2 else 6.4, panel, BOLD))
    else:
        canvas.glyph(icons.of_type(card.type), 8.4, 6.6, CardInk(7.6, panel))
    left = 22.0
    if card.unique:
        canvas.glyph(icons.UNIQUE, left, 7.9, CardInk(5.0, canvas.tint))
        left += 6.4
    canvas.fitted(card.name, Box(left, 3.0, RIGHT, 17.8), CardInk(7.4, canvas.colours.ink, BOLD))
    shadow = shadow_text(card)
    if shadow and shadow != cost:
        # The price out of shadows, below the cost: a disc that is only an outline.
        canvas.disc(12.2, 22.5, 4.6, panel, QPen(canvas.tint, canvas.length(0.7)))
        canvas.centred(shadow, 12.2, 22.5, CardInk(5.0, canvas.colours.ink, BOLD))


def _paint_icons(canvas: CardCanvas, card: Card, bottom: float) -> None:
    """Paint the positions of the three challenge icons, and the STR below them."""
    colours = canvas.colours
    empty = blend(canvas.field, canvas.tint, 0.35)
    for number, icon in enumerate(Icon):
        top = 28.4 + number * 9.7
        if icon in card.icons:
            tile = canvas.rounded(Box(7.9, top, 16.5, top + 8.6), 1.6)
            canvas.painter.fillPath(tile, colours.panel)
            canvas.glyph(icons.of_challenge(icon), 9.2, top + 1.3, CardInk(6.0, colours.ink))
        else:
            canvas.disc(12.2, top + 4.3, 0.8, empty)
    path = _shield(canvas, Box(6.0, bottom - 3.4, 18.4, bottom + 10.2))
    canvas.painter.setPen(QPen(canvas.tint, canvas.length(0.7)))
    canvas.painter.setBrush(colours.panel)
    canvas.painter.drawPath(path)
    canvas.centred(printed(card.strength), 12.2, bottom + 2.6, CardInk(8.0, colours.ink, BOLD))


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


def _paint_plot(canvas: CardCanvas, card: Card, bottom: float) -> None:
    """Paint a plot's values in a row at the foot of the field."""
    figures = figures_of(card)
    step = (RIGHT - LEFT) / len(figures)
    for number, (caption, value) in enumerate(figures.items()):
        middle = LEFT + step * (number + 0.5)
        canvas.centred(value, middle, bottom - 10.4, CardInk(11.5, canvas.colours.ink, BOLD))
        canvas.centred(caption, middle, bottom - 3.0, CardInk(3.6, canvas.colours.faint))


def _paint_chips(canvas: CardCanvas, card: Card) -> None:
    """Paint bonuses, crests and naval icons at the right edge of the field."""
    top = FIELD_TOP + 3.0
    for text in (*bonus_texts(card), *(f"{crest.capitalize()} crest" for crest in card.crests)):
        top = canvas.chip(text, RIGHT, top)
    if card.naval:
        glyphs = [icons.of_challenge(icon) for icon in Icon if icon in card.naval]
        canvas.chip("Naval", RIGHT, top, glyphs)


def _paint_type(canvas: CardCanvas, card: Card, bottom: float) -> None:
    """Paint type and traits below the field."""
    left = 22.0 if card.type is CardType.CHARACTER else LEFT
    top = bottom + 2.4
    canvas.line(type_text(card), Box(left, top, RIGHT, top + 5.6), CardInk(4.1, canvas.tint, BOLD))
    if card.traits:
        traits = f"{'. '.join(card.traits)}."
        ink = CardInk(4.4, canvas.colours.ink, QFont.Weight.Medium)
        canvas.line(traits, Box(left, top + 5.6, RIGHT, top + 11.6), ink)
    canvas.rule(LEFT, _text_top(card, bottom) - 1.6, RIGHT)


def _paint_foot(canvas: CardCanvas, card: Card, pack: str) -> None:
    ink = CardInk(3.2, canvas.colours.faint)
    canvas.rule(LEFT, FOOT, RIGHT)
    line = Box(LEFT, FOOT + 1.4, RIGHT, FOOT + 6.0)
    illustrator = f"Illus. {card.illustrator}" if card.illustrator else ""
    width = canvas.line(illustrator, line, ink, to_right=True)
    canvas.line(f"{pack} · {card.position}", replace(line, right=RIGHT - width - 3.0), ink)
