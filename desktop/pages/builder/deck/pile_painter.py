"""Paints the piles of a deck: cards drawn once for a size, their titles, counts and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPainterPath, QPen

from carddb.card import Card
from desktop.pages.builder.deck.deck_rows import Section, value_of
from desktop.pages.builder.deck.pile_layout import PileColumn, PlacedCard
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import Colours
from desktop.widgets.card_delegate import Cell, paint_cell, paint_heading
from desktop.widgets.cards.card_layout import FIELD_TOP
from desktop.widgets.cards.paint_card import BAND, aspect_of, card_corner, covering, paint_card

# So many cards are remembered as they are drawn.
_REMEMBERED = 160
# Behind the title of the second part of a pile.
_GOES_ON = "continued"


def lines_of(piles: Iterable[Section], metrics: QFontMetrics) -> dict[int, float]:
    """Return how high the line of figures is in the piles of plots, by their numbers."""
    height = float(metrics.height())
    return {
        number: height
        for number, pile in enumerate(piles)
        if pile.slots and all(card.plot for card, _ in pile.slots)
    }


def lying_in(piles: Iterable[Section]) -> set[tuple[int, int]]:
    """Return which cards of piles lie on their side, by the numbers of pile and row."""
    return {
        (number, row)
        for number, pile in enumerate(piles)
        for row, (card, _) in enumerate(pile.slots)
        if aspect_of(card) < 1
    }


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """What a drawn card depends on besides itself: width, pixels of a pixel, and colours."""

    width: float
    ratio: float
    colours: Colours


def count_rects(place: QRectF) -> tuple[QRect, QRect]:
    """Return where beside a card its count stands, and where its marks do."""
    whole = place.toRect()
    half = whole.height() // 2
    return whole.adjusted(0, 0, 0, -half), whole.adjusted(0, half, 0, 0)


class PilePainter:
    """Paints titles and cards into the places of a layout."""

    def __init__(self, pack_name: Callable[[Card], str], style: FaceStyle) -> None:
        self.style = style
        self._pack_name = pack_name
        self._faces: dict[tuple[str, int], QImage] = {}

    def title(self, painter: QPainter, column: PileColumn, heading: Cell, height: float) -> None:
        """Paint the title of a pile; that of its second part says so instead of the number."""
        rect = QRectF(column.rect)
        rect.setHeight(height - 4)
        cell = heading
        if column.first:
            # The words are bold, which is wider.
            width = QFontMetrics(painter.font()).horizontalAdvance(f"{heading.text}  {_GOES_ON}")
            words = _GOES_ON if 1.15 * width <= rect.width() else "cont."
            cell = replace(heading, heading=words, trailing=())
        paint_heading(painter, rect.toRect(), painter.font(), cell, self.style.colours)

    def card(
        self, painter: QPainter, placed: PlacedCard, card: Card, picture: QImage | None = None
    ) -> None:
        """Paint a card, the edges of the copies under it, and a covered plot's figures."""
        face = self.face(card, picture)
        painter.save()
        self._clip(painter, placed)
        for top in placed.copies:
            painter.drawImage(QPointF(placed.rect.left(), top), face)
        painter.drawImage(placed.rect.topLeft(), face)
        if card.plot is not None and placed.line.height():
            self._figures(painter, placed.line, card)
        painter.restore()

    def _clip(self, painter: QPainter, placed: PlacedCard) -> None:
        """Paint nothing of a card below the one that covers it, which may be less high."""
        corner = card_corner(placed.rect.size())
        painter.setClipRect(placed.seen.adjusted(0, 0, 0, corner))

    def _figures(self, painter: QPainter, line: QRectF, card: Card) -> None:
        """Paint the four values of a plot between the sides of the card."""
        colours, font = self.style.colours, painter.font()
        painter.fillRect(line.adjusted(self.style.width * BAND / 100 + 1, 0, -1, 0), colours.panel)
        painter.setPen(colours.ink)
        painter.setFont(tabular(sized(font, Size.SMALL)))
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, value_of(card))
        painter.setFont(font)

    def chosen(
        self, painter: QPainter, placed: PlacedCard, *, selected: bool, current: bool
    ) -> None:
        """Paint the frame of a selected card, a thin one of the current card."""
        if not selected and not current:
            return
        rect, inset = placed.rect, 1.5 if selected else 0.5
        corner = card_corner(rect.size())
        self._clip(painter, placed)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.style.colours.accent, 3.0 if selected else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner)

    def count(self, painter: QPainter, place: QRectF, copies: Cell, marks: Cell) -> None:
        """Paint how many copies there are beside a card, and below it the marks of the card."""
        colours, metrics = self.style.colours, QFontMetrics(painter.font())
        for cell, rect in zip((copies, marks), count_rects(place), strict=True):
            if cell.text or cell.glyphs:
                paint_cell(painter, rect, metrics, cell, colours)

    def face(self, card: Card, picture: QImage | None = None) -> QImage:
        """Return a card as it is painted: drawn, or its picture below the drawn head.

        The head stays, because the pictures of characters have their names in the middle.
        """
        key = (card.code, picture.cacheKey() if picture is not None else 0)
        made = self._faces.get(key)
        if made is None:
            if len(self._faces) >= _REMEMBERED:
                self._faces.clear()
            made = self._faces[key] = self._drawn(card, picture)
        return made

    def _drawn(self, card: Card, picture: QImage | None) -> QImage:
        style, aspect = self.style, aspect_of(card)
        place = QRectF(0.5, 0.5, style.width - 1, round(style.width * aspect) - 1)
        size = QSize(round(style.width), round(place.height()) + 1) * style.ratio
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(style.ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        paint_card(painter, place, card, self._pack_name(card), style.colours)
        if picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            head = min(place.width(), place.height()) * FIELD_TOP / 100
            below = place.adjusted(1, head, -1, -1)
            whole = covering(picture.size(), place.size())
            source = whole.adjusted(0, whole.height() * head / place.height(), 0, 0)
            outline, corner = QPainterPath(), card_corner(place.size())
            outline.addRoundedRect(place.adjusted(1, 1, -1, -1), corner, corner)
            painter.setClipPath(outline)
            painter.drawImage(below, picture, source)
        painter.end()
        return image
