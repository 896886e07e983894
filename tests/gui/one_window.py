"""A window for all tests of a module, for modules that import these fixtures.

Each test begins as in a new window: no deck is open, nothing is searched for, no dialog is there.
A test that closes the window asks for `own_app`.
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
from desktop.session import autosave
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD
from library.library import Library
from tests.gui.conftest import SlowMachineBot, end, shown, with_cards, with_two_decks


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autosave, "DELAY_MS", 50)
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


@pytest.fixture
def app_with_library(app: Application, qtbot: QtBot) -> Application:
    """Return the window of the module with a library that has no decks."""
    worker = app.window.library_worker
    app.open_library()
    qtbot.waitUntil(lambda: worker.loaded and not worker.busy)
    worker.change(_delete_all)
    qtbot.waitUntil(lambda: not worker.busy)
    return app


@pytest.fixture
def two_decks(app_with_library: Application, qtbot: QtBot) -> Application:
    """Return the window of the module; its library has two decks, both open."""
    return with_two_decks(app_with_library, qtbot)


@pytest.fixture
def own_two_decks(own_app: Application, qtbot: QtBot) -> Application:
    """Return a window with two decks that no other test has."""
    return with_two_decks(own_app, qtbot)


def own_with_library(app: Application, qtbot: QtBot) -> Application:
    """Open the library of a window, and return the window."""
    app.open_library()
    qtbot.waitUntil(lambda: app.window.library_worker.loaded)
    return app


def _delete_all(library: Library) -> None:
    library.decks.throw_away([each.id for each in library.decks.all()])
    library.decks.empty_bin()


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
