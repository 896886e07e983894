"""A deck as a picture to share: its name, what it is, and its cards in piles with their counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from core.errors import AppError
from decks.deck import Deck
from desktop.pages.builder.deck.deck_header import affiliation
from desktop.pages.builder.deck.deck_model import BY_TYPE, Grouping, shown_sections
from desktop.pages.builder.deck.pile_painter import (
    PileLayout,
    PilePainter,
    PileSizes,
    columns_of,
    lay_out_piles,
    lines_of,
    lying_in,
)
from desktop.session.deck_session import NAMELESS
from desktop.style.fonts import Size, sized
from desktop.style.palette import LIGHT
from desktop.widgets.card_delegate import Cell, card_row_height
from desktop.widgets.cards.card_painter import card_image
from desktop.widgets.cards.paint_card import FaceLook

# Pixels of the picture for each pixel of an ordinary screen, and its width in these.
PIXEL_RATIO, WIDTH = 1.6, 1_000
MARGIN = 20.0
# Different ones; painting that many takes about a second.
MOST_CARDS = 400
FEWEST_COLUMNS, MOST_COLUMNS = 4, 7
# A pile of more cards is shared among columns.
_LEAST, _MOST = 6, 12


class DeckPicture:
    """The layout of a picture, and its painting in the light palette.

    Its cards are drawn: a picture to share must not hold the publisher's. AppError for a deck that
    is too large.
    """

    def __init__(
        self, deck: Deck, pack_name: Callable[[Card], str], grouping: Grouping = BY_TYPE
    ) -> None:
        self._deck, self._pack_name = deck, pack_name
        self._font = QFont(QApplication.font())
        self._bold = sized(self._font, Size.BODY, QFont.Weight.DemiBold)
        self._title = sized(self._font, Size.LARGE, QFont.Weight.DemiBold)
        held = replace(deck, considered=())
        sections = shown_sections(held, grouping, pack_name=pack_name)
        self.sections = tuple(each for each in sections if each.slots)
        number = sum(len(each.slots) for each in self.sections)
        if number > MOST_CARDS:
            problem = f"A deck of {number:,} different cards is too large for a picture."
            raise AppError(problem, f"A picture has room for {MOST_CARDS} of them.")
        self._top = MARGIN * 1.5 + card_row_height(QFontMetrics(self._title))
        self._top += card_row_height(QFontMetrics(self._font))
        self.layout = self._laid_out()

    @property
    def origin(self) -> QPointF:
        return QPointF(MARGIN, self._top)

    def image(self) -> QImage:
        height = round(self._top + self.layout.height + MARGIN)
        image = QImage(
            QSize(round(WIDTH * PIXEL_RATIO), round(height * PIXEL_RATIO)),
            QImage.Format.Format_RGB32,
        )
        image.setDevicePixelRatio(PIXEL_RATIO)
        image.setText("Title", self._deck.name or NAMELESS)
        image.fill(LIGHT.paper)
        painter = QPainter(image)
        self._paint_head(painter)
        painter.translate(self.origin)
        self._paint_piles(painter)
        painter.end()
        return image

    def _laid_out(self) -> PileLayout:
        piles = [[copies for _, copies in each.slots] for each in self.sections]
        fitting = (n for n in range(_LEAST, _MOST) if columns_of(piles, n) <= MOST_COLUMNS)
        longest = next(fitting, _MOST)
        # Where one row of piles is not enough, all rows are about as long.
        number = max(1, columns_of(piles, longest))
        columns = max(FEWEST_COLUMNS, -(-number // -(-number // MOST_COLUMNS)))
        width, gap = WIDTH - 2 * MARGIN, 8.0
        card = int((width + gap) / columns - gap)
        title = float(card_row_height(QFontMetrics(self._bold)) + 4)
        sizes = PileSizes(float(card), 0.0, title, gap)
        lines = lines_of(self.sections, QFontMetrics(sized(self._font, Size.SMALL)))
        return lay_out_piles(piles, sizes, width, longest, lines, lying_in(self.sections))

    def _paint_head(self, painter: QPainter) -> None:
        deck, width = self._deck, WIDTH - 2 * MARGIN
        place = QRectF(MARGIN, MARGIN, width, card_row_height(QFontMetrics(self._title)))
        for font, ink, text in (
            (self._title, LIGHT.ink, deck.name or NAMELESS),
            (self._font, LIGHT.faint, self.words()),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            metrics = QFontMetrics(font)
            place.setHeight(card_row_height(metrics))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(width))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            place.translate(0, place.height())

    def words(self) -> str:
        """Return faction and agenda, and how many cards there are."""
        deck = self._deck
        return f"{affiliation(deck)} · {deck.draw_count} cards · {deck.plot_count} plots"

    def _paint_piles(self, painter: QPainter) -> None:
        layout, width = self.layout, self.layout.sizes.card
        piles = PilePainter(painter, layout.sizes, LIGHT)
        for column in layout.columns:
            painter.setFont(sized(self._font, Size.SMALL))
            section = self.sections[column.pile]
            heading = Cell(section.title, heading=str(section.count))
            piles.title(column, heading)
        painter.setFont(self._bold)
        for placed in layout.cards:
            card, copies = self.sections[placed.pile].slots[placed.row]
            size = QSize(round(width), round(placed.rect.height()))
            look = FaceLook(piled=True, count=copies)
            pack = self._pack_name(card)
            piles.card(placed, card, card_image(card, pack, size, PIXEL_RATIO, LIGHT, look=look))
