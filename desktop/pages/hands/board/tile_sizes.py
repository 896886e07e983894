"""How large the tiles on the board are: as large as its size allows, in a few steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from carddb.terms import CardType
from desktop.style.fonts import space
from goldfish.play.game import Game, InPlay, Zone

# In quarters of the body font's height; seven of the narrowest fit a panel of 640 pixels.
NARROWEST = 21
WIDEST = 34
STEPS = (17, 20, 24, 28, 33, 39, 46, 54, 64)
HEIGHT = STEPS[0]
LOW_HEIGHT = 14
STRIP_HEIGHT = 5

HAND_SIZE = 7

# Nothing is higher by its width than a card is.
SLIMMEST = 1.4


@dataclass(frozen=True, slots=True)
class BoardCounts:
    """What is on the board, in numbers.

    `characters` and `locations` hold for each card how many strips are below it. `plots` are the
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
class BoardSpace:
    """The size of the board, in pixels; `head` is an area without its tiles, `foot` the piles."""

    width: int
    height: int
    head: int
    foot: int


@dataclass(frozen=True, slots=True)
class TileSizes:
    """The size of tiles, and of those of plots while there are many to choose among."""

    tile: QSize
    plot: QSize


def cards_in_play(game: Game) -> tuple[list[InPlay], list[InPlay]]:
    """Return the characters of a game, and the other cards that are not on a card."""
    free = [each for each in game.in_play if each.host is None]
    characters = [each for each in free if each.card.type is CardType.CHARACTER]
    return characters, [each for each in free if each.card.type is not CardType.CHARACTER]


def counts_of(game: Game) -> BoardCounts:
    """Return what of a game is on the board, in numbers."""
    characters, locations = cards_in_play(game)
    zones = [zone for _, zone in game.places()]
    return BoardCounts(
        [len(game.attachments_of(each.number)) for each in characters],
        [len(game.attachments_of(each.number)) for each in locations],
        len(game.shadows),
        len(game.agendas) + 1,
        len(game.plots) + zones.count(Zone.USED) + bool(game.revealed),
        len(game.hand),
        has_shadows=any(copy.card.keyword("shadow") for copy, _ in game.places())
        or bool(game.shadows),
    )


def sizes_for(widget: QWidget, board: BoardSpace, counts: BoardCounts) -> TileSizes:
    """Return the largest sizes at which all fits, or the smallest that there are."""
    found = TileSizes(QSize(), QSize())
    for height in reversed(STEPS):
        tile = QSize(_width(widget, board, height), space(widget, height))
        fit = _Fit(widget, board, tile)
        found = TileSizes(fit.tile, fit.plot_size(counts))
        is_card = fit.tile.height() <= fit.tile.width() * SLIMMEST
        if is_card and fit.height_of(counts) <= board.height:
            break
    return found


def shadows_width(widget: QWidget, tile: QSize, width: int, down: int) -> int:
    """Return how wide the area of shadows is next to the plots: at most three tiles of seven."""
    gap = space(widget, 1)
    across = _across(width, tile, gap)
    least, most = max(1, across * 2 // HAND_SIZE), max(1, across * 3 // HAND_SIZE)
    return min(most, max(least, down)) * (tile.width() + gap) + gap


def _across(width: int, tile: QSize, gap: int) -> int:
    """Return how many tiles fit in a line of an area."""
    return max(1, (width - gap) // (tile.width() + gap))


def _width(widget: QWidget, board: BoardSpace, height: int) -> int:
    """Return how wide tiles of a height are: a hand of seven fits in one line."""
    gap = space(widget, 1)
    wide = (board.width - 2 * gap - (HAND_SIZE - 1) * gap) // HAND_SIZE
    widest = space(widget, max(WIDEST, height + height // 8))
    return max(space(widget, NARROWEST), min(widest, wide))


class _Fit:
    """Tiles of one size on a board."""

    def __init__(self, widget: QWidget, board: BoardSpace, tile: QSize) -> None:
        self.tile = tile
        self._widget = widget
        self._board = board
        self._gap = space(widget, 1)
        self._strip = space(widget, STRIP_HEIGHT)
        self._low = space(widget, LOW_HEIGHT)

    def height_of(self, counts: BoardCounts) -> int:
        """Return how high all is; there is always space for one strip."""
        strips = counts.characters if any(counts.characters) else (1, *counts.characters[1:])
        areas = [
            self._lines(strips, self._board.width, self.tile.height()),
            self._lines(counts.locations, self._board.width, self.tile.height()),
            self._middle_height(counts),
            self._lines([0] * counts.hand, self._board.width, self.tile.height()),
        ]
        return sum(areas) + len(areas) * (self._board.head + self._gap) + self._board.foot

    def plot_size(self, counts: BoardCounts) -> QSize:
        """Return the size of plots to choose among: lower where they do not fit in one line."""
        many = _across(self._plots_width(counts), self.tile, self._gap) < counts.choice
        low = many and self._low < self.tile.height()
        return QSize(self.tile.width(), self._low) if low else self.tile

    def _middle_height(self, counts: BoardCounts) -> int:
        """Return how high shadows and plots are, at most: that is the same in each phase."""
        width = self._plots_width(counts)
        rest = self._board.width - width - self._gap
        return max(
            self._lines([0] * counts.shadows, rest, self.tile.height()),
            self._lines([0] * counts.plots, width, self.tile.height()),
            self._lines([0] * counts.choice, width, self.plot_size(counts).height()),
        )

    def _plots_width(self, counts: BoardCounts) -> int:
        if not counts.has_shadows:
            return self._board.width
        shadows = shadows_width(self._widget, self.tile, self._board.width, counts.shadows)
        return self._board.width - shadows - self._gap

    def _lines(self, strips: Sequence[int], width: int, height: int) -> int:
        """Return how high stacks are that are laid out in lines; none are as high as one."""
        across = _across(width, self.tile, self._gap)
        starts = range(0, max(1, len(strips)), across)
        below = [max(strips[start : start + across], default=0) for start in starts]
        return sum(height + each * self._strip for each in below) + (len(below) - 1) * self._gap
