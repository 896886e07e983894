"""Cards dragged over the table: placed, put elsewhere, refused with a reason, targets lit."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.pages.hands.board.tile import COPY, dragged_number
from goldfish.play.game import PlayPhase
from tests.gui.pages.hands.board.board_player import BUTTON, BoardPlayer

# Since Qt 6.12 these events want a QPointF, which Qt 6.7 does not know.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


def test_a_card_is_dragged_from_hand_into_play_and_back(kept: BoardPlayer) -> None:
    board = kept.view.board
    kept.drag(kept.tile("Summer"), board.characters)
    assert kept.names(board.characters) == ["Summer"]
    assert kept.view.header.gold.text() == "3 of 8 gold"
    kept.drag(kept.tile("Summer"), board.hand)
    assert kept.names(board.characters) == []
    assert kept.view.header.gold.text() == "0 of 8 gold"


def test_an_illegal_drop_says_why_and_nothing_changes(kept: BoardPlayer) -> None:
    game = kept.game
    kept.drag(kept.tile("As Hard as Winter"), kept.view.board.characters)
    assert kept.message == "Events are not placed. They stay in your hand."
    assert kept.view.message.shows_error
    kept.drag(kept.tile("Frozen Solid"), kept.view.board.locations)
    assert kept.message.startswith("No card in play may bear Frozen Solid.")
    kept.drag(kept.tile("Summer"), kept.view.board.hand)
    assert kept.message == "The card lies there already."
    assert kept.game is game


def test_an_attachment_is_dropped_on_its_bearer_and_tucked_under_it(
    kept: BoardPlayer, pools: Mapping[Edition, CardPool]
) -> None:
    pool, board = pools[Edition.SECOND], kept.view.board
    milk, guard, scout = (pool.card(code) for code in ("01035", "01152", "01127"))
    small = Deck.of("Seven", Edition.SECOND, Faction.STARK, {milk: 1, guard: 3, scout: 3})
    kept.open(small)
    kept.view.take_next_step()
    for _ in range(2):
        kept.drag(kept.tiles(guard.name)[-1], board.characters)
    second = board.characters.tiles[1]
    attachment = kept.tile(milk.name)
    kept.drag(attachment, board.characters, kept.middle_in(board.characters, second))
    standing = kept.game.in_play_with(attachment.number)
    assert standing is not None
    assert standing.host == second.number
    below = second.geometry().bottomLeft()
    assert attachment.geometry().topLeft() - below == QPoint(0, 1)
    assert attachment.accessibleDescription().startswith(f"In play, on {guard.name}.")
    first = board.characters.tiles[0]
    kept.drag(attachment, board.characters, kept.middle_in(board.characters, first))
    moved = kept.game.in_play_with(attachment.number)
    assert moved is not None
    assert moved.host == first.number
    kept.view.steps.undo.click()
    assert kept.game.in_play_with(attachment.number) == standing


def test_the_target_of_a_legal_drop_is_lit_and_others_are_not(kept: BoardPlayer) -> None:
    board = kept.view.board
    data = kept.tile("Summer").mime()
    dark = board.characters.grab().toImage()
    kept.hover(data, board.characters)
    assert board.characters.grab().toImage() != dark
    kept.leave(board.characters)
    assert board.characters.grab().toImage() == dark
    event = kept.tile("As Hard as Winter").mime()
    kept.hover(event, board.characters)
    assert board.characters.grab().toImage() == dark
    kept.drag(kept.tile("Summer"), board.characters)
    below = kept.tile("Summer")
    place = kept.middle_in(board.characters, below)
    kept.hover(kept.tile("Direwolf Pup").mime(), board.characters, place)
    assert below.lit
    kept.leave(board.characters)
    assert not below.lit


def test_other_data_is_not_taken(kept: BoardPlayer) -> None:
    game = kept.game
    data = QMimeData()
    data.setText("Summer")
    kept.hover(data, kept.view.board.characters)
    assert dragged_number(data) is None
    for raw in (b"", b"x", b"-1", b"9999999999", "٣".encode()):
        broken = QMimeData()
        broken.setData(COPY, raw)
        assert dragged_number(broken) is None
    assert kept.game is game


def test_a_drop_on_the_discard_pile_discards(kept: BoardPlayer) -> None:
    kept.view.take_next_step()
    tile = kept.view.board.hand.tiles[0]
    kept.drag(tile, kept.view.board.piles[1])
    assert kept.view.board.piles[1].text() == "Discard 1"
    assert tile.face.card.name in kept.message


def test_a_plot_is_dropped_to_be_revealed_and_a_double_click_does_it_too(
    kept: BoardPlayer,
) -> None:
    kept.view.take_next_step()
    plot = kept.view.board.plots.tiles[3]
    QTest.mouseDClick(plot, BUTTON)
    assert kept.message == f"Revealed {plot.face.card.name}."
    assert kept.game.phase is PlayPhase.PLOT


def test_a_right_click_lists_the_moves(kept: BoardPlayer) -> None:
    tile = kept.tile("Summer")
    place = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, tile.mapToGlobal(place))
    QApplication.sendEvent(tile, event)
    assert kept.menu() == ["Place for 3 gold"]
    assert tile.hasFocus()


def test_a_short_move_of_the_mouse_is_no_drag(kept: BoardPlayer) -> None:
    tile = kept.tile("Summer")
    QTest.mousePress(tile, BUTTON, Qt.KeyboardModifier.NoModifier, QPoint(9, 9))
    QTest.mouseMove(tile, QPoint(10, 10))
    QTest.mouseRelease(tile, BUTTON, Qt.KeyboardModifier.NoModifier, QPoint(10, 10))
    assert tile.hasFocus()
    assert kept.names(kept.view.board.characters) == []
