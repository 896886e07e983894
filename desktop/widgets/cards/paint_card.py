"""A card painted from its facts, in a design of our own: no scan, no publisher's symbols.

A card to read has its text below the field. On the table, and where it is small, the text gives way
to the field. Lengths are in em: twelve and a half of them are the shorter side of a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QTransform,
)
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import CardType, Faction, Icon
from desktop.style import icons
from desktop.style.palette import DARK, Colours, blend
from desktop.style.shapes import shield
from desktop.widgets.card_numbers import PLOT_SHAPES
from desktop.widgets.cards.card_body import (
    BOLD,
    LEAST_LETTERS,
    MEDIUM,
    Body,
    card_font,
    kind_words,
    lay_out_body,
    paint_body,
)
from rulebook.card_text import cost_text, figures_of, printed_value, typographic

# A playing card of 63 by 88 mm.
ASPECT = 88 / 63
_SIDE, _HEAD = 12.6, 2.7
# In hundredths of the shorter side.
FIELD_TOP, CORNER = 100 * _HEAD / _SIDE, 4.8
# In pixels: nothing is seen of a smaller card; below these shorter sides no text can be read.
_LEAST_SIDE, _LEAST_UPRIGHT, _LEAST_LYING = 4.0, 122, 90
# In em: where a plot's field begins, how high a field is at least, a line below it, the margin.
_LYING_LEFT, _LEAST_FIELD, _LEAST_OF_CHARACTER = 3.5, 3.2, 7.0
_LINE_BELOW, _MARGIN = 2.3, 0.8
# The letters of a text in em: the usual ones, those of a large card, the smallest.
_TEXT, _TEXT_LARGE, _TEXT_SMALL = 0.98, 0.67, 0.42
# Letters of a name in em, and in how many lines they are tried.
_NAME = ((1.12, 1), (1.02, 1), (0.98, 2), (0.86, 2), (0.76, 2), (0.7, 3), (0.6, 3))
_NAME_ON_TABLE = ((1.2, 1), (1.06, 1), (1.04, 2), (0.94, 2), (0.82, 2), (0.72, 3), (0.6, 3))
_BREAKS = re.compile("(?<=[ -])|(?<=[\u2e80-\uffef])")
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
_CENTRE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip)
_END = Qt.TextElideMode.ElideRight
# Ten divisions of a field, in hundredths of its sides.
_DIVISIONS = (
    ((50, 0, 100, 0, 100, 100, 50, 100),),
    ((0, 50, 100, 50, 100, 100, 0, 100),),
    ((0, 0, 100, 0, 100, 100),),
    ((0, 100, 50, 45, 100, 100),),
    ((0, 0, 50, 0, 50, 50, 0, 50), (50, 50, 100, 50, 100, 100, 50, 100)),
    ((20, 0, 40, 0, 40, 100, 20, 100), (60, 0, 80, 0, 80, 100, 60, 100)),
    ((50, 0, 100, 50, 50, 100, 0, 50),),
    ((0, 0, 50, 100, 100, 0),),
    ((0, 100, 100, 0, 100, 40, 40, 100),),
    ((0, 0, 100, 0, 100, 32, 0, 32),),
)
# Where the middles of three charges are, in hundredths of the field.
_THREE = ((41, 29), (79, 29), (60, 70))


@dataclass(frozen=True, slots=True)
class FaceLook:
    """How a card is shown: with its `text` to read it, or with a larger field, as on the table.

    `piled`: other cards of a pile cover all but its head, which shows the `count` of copies if
    there are several. `seen`: how many pixels of its width are not covered, 0 for all. `pale`:
    nothing can be done with it now; a card that is face `down` is pale, too. `knelt`: it has an
    arrow. The `words` replace the traits below the field, in a band of the accent for a `plan`.
    """

    text: bool = True
    piled: bool = False
    count: int = 0
    seen: int = 0
    pale: bool = False
    knelt: bool = False
    down: bool = False
    words: str = ""
    plan: bool = False

    @property
    def has_head(self) -> bool:
        """Whether the drawn head stays above a picture."""
        return self.piled or not self.text

    @property
    def is_pale(self) -> bool:
        return self.pale or self.down


TO_READ = FaceLook()


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Where the parts of a card are, in pixels; `em` is the unit of their lengths."""

    em: float
    name: QRectF
    lines: tuple[str, ...]
    letters: float
    field: QRectF
    body: Body
    text: QRectF
    foot: QRectF


