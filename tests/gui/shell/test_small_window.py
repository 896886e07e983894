"""In a small window, and with larger letters, what matters can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME
from desktop.runtime.settings import PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS, HANDS
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import deck_of, open_sample


@pytest.mark.parametrize("hundredths", [100, 130])
def test_no_words_of_a_page_are_cut_in_a_small_window(
    new_app: Callable[[], Application],
    cards: LoadedCards,
    qapp: QApplication,
    qtbot: QtBot,
    hundredths: int,
) -> None:
    with text_size(qapp, hundredths):
        app = new_app()
        app.window.resize(900, 600)
        app.window.show()
        app.session.receive_cards(cards)
        qtbot.waitUntil(lambda: app.window.width() == 900)
        assert cut_words(app.window) == []  # the welcome
        open_sample(app)
        tabs = app.window.build.tabs
        assert tabs.indexOf(app.window.build.deck) == (0 if hundredths > 100 else -1)
        for number in range(tabs.count()):
            tabs.setCurrentIndex(number)
            QApplication.processEvents()
            assert cut_words(app.window) == []
        for page in (DECKS, HANDS):
            app.window.show_page(page)
            qtbot.waitUntil(lambda: app.tasks.idle)
            qtbot.waitUntil(lambda: _is_dealt(app))
            assert (app.window.width(), app.window.height()) == (900, 600)
            assert cut_words(app.window) == []


def _is_dealt(app: Application) -> bool:
    return app.window.hands is None or app.window.hands.board.game is not None


def test_in_a_small_window_what_matters_can_be_read(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    app.session.edit(replace(deck_of(app), agendas=()))
    app.window.resize(900, 600)
    width = app.window.fontMetrics().horizontalAdvance
    assert page.pool.table.columnWidth(NAME) > width("A Clash of K")
    assert page.deck.list.columnWidth(DeckCardColumn.NAME) > width("Rattleshirt's R")
    # Another palette gives no width to a column that has none.
    app.theme.choose(PaletteChoice.DARK)
    assert page.deck.list.header().length() == page.deck.list.viewport().width()
    header = page.deck.header
    qtbot.waitUntil(lambda: header.day.width() >= header.day.sizeHint().width())
    qtbot.waitUntil(lambda: header.list.width() > width("Standard v2.1, in force"))
    assert header.faction.geometry().bottom() < header.list.mapTo(header, QPoint(0, 0)).y()
    assert header.edition.accessibleName() == "Second edition"
    bar = page.tabs.tabBar()
    assert all(bar.tabRect(n).width() >= bar.tabSizeHint(n).width() for n in range(bar.count()))
    assert bar.tabRect(bar.count() - 1).right() <= page.tabs.width()
    app.window.resize(1280, 800)
    columns = [column.name for column in COLUMNS if column.yields]
    numbers = [number for number, column in enumerate(COLUMNS) if column.name in columns]
    assert not any(page.pool.table.isColumnHidden(number) for number in numbers)
    assert header.edition.text() == "2nd ed."
