"""The table in a round, and its neighbours: effects, bestow, piles, the card, the window's keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from goldfish.play.game import PlayPhase
from tests.gui.pages.hands.board.board_player import BUTTON, CTRL, BoardPlayer

Key = Qt.Key
WOLVES = "Wolves of Winter (WotN)"


@pytest.fixture
def empty(session: DeckSession, tasks: TaskRunner, qtbot: QtBot) -> BoardPlayer:
    return BoardPlayer(session, tasks, qtbot)


@pytest.fixture
def player(empty: BoardPlayer, sample: Callable[[str], Deck]) -> BoardPlayer:
    """Show a hand of the seed 7."""
    empty.open(sample(WOLVES))
    empty.show()
    return empty


def test_the_chosen_card_is_shown_beside_the_board(player: BoardPlayer) -> None:
    card = player.side.card
    player.focus("Summer")
    assert card.accessibleName() == "Card: Summer"
    player.press(Key.Key_G)
    assert player.side.currentWidget() is player.side.log
    player.focus("Sansa Stark")
    assert card.accessibleName() == "Card: Summer"
    player.press(Key.Key_G)
    assert card.accessibleName() == "Card: Sansa Stark"


def test_ctrl_z_over_the_table_is_not_the_windows(player: BoardPlayer, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    action = QAction("Undo", window)
    action.setShortcut("Ctrl+Z")
    window.addAction(action)
    elsewhere = QPushButton("Elsewhere", window)
    holder = QWidget(window)
    layout = QVBoxLayout(holder)
    layout.addWidget(elsewhere)
    layout.addWidget(player.panel)
    window.setCentralWidget(holder)
    asked = []
    action.triggered.connect(lambda: asked.append("undo"))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    player.focus("Summer")
    player.press(Key.Key_N)
    player.press(Key.Key_Z, modifier=CTRL)
    assert (player.game.phase, asked) == (PlayPhase.HAND, [])
    elsewhere.setFocus()
    QTest.keyClick(elsewhere, Key.Key_Z, CTRL)
    assert asked == ["undo"]
    player.panel.setParent(None)


def test_effects_stand_apart_in_the_menu_of_a_round(player: BoardPlayer) -> None:
    player.press(Key.Key_B, Key.Key_B, Key.Key_N)
    player.focus("Summer")
    player.press(Key.Key_Return)
    assert player.menu() == ["Kneel", "Kill", "Discard", "Draw a card", "Gain 1 gold"]
    player.press(Key.Key_K)
    assert player.message == "Knelt Summer."
    assert "kneeling" in player.tile("Summer").accessibleDescription()


def test_a_card_with_bestow_is_given_gold_right_away(
    empty: BoardPlayer, pools: Mapping[Edition, CardPool]
) -> None:
    pool = pools[Edition.SECOND]
    giver = next(card for card in pool if card.keyword("bestow") and card.cost == 2)
    plots = [card for card in pool if card.type is CardType.PLOT and card.neutral]
    rich = next(card for card in plots if card.plot and card.plot.income == 5)
    deck = Deck.of("Gold", Edition.SECOND, Faction.STARK, {giver: 12, rich: 2})
    empty.open(deck)
    empty.show()
    empty.press(Key.Key_Space, Key.Key_Space, Key.Key_Up, Key.Key_Return)
    empty.press(Key.Key_N, Key.Key_N)
    empty.focus(giver.name)
    empty.press(Key.Key_Return)
    assert empty.message.endswith(
        "You may bestow gold on it now: Enter gives 1, M lists the amounts."
    )
    tile = QApplication.focusWidget()
    assert tile in (*empty.view.board.characters.tiles, *empty.view.board.locations.tiles)
    empty.press(Key.Key_Return)
    assert empty.message == f"Bestowed 1 gold on {giver.name}."
    assert empty.game.gold == 2


def test_piles_list_their_cards(player: BoardPlayer) -> None:
    player.press(Key.Key_N, Key.Key_N)
    name = player.game.hand[0].card.name
    player.focus(name)
    player.press(Key.Key_Delete)
    discard = player.view.board.piles[1]
    assert discard.text() == "Discard 1"
    QTest.mouseClick(discard, BUTTON)
    assert discard.menu_shown is not None
    assert [each.text() for each in discard.menu_shown.actions()] == [name]
    discard.menu_shown.close()
