"""The board of the Hands page: a hand kept, set up and played by keys, seeds, undo, the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from decks.report import Reading
from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.hands.board.board_panel import NO_DECK, random_seed
from desktop.pages.hands.board.hand_popup import HandPopup
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.style.palette import DARK, LIGHT
from desktop.style.theme import Theme
from desktop.widgets.card_delegate import Role
from goldfish.play.game import PlayPhase, Zone
from tests.filled import Wanted
from tests.gui.pages.hands.board.board_player import BUTTON, CTRL, SEED, BoardPlayer
from tests.gui.pages.hands.board.conftest import WOLVES
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named

Key = Qt.Key
HAND = [
    "As Hard as Winter",
    "Summer",
    "The Roseroad",
    "Frozen Solid",
    "Direwolf Pup",
    "The Kingsroad",
    "Sansa Stark",
]


def phase_of(player: BoardPlayer) -> PlayPhase:
    return player.game.phase


def test_the_hand_is_dealt_once_the_table_is_seen(
    empty: BoardPlayer, tasks: TaskRunner, sample: Callable[[str], Deck]
) -> None:
    empty.open(sample(WOLVES))
    assert empty.panel.game is None
    assert tasks.idle
    empty.show()
    assert empty.names(empty.view.board.hand) == HAND
    assert empty.view.header.seed.text() == "7"
    assert empty.view.steps.gold.text() == "0 of 8 gold"
    assert empty.hint.startswith("Keep this hand, or take the mulligan.")
    assert not empty.message


def test_without_a_deck_or_with_too_few_cards_there_is_a_message(empty: BoardPlayer) -> None:
    empty.show()
    assert empty.panel.message.isVisible()
    assert empty.panel.message.text() == NO_DECK
    empty.open(Deck.of("Small", Edition.SECOND, Faction.STARK, {}))
    assert empty.panel.message.text() == (
        "A hand is 7 cards, and the draw deck holds 0. Add cards to the deck first."
    )
    assert not empty.view.isVisible()


def test_setup_and_a_round_are_played_by_keys_alone(player: BoardPlayer) -> None:
    board = player.view.board
    assert QApplication.focusWidget() is board.hand.tiles[0]
    player.press(Key.Key_Space)
    assert phase_of(player) is PlayPhase.SETUP
    player.press(Key.Key_Right, Key.Key_Return)
    assert player.names(board.characters) == ["Summer"]
    assert QApplication.focusWidget() is player.tile("The Roseroad")
    assert player.view.steps.gold.text() == "3 of 8 gold"
    player.press(Key.Key_Enter)
    assert player.names(board.locations) == ["The Roseroad"]
    player.press(Key.Key_Up, Key.Key_Up, Key.Key_T)
    assert player.names(board.locations) == [] or player.names(board.characters) == []
    player.press(Key.Key_Z, modifier=CTRL)
    player.press(Key.Key_N)
    assert (player.game.phase, player.game.round) == (PlayPhase.PLOT, 1)
    assert len(board.hand.tiles) == 7
    assert player.view.steps.next.text() == "Reveal a plot"
    assert player.message.startswith("Choose a plot: double-click it")
    player.press(Key.Key_N)
    assert player.game.phase is PlayPhase.PLOT
    focus = present(player.view.board.focus_tile())
    assert focus.face.zone is Zone.PLOTS
    player.press(Key.Key_Right, Key.Key_N)
    assert player.view.steps.next.text().startswith("Draw ")
    assert player.message.startswith("Revealed ")
    player.press(Key.Key_N, Key.Key_N)
    assert phase_of(player) is PlayPhase.MARSHALING
    assert player.game.gold > 0
    for _ in range(4):
        player.press(Key.Key_N)
    assert (player.game.phase, player.game.round) == (
        PlayPhase.PLOT,
        2,
    ) or "reserve" in player.message


def test_the_best_setup_is_placed_and_explained(player: BoardPlayer) -> None:
    dealt = player.game
    player.press(Key.Key_B)
    words = "Best setup: 4 cards for 8 of 8 gold, 3 characters, 8 STR; 3 left."
    assert player.hint.startswith(words)
    assert player.game is dealt
    assert player.view.steps.mulligan.isEnabled()
    marked = [tile.face.card.name for tile in player.view.board.hand.tiles if tile.face.plan]
    assert marked == ["Summer", "Direwolf Pup", "The Kingsroad", "Sansa Stark"]
    left = player.side.left
    assert player.side.currentWidget() is left
    QTest.mouseClick(player.view.steps.best, BUTTON)
    assert player.message == words
    for _ in range(2):
        player.press(Key.Key_Z, modifier=CTRL)
    assert player.game is dealt
    player.press(Key.Key_B, Key.Key_B)
    assert player.message == words
    reasons = {line.card.name: line.words for line in left.lines.rows if line.card}
    assert reasons["Summer"] == "Set up for 3 gold."
    assert reasons["The Roseroad"] == "Only one Limited card may be placed, and The Kingsroad is."
    assert reasons["Frozen Solid"] == "None of the placed cards may bear it."
    opened: list[str] = []
    player.side.rule_requested.connect(opened.append)
    for name in ("The Roseroad", "Frozen Solid"):
        left.select(
            [next(id(line) for line in left.lines.rows if line.card and line.card.name == name)]
        )
        QTest.keyClick(left, Key.Key_Return)
    assert opened == ["ruling.setup.limited", "ruling.setup.attachments"]
    player.focus("Summer")
    player.press(Key.Key_Return)
    assert player.message == "Took back Summer."
    QTest.mouseClick(player.toast.undo, BUTTON)
    assert player.tile("Summer").face.zone is Zone.PLAY
    assert not player.message
    QTest.mouseClick(player.view.steps.next, BUTTON)
    assert player.side.currentWidget() is player.side.card


def test_a_typed_seed_deals_the_same_hand_again_and_what_is_none_is_refused(
    player: BoardPlayer,
) -> None:
    # Letters in the field are no moves.
    header = player.view.header
    seed = header.seed
    header.seed_popup.open()
    QTest.keyClicks(seed, "bnlhg ")
    assert phase_of(player) is PlayPhase.HAND
    game = player.game
    seed.setText("winter")
    QTest.keyClick(seed, Key.Key_Return)
    assert player.message.startswith("“winter” is not a seed. Type a whole number")
    assert player.refused
    header.seed_popup.close()
    assert player.game is game
    header.seed_popup.open()
    assert seed.text() == str(SEED)
    QTest.keyClicks(seed, "12")
    QTest.keyClick(seed, Key.Key_Return)
    player.wait()
    other = player.names(player.view.board.hand)
    assert (player.game.seed, other == HAND) == (12, False)
    for deal in (player.view.header.new.click, lambda: player.press(Key.Key_H)):
        player.press(Key.Key_B, Key.Key_B)
        deal()
        player.wait()
        assert (player.game.seed, player.names(player.view.board.hand)) == (SEED, HAND)
    seed.setFocus()
    seed.setText("12")
    QTest.keyClick(seed, Key.Key_Return)
    player.wait()
    assert player.names(player.view.board.hand) == other


def test_a_hand_is_entered_card_by_card(player: BoardPlayer) -> None:
    player.press(Key.Key_E)
    popup = present(player.panel.findChild(HandPopup))
    assert_all_named(popup)
    QTest.keyClicks(popup.search, "direwolf")
    QTest.keyClick(popup.search, Key.Key_Down)
    shown = [row for row in range(popup.list.count()) if not popup.list.isRowHidden(row)]
    popup.list.setCurrentRow(shown[0])
    first = popup.list.item(shown[0]).data(Role.CARD)
    name = first.name
    QTest.keyClick(popup.list, Key.Key_2)
    popup.search.clear()
    for row in range(popup.list.count()):
        if row != shown[0] and len(popup.list.chosen) < 7:
            popup.list.setCurrentRow(row)
            QTest.keyClick(popup.list, Key.Key_Space)
    assert popup.count.text() == "7 of 7 cards"
    chosen, held = popup.list.chosen, player.game.deck.copies(first)
    QTest.mouseClick(popup.play, BUTTON)
    assert sorted(copy.card.code for copy in player.game.hand) == sorted(chosen)
    assert len(player.tiles(name)) == min(2, held)
    assert player.game.log[-1].words.startswith("Entered a hand of 7: ")
    assert len(player.game.pile) == 53
    player.press(Key.Key_B, Key.Key_B)
    assert phase_of(player) is PlayPhase.SETUP


def test_the_mulligan_is_taken_once(player: BoardPlayer) -> None:
    QTest.mouseClick(player.view.steps.mulligan, BUTTON)
    assert player.names(player.view.board.hand) != HAND
    assert not player.view.steps.mulligan.isEnabled()
    assert player.hint == "The mulligan is taken: keep this hand."
    player.focus(player.game.hand[0].card.name)
    player.press(Key.Key_L)
    assert player.message == "The one mulligan is taken. This hand must be kept."


def test_what_is_not_legal_is_refused_and_the_menu_lists_what_is(player: BoardPlayer) -> None:
    player.press(Key.Key_N)
    game = player.game
    player.focus("As Hard as Winter")
    player.press(Key.Key_Return)
    assert player.message == "Events are not placed. They stay in your hand."
    player.press(Key.Key_S)
    assert player.message == "As Hard as Winter cannot lie in shadows. Only cards with shadow can."
    player.press(Key.Key_D)
    assert player.message.startswith("As Hard as Winter would be a duplicate of nothing.")
    assert player.game is game
    player.focus("Summer")
    player.press(Key.Key_M)
    assert player.menu() == ["Place for 3 gold"]
    player.focus("As Hard as Winter")
    player.press(Key.Key_M)
    assert player.menu() == ["Nothing can be done with it now"]


def test_every_step_is_undone_back_to_the_deal(player: BoardPlayer) -> None:
    dealt = player.game
    player.press(Key.Key_B, Key.Key_B, Key.Key_N)
    later = player.game
    while player.view.header.undo.isEnabled():
        QTest.mouseClick(player.view.header.undo, BUTTON)
    assert player.game == dealt
    assert player.names(player.view.board.hand) == HAND
    while player.view.header.redo.isEnabled():
        QTest.mouseClick(player.view.header.redo, BUTTON)
    assert player.game == later
    player.focus(player.game.hand[0].card.name)
    player.press(Key.Key_Z, modifier=CTRL)
    player.press(Key.Key_Y, modifier=CTRL)
    assert player.game == later


def test_a_line_of_the_log_leads_back_to_its_step(player: BoardPlayer) -> None:
    player.press(Key.Key_B, Key.Key_B, Key.Key_N)
    log = player.side.log
    assert log.lines.rows == list(player.game.log)
    assert log.lines.index(1, 1).data() == "Kept the hand; 8 gold for setup."
    log.selectRow(1)
    QTest.keyClick(log, Key.Key_Return)
    assert (player.game.phase, len(player.game.hand)) == (PlayPhase.SETUP, 7)
    assert log.lines.rowCount() == 2


def test_arrows_go_from_card_to_card_and_tab_stops_once_in_each_area(player: BoardPlayer) -> None:
    player.press(Key.Key_B, Key.Key_B)
    board = player.view.board
    player.focus("Summer")
    player.press(Key.Key_Right)
    assert QApplication.focusWidget() is board.characters.tiles[1]
    player.press(Key.Key_Down)
    assert QApplication.focusWidget() is board.locations.tiles[0]
    player.press(Key.Key_Up, Key.Key_Up)
    assert QApplication.focusWidget() in board.characters.tiles
    player.press(Key.Key_Left, Key.Key_Left, Key.Key_Left)
    assert QApplication.focusWidget() is board.characters.tiles[0]
    player.focus("Summer")
    reached = set()
    for _ in range(40):
        focus = present(QApplication.focusWidget())
        reached.add(focus)
        QTest.keyClick(focus, Key.Key_Tab)
    view = player.view
    assert {
        view.header.new,
        view.header.more,
        view.header.undo,
        view.steps.best,
        view.steps.next,
        *view.board.piles[:3],
    } <= reached
    for area in (view.board.characters, view.board.locations, view.board.hand):
        assert len(reached & set(area.tiles)) == 1


def test_everything_has_a_name_and_cards_describe_what_can_be_done(player: BoardPlayer) -> None:
    player.press(Key.Key_N)
    assert_all_named(player.panel)
    summer = player.tile("Summer")
    assert summer.accessibleName() == "Summer, character, cost 3, STR 3"
    assert summer.accessibleDescription() == "In hand. Place for 3 gold."
    player.press(Key.Key_B, Key.Key_B, Key.Key_N)
    assert_all_named(player.panel)
    plot = player.view.board.plots.tiles[1]
    assert "income" in plot.accessibleName()
    assert plot.accessibleDescription() == "Plot deck. Reveal."


def test_an_edited_deck_is_dealt_again_only_when_requested(player: BoardPlayer) -> None:
    player.press(Key.Key_N)
    again, game = player.view.header.again, player.game
    assert not again.isVisible()
    deck = present(player.session.deck)
    card = deck.slots[0][0]
    player.session.edit(deck.with_copies(card, deck.copies(card) + 1))
    assert again.isVisible()
    assert player.game is game
    QTest.mouseClick(again, BUTTON)
    player.wait()
    assert (player.game.deck, player.game.seed) == (player.session.deck, SEED)
    assert not again.isVisible()


def test_the_game_goes_on_while_another_deck_is_closed(player: BoardPlayer) -> None:
    session = player.session
    assert session.deck is not None
    session.open([Reading(session.deck, ())])
    session.show_deck(0)
    player.wait()
    game = player.game
    session.close_deck(1)
    player.wait()
    assert player.game is game


def test_a_closed_deck_leaves_the_table(player: BoardPlayer) -> None:
    player.press(Key.Key_B, Key.Key_B)
    player.panel.restart()
    player.session.close_deck(0)
    player.wait()
    assert player.panel.game is None
    assert player.panel.message.text() == NO_DECK
    assert player.panel.message.isVisible()


def test_a_house_of_the_first_edition_has_five_gold_and_its_shadows(
    empty: BoardPlayer, pools: Mapping[Edition, CardPool]
) -> None:
    pool = pools[Edition.FIRST]
    crested = [
        card
        for card in pool
        if card.keyword("shadow") and card.neutral and card.in_draw_deck and not card.house_only
    ]
    cards = {card.code: 3 for card in crested[:15]}
    empty.open(Wanted(faction=Faction.LANNISTER, cards=cards).deck(pool))
    empty.show()
    empty.press(Key.Key_N)
    assert empty.view.steps.gold.text() == "0 of 5 gold"
    assert empty.view.board.deck.title.startswith("Lannister")
    hidden = next(c.card.name for c in empty.game.hand if c.card.keyword("shadow"))
    empty.focus(hidden)
    empty.press(Key.Key_S)
    assert empty.names(empty.view.board.shadows) == [hidden]
    assert empty.view.steps.gold.text() == "2 of 5 gold"
    # It has a standing phase of its own.
    seen: list[PlayPhase] = []
    while seen[-2:] != [PlayPhase.STANDING, PlayPhase.TAXATION]:
        if phase_of(empty) is PlayPhase.PLOT and not empty.game.revealed:
            empty.view.board.focus_first(Zone.PLOTS)
            empty.press(Key.Key_Return)
        empty.view.steps.next.click()
        assert phase_of(empty) not in seen
        seen.append(phase_of(empty))
        stepper = empty.view.steps.stepper
        assert stepper.current in stepper.in_sight


def test_cards_are_painted_in_the_colours_of_the_palette(
    player: BoardPlayer, qapp: QApplication
) -> None:
    for choice, palette in ((PaletteChoice.DARK, DARK), (PaletteChoice.LIGHT, LIGHT)):
        theme = Theme(qapp, choice)
        QApplication.processEvents()
        picture = player.tile("Sansa Stark").grab().toImage()
        painted = {
            QColor(picture.pixel(x, y)).name()
            for x in range(picture.width())
            for y in range(picture.height())
        }
        wanted = {palette.ink.name(), palette.factions[Faction.STARK].name()}
        assert wanted <= painted, choice
    theme.choose(PaletteChoice.LIGHT)


def test_a_tile_that_goes_away_may_still_get_the_focus(player: BoardPlayer) -> None:
    tile = player.tile("Summer")
    player.view.board.clear()
    tile.setParent(player.view)
    tile.show()
    tile.setFocus()
    assert tile.hasFocus()
    assert not player.view.board.hand.tiles


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
    assert player.view.board.deck.title.startswith("Greyjoy")
    assert not player.view.header.again.isVisible()


def test_no_key_of_the_table_means_two_things() -> None:
    keys = [(key, each.control) for each in BOARD_KEYS for key in each.keys]
    assert len(keys) == len(set(keys))


def test_seeds_by_chance_can_be_read_out() -> None:
    assert all(0 <= random_seed() < 1_000_000 for _ in range(20))
