"""A board that is not seen deals nothing, and shows what is so when it is seen again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from desktop.pages.hands.board.board_panel import BoardPanel
from desktop.pages.hands.board.board_side import BoardSide
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from tests.gui.pages.hands.board.board_player import BoardPlayer

WOLVES = "Wolves of Winter (WotN)"


@pytest.fixture
def player(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, sample: Callable[[str], Deck]
) -> BoardPlayer:
    """Show a hand of the seed 7."""
    made = BoardPlayer(session, tasks, qtbot)
    made.open(sample(WOLVES))
    made.show()
    return made


def test_what_changed_while_the_board_was_hidden_is_dealt_as_it_is_now(
    player: BoardPlayer, sample: Callable[[str], Deck]
) -> None:
    before = player.game
    player.panel.hide()
    deck = sample("The Iron Fleet (KotI)")
    player.open(deck)
    card = deck.slots[0][0]
    player.session.edit(deck.with_copies(card, deck.copies(card) - 1))
    player.wait()
    assert player.game is before
    player.show()
    assert player.game.deck == player.session.deck != deck
    assert not player.view.message.again.isVisible()


def test_a_board_that_is_not_seen_deals_nothing(
    session: DeckSession, tasks: TaskRunner, qtbot: QtBot, sample: Callable[[str], Deck]
) -> None:
    side = BoardSide(session, None)
    panel = BoardPanel(session, tasks, side)
    qtbot.addWidget(side)
    qtbot.addWidget(panel)
    player = BoardPlayer(session, tasks, qtbot)
    player.open(sample(WOLVES))
    assert panel.game is None
    assert tasks.idle
