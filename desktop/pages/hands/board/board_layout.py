"""Where everything on the board lies: cards as large as fits, and nothing outside of it.

Cards lie side by side as long as they are legible so; then they overlap in their lines, and each
shows what it says in the part of it that is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from PySide6.QtCore import QRect, QSize

from desktop.widgets.cards.paint_card import ASPECT


class BoardPart(Enum):
    """The areas of the board, from the top; the middle ones are side by side.

    Plots are there, or beside the characters, wherever that makes the cards larger.
    """

    CHARACTERS = "characters"
    LOCATIONS = "locations"
    SHADOWS = "shadows"
    PLOTS = "plots"
    HAND = "hand"


_ROWS = {
    False: (
        (BoardPart.CHARACTERS,),
        (BoardPart.LOCATIONS, BoardPart.SHADOWS, BoardPart.PLOTS),
        (BoardPart.HAND,),
    ),
    True: (
        (BoardPart.CHARACTERS, BoardPart.PLOTS),
        (BoardPart.LOCATIONS, BoardPart.SHADOWS),
        (BoardPart.HAND,),
    ),
}


@dataclass(frozen=True, slots=True)
class AreaContents:
    """What lies in an area: for each card how many attachments it bears; the title's width.

    `reserved` is whether there is space for a card, though there be none.
    """

    strips: tuple[int, ...] = ()
    title: int = 0
    reserved: bool = False

    @property
    def is_filled(self) -> bool:
        """Whether it takes more than a line."""
        return bool(self.strips) or self.reserved


@dataclass(frozen=True, slots=True)
class BoardLengths:
    """Lengths in pixels: `band` is how much is seen of a card that lies below another one.

    `steps` are the widths that may be seen of a card that is overlapped, the best one first;
    `narrowest` is how wide low cards are, even if that is wider than a card. `least`, `fair`,
    `legible` and `most` are heights of cards: no smaller, good where they overlap and where they do
    not, no larger.
    """

    gap: int
    title: int
    strip: int
    band: int
    steps: tuple[int, ...]
    narrowest: int
    least: int
    fair: int
    legible: int
    most: int


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
    """Return the layout with the largest cards; the parts that are not in `contents` are hidden."""
    apart = _best(
        _largest(size, contents, lengths, lengths.most, _Manner(raised=raised))
        for raised in (False, True)
    )
    if apart is not None and apart.tile.height() >= lengths.legible:
        return apart.laid_out()
    plans = [apart]
    for step in lengths.steps:
        for below in (True, False):
            manners = (_Manner(step, below=below, raised=each) for each in (False, True))
            most = lengths.legible
            plans.append(_best(_largest(size, contents, lengths, most, each) for each in manners))
    tight = _Manner(lengths.steps[-1], below=False)
    best = _best(plans) or _Plan(size, contents, lengths, lengths.least, tight)
    # The first ways to save space show more of each card.
    high = min(best.tile.height(), lengths.fair)
    near = (each for each in plans if each is not None and each.tile.height() >= high)
    return next(near, best).laid_out()


def _best(plans: Iterable[_Plan | None]) -> _Plan | None:
    """Return the first of the plans with the largest cards."""
    found = [each for each in plans if each is not None]
    return max(found, key=lambda each: each.tile.height()) if found else None


@dataclass(frozen=True, slots=True)
class _Manner:
    """How much is seen of cards that overlap (0: they may not), and where attachments lie.

    `below`: below their bearer, not on it. `raised`: plots are beside the characters.
    """

    step: int = 0
    below: bool = True
    raised: bool = False


def _largest(
    size: QSize,
    contents: Mapping[BoardPart, AreaContents],
    lengths: BoardLengths,
    most: int,
    manner: _Manner,
) -> _Plan | None:
    for height in range(most, lengths.least - 1, -2):
        plan = _Plan(size, contents, lengths, height, manner)
        if plan.fits:
            return plan
    return None


class _Plan:
    """The board with cards of one height."""

    def __init__(
        self,
        size: QSize,
        contents: Mapping[BoardPart, AreaContents],
        lengths: BoardLengths,
        height: int,
        manner: _Manner,
    ) -> None:
        self._size, self._contents, self._lengths = size, contents, lengths
        self._manner = manner
        self.tile = QSize(max(lengths.narrowest, round(height / ASPECT)), height)
        rows = ([each for each in row if each in contents] for row in _ROWS[manner.raised])
        self._rows = [row for row in rows if row]
        self._widths: dict[BoardPart, int] = {}
        for parts in self._rows:
            self._widths |= self._widths_in(parts)
        self._lines = {part: self._lines_of(part) for part in contents}
        self._heights = {part: self._height_of(part) for part in contents}

    @property
    def fits(self) -> bool:
        """Whether all is inside of the board."""
        widest = all(
            self.tile.width() <= self._inner(part)
            for part, each in self._contents.items()
            if each.strips
        )
        return widest and sum(self._row_heights()) <= self._free_height()

    def _free_height(self) -> int:
        return self._size.height() - self._lengths.gap * (len(self._rows) - 1)

    def _row_heights(self) -> list[int]:
        return [max(self._heights[part] for part in parts) for parts in self._rows]

    def _inner(self, part: BoardPart) -> int:
        return self._widths[part] - 2 * self._lengths.gap

    def _widths_in(self, parts: Sequence[BoardPart]) -> dict[BoardPart, int]:
        """Return how the width of a row is shared: by the cards, the rest to the first cards."""
        gap, wide = self._lengths.gap, self.tile.width()
        given = self._size.width() - gap * (len(parts) - 1)
        widths = {}
        for part in parts:
            each = self._contents[part]
            cards = len(each.strips) * (wide + gap) + gap
            widths[part] = max(each.title + 2 * gap, cards if each.strips else 0)
        missing = sum(widths.values()) - given
        if missing > 0:
            least = {part: self._least_width(part, width) for part, width in widths.items()}
            spare = max(1, sum(widths.values()) - sum(least.values()))
            share = min(1.0, missing / spare)
            widths = {
                part: width - round((width - least[part]) * share) for part, width in widths.items()
            }
        filled = (each for each in parts if self._contents[each].is_filled)
        taker = next(filled, parts[0])
        widths[taker] += given - sum(widths.values())
        return widths

    def _least_width(self, part: BoardPart, width: int) -> int:
        lengths, count = self._lengths, len(self._contents[part].strips)
        if not count:
            return min(width, 12 * lengths.gap)
        step = self._manner.step
        return min(width, self.tile.width() + step * (count - 1) + 2 * lengths.gap)

    def _lines_of(self, part: BoardPart) -> list[tuple[int, ...]]:
        """Return an area's cards in lines, as even as can be."""
        strips, inner, wide = self._contents[part].strips, self._inner(part), self.tile.width()
        if not strips:
            return []
        gap = self._lengths.gap
        if self._manner.step:
            most = 1 + max(0, inner - wide) // min(wide + gap, self._manner.step)
        else:
            most = max(1, (inner + gap) // (wide + gap))
        count = -(-len(strips) // most)
        each = -(-len(strips) // count)
        return [strips[start : start + each] for start in range(0, len(strips), each)]

    def _height_of(self, part: BoardPart) -> int:
        """Return the height of an area; an empty one is a line."""
        lengths, lines = self._lengths, self._lines[part]
        head = lengths.title + lengths.gap
        if not lines:
            reserved = self._contents[part].reserved
            return head + (self.tile.height() + lengths.gap if reserved else 0)
        return head + lengths.gap + sum(self._steps(part)[:-1]) + self._line_height(lines[-1])

    def _line_height(self, line: Sequence[int]) -> int:
        below = max(line) * self._lengths.strip if self._manner.below else 0
        return self.tile.height() + below

    def _steps(self, part: BoardPart, spare: int = 0) -> list[int]:
        """Return how far below each line the next one begins; what is spare is shared."""
        lines, lengths = self._lines[part], self._lengths
        steps = []
        for line in lines:
            whole = self._line_height(line) + lengths.gap
            covered = self._manner.step and not max(line)
            steps.append(lengths.band if covered else whole)
        extra = spare // max(1, len(lines) - 1)
        most = self.tile.height() + lengths.gap
        return [min(most, step + extra) if step < most else step for step in steps]

    def laid_out(self) -> BoardLayout:
        """Return where everything is."""
        layout, gap, heights = BoardLayout(self.tile), self._lengths.gap, self._row_heights()
        spare = self._free_height() - sum(heights)
        if spare < 0:
            heights = [each * self._free_height() // sum(heights) for each in heights]
        else:
            heights[0 if self._contents[BoardPart.CHARACTERS].is_filled else -1] += spare
        top = 0
        for parts, height in zip(self._rows, heights, strict=True):
            left = 0
            for part in parts:
                layout.areas[part] = QRect(left, top, self._widths[part], height)
                left += self._widths[part] + gap
            top += height + gap
        for part in self._contents:
            layout.spots[part] = list(self._spots(part, layout.areas[part].size()))
        return layout

    def _spots(self, part: BoardPart, area: QSize) -> Iterator[list[Spot]]:
        lengths, lines, tile = self._lengths, self._lines[part], self.tile
        steps = self._steps(part, area.height() - self._heights[part])
        lowest = area.height() - tile.height() - 1
        top = lengths.title + lengths.gap
        for number, line in enumerate(lines):
            across, inner = len(line), area.width() - 2 * lengths.gap
            step = tile.width() + lengths.gap
            if across > 1:
                step = min(step, (inner - tile.width()) // (across - 1))
            down = tile.height() if number == len(lines) - 1 else min(tile.height(), steps[number])
            for place, strips in enumerate(line):
                width = tile.width() if place == across - 1 else min(tile.width(), step)
                at = QRect(lengths.gap + place * step, max(0, min(top, lowest)), 0, 0)
                at.setSize(tile)
                yield self._stack(at, QSize(width, down), strips, area.height() - 1)
            top += steps[number]

    def _stack(self, at: QRect, seen: QSize, strips: int, bottom: int) -> list[Spot]:
        """Return the spots of a card and of its attachments: below it, or on its lower part."""
        if not strips:
            return [Spot(at, seen)]
        strip = self._lengths.strip
        first = at.bottom() + 1
        last = min(bottom, first + strip * strips if self._manner.below else first)
        # Never over the bearer's name, nor out of the area: then they cover each other.
        room = last - at.top() - min(self._lengths.band, at.height() // 2)
        step = max(1, min(strip, (room - strip) // max(1, strips - 1) if strips > 1 else strip))
        top = last - step * (strips - 1) - strip
        spots = [Spot(at, QSize(seen.width(), max(1, min(seen.height(), top - at.top()))))]
        for number in range(strips):
            rect = QRect(at.left(), top + number * step, at.width(), strip)
            spots.append(Spot(rect, QSize(seen.width(), strip if number == strips - 1 else step)))
        return spots
