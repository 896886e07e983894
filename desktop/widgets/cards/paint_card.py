"""A card painted from its facts, in a design of our own: no scan, no publisher's symbols."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QPainter,
    QPainterPath,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import CardType, Faction, Icon
from desktop.style import icons
from desktop.style.fonts import Size
from desktop.style.palette import Colours, blend
from desktop.widgets.cards.card_canvas import (
    BOLD,
    FIELD_TINT,
    LEAST_LETTERS,
    MEDIUM,
    Box,
    CardCanvas,
    CardInk,
    Fitted,
)
from rulebook.card_text import (
    Paragraph,
    Run,
    bonus_texts,
    cost_text,
    fact_lines,
    figures_of,
    missing_text,
    paragraphs_of,
    printed_value,
    type_text,
    typographic,
)

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# Letters in hundredths of the card's shorter side: facts are larger than a text, which is more.
_TEXT, _FACTS, _SMALLEST = 5.2, 6.0, 3.2
_LINE, _TIGHT, _GAP, _QUIET = 1.3, 1.16, 0.42, 0.72
BULLET = "\N{BULLET}"
_BULLETS = ("- ", f"{BULLET} ")
# A glyph is painted where letters that cannot be seen leave space for it.
_SPACE_OF_GLYPH = "M"
_UNSEEN = QColor(0, 0, 0, 0)
# A last line shorter than this share of the width is avoided by making the lines narrower.
_SHORT_LINE = 0.22
_NARROWER = (0.95, 0.9, 0.85)
_GLYPHS = {icon.value: icons.of_challenge(icon) for icon in Icon} | {
    faction.value: icons.faction_glyph(faction) for faction in Faction
}


@dataclass(frozen=True, slots=True)
class _Set:
    """A paragraph whose lines are broken; lengths in pixels, glyphs by their position."""

    layout: QTextLayout
    letters: int
    leading: int
    top: float
    glyphs: tuple[tuple[int, str], ...]
    colour: QColor


@dataclass(frozen=True, slots=True)
class Body:
    """A text that is laid out, its height in hundredths, and whether it is legible.

    It is not if it is cut, or its letters are smaller than the program's small font.
    """

    paragraphs: tuple[_Set, ...]
    height: float
    legible: bool


NO_BODY = Body((), 0.0, legible=False)


def lay_out_body(canvas: CardCanvas, card: Card, width: float, most_height: float) -> Body:
    """Lay the text out in the largest letters with which it is at most that tall, else cut it."""
    paragraphs = _paragraphs(card)
    if not paragraphs:
        return Body((), 0.0, legible=True)
    most, low = canvas.length(most_height), canvas.letters(_SMALLEST)
    smallest = round(QFontInfo(QApplication.font()).pixelSize() * Size.SMALL.value)
    # On a small card the letters may be larger, if that makes them legible.
    high = max(canvas.letters(_TEXT), min(smallest, canvas.letters(_FACTS)), low)
    sizes = range(high if card.text else canvas.letters(_FACTS), low - 1, -1)
    typesetter = _Typesetter(canvas, paragraphs, canvas.length(width))
    number = 0
    if typesetter.height(sizes[0]) > most:
        # Smaller letters are less tall: the first that fit.
        number = bisect_left(sizes, -most, 1, key=lambda each: -typesetter.height(each))
    if number == len(sizes):
        typesetter = _Typesetter(canvas, paragraphs, canvas.length(width), _TIGHT)
        if typesetter.height(low) > most:
            return Body(*typesetter.cut(low, most), legible=False)
        number -= 1
    return Body(*typesetter.whole(sizes[number]), legible=sizes[number] >= smallest)


def paint_body(canvas: CardCanvas, body: Body, left: float, top: float) -> None:
    corner = canvas.point(left, top)
    for each in body.paragraphs:
        canvas.painter.setPen(each.colour)
        each.layout.draw(canvas.painter, corner)
        side = each.letters
        for position, name in each.glyphs:
            line = each.layout.lineForTextPosition(position)
            start, end = across(line, position), across(line, position + 1)
            # The middle of capital letters is a good third of their size above the base line.
            middle = line.y() + line.ascent() - side * 0.36
            at = corner + QPointF((start + end - side) / 2, middle - side / 2)
            icons.paint(canvas.painter, QRect(at.toPoint(), QSize(side, side)), name, each.colour)


def _paragraphs(card: Card) -> list[tuple[Paragraph, bool]]:
    """Return what is written, each paragraph with whether it is faint."""
    text = card.text or "\n".join(fact_lines(card))
    written = [(each, False) for each in paragraphs_of(text, card.keywords)]
    if missing := missing_text(card):
        written.append(((Run(missing),), True))
    return written


class _Typesetter:
    """Breaks paragraphs into lines of a width in pixels."""

    def __init__(
        self,
        canvas: CardCanvas,
        written: Sequence[tuple[Paragraph, bool]],
        width: float,
        leading: float = _LINE,
    ) -> None:
        self._canvas = canvas
        self._written = written
        self._width = width
        self._leading = leading
        self._made: dict[int, tuple[list[_Set], float]] = {}

    def height(self, letters: int) -> float:
        return self._all(letters)[1]

    def whole(self, letters: int) -> tuple[tuple[_Set, ...], float]:
        """Return the whole text, and its height in hundredths."""
        sets, height = self._all(letters)
        for each in sets:
            self._avoid_short_last_line(each)
        return tuple(sets), self._canvas.hundredths(height)

    def cut(self, letters: int, most: float) -> tuple[tuple[_Set, ...], float]:
        """Return the part of the text that fits a height, with an ellipsis, and its height."""
        shown = [each for each in self._all(letters)[0] if each.top + each.leading <= most]
        if not shown:
            return (), 0.0
        last = shown[-1]
        lines = int((most - last.top) / last.leading)
        if lines < last.layout.lineCount() or len(shown) < len(self._written):
            end = last.layout.lineAt(min(lines, last.layout.lineCount()) - 1)
            text = last.layout.text()[: end.textStart() + end.textLength()]
            while text:
                last.layout.setText(f"{text.rstrip(' .,;:')}{ELLIPSIS}")
                if self._break(last, self._width) <= lines:
                    break
                text = text.rstrip().rpartition(" ")[0]
        visible = [pair for pair in last.glyphs if pair[0] < len(last.layout.text()) - 1]
        height = last.top + last.layout.lineCount() * last.leading
        return (*shown[:-1], replace(last, glyphs=tuple(visible))), self._canvas.hundredths(height)

    def _all(self, letters: int) -> tuple[list[_Set], float]:
        if letters not in self._made:
            top, sets = 0.0, []
            for paragraph, faint in self._written:
                size = max(round(letters * _QUIET), LEAST_LETTERS) if faint else letters
                sets.append(self._set(paragraph, size, top, faint=faint))
                top += sets[-1].layout.lineCount() * sets[-1].leading + round(letters * _GAP)
            self._made[letters] = sets, top - round(letters * _GAP)
        return self._made[letters]

    def _set(self, paragraph: Paragraph, letters: int, top: float, *, faint: bool) -> _Set:
        colours = self._canvas.colours
        text, formats, glyphs = "", [], []
        for run in paragraph:
            words = _SPACE_OF_GLYPH if run.symbol else typographic(run.text)
            if run.symbol:
                glyphs.append((len(text), _GLYPHS[run.symbol]))
            if run.symbol or run.bold or run.italic:
                formats.append(_format(run, len(text), len(words)))
            text += words
        if text.startswith(_BULLETS):
            text = f"{BULLET}{text[1:]}"
        layout = QTextLayout(text, self._canvas.font_of(letters), self._canvas.painter.device())
        layout.setCacheEnabled(True)
        layout.setFormats(formats)
        ink = colours.faint if faint else colours.ink
        made = _Set(layout, letters, round(letters * self._leading), top, tuple(glyphs), ink)
        self._break(made, self._width)
        return made

    def _break(self, which: _Set, width: float) -> int:
        """Break a paragraph into lines of a width; return how many there are."""
        layout, number = which.layout, 0
        hanging = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width - hanging)
            line.setPosition(QPointF(hanging, which.top + number * which.leading))
            if not number and layout.text().startswith(BULLET):
                hanging = across(line, len(BULLET) + 1)
            number += 1
        layout.endLayout()
        return number

    def _avoid_short_last_line(self, which: _Set) -> None:
        """Make the lines narrower if that avoids a very short last line."""
        layout = which.layout
        lines = layout.lineCount()
        if lines < 2 or layout.lineAt(lines - 1).naturalTextWidth() > self._width * _SHORT_LINE:
            return
        for share in (*_NARROWER, 1.0):
            longer = self._break(which, self._width * share) == lines
            last = layout.lineAt(lines - 1).naturalTextWidth()
            if share == 1.0 or (longer and last > self._width * _SHORT_LINE):
                return


def across(line: QTextLine, position: int) -> float:
    return cast("tuple[float, int]", line.cursorToX(position))[0]


def _format(run: Run, start: int, length: int) -> QTextLayout.FormatRange:
    """Return how letters are set that are bold, italic (a trait) or the space of a glyph."""
    made = QTextLayout.FormatRange()
    made.start, made.length = start, length
    look = QTextCharFormat()
    if run.symbol:
        look.setForeground(_UNSEEN)
    elif run.bold:
        look.setFontWeight(BOLD)
    else:
        look.setFontWeight(MEDIUM)
    look.setFontItalic(run.italic)
    made.format = look
    return made


# A playing card of 63 by 88 mm; every length below is in hundredths of its shorter side.
ASPECT = 88 / 63
LEFT, _RIGHT_EDGE = 7.5, 6.0
FIELD_TOP = 17.4
# Cost, icons and STR are in a column at the left.
COLUMN_RIGHT = 19.0
KIND, CHIP, CAPTION, FOOT, TRAITS = 3.8, 4.0, 3.6, 3.2, 4.6
CHIP_INSET, CHIP_GLYPH, _CHIP_GAP = 2.2, 6.0, 1.4
_CHARACTER = 64.0
_GLYPH_LEAST = 10.0
_WITH_TEXT = 98.0
_AROUND_TEXT = 2.4
_NAME_LEFT, _UNIQUE = 22.0, 6.4
# In pixels: narrower cards have no text, or not the small lines of type and pack.
_NO_TEXT, _NO_SMALL_LINES = 106, 150
_NAME_STEPS = ((1.0, 1), (0.9, 1), (0.82, 1), (0.84, 2), (0.72, 2), (0.62, 2))
_TRAIT_STEPS = ((1.0, 1), (0.9, 1), (1.0, 2), (0.84, 2))


@dataclass(frozen=True, slots=True)
class CardBadge:
    """A bonus, a crest, the shadow cost or the naval icons of a card."""

    text: str
    glyphs: tuple[str, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The parts of a card with their boxes; None for what it does not have at this width."""

    name: Fitted
    name_box: Box
    chips: tuple[CardBadge, ...]
    field: Box
    values: Box | None
    kind: Box | None
    traits: Fitted | None
    traits_box: Box
    body: Body
    text: Box
    foot: Box | None


