"""Where everything on the board lies: areas that stay where they are, and the cards in them.

The size of the board alone decides where its areas are and how large a card is, so that nothing
moves while a hand is kept, set up and played. Where cards do not fit side by side they overlap, and
each shows what it says in the part of it that is seen; in a crowded area they are smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from PySide6.QtCore import QPoint, QRect, QSize

from desktop.widgets.cards.paint_card import ASPECT


class BoardPart(Enum):
    """The areas of the board: two rows with two columns, and the hand below them."""

    CHARACTERS = "characters"
    LOCATIONS = "locations"
    SHADOWS = "shadows"
    PLOTS = "plots"
    HAND = "hand"
    PILES = "piles"


# A hand of this many cards lies side by side unless the board is much too narrow.
_USUAL_HAND = 7
# Their height may shrink to this share for that; at least this many of them fit.
_GIVEN_UP, _FITTING = 0.95, 5.2
# How wide a plot on its side is, as a share of the height of the other cards.
_PLOT = 1.13
# How much larger a card is under the mouse.
LIFTED = 1.28


@dataclass(frozen=True, slots=True)
class AreaContents:
    """What lies in an area: the number of attachments of each card.

    `listed` is whether cards are low, in columns, to be chosen from by name. `plot` is whether the
    last one is the revealed plot, which lies on its side above the others.
    """

    strips: tuple[int, ...] = ()
    listed: bool = False
    plot: bool = False


@dataclass(frozen=True, slots=True)
class BoardLengths:
    """Lengths in pixels: `band` is how much is seen of a card that lies below another one.

    `step` is how much is seen of a card that is overlapped, at least, as long as there is space.
    `narrowest` is how wide low cards are, even if that is wider than a card. `least` and `most` are
    heights of cards: no smaller, no larger. `side` is the least width of the right column.
    """

    gap: int
    title: int
    strip: int
    band: int
    step: int
    narrowest: int
    least: int
    most: int
    side: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies in its area, and how much of it is seen, from its left upper corner."""

    rect: QRect
    seen: QSize


@dataclass(slots=True)
class BoardLayout:
    """The areas, and the spots of each area's cards, each followed by its attachments."""

    tile: QSize
    areas: dict[BoardPart, QRect] = field(default_factory=dict)
    spots: dict[BoardPart, list[list[Spot]]] = field(default_factory=dict)


def lay_out_board(
    size: QSize, contents: Mapping[BoardPart, AreaContents], lengths: BoardLengths
) -> BoardLayout:
    """Return the layout of a board; the parts that are not in `contents` are hidden."""
    layout = BoardLayout(_tile_size(size, lengths))
    layout.areas = {
        part: rect
        for part, rect in _areas(size, layout.tile, lengths, contents)
        if part in contents
    }
    for part, area in layout.areas.items():
        placer = _AreaPlacer(area.size(), layout.tile, lengths)
        layout.spots[part] = list(placer.spots(contents[part]))
    return layout


def spread(spots: Sequence[list[Spot]], number: int, width: int, room: int) -> list[list[Spot]]:
    """Return the spots of a line of which one card has another width, and is seen as a whole.

    The others close up as far as they must, so that the left edge of each is seen. `room` is how
    far the line may go.
    """
    first, second = spots[0][0].rect, spots[1][0].rect
    others = len(spots) - 1
    behind = number < others
    free = room - first.left() - width - (first.width() if behind else 0)
    step = min(second.left() - first.left(), free / max(1, others - behind))
    left, found = float(first.left()), []
    for place, (spot, *strips) in enumerate(spots):
        wide = width if place == number else first.width()
        at = QRect(round(left), first.top(), wide, first.height())
        left += width if place == number else step
        seen = wide if place in {number, others} else min(wide, max(1, int(step)))
        found.append([replace(spot, rect=at, seen=QSize(seen, spot.seen.height())), *strips])
    return found


