"""A deck goes from one window to the next as a short code, and as any other text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.formats.share_code import code_of
from desktop.app import Application
from desktop.dialogs.share_dialog import ShareDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS
from desktop.widgets.copy_as_menu import QR_CODE, CopyAsMenu
from tests.gui.pages.library.conftest import (  # noqa: F401 - fixtures
    BLACK,
    VIPER,
    PageRobot,
    library,
    robot,
    stored,
    three,
)
from tests.gui.samples import WOLVES, deck_of, open_sample, shown_dialog

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ADDRESS = "https://thronesdb.com/decklist/view/123/wolves"


def choose(menu: CopyAsMenu, label: str) -> None:
    """Open a menu and take an entry of it."""
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == label).trigger()


def test_the_dialog_shows_copies_and_saves_the_code(
    qtbot: QtBot, sample: Callable[[str], Deck], tmp_path: Path
) -> None:
    deck = sample(WOLVES)
    dialog = ShareDialog(deck)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText() == code_of(deck)
    with qtbot.waitSignal(dialog.saved):
        dialog.save_to(tmp_path / "code.png")
    assert QImage(str(tmp_path / "code.png")).width() > 400


def test_a_new_user_shares_a_deck_and_reads_it_again(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    window = app.window
    app.open_library()
    qtbot.waitUntil(lambda: window.autosaver.ready)
    open_sample(app)
    deck = deck_of(app)
    QTest.keyClick(window, Qt.Key.Key_Q, CONTROL | SHIFT)
    dialog = shown_dialog(qtbot, ShareDialog)
    dialog.copy.click()
    dialog.close()
    choose(window.actions_.copy_as, "Short code")
    # Ctrl+V on the Decks page reads it, even in the field of the search.
    window.show_page(DECKS)
    window.decks.search.setFocus()
    QTest.keyClick(window.decks.search, Qt.Key.Key_V, CONTROL)
    read = shown_dialog(qtbot, ImportDialog)
    qtbot.waitUntil(lambda: len(read.list.checked()) == 1)
    found = read.list.checked()[0].outline(cards.card)
    assert (found.name, found.draw_count) == (deck.name, deck.draw_count)
    read.close()


def test_decks_are_copied_in_any_format(three: PageRobot, cards: LoadedCards) -> None:  # noqa: F811
    three.select(BLACK, VIPER)
    bar, menu = three.page.message_bar, three.page.deck_actions.copy_menu
    choose(menu, "Short code")
    three.qtbot.waitUntil(lambda: bar.words.text() == "2 decks are copied: Short code.")
    readings = read_decks(QGuiApplication.clipboard().text(), cards.pools)
    assert {reading.deck.name for reading in readings} == {BLACK, VIPER}
    choose(menu, "OCTGN")  # has one deck a file
    three.qtbot.waitUntil(lambda: "copied: OCTGN." in bar.words.text())
    three.select(BLACK)
    menu.chosen.emit(QR_CODE)
    dialog = three.dialog(ShareDialog)
    assert BLACK in dialog.picture.accessibleName()
    dialog.close()


@pytest.mark.parametrize("fetch", [True, False])
def test_an_address_of_thronesdb_on_the_clipboard(
    three: PageRobot,  # noqa: F811
    fetch: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nothing listens there: what is asked for is seen in the sentence that comes back.
    monkeypatch.setenv("SEVENPLOTS_SYNC_FROM", "http://127.0.0.1:9")
    QGuiApplication.clipboard().setText(ADDRESS)
    if fetch:
        three.page.import_address()
    else:
        three.go_to(three.page.table)
        QTest.keyClick(three.page.table, Qt.Key.Key_V, CONTROL)
    dialog = three.dialog(ImportDialog)
    assert dialog.published.number.text() == ADDRESS
    if fetch:
        three.qtbot.waitUntil(lambda: bool(dialog.failures.text()))
        assert "127.0.0.1" in dialog.failures.text()
    else:
        assert not dialog.published.fetching
    dialog.close()
