"""A window for all tests of a module, for modules that import these fixtures.

Each test begins as in a new window: no deck is open, nothing is searched for, no dialog is there.
A test that closes the window, or opens its library, asks for `own_app`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD
from tests.gui.conftest import SlowMachineBot, end, shown, with_cards


@pytest.fixture(scope="module")
def one_app(
    qapp: QApplication,
    typeface: QFont,
    cards: LoadedCards,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Application]:
    """Return the window of the module, with its cards."""
    qapp.setFont(typeface)
    app = Application(qapp, tmp_path_factory.mktemp("one") / "home")
    app.session.receive_cards(cards)
    yield app
    end([app], SlowMachineBot(request))


@pytest.fixture
def app(one_app: Application, cards: LoadedCards, qtbot: QtBot) -> Application:
    """Show the window of the module as if it were new."""
    renew(one_app)
    if one_app.session.cards is not cards:
        one_app.session.receive_cards(cards)
    return shown(one_app, qtbot)


@pytest.fixture
def own_app(new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot) -> Application:
    """Show a window that no other test has."""
    return with_cards(new_app, cards, qtbot)


def renew(app: Application) -> None:
    """Close the decks and dialogs that a test left, and show the page that comes first."""
    window, build = app.window, app.window.build
    for each in window.findChildren(QWidget):
        if each.isWindow() and each.isVisible():
            each.close()
            each.deleteLater()
    while app.session.decks:
        app.session.decks[0].mark_saved()
        app.session.close_deck(0)
    window.banner.clear_command()
    window.show_page(BUILD)
    build.pool.search.clear()
    build.tabs.setCurrentIndex(0)
    build.pool.search.setFocus()
    app.settings.last_folder = str(Path.home())
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
