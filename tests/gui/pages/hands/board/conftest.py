"""Boards to play on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from tests.gui.pages.hands.board.board_player import BoardPlayer

WOLVES = "Wolves of Winter (WotN)"


@pytest.fixture
def empty(session: DeckSession, tasks: TaskRunner, qtbot: QtBot) -> BoardPlayer:
    """Return a board without a deck, which is not shown yet."""
    return BoardPlayer(session, tasks, qtbot)


@pytest.fixture
def player(empty: BoardPlayer, sample: Callable[[str], Deck]) -> BoardPlayer:
    """Show a hand of the seed 7."""
    empty.open(sample(WOLVES))
    empty.show()
    return empty


@pytest.fixture
def kept(player: BoardPlayer) -> BoardPlayer:
    """Show a hand of the seed 7 that is kept."""
    player.view.take_next_step()
    return player
