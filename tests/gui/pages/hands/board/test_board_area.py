"""Cards dragged over the table: placed, put elsewhere, refused with a reason, targets lit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.pages.hands.board.tile import COPY, dragged_number
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from goldfish.play.game import PlayPhase
from tests.gui.pages.hands.board.board_player import BUTTON, BoardPlayer

# Since Qt 6.12 these events want a QPointF, which Qt 6.7 does not know.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


@pytest.fixture
def player(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, sample: Callable[[str], Deck]
) -> BoardPlayer:
    """Show a hand of the seed 7 that is kept."""
    made = BoardPlayer(session, tasks, qtbot)
    made.open(sample("Wolves of Winter (WotN)"))
    made.show()
    made.view.take_next_step()
    return made


def test_a_card_is_dragged_from_hand_into_play_and_back(player: BoardPlayer) -> None:
    board = player.view.board
    player.drag(player.tile("Summer"), board.characters)
    assert player.names(board.characters) == ["Summer"]
    assert player.view.header.gold.text() == "3 of 8 gold"
    player.drag(player.tile("Summer"), board.hand)
    assert player.names(board.characters) == []
    assert player.view.header.gold.text() == "0 of 8 gold"


def test_an_illegal_drop_says_why_and_nothing_changes(player: BoardPlayer) -> None:
    game = player.game
    player.drag(player.tile("As Hard as Winter"), player.view.board.characters)
    assert player.message == "Events are not placed. They stay in your hand."
    assert player.view.message.shows_error
    player.drag(player.tile("Frozen Solid"), player.view.board.locations)
    assert player.message.startswith("No card in play may bear Frozen Solid.")
    player.drag(player.tile("Summer"), player.view.board.hand)
    assert player.message == "The card lies there already."
    assert player.game is game


def test_an_attachment_is_dropped_on_its_bearer_and_tucked_under_it(
    player: BoardPlayer, pools: Mapping[Edition, CardPool]
) -> None:
    pool, board = pools[Edition.SECOND], player.view.board
    milk, guard, scout = (pool.card(code) for code in ("01035", "01152", "01127"))
    small = Deck.of("Seven", Edition.SECOND, Faction.STARK, {milk: 1, guard: 3, scout: 3})
    player.open(small)
    player.view.take_next_step()
    for _ in range(2):
        player.drag(player.tiles(guard.name)[-1], board.characters)
    second = board.characters.tiles[1]
    attachment = player.tile(milk.name)
    player.drag(attachment, board.characters, player.middle_in(board.characters, second))
    standing = player.game.in_play_with(attachment.number)
    assert standing is not None
    assert standing.host == second.number
    below = second.geometry().bottomLeft()
    assert attachment.geometry().topLeft() - below == QPoint(0, 1)
    assert attachment.accessibleDescription().startswith(f"In play, on {guard.name}.")
    first = board.characters.tiles[0]
    player.drag(attachment, board.characters, player.middle_in(board.characters, first))
    moved = player.game.in_play_with(attachment.number)
    assert moved is not None
    assert moved.host == first.number
    player.view.steps.undo.click()
    assert player.game.in_play_with(attachment.number) == standing


def test_the_target_of_a_legal_drop_is_lit_and_others_are_not(player: BoardPlayer) -> None:
    board = player.view.board
    data = player.tile("Summer").mime()
    dark = board.characters.grab().toImage()
    player.hover(data, board.characters)
    assert board.characters.grab().toImage() != dark
    player.leave(board.characters)
    assert board.characters.grab().toImage() == dark
    event = player.tile("As Hard as Winter").mime()
    player.hover(event, board.characters)
    assert board.characters.grab().toImage() == dark
    player.drag(player.tile("Summer"), board.characters)
    below = player.tile("Summer")
    place = player.middle_in(board.characters, below)
    player.hover(player.tile("Direwolf Pup").mime(), board.characters, place)
    assert below.lit
    player.leave(board.characters)
    assert not below.lit


def test_other_data_is_not_taken(player: BoardPlayer) -> None:
    game = player.game
    data = QMimeData()
    data.setText("Summer")
    player.hover(data, player.view.board.characters)
    assert dragged_number(data) is None
    for raw in (b"", b"x", b"-1", b"9999999999", "٣".encode()):
        broken = QMimeData()
        broken.setData(COPY, raw)
        assert dragged_number(broken) is None
    assert player.game is game


def test_a_drop_on_the_discard_pile_discards(player: BoardPlayer) -> None:
    player.view.take_next_step()
    tile = player.view.board.hand.tiles[0]
    player.drag(tile, player.view.board.piles[1])
    assert player.view.board.piles[1].text() == "Discard 1"
    assert tile.face.card.name in player.message


def test_a_plot_is_dropped_to_be_revealed_and_a_double_click_does_it_too(
    player: BoardPlayer,
) -> None:
    player.view.take_next_step()
    plot = player.view.board.plots.tiles[3]
    QTest.mouseDClick(plot, BUTTON)
    assert player.message == f"Revealed {plot.face.card.name}."
    assert player.game.phase is PlayPhase.PLOT


def test_a_right_click_lists_the_moves(player: BoardPlayer) -> None:
    tile = player.tile("Summer")
    place = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, tile.mapToGlobal(place))
    QApplication.sendEvent(tile, event)
    assert player.menu() == ["Place for 3 gold"]
    assert tile.hasFocus()


def test_a_short_move_of_the_mouse_is_no_drag(player: BoardPlayer) -> None:
    tile = player.tile("Summer")
    QTest.mousePress(tile, BUTTON, Qt.KeyboardModifier.NoModifier, QPoint(9, 9))
    QTest.mouseMove(tile, QPoint(10, 10))
    QTest.mouseRelease(tile, BUTTON, Qt.KeyboardModifier.NoModifier, QPoint(10, 10))
    assert tile.hasFocus()
    assert player.names(player.view.board.characters) == []
