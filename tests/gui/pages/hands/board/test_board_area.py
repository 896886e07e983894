"""Cards dragged over the table; buttons and menus with what may be done with a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHoverEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.pages.hands.board.play_view import MORE, move_groups
from desktop.pages.hands.board.tile import COPY, Tile, dragged_number
from desktop.widgets.cards.hover_card import HoverPopup
from goldfish.play.game import Game, Move, MoveKind, PlayPhase
from goldfish.play.moves import do
from goldfish.play.setup_moves import best_plan, with_plan
from tests.filled import Wanted
from tests.gui.pages.hands.board.board_player import BUTTON, BoardPlayer, open_menu
from tests.gui.samples import present
from tests.long_run import pairs

# Since Qt 6.12 these events want a QPointF, which Qt 6.7 does not know.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


def test_a_card_is_dragged_from_hand_into_play_and_back(kept: BoardPlayer) -> None:
    board = kept.view.board
    kept.drag(kept.tile("Summer"), board.characters)
    assert kept.names(board.characters) == ["Summer"]
    assert kept.view.steps.gold.text() == "3 of 8 gold"
    kept.drag(kept.tile("Summer"), board.hand)
    assert kept.names(board.characters) == []
    assert kept.view.steps.gold.text() == "0 of 8 gold"


def test_an_illegal_drop_says_why_and_nothing_changes(kept: BoardPlayer) -> None:
    game = kept.game
    kept.drag(kept.tile("As Hard as Winter"), kept.view.board.characters)
    assert kept.message == "Events are not placed. They stay in your hand."
    assert kept.refused
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
    standing = present(kept.game.in_play_with(attachment.number))
    assert standing.host == second.number
    assert attachment.geometry().left() == second.geometry().left()
    assert attachment.geometry().bottom() > second.geometry().bottom()
    assert attachment.accessibleDescription().startswith(f"In play, on {guard.name}.")
    first = board.characters.tiles[0]
    kept.drag(attachment, board.characters, kept.middle_in(board.characters, first))
    moved = present(kept.game.in_play_with(attachment.number))
    assert moved.host == first.number
    kept.view.header.undo.click()
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


def test_a_drop_on_the_discard_pile_discards_and_a_click_lists_the_pile(kept: BoardPlayer) -> None:
    kept.view.take_next_step()
    tile, discard = kept.view.board.hand.tiles[0], kept.view.board.piles[1]
    kept.drag(tile, discard)
    assert discard.text() == "Discard 1"
    assert tile.face.card.name in kept.message
    QTest.mouseClick(discard, BUTTON)
    menu = open_menu()
    assert [each.text() for each in menu.actions()] == [tile.face.card.name]
    menu.close()


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


def hover(tile: Tile) -> None:
    """Hold the mouse over a card."""
    middle = QPointF(tile.rect().center())
    event = QHoverEvent(QEvent.Type.HoverMove, middle, tile.mapToGlobal(middle), middle)
    QApplication.sendEvent(tile, event)


def shown_card(kept: BoardPlayer, qtbot: QtBot) -> HoverPopup:
    hover_card = kept.view.hover
    qtbot.waitUntil(lambda: hover_card.popup is not None and hover_card.popup.isVisible())
    assert hover_card.popup is not None
    return hover_card.popup


def words(kept: BoardPlayer) -> list[str]:
    buttons = kept.view.buttons.buttons
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


def test_buttons_on_the_card_do_what_may_be_done(kept: BoardPlayer) -> None:
    summer, buttons = kept.tile("Summer"), kept.view.buttons
    hover(summer)
    assert words(kept) == ["Place for 3 gold", MORE]
    board = kept.view.board
    assert board.rect().contains(buttons.geometry())
    assert not buttons.geometry().intersects(board.lift(summer))
    QTest.mouseClick(buttons.buttons[0], BUTTON)
    assert kept.names(board.characters) == ["Summer"]
    assert buttons.isHidden()
    hover(kept.tile("Summer"))
    assert words(kept) == ["Take back", MORE]
    QTest.mouseClick(buttons.buttons[-1], BUTTON)
    assert kept.menu() == ["Take back"]


def test_a_card_that_is_too_dear_says_so(kept: BoardPlayer) -> None:
    kept.panel.controller.start(replace(kept.game, gold=2))
    hover(kept.tile("Summer"))
    assert kept.view.buttons.isVisible()
    assert kept.view.buttons.price.text() == "3 gold, you have 2"


def test_a_card_that_nothing_can_be_done_with_has_no_buttons(kept: BoardPlayer) -> None:
    hover(kept.tile("Summer"))
    hover(kept.tile("As Hard as Winter"))
    assert kept.view.buttons.isHidden()


def test_buttons_and_card_go_when_the_mouse_leaves_or_a_drag_begins(
    kept: BoardPlayer, qtbot: QtBot
) -> None:
    kept.panel.resize(430, 560)
    QApplication.processEvents()
    summer, view = kept.tile("Summer"), kept.view

    hover(summer)
    popup = shown_card(kept, qtbot)
    assert popup.accessibleName() == "Card: Summer"
    # Beside the table: over no card, no message and no step.
    assert not popup.geometry().intersects(view.rect().translated(view.mapToGlobal(QPoint(0, 0))))
    QTest.mousePress(summer, BUTTON)
    assert popup.isHidden()
    assert view.buttons.isHidden()
    hover(summer)
    QApplication.sendEvent(summer, QHoverEvent(QEvent.Type.HoverLeave, *(QPointF(-1, -1),) * 3))
    qtbot.waitUntil(view.buttons.isHidden)


def test_a_plot_of_a_narrow_table_is_shown_beside_it(kept: BoardPlayer, qtbot: QtBot) -> None:
    kept.panel.resize(430, 560)
    kept.panel.controller.start(game_of(kept.game.deck, PlayPhase.PLOT))
    QApplication.processEvents()
    plot = kept.view.board.plots.tiles[0]
    hover(plot)
    assert shown_card(kept, qtbot).accessibleName() == f"Card: {plot.face.card.name}"


def test_what_is_shown_beside_the_board_is_not_shown_twice(kept: BoardPlayer, qtbot: QtBot) -> None:
    with qtbot.waitExposed(kept.side):
        kept.side.show()
    with qtbot.waitActive(kept.panel):
        kept.panel.activateWindow()
    kept.focus("Summer")
    assert kept.side.is_in_view(kept.tile("Summer").face.card)
    kept.side.toggle_log()
    assert not kept.side.is_in_view(kept.tile("Summer").face.card)


@pytest.mark.parametrize(
    ("phase", "edition"),
    pairs(
        [PlayPhase.SETUP, PlayPhase.PLOT, PlayPhase.MARSHALING, PlayPhase.CHALLENGES],
        list(Edition),
        each=1,
    ),
)
def test_every_move_of_the_menus_is_legal_and_leads_where_it_says(
    empty: BoardPlayer,
    pools: Mapping[Edition, CardPool],
    edition: Edition,
    phase: PlayPhase,
) -> None:
    pool = pools[edition]
    hidden = [card for card in pool if card.keyword("shadow") and card.neutral][:3]
    cards = {card.code: 3 for card in hidden if not card.house_only}
    empty.open(Wanted(faction=Faction.STARK, cards=cards).deck(pool))
    empty.show()
    game = game_of(empty.game.deck, phase)
    controller = empty.panel.controller
    empty.view.board.clear()
    controller.start(game)
    offered = 0
    for tile in empty.view.board.shown_tiles():
        for _, moves in move_groups(controller, tile.number):
            for legal in moves:
                assert do(game, legal.move) == legal.after, legal.words
                offered += 1
        hover(tile)
        for number in range(len(empty.view.buttons.buttons) - 1):
            hover(tile)
            empty.view.buttons.buttons[number].click()
            assert not empty.refused, tile.face.card.name
            assert controller.game is not game
            controller.undo()
            assert controller.game is game
    assert offered > 5


class HoverWhereItAppears(QObject):
    """Acts as a mouse that rests where cards come into an area: Qt tells them so at once."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, Tile) and event.type() is QEvent.Type.Show:
            hover(watched)
        return False


def test_a_card_that_comes_below_the_mouse_takes_its_place(kept: BoardPlayer) -> None:
    mouse = HoverWhereItAppears()
    kept.tile("Summer").installEventFilter(mouse)
    kept.drag(kept.tile("Summer"), kept.view.board.characters)
    assert kept.names(kept.view.board.characters) == ["Summer"]
    assert not kept.tile("Summer").geometry().isEmpty()