def _tile_size(size: QSize, lengths: BoardLengths) -> QSize:
    """Return the size of a card: as high as its row, but not too wide for a usual hand."""
    gap = lengths.gap
    row = max(1, (size.height() - 2 * gap) // 3)
    height = max(lengths.least, min(lengths.most, row - lengths.title - gap))
    inner = size.width() - 2 * gap
    # Side by side, if the cards become only a little smaller.
    beside = (inner - (_USUAL_HAND - 1) * gap) / _USUAL_HAND * ASPECT
    if height * _GIVEN_UP <= beside < height:
        height = int(beside)
    height = max(lengths.least, min(height, int(inner / _FITTING * ASPECT)))
    return QSize(min(inner, max(lengths.narrowest, round(height / ASPECT))), height)


def _areas(
    size: QSize,
    tile: QSize,
    lengths: BoardLengths,
    contents: Mapping[BoardPart, AreaContents],
) -> Iterator[tuple[BoardPart, QRect]]:
    """Yield where the areas are: a plot on its side and three piles fit into the right column."""
    gap, width = lengths.gap, size.width()
    row = max(1, (size.height() - 2 * gap) // 3)
    right = min(width * 2 // 5, max(int(tile.height() * _PLOT), lengths.side) + 2 * gap)
    left, second, third = width - right - gap, row + gap, 2 * (row + gap)
    hides = BoardPart.SHADOWS in contents
    hidden = min(left // 2, tile.width() + lengths.step + 2 * gap) if hides else -gap
    yield BoardPart.CHARACTERS, QRect(0, 0, left, row)
    yield BoardPart.LOCATIONS, QRect(0, second, left - hidden - gap, row)
    yield BoardPart.SHADOWS, QRect(left - hidden, second, hidden, row)
    yield BoardPart.PLOTS, QRect(left + gap, 0, right, row)
    yield BoardPart.PILES, QRect(left + gap, second, right, row)
    yield BoardPart.HAND, QRect(0, third, width, max(1, size.height() - third))


class _AreaPlacer:
    """Puts cards into an area: in a line, or in more of them where too little would be seen."""

    def __init__(self, size: QSize, tile: QSize, lengths: BoardLengths) -> None:
        self._size, self._tile, self._lengths = size, tile, lengths
        self._top = lengths.title
        self._inner = QSize(
            size.width() - 2 * lengths.gap, max(1, size.height() - self._top - lengths.gap)
        )

    def spots(self, contents: AreaContents) -> Iterator[list[Spot]]:
        if not contents.strips:
            return
        if contents.listed:
            yield from self._listed(len(contents.strips))
            return
        if contents.plot:
            yield from self._with_plot(len(contents.strips) - 1)
            return
        count = self._line_count(len(contents.strips))
        each = -(-len(contents.strips) // count)
        tile = self._tile_in(count)
        down = self._step_down(count, tile.height())
        for first in range(0, len(contents.strips), each):
            line, number = contents.strips[first : first + each], first // each
            top, last = self._top + number * down, first + each >= len(contents.strips)
            bottom = self._size.height() - 1 if last else top + down - 1
            yield from self._line(line, QRect(QPoint(0, top), tile), bottom)

    def _with_plot(self, others: int) -> Iterator[list[Spot]]:
        """Yield the spots of agendas, one line each, and above them that of a plot on its side."""
        gap, strip = self._lengths.gap, self._lengths.strip
        inner = QRect(QPoint(gap, self._top), self._inner)
        strips = gap // 2 + strip * others if others else 0
        height, width, beside = inner.height() - strips, inner.width(), False
        if others and height < inner.height() * 2 // 3:
            height, width, beside = inner.height(), width * 3 // 5, True
        width = max(1, min(width, int(height * ASPECT)))
        plot = QRect(inner.topLeft(), QSize(width, max(1, round(width / ASPECT))))
        strip = min(strip, inner.height() // max(1, others))
        corner = plot.topRight() if beside else plot.bottomLeft()
        corner += QPoint(gap // 2, 0) if beside else QPoint(0, gap // 2)
        for number in range(others):
            wide = inner.right() - corner.x() if beside else width
            at = QRect(corner.x(), corner.y() + number * strip, max(1, wide), max(1, strip))
            yield [Spot(at, at.size())]
        yield [Spot(plot, plot.size())]

    def _line_count(self, cards: int) -> int:
        most = max(1, (self._inner.height() + self._lengths.gap) // self._lengths.least)
        for count in range(1, most):
            if self._step_across(-(-cards // count), self._tile_in(count)) >= self._lengths.step:
                return count
        return most

    def _tile_in(self, lines: int) -> QSize:
        if lines == 1:
            height = min(self._tile.height(), max(1, self._inner.height()))
            return QSize(self._tile.width(), height)
        gap = self._lengths.gap
        height = (self._inner.height() - (lines - 1) * gap) // lines
        height = max(1, min(self._tile.height(), height))
        wide = max(self._lengths.narrowest, round(height / ASPECT))
        return QSize(min(self._tile.width(), wide), height)

    def _step_across(self, cards: int, tile: QSize) -> int:
        step = tile.width() + self._lengths.gap
        if cards > 1:
            step = min(step, (self._inner.width() - tile.width()) // (cards - 1))
        return max(1, step)

    def _step_down(self, lines: int, height: int) -> int:
        step = height + self._lengths.gap
        if lines > 1:
            step = min(step, (self._inner.height() - height) // (lines - 1))
        return step

    def _line(self, line: Sequence[int], first: QRect, bottom: int) -> Iterator[list[Spot]]:
        """Yield the spots of a line, of which nothing is seen below `bottom`."""
        step = self._step_across(len(line), first.size())
        height = min(first.height(), bottom - first.top() + 1)
        for place, strips in enumerate(line):
            width = first.width() if place == len(line) - 1 else min(first.width(), step)
            at = first.translated(self._lengths.gap + place * step, 0)
            yield self._stack(at, QSize(width, height), strips, bottom)

    def _stack(self, at: QRect, seen: QSize, strips: int, bottom: int) -> list[Spot]:
        """Return the spots of a card and of its attachments: below it, or on its lower part."""
        if not strips:
            return [Spot(at, seen)]
        strip = self._lengths.strip
        first = at.bottom() + 1
        last = min(bottom, first + strip * strips)
        # Never over the bearer's name, nor out of the area: then they cover each other.
        room = last - at.top() - min(self._lengths.band, at.height() // 2)
        step = max(1, min(strip, (room - strip) // max(1, strips - 1) if strips > 1 else strip))
        top = last - step * (strips - 1) - strip
        spots = [Spot(at, QSize(seen.width(), max(1, min(seen.height(), top - at.top()))))]
        for number in range(strips):
            rect = QRect(at.left(), top + number * step, at.width(), strip)
            spots.append(Spot(rect, QSize(seen.width(), strip if number == strips - 1 else step)))
        return spots

    def _listed(self, count: int) -> Iterator[list[Spot]]:
        """Yield the spots of low cards in columns, all of which are seen as a whole."""
        gap = self._lengths.gap
        space, strip = max(1, gap // 4), self._lengths.strip
        columns = 1 if self._inner.height() + space >= count * (strip + space) else 2
        lines = -(-count // columns)
        width = (self._inner.width() - (columns - 1) * space) // columns
        height = max(1, (self._inner.height() - (lines - 1) * space) // max(lines, 1))
        height = min(height, 2 * strip)
        for number in range(count):
            column, line = divmod(number, lines)
            at = QRect(gap + column * (width + space), self._top + line * (height + space), 0, 0)
            at.setSize(QSize(width, height))
            yield [Spot(at, at.size())]
