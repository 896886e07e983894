"""How large the board shows its cards: as its size allows, in few steps, legible when narrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.pages.hands.board.steps_row import StepsRow
from desktop.pages.hands.board.tile_face import printed_words
from desktop.pages.hands.board.tile_sizes import (
    SLIMMEST,
    STEPS,
    BoardCounts,
    BoardSpace,
    sizes_for,
)
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from goldfish.play.game import PlayPhase
from tests.filled import Wanted
from tests.gui.pages.hands.board.board_player import BoardPlayer

Key = Qt.Key
WOLVES = "Wolves of Winter (WotN)"
WIDE, HIGH = QSize(1000, 950), QSize(1000, 1400)
SMALL = QSize(660, 560)


@pytest.fixture
def player(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, sample: Callable[[str], Deck]
) -> BoardPlayer:
    """Show a hand of the seed 7."""
    made = BoardPlayer(session, tasks, qtbot)
    made.open(sample(WOLVES))
    made.show()
    return made


def resize(player: BoardPlayer, size: QSize) -> None:
    player.panel.resize(size)
    settle()


def settle() -> None:
    """Let layouts within layouts take their turns."""
    for _ in range(5):
        QApplication.processEvents()


def tile_height(player: BoardPlayer) -> int:
    return player.view.board.hand.tiles[0].height()


def phase_of(player: BoardPlayer) -> PlayPhase:
    return player.game.phase


def is_whole(player: BoardPlayer) -> bool:
    """Return whether the whole table is in sight, with nothing to scroll."""
    return player.view.scroller.verticalScrollBar().maximum() == 0


def test_more_space_makes_the_cards_larger_and_less_makes_them_smaller(player: BoardPlayer) -> None:
    heights = []
    for size in (SMALL, player.panel.size(), WIDE, HIGH):
        resize(player, size)
        heights.append(tile_height(player))
        rows = {tile.mapTo(player.view, tile.rect().topLeft()).y() for tile in hand(player)}
        assert len(rows) == 1
    assert heights == sorted(heights)
    assert heights[0] < heights[2] < heights[3]
    resize(player, SMALL)
    assert tile_height(player) == heights[0]


def hand(player: BoardPlayer) -> list[QWidget]:
    return list(player.view.board.hand.tiles)


@pytest.mark.parametrize("size", [WIDE, HIGH])
def test_the_board_fills_its_space_and_need_not_be_scrolled(
    player: BoardPlayer, size: QSize
) -> None:
    resize(player, size)
    player.press(Key.Key_B)
    settle()
    assert is_whole(player)
    board, steps = player.view.board, STEPS
    lowest = board.piles[0]
    assert board.height() - lowest.geometry().bottom() < space(board, 4)
    tile, needed = board.hand.tiles[0], 4 * board.hand.head_height
    higher = next(step for step in steps if space(board, step) > tile.height())
    is_slimmest = space(board, higher) > tile.width() * SLIMMEST
    cards = sum(area.height() for area in board.areas if area.isVisible()) - needed
    assert is_slimmest or cards < 4 * space(board, higher) + space(board, 6)


def test_the_size_stays_from_phase_to_phase_and_through_undo(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, pools: Mapping[Edition, CardPool]
) -> None:
    pool = pools[Edition.SECOND]
    shadows = {card.code: 3 for card in pool if card.keyword("shadow") and card.neutral}
    player = BoardPlayer(session, tasks, qtbot)
    player.open(Wanted(faction=Faction.STARK, cards=dict(list(shadows.items())[:4])).deck(pool))
    player.show()
    resize(player, WIDE)
    before = tile_height(player)
    player.press(Key.Key_Space, Key.Key_N)
    settle()
    assert phase_of(player) is PlayPhase.PLOT
    plots = player.view.board.plots.tiles
    assert len({tile.mapTo(player.view, tile.rect().topLeft()).y() for tile in plots}) == 2
    assert plots[0].height() < tile_height(player) == before
    assert is_whole(player)
    player.press(Key.Key_Z, Key.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    settle()
    assert phase_of(player) is PlayPhase.HAND
    assert tile_height(player) == before


def test_a_full_table_takes_smaller_cards_before_it_scrolls(player: BoardPlayer) -> None:
    around = player.view.board
    board = BoardSpace(1000, 760, around.hand.head_height, around.piles[0].sizeHint().height())
    heights = [
        sizes_for(around, board, BoardCounts(characters=[0] * number)).tile.height()
        for number in (0, 7, 8, 15, 22, 70)
    ]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] == heights[1] > heights[2]
    assert heights[-1] == space(around, STEPS[0])


def test_attachments_need_space_too(player: BoardPlayer) -> None:
    around = player.view.board
    board = BoardSpace(1000, 760, around.hand.head_height, around.piles[0].sizeHint().height())
    one, many = (
        sizes_for(around, board, BoardCounts(characters=strips)).tile.height()
        for strips in ([1, 0], [9, 0])
    )
    assert one == sizes_for(around, board, BoardCounts(characters=[0, 0])).tile.height()
    assert many < one


def test_a_large_card_shows_traits_and_keywords_but_nothing_twice(
    pools: Mapping[Edition, CardPool],
) -> None:
    pool = pools[Edition.SECOND]
    limited = next(c for c in pool if c.keyword("limited") and len(c.keywords) == 1)
    assert printed_words(limited) == (" ".join(f"{each}." for each in limited.traits), "")
    renowned = next(c for c in pool if [each.name for each in c.keywords] == ["renown"])
    assert printed_words(renowned)[1] == "Renown."


def test_a_large_card_paints_more(player: BoardPlayer) -> None:
    def inked(tile: QWidget) -> int:
        image = tile.grab().toImage()
        ground = image.pixelColor(image.width() - 3, image.height() * 3 // 5)
        middle = range(image.height() * 2 // 5, image.height() * 3 // 5)
        across = range(image.width() // 10, image.width())
        return sum(image.pixelColor(x, y) != ground for y in middle for x in across)

    resize(player, WIDE)
    sansa = player.tile("Sansa Stark")
    assert sansa.face.card.traits
    assert inked(sansa) > 10


def test_the_buttons_are_whole_however_narrow_the_table_is(player: BoardPlayer) -> None:
    player.press(Key.Key_Space, Key.Key_N)
    steps = player.view.steps
    resize(player, WIDE)
    assert phases_in_sight(steps) == 6
    resize(player, QSize(400, 560))
    assert phases_in_sight(steps) == 1
    for button in (steps.undo, steps.redo, steps.next):
        assert button.width() >= button.minimumSizeHint().width()
        assert steps.rect().contains(button.geometry())
    resize(player, WIDE)
    assert phases_in_sight(steps) == 6


def test_the_first_edition_has_a_standing_phase_of_its_own_in_sight(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, pools: Mapping[Edition, CardPool]
) -> None:
    pool = pools[Edition.FIRST]
    player = BoardPlayer(session, tasks, qtbot)
    player.open(Wanted(faction=Faction.STARK).deck(pool))
    player.show()
    resize(player, WIDE)
    steps = player.view.steps
    seen: list[PlayPhase] = []
    while seen[-2:] != [PlayPhase.STANDING, PlayPhase.TAXATION]:
        steps.next.click()
        if phase_of(player) is PlayPhase.PLOT:
            player.view.board.plots.tiles[0].setFocus()
            player.press(Key.Key_Return)
        settle()
        assert phase_of(player) not in seen
        seen.append(phase_of(player))
        assert all(each.isVisible() for each in steps.phases if each.now)
    assert phases_in_sight(steps) == 7


def phases_in_sight(steps: StepsRow) -> int:
    return sum(each.isVisible() for each in steps.phases)
