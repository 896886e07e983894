"""The dialog of the card data: how old it is, what is new, and how to stop."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.sync.panel import CardDataDialog
from tests.gui.sync.conftest import Begun, over, raw_card
from tests.thronesdb import Api

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def opened(elsewhere: str, desk: Desk, home: Path, qtbot: QtBot) -> CardDataDialog:
    """Open the dialog from the foot of the rail."""
    QTest.mouseClick(desk.window.rail.cards, Qt.MouseButton.LeftButton)
    (dialog,) = desk.window.findChildren(CardDataDialog)
    return dialog


def test_the_dialog_looks_shows_what_is_new_and_lets_it_be_copied(
    opened: CardDataDialog, desk: Desk, api: Api, qtbot: QtBot
) -> None:
    assert opened.heading.text() == "Cards as they came with the program"
    assert "2,240 cards and 32 restricted lists" in opened.origin.text()
    assert not opened.news.isVisible()
    raw_card(api, "01141")["cost"] = 7
    raw_card(api, "01039")["cost"] = 7
    QTest.mouseClick(opened.look, Qt.MouseButton.LeftButton)
    assert opened.progress.isVisible()
    assert not opened.look.isVisible()
    over(desk.services.syncing, qtbot)
    assert opened.look.isVisible()
    assert opened.heading.text().startswith("Cards of ")
    assert "2 cards changed" in opened.says.text()
    assert api.url in opened.news.source.text()
    QTest.keyClicks(opened.news.search, "arya")
    QTest.mouseClick(opened.news.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Changed · Arya Stark (Core Set): cost"
    foot = desk.window.rail.cards
    assert foot.words.lines[0] == "New cards"
    opened.reject()
    assert foot.words.lines[0] == "Cards of"
    assert not foot.words.marked


def test_the_dialog_can_be_closed_while_it_looks_and_stops_when_told(
    begun: Begun, hanging: str, desk: Desk, qtbot: QtBot
) -> None:
    syncing = begun(hanging)
    for _ in range(2):
        dialog = CardDataDialog(syncing, desk.session, desk.window)
        dialog.open()
        assert dialog.stop.isVisible()
        dialog.reject()
        assert syncing.state.running
    dialog = CardDataDialog(syncing, desk.session, desk.window)
    dialog.open()
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    assert not dialog.stop.isEnabled()
    over(syncing, qtbot)
    assert dialog.look.isVisible()
    assert not dialog.reason.isVisible()


def test_the_dialog_offers_to_try_again_when_offline(
    begun: Begun, desk: Desk, qtbot: QtBot
) -> None:
    syncing = begun(NOWHERE)
    dialog = CardDataDialog(syncing, desk.session, desk.window)
    dialog.open()
    over(syncing, qtbot)
    assert dialog.says.text() == "Offline. The cards that are here go on being used."
    assert "127.0.0.1" in dialog.reason.text()
    assert dialog.look.text() == "&Try again"
    QTest.mouseClick(dialog.look, Qt.MouseButton.LeftButton)
    assert syncing.state.running
    over(syncing, qtbot)
