"""Cards as images, and cards over widgets of the table.

A card is drawn from its facts or shows its picture; a low one has its name and values, a strip its
name alone. The last ones that were painted are kept in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QImage,
    QPainter,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QApplication, QWidget

from carddb.card import Card
from carddb.terms import CardType
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import DARK, Colours, colours_of
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.card_numbers import chip_size, disc_side, paint_disc, paint_plot_values
from desktop.widgets.cards.card_body import BOLD
from desktop.widgets.cards.paint_card import (
    FIELD_TOP,
    TO_READ,
    CardLayout,
    FaceLook,
    aspect_of,
    card_outline,
    edge_colour,
    has_room,
    lay_out_card,
    paint_card,
)
from rulebook.card_text import cost_text, figures_of

# What painted cards may take in memory: a large deck in piles on a dense screen.
MOST_BYTES = 48 << 20
_KEEP, _ANYHOW = Qt.AspectRatioMode.KeepAspectRatio, Qt.AspectRatioMode.IgnoreAspectRatio
_SMOOTH = Qt.TransformationMode.SmoothTransformation


@dataclass(frozen=True, slots=True)
class CardImage:
    """A card as it is drawn or pictured; the layout where it is drawn."""

    image: QImage
    layout: CardLayout | None = None

    @property
    def legible(self) -> bool:
        """Whether its text can be read: it is not cut, nor in too small letters."""
        return not self.image.isNull() and (self.layout is None or self.layout.body.legible)


class CardImages:
    """Remembers the last painted cards, up to MOST_BYTES."""

    def __init__(self) -> None:
        self._images: OrderedDict[object, QImage] = OrderedDict()
        self._bytes = 0

    def get(self, key: object, make: Callable[[], QImage]) -> QImage:
        """Return the cached image, or make and cache it."""
        found = self._images.get(key)
        if found is not None:
            self._images.move_to_end(key)
            return found
        made = self._images[key] = make()
        self._bytes += made.sizeInBytes()
        while self._bytes > MOST_BYTES and len(self._images) > 1:
            self._bytes -= self._images.popitem(last=False)[1].sizeInBytes()
        return made


# Images, not pixmaps in QPixmapCache: workers draw cards too, and this outlives the application.
_painted = CardImages()


def card_image(
    card: Card,
    pack: str,
    size: QSize,
    ratio: float,
    colours: Colours,
    picture: QImage | None = None,
    *,
    look: FaceLook = TO_READ,
) -> QImage:
    """Return a card as `draw_card` makes it, from memory where it was painted a moment ago."""
    shown, font = picture.cacheKey() if picture else 0, QApplication.font().key()
    key = card, pack, size.toTuple(), ratio, colours is DARK, font, shown, look
    return _painted.get(
        key,
        lambda: draw_card(card, pack, size, ratio, colours, picture, look=look).image,
    )


def draw_card(
    card: Card,
    pack: str,
    size: QSize,
    ratio: float,
    colours: Colours,
    picture: QImage | None = None,
    *,
    look: FaceLook = TO_READ,
) -> CardImage:
    """Draw a card from its facts, or show its picture, with transparent corners.

    Where the `look` has a head, it stays above the picture, because the pictures of characters
    have their names in the middle. Where there is next to no room, the image is empty.
    """
    if not has_room(QSizeF(size)):
        return CardImage(QImage())
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter, layout = QPainter(image), None
    place = QRectF(0.5, 0.5, size.width() - 1, size.height() - 1)
    if picture is None or look.has_head:
        layout = paint_card(painter, place, card, pack, colours, look)
    if picture is not None:
        inside = place.adjusted(1, 1, -1, -1) if look.has_head else place
        if look.words and layout is not None:
            inside.setBottom(layout.text.top())
        painter.setOpacity(_FAINT if look.is_pale else 1.0)
        _paint_picture(painter, inside, picture, head=look.has_head)
    painter.end()
    return CardImage(image, layout)


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
) -> QRectF:
    """Paint a card's thumbnail in the middle of its place; until it is there, a frame and a name.

    An image that was made for another width is scaled. Return the rectangle that is painted.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if image is None:
        inset = (place.height() - round(place.width() * aspect_of(card))) // 2
        frame, gap = place.adjusted(0, inset, -1, -inset - 1), place.width() // 12
        painter.setPen(edge_colour(card, colours))
        painter.setBrush(colours.panel)
        painter.drawPath(card_outline(QRectF(frame).translated(0.5, 0.5)))
        painter.setPen(colours.faint)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(frame.adjusted(gap, gap, 1 - gap, 1 - gap), flags, name)
        return QRectF(frame)
    size = QSizeF(image.size()) / painter.device().devicePixelRatioF()
    if abs(size.width() - place.width()) > 1:
        size.scale(QSizeF(place.size()), _KEEP)
    left = place.left() + round((place.width() - size.width()) / 2)
    top = place.top() + round((place.height() - size.height()) / 2)
    target = QRectF(left, top, size.width(), size.height())
    painter.drawImage(target, image)
    return target


