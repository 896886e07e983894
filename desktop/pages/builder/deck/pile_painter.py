"""Paints the piles of a deck: cards drawn once for a size, their titles, counts and marks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPainterPath, QPen

from carddb.card import Card
from desktop.pages.builder.deck.deck_rows import Section, value_of
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import Colours
from desktop.widgets.card_delegate import Cell, paint_cell, paint_heading
from desktop.widgets.cards.card_pictures import CardPictures, PictureState, read_picture
from desktop.widgets.cards.paint_card import (
    ASPECT,
    BAND,
    FIELD_TOP,
    aspect_of,
    card_corner,
    covering,
    paint_card,
)

# Of a covered card its head is seen; of a covered copy an edge, in hundredths of a card's width.
_HEAD, _EDGE = FIELD_TOP + 1.0, 2.4
_MOST_EDGES = 3


@dataclass(frozen=True, slots=True)
class PileSizes:
    """Widths of a card and of the space for its count beside it; height of a title, and gap.

    What follows from them is in whole pixels, so that cards are painted sharp.
    """

    card: float
    count: float
    title: float
    gap: float

    @property
    def card_height(self) -> float:
        """The height of a whole card that is upright."""
        return self.height_of(ASPECT)

    def height_of(self, aspect: float) -> float:
        """Return the height of a whole card of these proportions."""
        return float(round(self.card * aspect))

    @property
    def head(self) -> float:
        """The height of what is seen of a covered card."""
        return float(max(1, round(self.card * _HEAD / 100)))

    @property
    def edge(self) -> float:
        """The height of what is seen of a covered copy."""
        return float(max(1, round(self.card * _EDGE / 100)))

    @property
    def step(self) -> float:
        """The distance of columns."""
        return self.card + self.count + self.gap


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card's rectangle, the heights of the copies under it, and the part that is not covered.

    The figures of a plot that is covered have a `line` of their own below its head.
    """

    pile: int
    row: int
    column: int
    rect: QRectF
    copies: tuple[float, ...]
    seen: QRectF
    line: QRectF

    def count_rect(self, sizes: PileSizes) -> QRectF:
        """Return the space beside the card for its count and marks."""
        return QRectF(self.rect.right() + 1, self.rect.top(), sizes.count - 1, sizes.head)


@dataclass(frozen=True, slots=True)
class PileColumn:
    """A pile, or a part of one that is too long; `first` where its cards begin in the pile."""

    pile: int
    first: int
    rect: QRectF


@dataclass(frozen=True)
class PileLayout:
    """Columns and cards in the order in which they are read."""

    sizes: PileSizes
    columns: tuple[PileColumn, ...]
    cards: tuple[PlacedCard, ...]
    height: float

    @cached_property
    def order(self) -> dict[tuple[int, int], int]:
        """The numbers of the cards by pile and row."""
        return {(card.pile, card.row): number for number, card in enumerate(self.cards)}

    def column_at(self, point: QPointF) -> PileColumn | None:
        """Return the column at a point."""
        return next((each for each in self.columns if each.rect.contains(point)), None)

    def card_at(self, point: QPointF) -> PlacedCard | None:
        """Return the card that is seen at a point, or whose count is."""

        def holds(card: PlacedCard) -> bool:
            return card.seen.contains(point) or card.count_rect(self.sizes).contains(point)

        return next((card for card in self.cards if holds(card)), None)

    def beside(self, number: int, difference: int) -> int:
        """Return the card at the same height of another column that has cards; else the same."""
        card = self.cards[number]
        columns = sorted({each.column for each in self.cards})
        place = columns.index(card.column) + difference
        if not 0 <= place < len(columns):
            return number
        depth = card.seen.top() - self.columns[card.column].rect.top()

        def distance(other: int) -> float:
            rect = self.columns[self.cards[other].column].rect
            return abs(self.cards[other].seen.top() - rect.top() - depth)

        there = [n for n, each in enumerate(self.cards) if each.column == columns[place]]
        return min(there, key=distance)