def aspect_of(card: Card) -> float:
    return 1 / ASPECT if card.type is CardType.PLOT else ASPECT


def lay_out_card(canvas: CardCanvas, card: Card) -> CardLayout:
    """Return where the parts of a card lie: its text is as large, then the field, as fits."""
    side, right = canvas.length(100), canvas.width - _RIGHT_EDGE
    small_lines = side >= _NO_SMALL_LINES
    name_left = _NAME_LEFT + (_UNIQUE if card.unique else 0.0)
    name_ink = CardInk(7.4, canvas.colours.ink, BOLD)
    chips = _chips(canvas, card, right)
    foot_top = canvas.height - 2.6 - (canvas.line_height(FOOT) + 2.4 if small_lines else 0.0)
    traits, traits_height = None, 0.0
    if card.traits:
        ink = CardInk(TRAITS, canvas.colours.ink, BOLD, italic=True)
        words = f"{'. '.join(card.traits)}."
        traits = canvas.fit(words, right - LEFT, ink, _TRAIT_STEPS)
        traits_height = canvas.height_of(traits) + 1.2
    around = traits_height + 2 * _AROUND_TEXT
    values_height = _values_height(canvas, card)
    least = _least_field(canvas, card, len(chips), values_height, small_lines=small_lines)
    body = NO_BODY
    if side >= _NO_TEXT:
        body = lay_out_body(canvas, card, right - LEFT, foot_top - least - around)
    around = around if body.height else traits_height + _AROUND_TEXT
    bottom = max(least, foot_top - body.height - around)
    if card.text and body.height:
        bottom = max(least, min(_WITH_TEXT, bottom))
    text_top = bottom + _AROUND_TEXT + traits_height
    kind_height = canvas.line_height(KIND)
    kind_top = FIELD_TOP + 2.0 if card.plot else bottom - kind_height - 1.6
    return CardLayout(
        name=canvas.fit(typographic(card.name), right - name_left, name_ink, _NAME_STEPS),
        name_box=Box(name_left, 2.4, right, FIELD_TOP - 0.8),
        chips=chips,
        field=Box(0.0, FIELD_TOP, canvas.width, bottom),
        values=Box(LEFT, bottom - values_height, right, bottom) if card.plot else None,
        kind=Box(COLUMN_RIGHT + 1, kind_top, right, kind_top + kind_height)
        if small_lines
        else None,
        traits=traits,
        traits_box=Box(LEFT, bottom + _AROUND_TEXT / 2, right, text_top - _AROUND_TEXT / 2),
        body=body,
        text=Box(LEFT, text_top, right, foot_top),
        foot=Box(LEFT, foot_top, right, canvas.height - 2.6) if small_lines else None,
    )


