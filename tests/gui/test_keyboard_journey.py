"""A journey by keys alone: from a new deck to a round that is played with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from desktop.app import Desk
from desktop.dialogs.asking import NameDialog
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.main_window import BUILD
from desktop.new_deck import NewDeckDialog
from desktop.pages.build.agenda_picker import AgendaPicker
from desktop.pages.build.mend_dialog import MendDialog
from desktop.pages.hands.table.play_view import PlayView
from goldfish.play.game import Game, Phase
from tests.gui.by_keys import CONTROL, Key, focus, go_on_to, opened, press
from tests.gui.samples import deck_of
from tests.gui.test_access import spoken_name


def enter(desk: Desk, qtbot: QtBot, kind: type[QWidget]) -> None:
    """Wait until a dialog of the window is there, and be in it, as on every desktop but this."""
    qtbot.waitUntil(lambda: any(isinstance(each, kind) for each in opened(desk)))
    dialog = next(each for each in opened(desk) if isinstance(each, kind))
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or desk.window))


def back(desk: Desk, qtbot: QtBot) -> None:
    """Come back from a dialog that is closed, which other desktops do by themselves."""
    qtbot.waitUntil(lambda: not opened(desk))
    desk.window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)


def begin_a_deck(desk: Desk, qtbot: QtBot, name: str) -> None:
    press("", Key.Key_N, modifiers=CONTROL)
    enter(desk, qtbot, NewDeckDialog)
    while spoken_name(focus()) != "House Stark":
        press("", Key.Key_Down)
    go_on_to("Name")
    press(name, Key.Key_Return)
    back(desk, qtbot)
    assert (deck_of(desk).name, deck_of(desk).faction) == (name, Faction.STARK)


def add_cards(desk: Desk) -> None:
    """Search by faction and type, and put three of each of the first cards into the deck."""
    for query, rows in (("f:stark t:character", 20), ("f:stark t:location", 3), ("t:plot", 9)):
        press("", Key.Key_F, modifiers=CONTROL)
        press("", Key.Key_A, modifiers=CONTROL)
        press(query, Key.Key_Escape, Key.Key_Down)
        assert desk.window.build.pool.table.hasFocus()
        for _ in range(rows):
            press("3", Key.Key_Down)


def choose_fealty(desk: Desk, qtbot: QtBot) -> None:
    press("", Key.Key_G, modifiers=CONTROL)
    enter(desk, qtbot, AgendaPicker)
    press("fealty", Key.Key_Return)
    back(desk, qtbot)
    assert [card.name for card in deck_of(desk).agendas] == ["Fealty"]


def mend(desk: Desk, qtbot: QtBot) -> None:
    assert not desk.session.legal
    press("", Key.Key_M, modifiers=CONTROL)
    enter(desk, qtbot, MendDialog)
    go_on_to("Take the step")
    press("", Key.Key_Space)
    back(desk, qtbot)


def name_the_version(desk: Desk, qtbot: QtBot) -> None:
    press("", Key.Key_V, modifiers=CONTROL | Qt.KeyboardModifier.ShiftModifier)
    enter(desk, qtbot, NameDialog)
    press("By keys alone", Key.Key_Return)
    back(desk, qtbot)
    rows = desk.window.build.history.model
    qtbot.waitUntil(lambda: any(row.text == "“By keys alone”" for row in rows.rows))


def open_another_and_compare(desk: Desk, qtbot: QtBot) -> None:
    press("", Key.Key_1, modifiers=CONTROL)
    page = desk.window.decks
    qtbot.waitUntil(lambda: page.model.rowCount() == 3 and not page.waiting)
    press("iron", Key.Key_Down)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    press("", Key.Key_Return)
    qtbot.waitUntil(lambda: desk.window.pages.currentIndex() == BUILD)
    qtbot.waitUntil(lambda: deck_of(desk).name.startswith("The Iron Fleet"))
    press("", Key.Key_1, Key.Key_F, modifiers=CONTROL)
    press("", Key.Key_Escape)
    qtbot.waitUntil(lambda: page.model.rowCount() == 3 and not page.waiting)
    press("", Key.Key_Down, Key.Key_Home)
    press("", Key.Key_Down, modifiers=Qt.KeyboardModifier.ShiftModifier)
    press("", Key.Key_K, modifiers=CONTROL)
    enter(desk, qtbot, CompareDialog)
    press("", Key.Key_Escape)
    back(desk, qtbot)


def export(desk: Desk, qtbot: QtBot) -> None:
    QApplication.clipboard().clear()
    press("", Key.Key_2, Key.Key_E, modifiers=CONTROL)
    enter(desk, qtbot, ExportDialog)
    qtbot.waitUntil(lambda: desk.tasks.idle)
    go_on_to("Copy")
    press("", Key.Key_Space)
    qtbot.waitUntil(lambda: deck_of(desk).name in QApplication.clipboard().text())
    press("", Key.Key_Escape)
    back(desk, qtbot)


def play_a_round(desk: Desk, qtbot: QtBot) -> None:
    press("", Key.Key_3, modifiers=CONTROL)
    hands = desk.window.hands
    assert hands is not None
    table = hands.table
    qtbot.waitUntil(lambda: table.game is not None and focus() in table.view.surface.hand.tiles)
    press("b")
    game = table.game
    assert game is not None
    assert game.in_play
    for _ in range(40):
        table_turn(table.view, game)
        assert table.game is not None
        game = table.game
        if game.round == 2:
            return
    raise AssertionError(f"the round does not end: {table.view.message.words.text()}")


def table_turn(view: PlayView, game: Game) -> None:
    """Go a step on: choose the first plot, and discard what the reserve does not allow."""
    if game.phase is Phase.PLOT and not game.chosen:
        go_on_to(view.surface.plots.tiles[0].accessibleName())
        press("", Key.Key_Return)
        return
    press("", Key.Key_N)
    if "reserve" in view.message.words.text():
        go_on_to(view.surface.hand.tiles[0].accessibleName())
        press("", Key.Key_Delete)


def test_a_journey_by_keys_alone(two_decks: Desk, qtbot: QtBot) -> None:
    desk = two_decks
    desk.window.build.pool.search.setFocus()
    begin_a_deck(desk, qtbot, "Winter by keys")
    add_cards(desk)
    choose_fealty(desk, qtbot)
    mend(desk, qtbot)
    name_the_version(desk, qtbot)
    open_another_and_compare(desk, qtbot)
    export(desk, qtbot)
    play_a_round(desk, qtbot)
    press("", Key.Key_Q, modifiers=CONTROL)
    qtbot.waitUntil(lambda: not desk.window.isVisible())