def aspect_of(card: Card) -> float:
    return 1 / ASPECT if card.type is CardType.PLOT else ASPECT


def card_corner(size: QSizeF) -> float:
    """Return the radius of a card's corners, drawn or pictured, upright or on its side."""
    return min(size.width(), size.height()) * CORNER / 100


def edge_colour(card: Card, colours: Colours) -> QColor:
    """Return the colour of a card's outline: a line with some of its faction's colour."""
    return blend(colours.line, colours.of_card(card), 0.34 if colours is DARK else 0.4)


def card_outline(place: QRectF) -> QPainterPath:
    path, corner = QPainterPath(), card_corner(place.size())
    path.addRoundedRect(place, corner, corner)
    return path


def has_room(size: QSizeF) -> bool:
    """Return whether anything can be drawn: Qt crashes over letters of no size."""
    return min(size.width(), size.height()) >= _LEAST_SIDE


def lay_out_card(card: Card, rect: QRectF, look: FaceLook = TO_READ) -> CardLayout:
    """Return where the parts of a card lie; the field has the height that the text leaves."""
    lying = aspect_of(card) < 1
    # A low card has a low head, too.
    short, other = (rect.height(), rect.width()) if lying else (rect.width(), rect.height())
    em = min(short, other * 0.9) / _SIDE
    left = rect.left() + em * (_LYING_LEFT if lying else 0)
    below = QRectF(left + em * _MARGIN / (4 if lying else 1), rect.bottom(), 0, 0)
    below.setRight(rect.right() - em * _MARGIN)
    top = rect.top() + em * _HEAD
    body, foot = Body(), QRectF()
    if look.text and short >= (_LEAST_LYING if lying else _LEAST_UPRIGHT):
        least = _LEAST_OF_CHARACTER if card.type is CardType.CHARACTER else _LEAST_FIELD
        end = rect.bottom() - em * 0.45
        usual = QFontInfo(QApplication.font()).pixelSize() * 1.1
        high = min(em * _TEXT, max(usual, em * _TEXT_LARGE))
        room = end - top - em * least
        body = lay_out_body(card, below.width(), room, em * _TEXT_SMALL, high)
        unit = body.letters / _TEXT
        foot = QRectF(below.left(), end - unit, below.width(), unit)
        height = max(unit * (2.4 if lying else 3.3), body.height + unit)
        below.setTop(foot.top() - height + unit * 0.65)
        bottom = foot.top() - height
    else:
        bottom = rect.bottom() - max(em * _LINE_BELOW, LEAST_LETTERS * 1.5)
        below.setTop(bottom)
    right = rect.right() - em * (2.3 if look.count > 1 else 0.6)
    if look.seen:
        right = min(right, rect.left() + look.seen - em * 0.3)
    name = QRectF(rect.left() + em * 3.55, rect.top() + em * 0.1, 0, em * 2.5)
    name.setRight(max(right, name.left() + em))
    lines, letters = _fit_name(card, name.width(), em, _NAME if look.text else _NAME_ON_TABLE)
    field = QRectF(left, top, rect.right() - left, max(em, bottom - top))
    return CardLayout(em, name, lines, letters, field, body, below, foot)


def _fit_name(
    card: Card, width: float, em: float, steps: tuple[tuple[float, int], ...]
) -> tuple[tuple[str, ...], float]:
    """Return the lines of a name and the size of their letters: the first that fit, else cut."""
    text = typographic(card.name)
    for share, lines_at_most in steps:
        letters = max(LEAST_LETTERS, round(em * share))
        most = max(1, min(lines_at_most, int(em * _HEAD * 1.05 / (letters * 1.1))))
        metrics = QFontMetricsF(card_font(letters, BOLD))
        diamond = letters * 0.85 if card.unique else 0.0
        lines = [""]
        for part in _BREAKS.split(text):
            joined, first = f"{lines[-1]}{part}", diamond if len(lines) == 1 else 0.0
            if lines[-1] and metrics.horizontalAdvance(joined.rstrip()) > width - first:
                lines.append(part)
            else:
                lines[-1] = joined
        rooms = [width - diamond] + [width] * (len(lines) - 1)
        stripped = [line.rstrip() for line in lines]
        fits = all(map(lambda line, room: metrics.horizontalAdvance(line) <= room, stripped, rooms))
        if len(lines) <= most and fits:
            return tuple(stripped), letters
    shown = [*stripped[: most - 1], "".join(lines[most - 1 :])]
    cut = (metrics.elidedText(line, _END, room) for line, room in zip(shown, rooms, strict=False))
    return tuple(cut), letters


