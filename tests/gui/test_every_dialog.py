"""Every dialog and popup fits: its words, small screens, keys, and an end before the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.games_dialogs import GamesDialog
from desktop.dialogs.help_dialogs import AboutDialog
from desktop.dialogs.preferences_dialog import PreferencesDialog
from desktop.dialogs.proxies_dialog import ProxiesDialog
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from library.game_report import PlayedGame, Result
from tests.gui.by_keys import opened
from tests.gui.every_dialog import LONG, OPENINGS, TODAY, dialog_classes, open_dialog
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import library_of
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_mnemonics import assert_each_means_one_thing

TAB, MOST_TABS = Qt.FocusPolicy.TabFocus, 60
SHORT = {AboutDialog, ProxiesDialog}  # no line of them becomes long
POPUPS: dict[str, Callable[[Application], object]] = {
    "matrix": lambda app: app.window.build.deck.open_matrix(),
    "agenda": lambda app: app.window.build.deck.header.choose_agenda(),
    "details": lambda app: app.window.build.deck.header.open_details(),
    "language": lambda app: app.window.build.pool.help.click(),
    "filters": lambda app: app.window.build.pool.filters.more.click(),
}


def test_every_class_of_dialogs_is_opened_here() -> None:
    assert {*dialog_classes()} == {*OPENINGS}


def test_every_dialog_fits_small_screens_and_is_used_by_keys(
    two_decks: Application, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, wrong = two_decks, {}
    for hundredths, width, height in ((100, 900, 600), (130, 1280, 800)):
        screen = QRect(0, 0, width, height)
        monkeypatch.setattr(QScreen, "availableGeometry", lambda _, screen=screen: screen)
        with text_size(qapp, hundredths):
            app.theme.choose(app.theme.choice)  # lengths of the style are those of the letters
            for kind in OPENINGS:
                app.window.activateWindow()
                app.window.rail.setFocus()
                dialog = open_dialog(app, kind)
                qtbot.waitUntil(dialog.isActiveWindow)
                qtbot.waitUntil(lambda: app.tasks.idle)
                assert_all_named(dialog)
                found = misfits(dialog, screen)
                if isinstance(dialog, QFileDialog):  # which is Qt's
                    pass
                elif hundredths == 100:
                    found += missed_by_keys(dialog)
                    assert app.window.focusWidget() is app.window.rail
                else:
                    if kind not in SHORT:
                        found += cut_when_long(dialog)
                    assert_each_means_one_thing(dialog)
                if found:
                    wrong[kind.__name__, hundredths] = found
                dialog.close()
    assert not wrong, str(wrong)


def test_no_words_of_a_popup_are_cut(
    two_decks: Application, qapp: QApplication, qtbot: QtBot
) -> None:
    app, cut = two_decks, {}
    for hundredths in (100, 130):
        with text_size(qapp, hundredths):
            app.theme.choose(app.theme.choice)
            for name, open_popup in POPUPS.items():
                open_popup(app)
                qtbot.waitUntil(lambda: bool(opened(app)) and app.tasks.idle)
                popup = opened(app)[-1]
                if found := [*cut_words(popup), *cut_when_long(popup)]:
                    cut[name, hundredths] = found
                popup.close()
                qtbot.waitUntil(lambda: not opened(app))
    assert cut == {}


def cut_when_long(window: QWidget) -> list[str]:
    """Let each line below the heading that may say something say much; return what is cut then."""
    for each in window.findChildren(QLabel):
        if each.wordWrap() and each is not getattr(window, "heading", None):
            each.setText(max(each.text(), LONG, key=len))
            if (parent := each.parentWidget()) is not None and parent.isVisible():
                each.show()
    return cut_words(window)


def missed_by_keys(dialog: QDialog) -> set[str]:
    """Go through a dialog with the tab key and leave it with Escape; return what is not reached."""
    missed = {
        each
        for each in dialog.findChildren(QPushButton)
        if each.isVisible() and each.isEnabled() and each.focusPolicy() & TAB
    }
    for _ in range(MOST_TABS):
        focus = QApplication.focusWidget() or dialog
        missed.discard(focus)
        if not missed:
            break
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    found = {each.text() for each in missed}
    QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)
    return found | ({"Escape"} if dialog.isVisible() else set())


@contextmanager
def busy_library(app: Application) -> Iterator[None]:
    """Let the library answer nothing until the end of the block."""
    free = Event()
    app.window.library_worker.ask(lambda _: free.wait(), lambda _: None)
    try:
        yield
    finally:
        free.set()


def ask_for_versions(dialog: QDialog) -> None:
    assert isinstance(dialog, ComparisonDialog)
    row = 0
    while dialog.choice is None or dialog.choice.stored is None:
        row += 1
        dialog.list.setCurrentRow(row)
    dialog.compare.click()


def change_games(dialog: QDialog) -> None:
    assert isinstance(dialog, GamesDialog)
    dialog.table.selectAll()
    dialog.remove.click()


def back_up(dialog: QDialog) -> None:
    assert isinstance(dialog, PreferencesDialog)
    dialog.back_up.click()


ACTS: dict[type[QDialog], Callable[[QDialog], None]] = {
    ComparisonDialog: ask_for_versions,
    GamesDialog: change_games,
    PreferencesDialog: back_up,
}


def test_every_dialog_may_be_closed_before_it_is_answered(
    two_decks: Application, qtbot: QtBot
) -> None:
    """What a dialog asked the library and workers is answered once the dialog is deleted."""
    app = two_decks
    library_of(app).games.add(PlayedGame(played=TODAY, result=Result.WIN))
    for kind in OPENINGS:
        if kind in ACTS:
            dialog = open_dialog(app, kind)
            qtbot.waitUntil(lambda: not app.window.library_worker.busy)
            with busy_library(app):
                ACTS[kind](dialog)
                close(dialog)
            qtbot.waitUntil(lambda: app.tasks.idle)
        with busy_library(app):
            close(open_dialog(app, kind))
        qtbot.waitUntil(lambda: app.tasks.idle)


def close(dialog: QDialog) -> None:
    """Close a dialog and delete it at once."""
    dialog.close()
    dialog.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def misfits(dialog: QDialog, screen: QRect) -> list[str]:
    """Return what is wrong with the size of a dialog on a screen, below a title bar."""
    found = cut_words(dialog)
    layout, size = dialog.layout(), dialog.size()
    if size.width() > screen.width() or size.height() + 30 > screen.height():
        found.append(f"its size is {size.toTuple()}")
    if layout is not None and not isinstance(dialog, QFileDialog):
        least = layout.totalMinimumSize()
        if layout.hasHeightForWidth():
            least.setHeight(layout.totalMinimumHeightForWidth(size.width()))
        if least.boundedTo(size) != least:
            found.append(f"its layout needs {least.toTuple()} of {size.toTuple()}")
    return found
