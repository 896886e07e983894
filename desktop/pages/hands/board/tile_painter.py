"""How a tile is painted: a card with its picture, drawn large or drawn small; strips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from carddb.card import Card
from carddb.terms import CardType
from desktop.pages.hands.board.tile_face import TileFace, marks_of, plot_numbers, printed_words
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import DARK, LIGHT, blend, colours_of
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.cards.card_canvas import FIELD_TINT
from desktop.widgets.cards.paint_card import aspect_of, card_corner, covering, has_room, paint_card
from desktop.widgets.glyphs import of_icons, paint_row
from rulebook.card_text import printed_value


@lru_cache(maxsize=64)
def drawn_tile(
    card: Card, size: tuple[int, int], ratio: float, *, dark: bool
) -> tuple[QPixmap, bool]:
    """Return a card drawn as elsewhere, and whether its text can be read."""
    if not has_room(QSizeF(*size)):
        return QPixmap(), False
    pixmap = QPixmap(QSize(*size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    rect = QRectF(0.5, 0.5, size[0] - 1, size[1] - 1)
    legible = paint_card(painter, rect, card, "", DARK if dark else LIGHT)
    painter.end()
    return pixmap, legible


@dataclass(frozen=True, slots=True)
class TileLook:
    """How much of a tile is seen, and whether it is marked, a target or under the mouse."""

    seen: QSize
    marked: bool = False
    lit: bool = False
    hovered: bool = False


_END = Qt.TextElideMode.ElideRight


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int, first: int = 0) -> list[str]:
    """Return a text in at most so many lines, broken between words, the last one cut short.

    The first line is by `first` wider. It is empty where its word would fit on the next one only.
    """
    lines: list[str] = []
    rest = text.split(" ")
    while rest and len(lines) < most:
        wide = width + (0 if lines else first)
        if metrics.horizontalAdvance(rest[0]) > wide < width and most > 1:
            lines.append("")
            continue
        line = rest.pop(0)
        while rest and metrics.horizontalAdvance(f"{line} {rest[0]}") < wide - 1:
            line = f"{line} {rest.pop(0)}"
        if rest and len(lines) == most - 1:
            line, rest = " ".join([line, *rest]), []
        lines.append(metrics.elidedText(line, _END, wide))
    return lines


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


class TilePainter:
    """Paints a copy on its tile; all that is written lies in the part of it that is seen."""

    def __init__(
        self,
        painter: QPainter,
        tile: QWidget,
        face: TileFace,
        look: TileLook,
        picture: QImage | None = None,
    ) -> None:
        self._painter, self._tile, self._face, self._look = painter, tile, face, look
        self._picture = picture
        self._colours = colours_of(tile.palette())
        self._tint = self._colours.of_card(face.card)
        self._gap = max(2, space(tile, 1))
        self._small = sized(tile.font(), Size.SMALL)
        self._bold = sized(tile.font(), Size.SMALL, QFont.Weight.DemiBold)
        step = max(2, self._gap // 2)
        self._below = [step * each for each in range(min(_MOST_BELOW, face.duplicates), 0, -1)]
        self._card = tile.rect().adjusted(0, 0, -1, -1)
        if self._below and not face.strip:
            self._card.adjust(0, 0, -self._below[0], -self._below[0])
        self._corner = card_corner(QSizeF(self._card.size()))
        faint = face.faint or face.knelt or face.down
        self._ink = self._colours.faint if faint else self._colours.ink
        self._face_marks = marks_of(face)

    def paint(self) -> None:
        """Paint all."""
        painter = self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._face.strip:
            self._paint_ground()
            self._paint_strip()
            return
        large = self._is_large
        for offset in self._below:
            self._outline(self._card.translated(offset, offset), self._colours.paper)
        if self._picture is not None and self._in_proportion and not self._face.down:
            self._paint_picture(self._picture, large=large)
        elif self._is_low:
            self._paint_low()
        elif not (large and self._paint_large()):
            self._paint_small()
        self._paint_plan()
        self._paint_frame()

    @property
    def _is_large(self) -> bool:
        """Whether the card is drawn as it is elsewhere, with its text."""
        size, seen = self._tile.size(), self._look.seen
        wide = size.width() >= space(self._tile, WIDE) and self._in_proportion
        return wide and seen.height() == size.height() and seen.width() >= _WHOLE * size.width()

    @property
    def _in_proportion(self) -> bool:
        """Whether the tile is about as high as the card is for its width."""
        size = self._tile.size()
        return size.height() >= size.width() * aspect_of(self._face.card) * _LEAST_HEIGHT

    @property
    def _is_low(self) -> bool:
        """Whether there is room for the name and the values alone, in small type."""
        lines = 3 if self._face.card.type in {CardType.PLOT, CardType.AGENDA} else 2
        return self._tile.height() < lines * QFontMetrics(self._bold).height()

    def free(self) -> QRect:
        """Return where buttons may lie: not over the name, nor over any of the figures."""
        if self._is_large:
            width, height = self._card.width(), self._card.height()
            return QRect(width // 4, height // 6, width * 3 // 4 - self._gap, height * 2 // 5)
        if self._is_low:
            return QRect()
        body, top = self._body(), self._paint_head(draw=False).bottom() + 1
        foot = self._foot().top() - QFontMetrics(self._small).height() * bool(self._face_marks)
        width = self._look.seen.width() - self._gap
        return QRect(body.left() - self._gap // 2, top, width, max(0, foot - top))

    def _paint_low(self) -> None:
        """Paint the name and a plot's values, on two lines or on one."""
        self._paint_ground()
        body, card = self._body(), self._face.card
        numbers = "\N{MIDDLE DOT}".join(plot_numbers(card)) or card.type.value.capitalize()
        metrics, line = QFontMetrics(self._bold), QFontMetrics(self._bold).height()
        ink = self._ink if card.type is CardType.PLOT else None
        if self._card.height() < line * 7 // 4:
            width = body.width() - QFontMetrics(self._small).horizontalAdvance(numbers) - self._gap
            if width < 4 * line:  # a name must be told from others: then the values are beside
                width, numbers = body.width(), ""
            self._write(body, metrics.elidedText(card.name, _END, width), self._ink, self._bold)
            self._write(body, numbers, ink, self._small, _RIGHT)
            return
        half = (self._card.height() - 2) // 2
        first = QRect(body.left(), self._card.top() + 1, body.width(), half)
        name = metrics.elidedText(card.name, _END, body.width())
        self._write(first, name, self._ink, self._bold)
        self._write(first.translated(0, half), numbers, ink, self._small)

    def _paint_plan(self) -> None:
        """Paint what the proposed setup does with the card, above its lowest line."""
        words = self._face.plan
        if not words:
            return
        metrics, foot = QFontMetrics(self._bold), self._foot()
        height = metrics.height() + self._gap // 2
        seen = min(self._card.width(), self._look.seen.width())
        place = QRect(0, foot.top() - height - self._gap // 2, seen, height)
        self._painter.fillRect(place, self._colours.accent)
        words = metrics.elidedText(words, _END, place.width() - self._gap)
        self._write(place, words, self._colours.panel, self._bold, _CENTRE)

    def _body(self) -> QRect:
        """Return where may be written: inside of the frame, and seen."""
        inset = max(2, self._gap * 3 // 4)
        width = min(self._card.width(), self._look.seen.width())
        height = min(self._card.height(), self._look.seen.height())
        rect = QRect(self._card.topLeft(), QSize(width, height))
        return rect.adjusted(inset + self._gap // 2, inset // 2, -inset, -inset // 2)

    def _paint_picture(self, picture: QImage, *, large: bool) -> None:
        self._outline(self._card, self._colours.panel)  # nothing below shows through a faint card
        self._painter.setOpacity(_FAINT if self._face.faint or self._face.knelt else 1)
        mode = QPainter.RenderHint.SmoothPixmapTransform
        self._painter.setRenderHint(mode)
        self._painter.save()
        self._painter.setClipPath(self._path(self._card))
        place = QRectF(self._card)
        self._painter.drawImage(place, picture, covering(picture.size(), place.size()))
        self._painter.restore()
        self._painter.setOpacity(1)
        if large:
            self._paint_marks_band()
            return
        head = self._paint_head(draw=False)
        self._band(QRect(0, 0, self._card.width(), head.bottom() + self._gap // 2))
        self._paint_head()
        foot = self._foot()
        marks = QFontMetrics(self._small).height() if self._face_marks else 0
        top = foot.top() - marks
        self._band(QRect(0, top, self._card.width(), self._card.height() - top))
        self._paint_marks()
        self._paint_foot()

    def _paint_large(self) -> bool:
        """Paint the card as it is drawn elsewhere; return whether its text can be read there."""
        ratio, dark = self._tile.devicePixelRatioF(), self._colours is DARK
        size = self._card.width() + 1, self._card.height() + 1
        drawn, legible = drawn_tile(self._face.card, size, ratio, dark=dark)
        if legible:
            self._outline(self._card, self._colours.panel)
            self._painter.setOpacity(_FAINT if self._ink == self._colours.faint else 1)
            self._painter.drawPixmap(self._card.topLeft(), drawn)
            self._painter.setOpacity(1)
            self._paint_marks_band()
        return legible

    def _paint_marks_band(self) -> None:
        """Paint the marks over a card that is large, at its foot."""
        if self._face_marks:
            height = QFontMetrics(self._small).height() + self._gap
            top = self._card.bottom() - height
            self._band(QRect(0, top, self._card.width(), height))
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
        colours, face = self._colours, self._face
        ground = blend(colours.panel, self._tint, FIELD_TINT / 2)
        if face.knelt or face.down:
            ground = colours.paper
        if self._look.lit or self._look.hovered:
            ground = colours.selection if self._look.lit else colours.hover
        self._outline(self._card, ground)
        path = self._path(self._card)
        self._painter.save()
        self._painter.setClipPath(path)
        if face.down:
            hatch = blend(colours.panel, colours.faint, 0.22)
            self._painter.fillRect(self._card, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        edge = QRect(self._card)
        edge.setWidth(max(2, self._gap * 3 // 4))
        tint = blend(colours.panel, self._tint, 0.4) if face.down else self._tint
        self._painter.fillRect(edge, tint)
        self._painter.restore()

    def _paint_watermark(self) -> None:
        """Paint the glyph of the faction, pale, behind the text."""
        foot, side = self._foot(), self._card.width() * 2 // 5
        place = QRect(foot.right() - side, foot.top() - side - self._gap, side, side)
        name, _ = icons.glyphs_of_card(self._face.card)[0]
        if self._look.seen == self._tile.size() and place.top() > self._card.height() // 3:
            icons.paint(self._painter, place, name, blend(self._colours.panel, self._tint, 0.16))

    def _paint_frame(self) -> None:
        """Paint the outline once more, above the picture; what is marked has a thick one."""
        colours, painter = self._colours, self._painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._look.marked:
            painter.setPen(QPen(colours.accent, 2))
            inside = QRectF(self._card).adjusted(1, 1, 0, 0)
            painter.drawRoundedRect(inside, self._corner, self._corner)
        else:
            painter.setPen(blend(colours.panel, colours.faint, 0.45))
            painter.drawPath(self._path(self._card))

    def _paint_head(self, *, draw: bool = True) -> QRect:
        """Paint cost and name, the name over some lines; return the place that they take."""
        body, card = self._body(), self._face.card
        metrics = QFontMetrics(self._bold)
        cost = printed_value(card.cost) if card.in_draw_deck else ""
        line, indent = metrics.height(), 0
        if cost:
            side = line + self._gap // 2
            indent = side + self._gap // 2
            if draw:
                self._paint_cost(QRect(body.left(), body.top(), side, side), cost)
        below = self._foot().height() + QFontMetrics(self._small).height() * bool(self._face_marks)
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
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(self._colours.panel, self._tint, 0.55) if down else self._tint)
        painter.drawEllipse(place)
        painter.setPen(self._colours.panel)
        painter.setFont(self._bold)
        painter.drawText(place, _CENTRE, cost)

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
        traits, text = printed_words(self._face.card)
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
        """Paint the marks on their own line, above the foot; return its place."""
        foot = self._foot()
        if not self._face_marks:
            return foot
        height = QFontMetrics(self._small).height()
        place = QRect(foot.left(), foot.top() - height, foot.width(), height)
        self._write(place, self._marks(place.width()))
        return place

    def _marks(self, width: int) -> str:
        metrics = QFontMetrics(self._small)
        return metrics.elidedText(" · ".join(self._face_marks), _END, width)

    def _paint_foot(self) -> None:
        """Paint a plot's values; else icons or the type, STR, and the mark of a unique card."""
        painter, colours, card, foot = self._painter, self._colours, self._face.card, self._foot()
        if card.type is CardType.PLOT:
            metrics, numbers = QFontMetrics(self._bold), plot_numbers(card)
            wide = metrics.horizontalAdvance(values := " · ".join(numbers)) <= foot.width()
            self._write(foot, values if wide else "·".join(numbers), self._ink, self._bold)
            return
        height = foot.height()
        faint = self._ink == colours.faint
        painter.setOpacity(0.5 if faint else 1)
        bold = sized(self._tile.font(), Size.BODY, QFont.Weight.DemiBold)
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
        """Paint an attachment's name and marks on one line."""
        place = self._body()
        marks = self._marks(place.width() // 2)
        metrics = QFontMetrics(self._small)
        width = place.width() - metrics.horizontalAdvance(marks)
        self._write(place, metrics.elidedText(self._face.card.name, _END, width), self._ink)
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
        """Return the place of the lowest line of a tile."""
        body, height = self._body(), QFontMetrics(self._tile.font()).height()
        return QRect(body.left(), body.bottom() - height + 1, body.width(), height)

    def _band(self, rect: QRect) -> None:
        """Paint a ground for words over a picture."""
        self._painter.save()
        self._painter.setClipPath(self._path(self._card))
        ground = QColor(self._colours.panel)
        ground.setAlphaF(0.9)
        self._painter.fillRect(rect, ground)
        self._painter.restore()

    def _outline(self, rect: QRect, ground: QColor) -> None:
        self._painter.setPen(blend(self._colours.panel, self._colours.faint, 0.45))
        self._painter.setBrush(ground)
        self._painter.drawPath(self._path(rect))

    def _path(self, rect: QRect) -> QPainterPath:
        path = QPainterPath()
        path.addRoundedRect(QRectF(rect).translated(0.5, 0.5), self._corner, self._corner)
        return path