def paint_card(
    painter: QPainter,
    rect: QRectF,
    card: Card,
    pack: str,
    colours: Colours,
    look: FaceLook = TO_READ,
) -> CardLayout:
    """Paint a card into a rectangle that `has_room`; `pack` is the name of its pack."""
    layout = lay_out_card(card, rect, look)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _CardPainter(painter, rect, card, colours, layout, look).paint(pack)
    painter.restore()
    return layout


class _CardPainter:
    """Paints one card in its layout."""

    def __init__(
        self,
        painter: QPainter,
        rect: QRectF,
        card: Card,
        colours: Colours,
        layout: CardLayout,
        look: FaceLook,
    ) -> None:
        self._painter, self._rect, self._card = painter, rect, card
        self._colours, self._layout, self._look = colours, layout, look
        self._em = layout.em
        self._pale = look.is_pale
        self._ink = blend(colours.panel, colours.ink, 0.5) if self._pale else colours.ink
        self._faint = blend(colours.panel, colours.faint, 0.6) if self._pale else colours.faint

    def paint(self, pack: str) -> None:
        painter, card, colours = self._painter, self._card, self._colours
        outline = card_outline(self._rect)
        painter.fillPath(outline, colours.panel)
        painter.save()
        for number, faction in enumerate(card.factions or (Faction.NEUTRAL,)):
            self._paint_field(faction, number)
        painter.restore()
        self._paint_head()
        if self._look.count > 1:
            self._paint_count()
        if card.type is CardType.CHARACTER:
            self._paint_column()
        if card.plot is not None:
            self._paint_values()
        if self._layout.foot.isEmpty():
            self._paint_line()
        else:
            paint_body(painter, self._layout.body, self._layout.text.topLeft(), colours)
            self._paint_foot(pack)
        painter.setPen(edge_colour(card, colours))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)

    def _paint_field(self, faction: Faction, number: int) -> None:
        """Paint the field of a faction: all of it, or one of its vertical parts."""
        painter, card, field = self._painter, self._card, QRectF(self._layout.field)
        width = field.width() / max(1, len(card.factions))
        field = QRectF(field.left() + width * number, field.top(), width, field.height())
        tint, base = self._colours.factions[faction], self._colours.on_faction
        shares = (0.5, 0.4) if self._colours is DARK else (0.88, 0.74)
        if self._pale:
            base, shares = self._colours.panel, (0.3, 0.24)
        painter.setClipRect(field)
        if aspect_of(card) < 1:
            shape, corner = QPainterPath(), self._em * 0.4
            shape.addRoundedRect(field.adjusted(0, 0, 2 * corner, 0), corner, corner)
            painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        painter.fillRect(field, blend(base, tint, shares[0]))
        division = QPainterPath()
        which = _DIVISIONS[(card.position * 7 + 3) % len(_DIVISIONS)]
        for points in which if len(card.factions) < 3 else ():
            division.addPolygon([_at(field, *points[n : n + 2]) for n in range(0, len(points), 2)])
            division.closeSubpath()
        painter.fillPath(division, blend(base, tint, shares[1]))
        if self._look.down:
            hatch = blend(self._colours.panel, tint, 0.45)
            painter.fillRect(field, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        self._paint_charges(faction, field)

    def _paint_charges(self, faction: Faction, field: QRectF) -> None:
        em, card = self._em, self._card
        charge = QColor(self._colours.ink if self._colours is DARK else self._colours.on_faction)
        charge.setAlphaF((0.26 if self._colours is DARK else 0.34) * (0.6 if self._pale else 1))
        if self._look.knelt:
            self._paint_arrow(field, charge)
            return
        if card.type not in {CardType.CHARACTER, CardType.HOUSE}:
            most = 4.6 if aspect_of(card) < 1 else 6.0
            side = min(em * most, field.height() * 0.84, field.width() * 0.8)
            self._glyph(icons.type_glyph(card.type), field.center(), side, charge)
            return
        name = icons.faction_glyph(faction)
        if len(card.factions) > 1 or card.type is CardType.HOUSE:
            side = min(field.width() * 0.8, field.height() * 0.84)
            self._glyph(name, field.center(), side, charge)
        elif card.unique:
            # It runs out of the field at the right.
            side = min(em * 10, field.height() * 1.2)
            left = max(em * 3.9, field.width() - side * 0.87)
            middle = QPointF(left + side / 2, field.height() * 0.08 + side / 2)
            self._glyph(name, field.topLeft() + middle, side, charge)
        else:
            side = min(em * 3.3, field.height() * 0.4)
            for at in _THREE:
                self._glyph(name, _at(field, *at), side, charge)

    def _paint_arrow(self, field: QRectF, colour: QColor) -> None:
        """Paint a thick arrow to the right: the card kneels."""
        side = min(field.width(), field.height()) * 0.62
        arrow = QPainterPath(QPointF(-0.5, -0.22))
        for x, y in ((0, -0.22), (0, -0.5), (0.5, 0), (0, 0.5), (0, 0.22), (-0.5, 0.22)):
            arrow.lineTo(x, y)
        arrow.closeSubpath()
        middle = field.center()
        placed = QTransform.fromTranslate(middle.x(), middle.y()).scale(side, side)
        colour.setAlphaF(min(1.0, colour.alphaF() * 1.7))
        self._painter.fillPath(placed.map(arrow), colour)

    def _paint_head(self) -> None:
        """Paint the cost or the type in a disc, and the name."""
        painter, em, card, colours = self._painter, self._em, self._card, self._colours
        size = 0.8 if self._look.piled else 1.0  # the disc ends with the head in a pile
        middle = self._rect.topLeft() + QPointF(em * 1.75, em * (1.4 if self._look.piled else 1.75))
        tint, ink = colours.of_card(card), colours.on_faction
        if self._pale:
            tint, ink = blend(colours.panel, tint, 0.3), colours.ink
        painter.setPen(Qt.PenStyle.NoPen)
        for radius, ground in ((1.48, colours.panel), (1.3, tint)):
            painter.setBrush(ground)
            painter.drawEllipse(middle, em * radius * size, em * radius * size)
        if cost := cost_text(card):
            self._centred(cost, middle, em * size * (1.5 if len(cost) < 3 else 1.2), ink)
        else:
            self._glyph(icons.type_glyph(card.type), middle, em * size * 1.4, ink)
        name, lines, letters = self._layout.name, self._layout.lines, self._layout.letters
        painter.setFont(card_font(letters, BOLD))
        painter.setPen(self._ink)
        height = letters * 1.1
        top = name.center().y() - height * len(lines) / 2
        for number, line in enumerate(lines):
            place = QRectF(name.left(), top + number * height, name.width(), height)
            if card.unique and not number:
                diamond = place.topLeft() + QPointF(letters * 0.31, height / 2)
                self._glyph(icons.UNIQUE, diamond, letters * 0.62, self._faint)
                place.setLeft(place.left() + letters * 0.85)
            painter.setPen(self._ink)
            painter.drawText(place, _LEFT, line)

    def _paint_count(self) -> None:
        em, colours = self._em, self._colours
        box = QRectF(self._rect.right() - em * 2, self._rect.top() + em * 0.5, em * 1.6, em * 1.7)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colours.ink)
        self._painter.drawRoundedRect(box, em * 0.4, em * 0.4)
        self._centred(str(self._look.count), box.center(), em * 1.05, colours.panel)

    def _paint_column(self) -> None:
        """Paint the challenge icons, each in its place, and STR in a shield."""
        painter, em, field, panel = self._painter, self._em, self._layout.field, self._colours.panel
        room = field.height() - em * 3.3
        step = min(em * 1.89, room / 3)
        box, middle = step * 0.92, field.left() + em * 1.75
        for number, icon in enumerate(Icon):
            if icon in self._card.icons and step > 1:
                at = QPointF(middle, field.top() + em * 0.6 + step * number + box / 2)
                ground = QRectF(at.x() - box / 2, at.y() - box / 2, box, box)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(panel)
                painter.drawRoundedRect(ground, box * 0.23, box * 0.23)
                self._glyph(icons.of_challenge(icon), at, box * 0.71, self._ink)
        place = QRectF(middle - em * 1.15, field.bottom() - em * 2.5, em * 2.3, em * 2.55)
        painter.fillPath(shield(place), panel)
        strength, at = printed_value(self._card.strength), place.center() - QPointF(0, em * 0.1)
        self._centred(strength, at, em * 1.5, self._ink)

    def _paint_values(self) -> None:
        """Paint a plot's values down the left edge."""
        em, colours = self._em, self._colours
        grounds = (colours.gold, colours.initiative, colours.claim, colours.reserve)
        left, top = self._rect.left() + em * 0.5, self._rect.top() + em * 3.35
        values = figures_of(self._card).values()
        for shape, value, ground in zip(PLOT_SHAPES, values, grounds, strict=False):
            box = QRectF(left, top, em * 2.6, em * 2.05)
            top += em * 2.25
            self._painter.fillPath(shape(box), ground)
            self._centred(value, box.center(), em * 1.25, self._ink)

    def _paint_line(self) -> None:
        """Paint the line below the picture: the traits, or on the table the state of the card."""
        painter, look, colours = self._painter, self._look, self._colours
        place = QRectF(self._layout.text)
        seen = self._rect.left() + look.seen if look.seen else place.right()
        place.setRight(max(place.left() + 1, min(place.right(), seen)))
        words, ink = kind_words(self._card), self._faint
        if look.words:
            words, ink = look.words, colours.ink
            if look.plan:
                band = QPainterPath()
                band.addRect(QRectF(self._rect.left(), place.top(), self._rect.width(), 999))
                painter.fillPath(band & card_outline(self._rect), colours.accent)
                ink = colours.on_accent
        font = card_font(self._em * 1.04, MEDIUM)
        painter.setFont(font)
        painter.setPen(ink)
        shown = QFontMetricsF(font).elidedText(words, _END, place.width())
        painter.drawText(place, _LEFT, shown)

    def _paint_foot(self, pack: str) -> None:
        painter, card, foot = self._painter, self._card, QRectF(self._layout.foot)
        side = foot.height()
        for name, faction in reversed(icons.glyphs_of_card(card)):
            at = QPointF(foot.right() - side / 2, foot.center().y())
            self._glyph(name, at, side, self._colours.factions[faction])
            foot.setRight(foot.right() - side * 1.3)
        font = card_font(side * 0.84)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._faint)
        words = list(_foot_words(card, pack))
        fitting = (each for each in words if metrics.horizontalAdvance(each) <= foot.width())
        shown = next(fitting, metrics.elidedText(words[-1], _END, foot.width()))
        painter.drawText(foot, _LEFT, shown)

    def _glyph(self, name: str, middle: QPointF, side: float, colour: QColor) -> None:
        whole, half = max(1, round(side)), max(1, round(side)) / 2
        ratio = self._painter.device().devicePixelRatioF()
        image = icons.glyph(name, whole, ratio, colour)
        # On whole pixels of the device: a glyph between them is blurred.
        left, top = (round((each - half) * ratio) / ratio for each in middle.toTuple())
        self._painter.drawImage(QPointF(left, top), image)

    def _centred(self, text: str, middle: QPointF, letters: float, ink: QColor) -> None:
        self._painter.setFont(card_font(letters, BOLD))
        self._painter.setPen(ink)
        self._painter.drawText(QRectF(middle.x() - 50, middle.y() - 50, 100, 100), _CENTRE, text)


def _at(field: QRectF, x: float, y: float) -> QPointF:
    return QPointF(field.left() + field.width() * x / 100, field.top() + field.height() * y / 100)


def _foot_words(card: Card, pack: str) -> Iterator[str]:
    """Yield where a card is from, from the longest to the shortest words for it."""
    marks = "".join(f" · {name}" for name in ("Loyal", "Endless") if getattr(card, name.lower()))
    if pack and card.illustrator:
        yield f"{pack} {card.position}{marks} · Illus. {card.illustrator}"
    yield f"{pack or card.pack} {card.position}{marks}"
    yield f"{card.pack} {card.position}{marks}"
