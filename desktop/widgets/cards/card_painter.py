"""Paints a card into a rectangle, in as much detail as there is room for.

A large card is drawn from its facts or shows its picture; a smaller one has its cost, name and
text in letters that can be read, a low one its name and values, a strip its name alone. Cards that
are drawn or show their pictures are kept in memory, the last ones that were painted.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QApplication, QWidget

from carddb.card import Card
from carddb.terms import CardType
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import DARK, Colours, blend, colours_of
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.card_numbers import paint_disc
from desktop.widgets.cards.card_canvas import FIELD_TINT
from desktop.widgets.cards.paint_card import FIELD_TOP, aspect_of, card_corner, has_room, paint_card
from desktop.widgets.glyphs import of_icons, paint_row
from desktop.widgets.layouts import wrapped
from rulebook.card_text import fact_lines, figures_of, plain_text, printed_value

# What painted cards may take in memory: a large deck in piles on a dense screen.
MOST_BYTES = 48 << 20
_CLEAR = QColor(0, 0, 0, 0)
_KEEP, _ANYHOW = Qt.AspectRatioMode.KeepAspectRatio, Qt.AspectRatioMode.IgnoreAspectRatio
_SMOOTH = Qt.TransformationMode.SmoothTransformation


@dataclass(frozen=True, slots=True)
class CardImage:
    """A card as it is drawn or pictured, and whether its text can be read."""

    image: QImage
    legible: bool = True


class CardImages:
    """Remembers the last painted cards, up to MOST_BYTES."""

    def __init__(self) -> None:
        self._images: OrderedDict[object, CardImage] = OrderedDict()
        self._bytes = 0

    def get(self, key: object, make: Callable[[], CardImage]) -> CardImage:
        """Return the cached image, or make and cache it."""
        found = self._images.get(key)
        if found is not None:
            self._images.move_to_end(key)
            return found
        made = self._images[key] = make()
        self._bytes += made.image.sizeInBytes()
        while self._bytes > MOST_BYTES and len(self._images) > 1:
            self._bytes -= self._images.popitem(last=False)[1].image.sizeInBytes()
        return made


# Images, not pixmaps: they outlive the application, and a pixmap must not.
_painted = CardImages()


def card_image(
    card: Card,
    pack: str,
    size: QSize,
    ratio: float,
    colours: Colours,
    picture: QImage | None = None,
    *,
    head: bool = False,
) -> CardImage:
    """Return a card as `draw_card` makes it, from memory where it was painted a moment ago."""
    shown, font = picture.cacheKey() if picture else 0, QApplication.font().key()
    key = card, pack, size.toTuple(), ratio, colours is DARK, font, shown, head
    return _painted.get(
        key, lambda: draw_card(card, pack, size, ratio, colours, picture, head=head)
    )


def draw_card(
    card: Card,
    pack: str,
    size: QSize,
    ratio: float,
    colours: Colours,
    picture: QImage | None = None,
    *,
    head: bool = False,
    ground: QColor = _CLEAR,
) -> CardImage:
    """Draw a card from its facts, or show its picture, on a ground that is seen at its corners.

    With `head` the drawn head stays above the picture, because the pictures of characters have
    their names in the middle. Where there is next to no room, the image is empty.
    """
    if not has_room(QSizeF(size)):
        return CardImage(QImage(), legible=False)
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(ground)
    painter, legible = QPainter(image), True
    place = QRectF(0.5, 0.5, size.width() - 1, size.height() - 1)
    if picture is None or head:
        legible = paint_card(painter, place, card, pack, colours)
    if picture is not None:
        inside = place.adjusted(1, 1, -1, -1) if head else place
        _paint_picture(painter, inside, picture, head=head)
    painter.end()
    return CardImage(image, legible)


def card_outline(place: QRectF) -> QPainterPath:
    path, corner = QPainterPath(), card_corner(place.size())
    path.addRoundedRect(place, corner, corner)
    return path


def _paint_picture(painter: QPainter, place: QRectF, picture: QImage, *, head: bool) -> None:
    """Paint the largest middle part of a picture that has the proportions of its place."""
    ratio, pixels = painter.device().devicePixelRatioF(), place.toAlignedRect()
    part = QRectF(QPointF(), place.size().scaled(QSizeF(picture.size()), _KEEP))
    part.moveCenter(QRectF(picture.rect()).center())
    # A brush has smooth edges, where a clip has steps; scaled before, the picture is smooth, too.
    brush = QBrush(picture.copy(part.toRect()).scaled(pixels.size() * ratio, _ANYHOW, _SMOOTH))
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrushOrigin(pixels.topLeft())
    if head:
        top = min(place.width(), place.height()) * FIELD_TOP / 100
        painter.setClipRect(place.adjusted(0, top, 0, 1))
    painter.fillPath(card_outline(place), brush)


def paint_thumbnail(
    painter: QPainter, place: QRect, image: QImage | None, card: Card, name: str, colours: Colours
) -> None:
    """Paint a card's thumbnail in the middle of its place; until it is there, a frame and a name.

    It is scaled as long as it has another width.
    """
    if image is None:
        inset = (place.height() - round(place.width() * aspect_of(card))) // 2
        frame, gap = place.adjusted(0, inset, -1, -inset - 1), place.width() // 12
        painter.setPen(colours.line)
        painter.setBrush(colours.paper)
        painter.drawRect(frame)
        painter.setPen(colours.faint)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(frame.adjusted(gap, gap, 1 - gap, 1 - gap), flags, name)
        return
    ratio = painter.device().devicePixelRatioF()
    size = QSizeF(image.size()) / ratio
    if abs(size.width() - place.width()) > 1:
        target = QRectF(QPointF(), size.scaled(QSizeF(place.size()), _KEEP))
        target.moveCenter(QRectF(place).center())
        painter.drawImage(target, image)
        return
    image.setDevicePixelRatio(ratio)
    left = place.left() + round((place.width() - size.width()) / 2)
    top = place.top() + round((place.height() - size.height()) / 2)
    painter.drawImage(left, top, image)


@dataclass(frozen=True, slots=True)
class CardLook:
    """How a card lies, and how much of it is seen, from its left upper corner.

    `strip`: the one line that shows below the card it is attached to. `faint`: nothing can be done
    with the card now. `knelt` and `down` (face down) cards are faint, too. `below`: the number of
    copies under it. `marks` are written above its lowest line, `plan` in a band. `marked`: the card
    is selected. `lit`: it is a target of what is dragged. `hovered`: it is under the mouse.
    """

    seen: QSize
    strip: bool = False
    faint: bool = False
    knelt: bool = False
    down: bool = False
    below: int = 0
    marks: tuple[str, ...] = ()
    plan: str = ""
    marked: bool = False
    lit: bool = False
    hovered: bool = False


# The keywords that marks show.
_MARKED = frozenset({"limited", "shadow"})


def printed_words(card: Card) -> tuple[str, str]:
    """Return a card's traits, and its text; without one, what is known but by a mark.

    The keywords that a mark shows are not said twice.
    """
    traits = " ".join(f"{trait}." for trait in card.traits)
    if card.text:
        return traits, plain_text(card.text)
    keywords = [each.words for each in card.keywords if each.name not in _MARKED]
    named = " ".join(f"{words[:1].upper()}{words[1:]}." for words in keywords)
    facts = fact_lines(card)[bool(card.keywords) :]
    return traits, "\n".join(filter(None, (named, *facts)))


_END = Qt.TextElideMode.ElideRight
_LEFT, _RIGHT = int(LEFT), int(RIGHT)
_CENTRE = int(Qt.AlignmentFlag.AlignCenter)
_MOST_BELOW = 2
# In quarters of the body font's height: from this width on cards are drawn as elsewhere.
WIDE = 43
_FAINT = 0.55
# How much must be seen of the width of a card that is drawn so.
_WHOLE = 0.85
# How high a card with its picture or its text is at least, as a share of what is usual.
_LEAST_HEIGHT = 0.72


class CardPainter:
    """Paints a card over a widget; all that is written lies in the part of it that is seen."""

    def __init__(
        self,
        painter: QPainter,
        widget: QWidget,
        card: Card,
        look: CardLook,
        picture: QImage | None = None,
    ) -> None:
        self._painter, self._widget, self._card, self._look = painter, widget, card, look
        self._picture = None if look.down else picture
        self._colours = colours_of(widget.palette())
        self._tint = self._colours.of_card(card)
        self._gap = max(2, space(widget, 1))
        self._small = sized(widget.font(), Size.SMALL)
        self._bold = sized(widget.font(), Size.SMALL, QFont.Weight.DemiBold)
        step = max(2, self._gap // 2)
        self._below = [step * each for each in range(min(_MOST_BELOW, look.below), 0, -1)]
        self._rect = widget.rect().adjusted(0, 0, -1, -1)
        if self._below and not look.strip:
            self._rect.adjust(0, 0, -self._below[0], -self._below[0])
        self._is_faint = look.faint or look.knelt or look.down
        self._ink = self._colours.faint if self._is_faint else self._colours.ink

    def paint(self) -> None:
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._look.strip:
            self._paint_ground()
            self._paint_strip()
            return
        for offset in self._below:
            self._outline(self._rect.translated(offset, offset), self._colours.paper)
        if (image := self._image()) is not None:
            self._paint_image(image)
        elif self._is_low:
            self._paint_low()
        else:
            self._paint_small()
        self._paint_plan()
        self._paint_frame()

    def _image(self) -> QImage | None:
        """Return the card's picture, or the card as it is drawn where its text can be read."""
        if not self._in_proportion or (self._picture is None and not self._is_large):
            return None
        size, ratio = self._rect.size() + QSize(1, 1), self._widget.devicePixelRatioF()
        made = card_image(self._card, "", size, ratio, self._colours, self._picture)
        return made.image if made.legible else None

    @property
    def _is_large(self) -> bool:
        """Whether the card is drawn as it is elsewhere, with its text."""
        size, seen = self._widget.size(), self._look.seen
        wide = size.width() >= space(self._widget, WIDE) and self._in_proportion
        return wide and seen.height() == size.height() and seen.width() >= _WHOLE * size.width()

    @property
    def _in_proportion(self) -> bool:
        size = self._widget.size()
        return size.height() >= size.width() * aspect_of(self._card) * _LEAST_HEIGHT

    @property
    def _is_low(self) -> bool:
        """Whether there is room for the name and the values alone, in small type."""
        lines = 3 if self._card.type in {CardType.PLOT, CardType.AGENDA} else 2
        return self._widget.height() < lines * QFontMetrics(self._bold).height()

    def free(self) -> QRect:
        """Return where buttons may lie: not over the name, nor over any of the figures."""
        if self._is_large:
            width, height = self._rect.width(), self._rect.height()
            return QRect(width // 4, height // 6, width * 3 // 4 - self._gap, height * 2 // 5)
        if self._is_low:
            return QRect()
        body, top = self._body(), self._paint_head(draw=False).bottom() + 1
        foot = self._foot().top() - QFontMetrics(self._small).height() * bool(self._look.marks)
        width = self._look.seen.width() - self._gap
        return QRect(body.left() - self._gap // 2, top, width, max(0, foot - top))

    def _paint_low(self) -> None:
        """Paint the name and a plot's values, on two lines or on one."""
        self._paint_ground()
        body, card = self._body(), self._card
        numbers = card.type.value.capitalize()
        if card.plot is not None:
            numbers = "\N{MIDDLE DOT}".join(figures_of(card).values())
        metrics, line = QFontMetrics(self._bold), QFontMetrics(self._bold).height()
        ink = self._ink if card.type is CardType.PLOT else None
        if self._rect.height() < line * 7 // 4:
            width = body.width() - QFontMetrics(self._small).horizontalAdvance(numbers) - self._gap
            if width < 4 * line:  # a name must be told from others: then the values are beside
                width, numbers = body.width(), ""
            self._write(body, metrics.elidedText(card.name, _END, width), self._ink, self._bold)
            self._write(body, numbers, ink, self._small, _RIGHT)
            return
        half = (self._rect.height() - 2) // 2
        first = QRect(body.left(), self._rect.top() + 1, body.width(), half)
        name = metrics.elidedText(card.name, _END, body.width())
        self._write(first, name, self._ink, self._bold)
        self._write(first.translated(0, half), numbers, ink, self._small)

    def _paint_plan(self) -> None:
        words = self._look.plan
        if not words:
            return
        metrics, foot = QFontMetrics(self._bold), self._foot()
        height = metrics.height() + self._gap // 2
        seen = min(self._rect.width(), self._look.seen.width())
        place = QRect(0, foot.top() - height - self._gap // 2, seen, height)
        self._painter.fillRect(place, self._colours.accent)
        words = metrics.elidedText(words, _END, place.width() - self._gap)
        self._write(place, words, self._colours.panel, self._bold, _CENTRE)

    def _body(self) -> QRect:
        inset = max(2, self._gap * 3 // 4)
        width = min(self._rect.width(), self._look.seen.width())
        height = min(self._rect.height(), self._look.seen.height())
        rect = QRect(self._rect.topLeft(), QSize(width, height))
        return rect.adjusted(inset + self._gap // 2, inset // 2, -inset, -inset // 2)

    def _paint_image(self, image: QImage) -> None:
        """Paint the card as it is elsewhere; a small picture lies between the name and the foot."""
        self._outline(self._rect, self._colours.panel)  # nothing below shows through a faint card
        self._painter.setOpacity(_FAINT if self._is_faint else 1)
        self._painter.drawImage(self._rect.topLeft(), image)
        self._painter.setOpacity(1)
        if self._is_large:
            self._paint_marks_band()
            return
        width, head = self._rect.width(), self._paint_head(draw=False)
        self._band(QRect(0, 0, width, head.bottom() + self._gap // 2))
        self._paint_head()
        top = self._foot().top() - QFontMetrics(self._small).height() * bool(self._look.marks)
        self._band(QRect(0, top, width, self._rect.height() - top))
        self._paint_marks()
        self._paint_foot()

    def _paint_marks_band(self) -> None:
        """Paint the marks over a card that is large, at its foot."""
        if self._look.marks:
            height = QFontMetrics(self._small).height() + self._gap
            top = self._rect.bottom() - height
            self._band(QRect(0, top, self._rect.width(), height))
            place = self._body()
            self._write(QRect(place.left(), top, place.width(), height), self._marks(place.width()))

    def _paint_small(self) -> None:
        self._paint_ground()
        self._paint_watermark()
        head = self._paint_head()
        top = self._paint_marks().top()
        body = self._body()
        self._paint_words(QRect(body.left(), head.bottom() + 1, body.width(), top - head.bottom()))
        self._paint_foot()

    def _paint_ground(self) -> None:
        """Paint the ground: that of the name plain, and below it the faction's."""
        colours, look = self._colours, self._look
        ground = blend(colours.panel, self._tint, FIELD_TINT / 2)
        if look.knelt or look.down:
            ground = colours.paper
        if look.lit or look.hovered:
            ground = colours.selection if look.lit else colours.hover
        self._outline(self._rect, ground)
        self._painter.save()
        self._painter.setClipPath(self._path(self._rect))
        if look.down:
            hatch = blend(colours.panel, colours.faint, 0.22)
            self._painter.fillRect(self._rect, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        edge = QRect(self._rect)
        edge.setWidth(max(2, self._gap * 3 // 4))
        tint = blend(colours.panel, self._tint, 0.4) if look.down else self._tint
        self._painter.fillRect(edge, tint)
        self._painter.restore()

    def _paint_watermark(self) -> None:
        """Paint the glyph of the faction, pale, behind the text."""
        foot, side = self._foot(), self._rect.width() * 2 // 5
        place = QRect(foot.right() - side, foot.top() - side - self._gap, side, side)
        name, _ = icons.glyphs_of_card(self._card)[0]
        if self._look.seen == self._widget.size() and place.top() > self._rect.height() // 3:
            icons.paint(self._painter, place, name, blend(self._colours.panel, self._tint, 0.16))

    def _paint_frame(self) -> None:
        """Paint the outline once more, above the picture; what is marked has a thick one."""
        colours, painter = self._colours, self._painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._look.marked:
            painter.setPen(QPen(colours.accent, 2))
            painter.drawPath(card_outline(QRectF(self._rect).adjusted(1, 1, 0, 0)))
        else:
            painter.setPen(blend(colours.panel, colours.faint, 0.45))
            painter.drawPath(self._path(self._rect))

    def _paint_head(self, *, draw: bool = True) -> QRect:
        """Paint cost and name, the name over some lines; return the place that they take."""
        body, card = self._body(), self._card
        metrics = QFontMetrics(self._bold)
        cost = printed_value(card.cost) if card.in_draw_deck else ""
        line, indent = metrics.height(), 0
        if cost:
            side = line + self._gap // 2
            indent = side + self._gap // 2
            if draw:
                self._paint_cost(QRect(body.left(), body.top(), side, side), cost)
        below = self._foot().height() + QFontMetrics(self._small).height() * bool(self._look.marks)
        most = max(1, min(3, (body.height() - below) // line))
        # Where little is seen of the card, only the first line is beside the cost.
        further = indent if body.width() - indent > 4 * line else 0
        lines = wrapped(card.name, metrics, body.width() - further, most, further - indent)
        if draw:
            self._painter.setFont(self._bold)
            self._painter.setPen(self._ink)
            for number, words in enumerate(lines):
                left = body.left() + (further if number else indent)
                place = QRect(left, body.top() + line * number, body.right() - left + 3, line)
                self._painter.drawText(place, _LEFT, words)
        height = max(line * len(lines), side if cost else 0)
        return QRect(body.left(), body.top(), body.width(), height)

    def _paint_cost(self, place: QRect, cost: str) -> None:
        painter, down = self._painter, self._ink == self._colours.faint
        ground = blend(self._colours.panel, self._tint, 0.55) if down else self._tint
        painter.setFont(self._bold)
        paint_disc(painter, place, cost, self._colours, ground)

    def _paint_words(self, place: QRect) -> None:
        """Paint traits and text, as far as they fit between the name and the marks."""
        metrics = QFontMetrics(self._small)
        line = metrics.height()
        top = place.top() + self._gap // 2
        fit = (place.bottom() - top) // line
        if place.width() < line * 2:
            return
        italic = QFont(self._small)
        italic.setItalic(True)
        traits, text = printed_words(self._card)
        for words, font in ((traits, italic), *((each, self._small) for each in text.split("\n"))):
            if fit < 1 or not words:
                continue
            self._painter.setFont(font)
            self._painter.setPen(self._colours.faint if font is italic else self._ink)
            for each in wrapped(words, metrics, place.width(), fit):
                self._painter.drawText(
                    QRect(place.left(), top, place.width() + 2, line), _LEFT, each
                )
                fit -= 1
                top += line

    def _paint_marks(self) -> QRect:
        foot = self._foot()
        if not self._look.marks:
            return foot
        height = QFontMetrics(self._small).height()
        place = QRect(foot.left(), foot.top() - height, foot.width(), height)
        self._write(place, self._marks(place.width()))
        return place

    def _marks(self, width: int) -> str:
        metrics = QFontMetrics(self._small)
        return metrics.elidedText(" · ".join(self._look.marks), _END, width)

    def _paint_foot(self) -> None:
        """Paint a plot's values; else icons or the type, STR, and the mark of a unique card."""
        painter, colours, card, foot = self._painter, self._colours, self._card, self._foot()
        if card.type is CardType.PLOT:
            metrics, numbers = QFontMetrics(self._bold), figures_of(card).values()
            wide = metrics.horizontalAdvance(values := " · ".join(numbers)) <= foot.width()
            self._write(foot, values if wide else "·".join(numbers), self._ink, self._bold)
            return
        height = foot.height()
        faint = self._ink == colours.faint
        painter.setOpacity(0.5 if faint else 1)
        bold = sized(self._widget.font(), Size.BODY, QFont.Weight.DemiBold)
        strength = printed_value(card.strength) if card.type is CardType.CHARACTER else ""
        taken = QFontMetrics(bold).horizontalAdvance(strength) + self._gap if strength else 0
        if strength:
            side, glyphs = height * 3 // 4, of_icons(card)
            if len(glyphs) * side * 6 // 5 > foot.width() - taken:
                glyphs = tuple(each for each in glyphs if each.name)
                side = min(side, (foot.width() - taken) * 5 // 6 // max(1, len(glyphs)))
            paint_row(painter, foot, glyphs, side, colours)
        else:
            place = QRect(foot.left(), foot.top(), height * 4 // 5, height)
            icons.paint(painter, place, icons.type_glyph(card.type), colours.faint)
        painter.setOpacity(1)
        self._write(foot, strength, self._ink, bold, _RIGHT)
        side = height // 2
        if card.unique and foot.width() - taken - side > 3 * height:
            place = QRect(foot.right() - taken - side, foot.top(), side, height)
            icons.paint(painter, place, icons.UNIQUE, colours.faint)

    def _paint_strip(self) -> None:
        place = self._body()
        marks = self._marks(place.width() // 2)
        metrics = QFontMetrics(self._small)
        width = place.width() - metrics.horizontalAdvance(marks)
        self._write(place, metrics.elidedText(self._card.name, _END, width), self._ink)
        self._write(place, marks, flags=_RIGHT)
        if self._look.marked:
            self._paint_frame()

    def _write(
        self,
        place: QRect,
        text: str,
        ink: QColor | None = None,
        font: QFont | None = None,
        flags: int = _LEFT,
    ) -> None:
        self._painter.setFont(font or self._small)
        self._painter.setPen(ink or self._colours.faint)
        self._painter.drawText(place, flags, text)

    def _foot(self) -> QRect:
        body, height = self._body(), QFontMetrics(self._widget.font()).height()
        return QRect(body.left(), body.bottom() - height + 1, body.width(), height)

    def _band(self, rect: QRect) -> None:
        """Paint a ground for words over a picture."""
        self._painter.save()
        self._painter.setClipPath(self._path(self._rect))
        ground = QColor(self._colours.panel)
        ground.setAlphaF(0.9)
        self._painter.fillRect(rect, ground)
        self._painter.restore()

    def _outline(self, rect: QRect, ground: QColor) -> None:
        self._painter.setPen(blend(self._colours.panel, self._colours.faint, 0.45))
        self._painter.setBrush(ground)
        self._painter.drawPath(self._path(rect))

    def _path(self, rect: QRect) -> QPainterPath:
        return card_outline(QRectF(rect).translated(0.5, 0.5))
