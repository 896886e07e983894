"""Decks are built and taken apart; what they fight over and what is missing is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from decks.deck import Deck
from desktop.dialogs.collection_dialogs import CollectionDialog, MissingDialog
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import LoadedCards
from library.owned import Holding
from tests.gui.pages.library.conftest import (  # noqa: F401 - fixtures
    BLACK,
    WOLVES,
    PageRobot,
    library,
    robot,
    stored,
    three,
)

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def collection(
    three: PageRobot,  # noqa: F811
    cards: LoadedCards,
    qtbot: QtBot,
) -> Iterator[CollectionDialog]:
    """Show the collection over a library with three decks and one Core Set."""
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    state = CollectionState(three.library_worker)
    state.receive_cards(cards)
    dialog = CollectionDialog(state, cards)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    dialog.show()
    three.settle()
    yield dialog
    three.settle()
    state.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_new_user_builds_decks_and_sees_what_they_fight_over(
    collection: CollectionDialog,
    three: PageRobot,  # noqa: F811
    qtbot: QtBot,
    sample: Callable[[str], Deck],
) -> None:
    pane = collection.built
    collection.tabs.setCurrentWidget(pane)
    three.library.decks.add(sample(WOLVES))
    three.library_worker.reload()
    qtbot.waitUntil(lambda: len(pane.model.rows) == 4)
    twins = [deck.id for deck in pane.model.rows if deck.name == WOLVES]
    pane.table.select(twins)
    pane.build.click()
    qtbot.waitUntil(lambda: sum(deck.built for deck in pane.model.rows) == 2)
    assert pane.message_bar.words.text() == "2 decks are built."
    qtbot.waitUntil(lambda: bool(pane.contested.rows))
    first = pane.contested.index(0, 3).data()
    assert first.count(WOLVES) == 2
    three.settle()
    assert three.cell(WOLVES, "Built") == "Version 1"
    pane.message_bar.undo.click()
    qtbot.waitUntil(lambda: not any(deck.built for deck in pane.model.rows))
    qtbot.waitUntil(lambda: pane.contested.rows == [])


def test_what_is_missing_and_the_list_to_copy(three: PageRobot) -> None:  # noqa: F811
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    three.select(WOLVES, BLACK)
    three.go_to(three.page.table)
    QTest.keyClick(three.page.table, Qt.Key.Key_M, CONTROL | SHIFT)
    dialog = three.dialog(MissingDialog)
    three.qtbot.waitUntil(lambda: bool(dialog.model.rows))
    assert dialog.products.rows
    assert "products hold them all." in dialog.how.text()
    together = dialog.summary.text()
    dialog.together.setChecked(False)
    three.qtbot.waitUntil(lambda: dialog.summary.text() != together)
    dialog.copy.click()
    assert "To buy:" in QGuiApplication.clipboard().text()
    dialog.close()
