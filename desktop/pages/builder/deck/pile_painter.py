"""Paints the piles of a deck: cards drawn once for a size, their titles, counts and marks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QPen

from carddb.card import Card
from desktop.pages.builder.deck.deck_model import Section
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import Colours
from desktop.widgets.card_delegate import Cell, paint_cell, paint_heading
from desktop.widgets.card_numbers import chip_size, numbers_of, paint_plot_values
from desktop.widgets.cards.paint_card import ASPECT, FIELD_TOP, aspect_of, card_corner, card_outline

# Of a covered card its head is seen; of a covered copy an edge, in hundredths of a card's width.
_HEAD, _EDGE = FIELD_TOP + 1.0, 2.4
_MOST_EDGES = 3


@dataclass(frozen=True, slots=True)
class PileSizes:
    """Widths of a card and of its count, height of a title, and gap; the rest is whole pixels."""

    card: float
    count: float
    title: float
    gap: float

    def height_of(self, aspect: float = ASPECT) -> float:
        """Return the height of a whole card of these proportions."""
        return float(round(self.card * aspect))

    @property
    def head(self) -> float:
        """The visible height of a covered card."""
        return float(max(1, round(self.card * _HEAD / 100)))

    @property
    def edge(self) -> float:
        """The visible height of a covered copy."""
        return float(max(1, round(self.card * _EDGE / 100)))

    @property
    def step(self) -> float:
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
        return {(card.pile, card.row): number for number, card in enumerate(self.cards)}

    def column_at(self, point: QPointF) -> PileColumn | None:
        return next((each for each in self.columns if each.rect.contains(point)), None)

    def card_at(self, point: QPointF) -> PlacedCard | None:
        """Return the card that is seen at a point, or whose count is."""
        for card in self.cards:
            if card.seen.contains(point) or card.count_rect(self.sizes).contains(point):
                return card
        return None

    def across_from(self, number: int, difference: int) -> int:
        """Return the card at the same height of another column that has cards; else the same."""

        def depth(card: PlacedCard) -> float:
            return card.seen.top() - self.columns[card.column].rect.top()

        card = self.cards[number]
        columns = sorted({each.column for each in self.cards})
        place = columns.index(card.column) + difference
        if not 0 <= place < len(columns):
            return number
        there = [n for n, each in enumerate(self.cards) if each.column == columns[place]]
        return min(there, key=lambda other: abs(depth(self.cards[other]) - depth(card)))


def columns_in(width: float, sizes: PileSizes) -> int:
    return max(1, int((width + sizes.gap) // sizes.step))


def longest_in(height: float, sizes: PileSizes) -> int:
    """Return how many cards of a pile are seen in a height; never only a few."""
    return max(6, int((height - sizes.title - sizes.height_of()) // sizes.head) + 1)


def columns_of(piles: Sequence[Sequence[int]], longest: int) -> int:
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
    edges = sum(map(_behind, copies)) * sizes.edge
    last = heights[-1] if heights else sizes.height_of()
    return edges + max(0, len(copies) - 1) * (sizes.head + line) + last


def _placed(
    columns: Sequence[PileColumn],
    copies: Sequence[int],
    sizes: PileSizes,
    line: float,
    heights: Sequence[float],
) -> list[PlacedCard]:
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


def count_rects(place: QRectF) -> tuple[QRect, QRect]:
    """Return where beside a card its count stands, and where its marks do."""
    whole = place.toRect()
    half = whole.height() // 2
    return whole.adjusted(0, 0, 0, -half), whole.adjusted(0, half, 0, 0)


class PilePainter:
    """Paints titles and cards into the places of a layout."""

    def __init__(self, painter: QPainter, sizes: PileSizes, colours: Colours) -> None:
        self._painter, self._sizes, self._colours = painter, sizes, colours

    def title(self, column: PileColumn, heading: Cell) -> None:
        """Paint the title of a pile; that of its second part says so instead of the number."""
        rect, font = QRectF(column.rect), self._painter.font()
        rect.setHeight(self._sizes.title - 4)
        cell = heading
        if column.first:
            # The words are bold, which is wider.
            width = QFontMetrics(font).horizontalAdvance(f"{heading.text}  {_GOES_ON}")
            words = _GOES_ON if 1.15 * width <= rect.width() else "cont."
            cell = replace(heading, heading=words, trailing=())
        paint_heading(self._painter, rect.toRect(), font, cell, self._colours)

    def card(self, placed: PlacedCard, card: Card, face: QImage) -> None:
        """Paint a card, the edges of the copies under it, and a covered plot's figures."""
        self._painter.save()
        self._clip(placed)
        for top in (*placed.copies, placed.rect.top()):
            self._painter.drawImage(QPointF(placed.rect.left(), top), face)
        if card.plot is not None and placed.line.height():
            self._figures(placed.line, card)
        self._painter.restore()

    def _clip(self, placed: PlacedCard) -> None:
        """Paint nothing of a card below the one that covers it, which may be less high."""
        corner = card_corner(placed.rect.size())
        self._painter.setClipRect(placed.seen.adjusted(0, 0, 0, corner))

    def _figures(self, line: QRectF, card: Card) -> None:
        """Paint the values of a plot in chips below its name."""
        painter, colours, font = self._painter, self._colours, self._painter.font()
        painter.fillRect(line.adjusted(1, 0, -1, 0), colours.panel)
        painter.setFont(tabular(sized(font, Size.SMALL, QFont.Weight.DemiBold)))
        height = QFontMetrics(painter.font()).height()
        width = 4 * chip_size(height)[0] + 3 * (height // 4)
        left, middle = round(line.center().x() - width / 2), round(line.center().y())
        paint_plot_values(painter, left, middle, numbers_of(card).plot, height, colours)
        painter.setFont(font)

    def chosen(self, placed: PlacedCard, *, selected: bool, current: bool) -> None:
        """Paint the frame of a selected card, a thin one of the current card."""
        if not selected and not current:
            return
        painter, inset = self._painter, 1.5 if selected else 0.5
        self._clip(placed)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colours.accent, 3.0 if selected else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(card_outline(placed.rect.adjusted(inset, inset, -inset, -inset)))

    def count(self, place: QRectF, copies: Cell, marks: Cell) -> None:
        """Paint how many copies there are beside a card, and below it the marks of the card."""
        metrics = QFontMetrics(self._painter.font())
        for cell, rect in zip((copies, marks), count_rects(place), strict=True):
            if cell.text or cell.glyphs:
                paint_cell(self._painter, rect, metrics, cell, self._colours)
