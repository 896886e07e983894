"""When the window has painted its cards, in the table or in the gallery."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.first_painting import FirstPainting


@pytest.mark.parametrize("gallery", [False, True])
def test_the_first_painting_with_cards_is_told_once(
    empty_app: Application, cards: LoadedCards, qtbot: QtBot, *, gallery: bool
) -> None:
    empty_app.window.build.pool.views.button.setChecked(gallery)
    first, told = FirstPainting(empty_app.window, empty_app), list[int]()
    first.painted.connect(lambda: told.append(empty_app.window.build.pool.model.rowCount()))
    empty_app.window.repaint()
    with qtbot.waitSignal(first.painted):
        empty_app.session.receive_cards(cards)
    empty_app.window.repaint()
    assert told == [empty_app.window.build.pool.model.rowCount()]
    assert told[0] > 1000