def paint_marked(painter: QPainter, card: QRectF, colour: QColor) -> None:
    """Paint the outline of a card that is selected or under the mouse."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(card_outline(card))


@dataclass(frozen=True, slots=True)
class CardLook:
    """How a card on the table looks; `seen` is the part at its top left that is not covered.

    `strip`: only the line is seen that shows below the card it is attached to. `below`: the number
    of copies under it. `marked`: it is selected. `lit`: what is dragged may be dropped on it.
    `hovered`: it is under the mouse.
    """

    face: FaceLook
    seen: QSize
    strip: bool = False
    below: int = 0
    marked: bool = False
    lit: bool = False
    hovered: bool = False


_END = Qt.TextElideMode.ElideRight
_MOST_BELOW = 2
_FAINT = 0.55
# How high a card is at least, as a share of what is usual; else it has its name and values alone.
_LEAST_HEIGHT = 0.72


class CardPainter:
    """Paints a card over a widget; all that is written lies in the part of it that is seen."""

    def __init__(
        self,
        painter: QPainter,
        widget: QWidget,
        card: Card,
        look: CardLook,
        picture: QImage | None,
    ) -> None:
        self._painter, self._widget, self._card, self._look = painter, widget, card, look
        self._picture = None if look.face.down else picture
        self._colours = colours_of(widget.palette())
        self._gap = max(2, space(widget, 1))
        step = max(2, self._gap // 2)
        self._below = [step * each for each in range(min(_MOST_BELOW, look.below), 0, -1)]
        self._rect = widget.rect().adjusted(0, 0, -1, -1)
        if self._below and not look.strip:
            self._rect.adjust(0, 0, -self._below[0], -self._below[0])
        self._ink = self._colours.faint if look.face.is_pale else self._colours.ink

    def paint(self) -> None:
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._look.strip or self._is_low:
            self._paint_low()
        else:
            for offset in self._below:
                self._outline(self._rect.translated(offset, offset), self._colours.panel)
            self._paint_card()
        look, colours = self._look, self._colours
        if look.marked or look.lit or look.hovered:
            colour = colours.accent if look.marked or look.lit else colours.faint
            paint_marked(self._painter, QRectF(self._rect).adjusted(1, 1, 0, 0), colour)

    def _paint_card(self) -> None:
        size, ratio = self._rect.size() + QSize(1, 1), self._widget.devicePixelRatioF()
        picture = self._picture if self._in_proportion else None
        turned = (
            self._look.face.knelt and size.width() > size.height() and aspect_of(self._card) > 1
        )
        if turned:
            size.transpose()
        image = card_image(
            *(self._card, "", size, ratio, self._colours, picture),
            look=self._look.face,
        )
        self._painter.save()
        if turned:
            self._painter.translate(self._rect.right() + 1, 0)
            self._painter.rotate(90)
        self._painter.drawImage(0, 0, image)
        self._painter.restore()

    @property
    def _in_proportion(self) -> bool:
        size = self._rect.size()
        return size.height() >= size.width() * aspect_of(self._card) * _LEAST_HEIGHT

    @property
    def _is_low(self) -> bool:
        """Whether there is room for the name and the values alone."""
        line = QFontMetrics(sized(self._widget.font(), Size.SMALL)).height()
        lies = aspect_of(self._card) < 1 or not self._card.in_draw_deck
        return self._rect.height() < 4 * line or (lies and not self._in_proportion)

    def free(self) -> QRect:
        """Return where buttons may lie: not over the name, nor over any of the figures."""
        if self._look.strip or self._is_low:
            return QRect()
        field = lay_out_card(self._card, QRectF(self._rect), self._look.face).field.toRect()
        field.setRight(min(field.right(), self._rect.left() + self._look.seen.width()) - self._gap)
        field.setBottom(min(field.bottom(), self._look.seen.height()))
        if self._card.type is CardType.CHARACTER:
            field.setLeft(field.left() + field.width() // 4)
        return field

    def _paint_low(self) -> None:
        """Paint cost and name in a line; then marks, or a plot's values there or below it."""
        rect, look, colours, card = self._rect, self._look, self._colours, self._card
        ground = colours.selection if look.lit else colours.panel
        self._outline(rect, colours.hover if look.hovered else ground)
        body = QRect(rect.topLeft(), look.seen.boundedTo(rect.size()))
        body.adjust(self._gap, 0, -self._gap, 0)
        font = sized(self._widget.font(), Size.SMALL, BOLD)
        metrics, values = QFontMetrics(font), tuple(figures_of(card).values())
        self._painter.setFont(font)
        line, wide = metrics.height(), (chip_size(metrics.height())[0] + metrics.height() // 4) * 4
        if card.plot is not None and body.width() - wide > 6 * line:
            left = body.right() - wide + 1
            middle = body.center().y() + 1
            paint_plot_values(self._painter, left, middle, values, line, colours)
            body.setWidth(body.width() - wide - self._gap)
        elif card.plot is not None and body.height() >= 5 * line // 2:
            middle = body.top() + body.height() * 3 // 4
            paint_plot_values(self._painter, body.left(), middle, values, line, colours)
            body.setHeight(body.height() // 2)
        words = look.face.words if look.strip else ""
        words = metrics.elidedText(words, _END, body.width() // 2)
        self._write(body, words, colours.faint, RIGHT)
        body.setWidth(body.width() - metrics.horizontalAdvance(words))
        side = disc_side(line)
        fits = metrics.horizontalAdvance(card.name) + side + self._gap <= body.width()
        if card.plot is None and side <= rect.height() and (fits or card.in_draw_deck):
            place = QRect(body.left(), body.center().y() - side // 2 + 1, side, side)
            paint_disc(self._painter, place, cost_text(card), colours, colours.of_card(card))
            body.setLeft(place.right() + self._gap)
        self._write(body, metrics.elidedText(card.name, _END, body.width()), self._ink)

    def _write(self, place: QRect, text: str, ink: QColor, flags: Qt.AlignmentFlag = LEFT) -> None:
        self._painter.setPen(ink)
        self._painter.drawText(place, int(flags), text)

    def _outline(self, rect: QRect, ground: QColor) -> None:
        self._painter.setPen(edge_colour(self._card, self._colours))
        self._painter.setBrush(ground)
        self._painter.drawPath(card_outline(QRectF(rect).translated(0.5, 0.5)))
