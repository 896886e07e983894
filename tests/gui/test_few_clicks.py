"""How many clicks everyday tasks take."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.pages.library.decks_table import NAME
from desktop.shell.main_window import DECKS, HANDS
from goldfish.play.game import PlayPhase
from tests.gui.samples import present, settle

NO_KEY = Qt.KeyboardModifier.NoModifier


class Clicks:
    """Clicks widgets, and counts the clicks."""

    def __init__(self) -> None:
        self.count = 0

    def on(
        self,
        widget: QWidget,
        place: QPoint | None = None,
        key: Qt.KeyboardModifier = NO_KEY,
    ) -> None:
        place = place or widget.rect().center()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, key, place)
        self.count += 1


def test_a_hand_and_its_best_setup_take_three_clicks(two_decks: Application, qtbot: QtBot) -> None:
    clicks, window = Clicks(), two_decks.window
    window.deck_controller.open_sample(0)
    clicks.on(window.rail.pages.button(HANDS))
    board = present(window.hands).board
    qtbot.waitUntil(lambda: board.game is not None)
    clicks.on(board.view.steps.best)
    clicks.on(board.view.steps.best)
    assert present(board.game).phase is PlayPhase.SETUP
    assert present(board.game).in_play
    assert clicks.count == 3


def test_two_decks_are_compared_in_three_clicks(two_decks: Application, qtbot: QtBot) -> None:
    clicks, window = Clicks(), two_decks.window
    window.show_page(DECKS)
    settle(two_decks, qtbot)
    decks = window.decks
    table, model = decks.table, decks.table.model()
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    for row, key in ((0, NO_KEY), (1, Qt.KeyboardModifier.ControlModifier)):
        place = table.visualRect(model.index(row, NAME)).center()
        clicks.on(table.viewport(), place, key)
    button, *_ = [
        each
        for each in decks.findChildren(QAbstractButton)
        if each.isVisible() and "Ctrl+K" in each.toolTip()
    ]
    clicks.on(button)
    qtbot.waitUntil(lambda: bool(window.findChildren(CompareDialog)))
    assert clicks.count == 3


def test_the_sheet_takes_one_click(two_decks: Application) -> None:
    clicks, window = Clicks(), two_decks.window
    clicks.on(window.build.deck.bar.sheet)
    assert window.findChildren(DeckSheetDialog)
    assert clicks.count == 1
