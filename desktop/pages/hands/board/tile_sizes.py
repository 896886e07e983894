"""How large the tiles on the board are: as large as its size allows, in a few steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from carddb.terms import CardType
from desktop.style.fonts import space
from goldfish.play.game import CopyInPlay, Game, Zone

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
    """The size of tiles, of plots while there are many to choose among, and how wide shadows are.

    The area of shadows is next to the plots: as wide as its tiles, at most three of seven.
    """

    tile: QSize
    plot: QSize
    shadows: int = 0


def cards_in_play(game: Game) -> tuple[list[CopyInPlay], list[CopyInPlay]]:
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
    for height in reversed(STEPS):
        fit = _Fit(widget, board, counts, height)
        is_card = fit.tile.height() <= fit.tile.width() * SLIMMEST
        if is_card and fit.height() <= board.height:
            break
    return TileSizes(fit.tile, fit.plot, fit.shadows)


class _Fit:
    """Tiles of one height on a board; a hand of seven fits in one line."""

    def __init__(
        self, widget: QWidget, board: BoardSpace, counts: BoardCounts, height: int
    ) -> None:
        self._board, self._counts = board, counts
        self._gap, self._strip = space(widget, 1), space(widget, STRIP_HEIGHT)
        widest = space(widget, max(WIDEST, height + height // 8))
        fair = (board.width - (HAND_SIZE + 1) * self._gap) // HAND_SIZE
        width = max(space(widget, NARROWEST), min(widest, fair))
        self.tile = self.plot = QSize(width, space(widget, height))
        across = self._across(board.width)
        least, most = max(1, across * 2 // HAND_SIZE), max(1, across * 3 // HAND_SIZE)
        down = min(most, max(least, counts.shadows))
        self.shadows = down * (width + self._gap) + self._gap
        self._beside = self.shadows + self._gap if counts.has_shadows else 0
        # Plots to choose among are lower where they do not fit in one line.
        low = space(widget, LOW_HEIGHT)
        if self._across(board.width - self._beside) < counts.choice and low < self.tile.height():
            self.plot = QSize(width, low)

    def height(self) -> int:
        """Return how high all is; there is always space for one strip."""
        board, counts, tile = self._board, self._counts, self.tile.height()
        strips = counts.characters if any(counts.characters) else (1, *counts.characters[1:])
        plots_width = board.width - self._beside
        # Shadows and plots are side by side, as high in each phase as they are at most.
        middle = max(
            self._lines([0] * counts.shadows, self.shadows, tile),
            self._lines([0] * counts.plots, plots_width, tile),
            self._lines([0] * counts.choice, plots_width, self.plot.height()),
        )
        areas = [
            self._lines(strips, board.width, tile),
            self._lines(counts.locations, board.width, tile),
            middle,
            self._lines([0] * counts.hand, board.width, tile),
        ]
        return sum(areas) + len(areas) * (board.head + self._gap) + board.foot

    def _across(self, width: int) -> int:
        """Return how many tiles fit in a line of an area."""
        return max(1, (width - self._gap) // (self.tile.width() + self._gap))

    def _lines(self, strips: Sequence[int], width: int, height: int) -> int:
        """Return how high stacks are that are laid out in lines; none are as high as one."""
        across = self._across(width)
        starts = range(0, max(1, len(strips)), across)
        below = [max(strips[start : start + across], default=0) for start in starts]
        return sum(height + each * self._strip for each in below) + (len(below) - 1) * self._gap
