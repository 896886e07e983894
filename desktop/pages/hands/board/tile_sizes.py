"""How large the copies on the table are: as large as its room allows, in a few calm steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from desktop.pages.hands.board.tile_face import LOW_HEIGHT, NARROWEST, STEPS, STRIP_HEIGHT, WIDEST
from desktop.style.fonts import space

HAND_SIZE = 7

# Nothing is higher by its width than a card is.
SLIMMEST = 1.4


@dataclass(frozen=True, slots=True)
class Crowd:
    """What lies on the table, in numbers.

    `characters` and `locations` hold for each card how many strips lie below it. `plots` are the
    agendas and the revealed plot, `choice` the plots that there can be to choose among instead.
    """

    characters: Sequence[int] = ()
    locations: Sequence[int] = ()
    shadows: int = 0
    plots: int = 0
    choice: int = HAND_SIZE
    hand: int = HAND_SIZE
    has_shadows: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Where it lies, in pixels: what an area takes beside its tiles, and what is below them."""

    width: int
    height: int
    head: int
    foot: int


@dataclass(frozen=True, slots=True)
class TileSizes:
    """The size of tiles, and of those of plots while there are many to choose among."""

    tile: QSize
    plot: QSize


def sizes_for(widget: QWidget, room: Room, crowd: Crowd) -> TileSizes:
    """Return the largest sizes at which all lies in the room, or the smallest that there are."""
    found = TileSizes(QSize(), QSize())
    for height in reversed(STEPS):
        fit = _Fit(widget, room, QSize(_width(widget, room, height), space(widget, height)))
        found = TileSizes(fit.tile, fit.plot_size(crowd))
        is_card = fit.tile.height() <= fit.tile.width() * SLIMMEST
        if is_card and fit.height_of(crowd) <= room.height:
            break
    return found


def shadows_width(widget: QWidget, tile: QSize, width: int, down: int) -> int:
    """Return how wide the area of shadows is beside the plots: at most three tiles of seven."""
    gap = space(widget, 1)
    across = _across(width, tile, gap)
    least, most = max(1, across * 2 // HAND_SIZE), max(1, across * 3 // HAND_SIZE)
    return min(most, max(least, down)) * (tile.width() + gap) + gap


def _across(width: int, tile: QSize, gap: int) -> int:
    """Return how many tiles fit in a line of an area."""
    return max(1, (width - gap) // (tile.width() + gap))


def _width(widget: QWidget, room: Room, height: int) -> int:
    """Return how wide tiles of a height are: a hand of seven fits in one line."""
    gap = space(widget, 1)
    wide = (room.width - 2 * gap - (HAND_SIZE - 1) * gap) // HAND_SIZE
    widest = space(widget, max(WIDEST, height + height // 8))
    return max(space(widget, NARROWEST), min(widest, wide))


class _Fit:
    """Tiles of one size in a room."""

    def __init__(self, widget: QWidget, room: Room, tile: QSize) -> None:
        self.tile = tile
        self._widget = widget
        self._room = room
        self._gap = space(widget, 1)
        self._strip = space(widget, STRIP_HEIGHT)
        self._low = space(widget, LOW_HEIGHT)

    def height_of(self, crowd: Crowd) -> int:
        """Return how high all is; there is always room for one strip."""
        strips = crowd.characters if any(crowd.characters) else (1, *crowd.characters[1:])
        areas = [
            self._lines(strips, self._room.width, self.tile.height()),
            self._lines(crowd.locations, self._room.width, self.tile.height()),
            self._beside(crowd),
            self._lines([0] * crowd.hand, self._room.width, self.tile.height()),
        ]
        return sum(areas) + len(areas) * (self._room.head + self._gap) + self._room.foot

    def plot_size(self, crowd: Crowd) -> QSize:
        """Return the size of plots to choose among: lower where they do not fit in one line."""
        many = _across(self._plots_width(crowd), self.tile, self._gap) < crowd.choice
        low = many and self._low < self.tile.height()
        return QSize(self.tile.width(), self._low) if low else self.tile

    def _beside(self, crowd: Crowd) -> int:
        """Return how high shadows and plots are, at most: that is the same in each phase."""
        width = self._plots_width(crowd)
        return max(
            self._lines(
                [0] * crowd.shadows, self._room.width - width - self._gap, self.tile.height()
            ),
            self._lines([0] * crowd.plots, width, self.tile.height()),
            self._lines([0] * crowd.choice, width, self.plot_size(crowd).height()),
        )

    def _plots_width(self, crowd: Crowd) -> int:
        if not crowd.has_shadows:
            return self._room.width
        shadows = shadows_width(self._widget, self.tile, self._room.width, crowd.shadows)
        return self._room.width - shadows - self._gap

    def _lines(self, strips: Sequence[int], width: int, height: int) -> int:
        """Return how high stacks are that are laid out in lines; none are as high as one."""
        across = _across(width, self.tile, self._gap)
        starts = range(0, max(1, len(strips)), across)
        below = [max(strips[start : start + across], default=0) for start in starts]
        return sum(height + each * self._strip for each in below) + (len(below) - 1) * self._gap
