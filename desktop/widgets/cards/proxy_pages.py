"""Proxies as a PDF: cards of 63 x 88 mm, nine a page; drawn, as their pictures, or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPen, QTextDocument

from carddb.card import Card
from core.progress import Progress
from decks.deck import Slots
from decks.proxies import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MOST_BLEED,
    PER_PAGE,
    Faces,
    PrintedProxies,
    ProxyOptions,
    checked_cards,
    pages_for,
)
from desktop.pdf.paper_painter import (
    DOTS,
    GREY,
    WHITE,
    Pages,
    PageSize,
    PaperPainter,
    check_typefaces,
    without_display,
    write_pdf,
)
from desktop.style.palette import LIGHT
from desktop.widgets.cards.card_body import LEAST_LETTERS, card_font
from desktop.widgets.cards.card_pictures import card_picture_file, read_picture
from desktop.widgets.cards.paint_card import aspect_of, lay_out_card, paint_card
from rulebook.card_text import (
    bonus_texts,
    fact_lines,
    figures_of,
    kind_line,
    rich_paragraphs,
    shadow_text,
    typographic,
)

PackName = Callable[[Card], str]
ACROSS = 3
# Faces are painted in pixels of 300 to the inch.
_RESOLUTION = 300
_MM, _POINTS = DOTS / 25.4, 72 / 25.4
_WIDTH, _HEIGHT = (side * _RESOLUTION / 25.4 for side in (CARD_WIDTH, CARD_HEIGHT))
# In such pixels: the outline of a card, which is not part of the bleed.
_OUTLINE = 2
_ON_PAPER = replace(LIGHT, panel=WHITE, paper=WHITE)
# In millimeters: how far marks are from the cards, and where they end.
_MARK_START, _MARK_END = 1.0, 6.0
# Between figures: where a line ends, nothing of it is seen.
_GAP = "\N{NO-BREAK SPACE} "
# Of a face of text, in shares of a card's shorter side.
_MARGIN, _LETTERS, _FOOT = 0.05, 0.066, 0.034


@dataclass(frozen=True, slots=True)
class Places:
    """Where three cards begin along one side of the paper, and their bleed, in millimeters.

    Where the paper is too small for the whole bleed, it is smaller.
    """

    starts: tuple[float, ...]
    side: float
    bleed: float

    @property
    def cuts(self) -> list[float]:
        return [cut for start in self.starts for cut in (start, start + self.side)]


def places_along(paper: float, side: float, bleed: float) -> Places:
    """Return the places of cards in the middle of the paper; without bleed they touch."""
    room = paper - ACROSS * side
    gap = min(2 * bleed, room / ACROSS)
    first = (room - (ACROSS - 1) * gap) / 2
    return Places(tuple(first + at * (side + gap) for at in range(ACROSS)), side, gap / 2)


class ProxyPages:
    """Paints the pages of some proxies; counts the drawn ones, and those without a picture."""

    def __init__(
        self,
        cards: Slots,
        pack_name: PackName,
        options: ProxyOptions,
        home: Path | None,
        progress: Progress,
    ) -> None:
        self.cards = [card for card, copies in cards for _ in range(copies)]
        self.drawn = 0
        self.without_picture: list[Card] = []
        self._pack_name, self._options = pack_name, options
        self._home, self._progress = home, progress
        self._last: tuple[str, QImage | None] = "", None
        size = PageSize(options.paper).qt.size(QPageSize.Unit.Millimeter)
        bleed = min(MOST_BLEED, options.bleed)
        self._across = places_along(size.width(), CARD_WIDTH, bleed)
        self._down = places_along(size.height(), CARD_HEIGHT, bleed)

    def on(self, painter: PaperPainter) -> Pages:
        starts = range(0, len(self.cards), PER_PAGE)
        return [partial(self._paint_page, start, painter) for start in starts]

    def _paint_page(self, start: int, painter: PaperPainter) -> None:
        painter.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number, card in enumerate(self.cards[start : start + PER_PAGE]):
            self._progress(start + number, len(self.cards))
            row, column = divmod(number, ACROSS)
            corner = QPointF(self._across.starts[column], self._down.starts[row])
            self._paint_proxy(painter.painter, card, corner)
        if self._options.marks:
            self._paint_marks(painter)

    def _paint_proxy(self, painter: QPainter, card: Card, corner: QPointF) -> None:
        faces = self._options.faces
        picture = self._picture(card) if faces is Faces.PICTURES else None
        self.drawn += picture is None and faces is not Faces.TEXT
        bleeds = (each.bleed / 25.4 * _RESOLUTION for each in (self._across, self._down))
        size, bleed = QSizeF(_WIDTH, _HEIGHT), QSizeF(*bleeds)
        painter.save()
        painter.translate(corner * _MM)
        painter.scale(DOTS / _RESOLUTION, DOTS / _RESOLUTION)
        if aspect_of(card) < 1 if picture is None else picture.width() > picture.height():
            painter.translate(_WIDTH, 0)
            painter.rotate(90)
            size.transpose()
            bleed.transpose()
        place, x, y = QRectF(QPointF(), size), bleed.width(), bleed.height()
        if picture is not None:
            # The picture, enlarged, under itself: its edge goes on beyond the cut.
            for each in dict.fromkeys([(x, y), (0.0, 0.0)]):
                painter.drawImage(place.adjusted(-each[0], -each[1], *each), picture)
        elif faces is Faces.TEXT:
            paint_text_face(painter, place, card, self._pack_name(card))
        else:
            paint_drawn_face(painter, place, card, self._pack_name(card), x)
        painter.restore()

    def _picture(self, card: Card) -> QImage | None:
        """Return the fetched picture of a card in 300 dpi; copies follow each other."""
        if self._last[0] != card.code:
            file = card_picture_file(self._home, card) if self._home else None
            image = read_picture(file) if file else None
            self._last = card.code, None if image is None else _in_resolution(image)
            if image is None:
                self.without_picture.append(card)
        return self._last[1]

    def _paint_marks(self, painter: PaperPainter) -> None:
        across, down = self._across, self._down
        for x in across.cuts:
            for start, length in _mark_lengths(down):
                painter.upright(x * _POINTS, start * _POINTS, length * _POINTS, 0.4)
        for y in down.cuts:
            for start, length in _mark_lengths(across):
                painter.rule(start * _POINTS, y * _POINTS, length * _POINTS, 0.4)


def _mark_lengths(places: Places) -> Sequence[tuple[float, float]]:
    """Return where the marks before the first and after the last card begin, and their length."""
    first, last = places.cuts[0], places.cuts[-1]
    end = min(_MARK_END, first)
    return (first - end, end - _MARK_START), (last + _MARK_START, end - _MARK_START)


def _in_resolution(image: QImage) -> QImage:
    """Return the largest middle part of a picture that has a card's proportions, in 300 dpi."""
    size = QSize(round(_WIDTH), round(_HEIGHT))
    if image.width() > image.height():
        size.transpose()
    part = QRectF(QPointF(), QSizeF(size).scaled(image.size(), Qt.AspectRatioMode.KeepAspectRatio))
    part.moveCenter(QRectF(image.rect()).center())
    ignore, smooth = (
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    return flat.copy(part.toRect()).scaled(size, ignore, smooth)


def paint_drawn_face(painter: QPainter, place: QRectF, card: Card, pack: str, bleed: float) -> None:
    """Paint the drawn card; its field goes on beyond the sides that it touches.

    Without its text it has its facts, and not, as on screen, a note that the text is missing.
    """
    card = card if card.text else replace(card, text="\n".join(fact_lines(card)) or " ")
    if bleed:
        field, beyond = lay_out_card(card, place).field, bleed + _OUTLINE
        painter.save()
        # The field of a plot begins beside its figures, and goes on at the right alone.
        left = -bleed if field.left() <= place.left() + _OUTLINE else field.left()
        right = place.right() + bleed
        painter.setClipRect(QRectF(left, field.top(), right - left, field.height()))
        painter.translate(-beyond, 0)
        painter.scale(1 + 2 * beyond / place.width(), 1)
        paint_card(painter, place, card, pack, _ON_PAPER)
        painter.restore()
    paint_card(painter, place, card, pack, _ON_PAPER)


def paint_text_face(painter: QPainter, place: QRectF, card: Card, pack: str) -> None:
    """Paint a card as black text in a thin frame, in the largest letters with which it fits."""
    painter.setPen(QPen(GREY, 1))
    painter.drawRect(place)
    short = min(place.width(), place.height())
    inside = place.adjusted(*(short * each for each in (_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)))
    foot = round(short * _FOOT)
    painter.setFont(card_font(foot))
    painter.drawText(inside, Qt.AlignmentFlag.AlignBottom, f"{pack} {card.position}")
    document = QTextDocument()
    document.setDocumentMargin(0)
    # The boldest weight of the typeface; a bolder one would be imitated.
    document.setDefaultStyleSheet("b { font-weight: 600 }")
    for letters in range(round(short * _LETTERS), LEAST_LETTERS - 1, -1):
        document.setDefaultFont(card_font(letters))
        document.setHtml(_face_html(card, letters))
        document.setTextWidth(inside.width())
        if document.size().height() <= inside.height() - foot * 1.5:
            break
    painter.setPen(Qt.GlobalColor.black)
    painter.translate(inside.topLeft())
    document.drawContents(painter)
    painter.translate(-inside.topLeft())


def _face_html(card: Card, letters: int) -> str:
    diamond = "\N{BLACK DIAMOND} " if card.unique else ""
    name = f'<span style="font-size:{round(letters * 1.3)}px">{diamond}{escape(card.name)}</span>'
    figures = [f"{caption} {value}" for caption, value in figures_of(card).items()]
    figures += [f"Shadow {shadow}"] if (shadow := shadow_text(card)) else []
    figures += [*bonus_texts(card), *(f"{crest} crest" for crest in card.crests)]
    figures += [f"naval {icon}" for icon in card.naval]
    figures = [each.replace(" ", "\N{NO-BREAK SPACE}") for each in figures]
    traits = " ".join(f"{trait}." for trait in card.traits)
    lines = [
        f"<b>{name}</b>",
        escape(kind_line(card)),
        f"<b>{escape(_GAP.join(figures))}</b>",
        f"<i>{escape(traits)}</i>",
    ]
    text = (
        rich_paragraphs(card) if card.text else [*map(escape, map(typographic, fact_lines(card)))]
    )
    gap = round(letters * 0.35)
    return "".join(
        f'<p style="margin:0 0 {gap}px 0">{each}</p>' for each in [*lines, *text] if each
    )


def write_proxies(
    file: BinaryIO,
    cards: Slots,
    pack_name: PackName,
    options: ProxyOptions,
    home: Path | None,
    progress: Progress,
) -> PrintedProxies:
    """Write proxies as a PDF to an empty file; AppError for no cards, too many or another paper.

    Pictures are those in the cache of the home folder. What `progress` raises stops the work. It
    needs neither a window nor a display.
    """
    cards = checked_cards(cards)

    def draw(page: PageSize) -> PrintedProxies:
        check_typefaces(card.name for card, _ in cards)
        on_paper = replace(options, paper=page.value)
        pages = ProxyPages(cards, pack_name, on_paper, home, progress)
        write_pdf(file, "Proxies", page, lambda painter: [("Proxies", pages.on(painter))])
        count, without = len(pages.cards), tuple(pages.without_picture)
        progress(count, count)
        return PrintedProxies(pages_for(count), count, pages.drawn, without)

    return without_display(draw, options.paper)
