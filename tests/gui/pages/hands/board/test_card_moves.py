"""What may be done with a card is on it: buttons under the mouse, a menu; all of it is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QHoverEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.pages.hands.board.move_buttons import MORE, move_groups
from desktop.pages.hands.board.tile import Tile
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from goldfish.play.game import Game, Move, MoveKind, PlayPhase
from goldfish.play.moves import do
from goldfish.play.setup_moves import best_plan, with_plan
from tests.filled import Wanted
from tests.gui.pages.hands.board.board_player import BUTTON, BoardPlayer
from tests.long_run import pairs


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


def hover(tile: Tile) -> None:
    """Hold the mouse over a card."""
    middle = QPointF(tile.rect().center())
    event = QHoverEvent(QEvent.Type.HoverMove, middle, tile.mapToGlobal(middle), middle)
    QApplication.sendEvent(tile, event)


def words(player: BoardPlayer) -> list[str]:
    buttons = player.view.buttons.buttons
    return [
        *(each.accessibleName() for each in buttons[:-1]),
        *(each.text() for each in buttons[-1:]),
    ]


def game_of(deck: Deck, phase: PlayPhase) -> Game:
    """Return a game that is in a phase of its first round, with the best setup and gold."""
    from goldfish.play.setup_moves import deal  # noqa: PLC0415 - it loads numpy

    game = do(deal(deck, 7), Move(MoveKind.KEEP))
    game = with_plan(game, best_plan(game))
    while game.phase is not phase:
        if game.phase is PlayPhase.PLOT:
            game = do(game, Move(MoveKind.CHOOSE, game.plots[0].number))
        game = do(game, Move(MoveKind.NEXT))
    return replace(game, gold=9)


def test_buttons_on_the_card_do_what_may_be_done(player: BoardPlayer) -> None:
    summer, buttons = player.tile("Summer"), player.view.buttons
    hover(summer)
    assert words(player) == ["Place for 3 gold", MORE]
    board = player.view.board
    assert board.rect().contains(buttons.geometry())
    card = summer.rect().translated(summer.mapTo(board, QPoint(0, 0)))
    assert card.contains(buttons.geometry())
    assert summer.free.translated(card.topLeft()).contains(buttons.geometry())
    QTest.mouseClick(buttons.buttons[0], BUTTON)
    assert player.names(board.characters) == ["Summer"]
    assert buttons.isHidden()
    hover(player.tile("Summer"))
    assert words(player) == ["Take back", MORE]
    QTest.mouseClick(buttons.buttons[-1], BUTTON)
    assert player.menu() == ["Take back"]


def test_a_card_that_nothing_can_be_done_with_has_no_buttons(player: BoardPlayer) -> None:
    hover(player.tile("Summer"))
    hover(player.tile("As Hard as Winter"))
    assert player.view.buttons.isHidden()


def test_buttons_and_card_go_when_the_mouse_leaves_or_a_drag_begins(
    player: BoardPlayer, qtbot: QtBot
) -> None:
    player.panel.resize(430, 560)
    QApplication.processEvents()
    summer, view = player.tile("Summer"), player.view
    hover(summer)
    assert view.hover is not None
    qtbot.waitUntil(lambda: view.hover is not None and view.hover.popup is not None)
    popup = view.hover.popup
    assert popup is not None
    assert popup.accessibleName() == "Card: Summer"
    # Beside the table: over no card, no message and no step.
    assert not popup.geometry().intersects(view.rect().translated(view.mapToGlobal(QPoint(0, 0))))
    QTest.mousePress(summer, BUTTON)
    assert popup.isHidden()
    assert view.buttons.isHidden()
    hover(summer)
    QApplication.sendEvent(summer, QHoverEvent(QEvent.Type.HoverLeave, *(QPointF(-1, -1),) * 3))
    qtbot.waitUntil(view.buttons.isHidden)


def test_what_is_shown_beside_the_board_is_not_shown_twice(
    player: BoardPlayer, qtbot: QtBot
) -> None:
    assert player.view.hover is not None
    with qtbot.waitExposed(player.side):
        player.side.show()
    with qtbot.waitActive(player.panel):
        player.panel.activateWindow()
    player.focus("Summer")
    assert player.side.is_in_view(player.tile("Summer").face.card)
    player.side.toggle_log()
    assert not player.side.is_in_view(player.tile("Summer").face.card)


@pytest.mark.parametrize(
    ("phase", "edition"),
    pairs(
        [PlayPhase.SETUP, PlayPhase.PLOT, PlayPhase.MARSHALING, PlayPhase.CHALLENGES],
        list(Edition),
        each=1,
    ),
)
def test_every_move_of_the_menus_is_legal_and_leads_where_it_says(
    session: DeckSession,
    tasks: TaskRunner,
    qtbot: QtBot,
    pools: Mapping[Edition, CardPool],
    edition: Edition,
    phase: PlayPhase,
) -> None:
    pool = pools[edition]
    hidden = [card for card in pool if card.keyword("shadow") and card.neutral][:3]
    cards = {card.code: 3 for card in hidden if not card.house_only}
    player = BoardPlayer(session, tasks, qtbot)
    player.open(Wanted(faction=Faction.STARK, cards=cards).deck(pool))
    player.show()
    game = game_of(player.game.deck, phase)
    controller = player.panel.controller
    player.view.board.clear()
    controller.start(game)
    offered = 0
    for tile in player.view.board.shown_tiles():
        for _, moves in move_groups(controller, tile.number):
            for legal in moves:
                assert do(game, legal.move) == legal.after, legal.words
                offered += 1
        hover(tile)
        for number in range(len(player.view.buttons.buttons) - 1):
            hover(tile)
            assert tile.free.width() >= player.view.buttons.width()
            player.view.buttons.buttons[number].click()
            assert not player.view.message.shows_error, tile.face.card.name
            assert controller.game is not game
            controller.undo()
            assert controller.game is game
    assert offered > 5