def _chips(canvas: CardCanvas, card: Card, right: float) -> tuple[CardBadge, ...]:
    """Return what is printed beside a card's text, at the right edge of the field."""
    words = list(bonus_texts(card))
    if card.shadow_cost is not None and not cost_text(card).startswith("s"):
        words.append(f"Shadow ({printed_value(card.shadow_cost)})")
    words.extend(f"{crest.capitalize()} crest" for crest in card.crests)
    ink, height, chips = CardInk(CHIP, canvas.colours.ink, MEDIUM), _chip_height(canvas), []
    naval = tuple(icons.of_challenge(icon) for icon in Icon if icon in card.naval)
    for number, text in enumerate([*words, "Naval"] if naval else words):
        glyphs = naval if number == len(words) else ()
        width = canvas.width_of(text, ink) + 2 * CHIP_INSET + len(glyphs) * CHIP_GLYPH
        top = FIELD_TOP + 2.4 + number * (height + _CHIP_GAP)
        chips.append(CardBadge(text, glyphs, Box(right - width, top, right, top + height)))
    return tuple(chips)


def _chip_height(canvas: CardCanvas) -> float:
    return canvas.line_height(CHIP) + 1.2


def _values_height(canvas: CardCanvas, card: Card) -> float:
    return canvas.line_height(CAPTION) + 15.0 if card.plot else 0.0


def _least_field(
    canvas: CardCanvas, card: Card, chips: int, values: float, *, small_lines: bool
) -> float:
    """Return where the field ends at least: it has room for whatever is painted into it."""
    if card.type is CardType.CHARACTER:
        return _CHARACTER
    kind = canvas.line_height(KIND) + 3.6 if small_lines else 0.0
    beside = chips * (_chip_height(canvas) + _CHIP_GAP) + 2.0 if chips else 0.0
    return FIELD_TOP + max(kind + beside + values, _GLYPH_LEAST + values, 13.0)


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
    """Paint a large glyph into its stripe of the field, without covering its other parts."""
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