def columns_in(width: float, sizes: PileSizes) -> int:
    """Return how many columns there are in a width."""
    return max(1, int((width + sizes.gap) // sizes.step))


def longest_in(height: float, sizes: PileSizes) -> int:
    """Return how many cards of a pile are seen in a height; never only a few."""
    return max(6, int((height - sizes.title - sizes.card_height) // sizes.head) + 1)


def columns_of(piles: Sequence[Sequence[int]], longest: int) -> int:
    """Return how many columns piles need."""
    return sum(len(_parts(len(pile), longest)) for pile in piles)


def lay_out_piles(
    piles: Sequence[Sequence[int]],
    sizes: PileSizes,
    width: float,
    longest: int,
    lines: Mapping[int, float] = MappingProxyType({}),
    lying: Container[tuple[int, int]] = (),
) -> PileLayout:
    """Lay out piles, each the copies of its cards: side by side, then in further rows.

    A pile of more than `longest` cards is shared among columns. `lines` has the piles whose
    covered cards have a line below their heads, and how high it is. `lying` has the cards that lie
    on their side, each by its pile and row.
    """

    def heights(pile: int, first: int, count: int) -> list[float]:
        rows = range(first, first + count)
        return [sizes.height_of(1 / ASPECT if (pile, row) in lying else ASPECT) for row in rows]

    parts = [
        (pile, first, copies[first:end])
        for pile, copies in enumerate(piles)
        for first, end in _parts(len(copies), longest)
    ]
    columns: list[PileColumn] = []
    cards: list[PlacedCard] = []
    top = 0.0
    across = columns_in(width, sizes)
    for begin in range(0, len(parts), across):
        side_by_side = parts[begin : begin + across]
        height = sizes.title + max(
            _height(copies, sizes, lines.get(pile, 0.0), heights(pile, first, len(copies)))
            for pile, first, copies in side_by_side
        )
        for place, (pile, first, copies) in enumerate(side_by_side):
            rect = QRectF(place * sizes.step, top, sizes.card + sizes.count, height)
            columns.append(PileColumn(pile, first, rect))
            line = lines.get(pile, 0.0)
            cards += _placed(columns, copies, sizes, line, heights(pile, first, len(copies)))
        top += height + sizes.gap
    return PileLayout(sizes, tuple(columns), tuple(cards), max(0.0, top - sizes.gap))


def _parts(cards: int, longest: int) -> list[tuple[int, int]]:
    """Return where the parts of a pile begin and end, all about as long."""
    number = max(1, -(-cards // longest))
    return list(pairwise(cards * each // number for each in range(number + 1)))


def _behind(copies: int) -> int:
    return max(0, min(copies - 1, _MOST_EDGES))


def _height(
    copies: Sequence[int], sizes: PileSizes, line: float, heights: Sequence[float]
) -> float:
    """Return how high a column is; an empty one has room for a card."""
    edges = sum(map(_behind, copies)) * sizes.edge
    last = heights[-1] if heights else sizes.card_height
    return edges + max(0, len(copies) - 1) * (sizes.head + line) + last


def _placed(
    columns: Sequence[PileColumn],
    copies: Sequence[int],
    sizes: PileSizes,
    line: float,
    heights: Sequence[float],
) -> list[PlacedCard]:
    """Return the cards of the last column."""
    column, number = columns[-1], len(columns) - 1
    steps = [_behind(each) * sizes.edge + sizes.head + line for each in copies]
    tops = list(accumulate(steps, initial=column.rect.top() + sizes.title))
    made = []
    for row, (count, top, height) in enumerate(zip(copies, tops, heights, strict=False)):
        edges = tuple(top + each * sizes.edge for each in range(_behind(count)))
        front = top + len(edges) * sizes.edge
        card = QRectF(column.rect.left(), front, sizes.card, height)
        last = row == len(copies) - 1
        seen = QRectF(
            card.left(), top, sizes.card, (card.bottom() if last else tops[row + 1]) - top
        )
        # The head of a card on its side is less high: the line has the rest of it, too.
        head = round(sizes.head * min(1.0, height / sizes.card))
        rest = sizes.head + line - head if line and not last else 0.0
        below = QRectF(card.left(), front + head, sizes.card, rest)
        made.append(PlacedCard(column.pile, column.first + row, number, card, edges, seen, below))
    return made


# In pixels: as wide as a card of a pile becomes on a dense screen.
WIDTH = 500

_PicturesRequest: TypeAlias = tuple[Path, tuple[Card, ...]]
_LoadedPictures: TypeAlias = Mapping[str, QImage]


class PilePictures(QObject):
    """Pictures of many cards, where the user prefers pictures.

    Signals:
        changed: other pictures are to be shown.
    """

    changed = Signal()

    def __init__(
        self, tasks: TaskRunner, pictures: CardPictures, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._found: dict[str, QImage] = {}
        self._more_came = False
        self._on_disk: BackgroundQuery[_PicturesRequest, _LoadedPictures] = BackgroundQuery(
            tasks, _read, self, delay_ms=0, remembered=0
        )
        self._on_disk.answered.connect(self._on_answered)
        pictures.changed.connect(self._on_pictures_changed)
        pictures.downloads.fetched.connect(self._look_again)

    def of(self, card: Card) -> QImage | None:
        """Return the picture of a card if it is to be shown and has been read."""
        return self._found.get(card.image_url or "") if self._pictures.preferred else None

    def request(self, cards: Sequence[Card], in_view: Iterable[Card] = ()) -> None:
        """Look for the pictures of these cards; `changed` says when they are there.

        Those `in_view` are fetched, the first one first.
        """
        home = self._pictures.home
        self._pictures.downloads.want(self, in_view if self._pictures.preferred else ())
        urls = {card.image_url for card in cards}
        self._found = {url: image for url, image in self._found.items() if url in urls}
        missing = tuple(c for c in cards if c.image_url and c.image_url not in self._found)
        if home is not None and missing and self._pictures.preferred:
            self._on_disk.ask((home, missing))

    def withdraw(self) -> None:
        """Fetch no pictures: the cards are not in view any more."""
        self._pictures.downloads.want(self, ())

    def _on_answered(self, found: _LoadedPictures) -> None:
        self._found.update(found)
        if self._more_came:
            self._look_again()
        elif found:
            self.changed.emit()

    def _on_pictures_changed(self) -> None:
        if self._pictures.state is PictureState.FOUND:
            self._look_again()
        else:
            self.changed.emit()

    def _look_again(self) -> None:
        """Have the pictures requested anew: one has come that was not there before."""
        self._more_came = self._on_disk.state is QueryState.COMING
        if not self._more_came:
            self._on_disk.withdraw()
            self.changed.emit()


def _read(question: _PicturesRequest, progress: Progress) -> _LoadedPictures:
    # It imports the network libraries, which takes long: in the worker, when first needed.
    from carddb.images import ImageCache, images_folder  # noqa: PLC0415

    home, cards = question
    cache, found = ImageCache(images_folder(home)), {}
    for number, card in enumerate(cards):
        progress(number, len(cards))
        file = cache.cached(card)
        image = read_picture(file) if file else None
        if image is not None:
            smooth = Qt.TransformationMode.SmoothTransformation
            small = image.scaledToWidth(WIDTH, smooth) if image.width() > WIDTH else image
            found[card.image_url or ""] = small
    return found


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
