"""Where the cards of a deck lie as piles on a table; on screen and in a picture of the deck."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF

from desktop.widgets.cards.card_layout import FIELD_TOP
from desktop.widgets.cards.paint_card import ASPECT

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
