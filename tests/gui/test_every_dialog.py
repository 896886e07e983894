"""Every dialog fits small screens, and may be closed before what it asked for is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.games_dialogs import GamesDialog
from desktop.dialogs.preferences_dialog import PreferencesDialog
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from library.game_report import PlayedGame, Result
from tests.gui.every_dialog import OPENINGS, TODAY, dialog_classes, open_dialog
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import library_of
from tests.gui.test_accessibility import assert_all_named

TAB, MOST_TABS = Qt.FocusPolicy.TabFocus, 60


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
                if hundredths == 100 and not isinstance(dialog, QFileDialog):
                    found += missed_by_keys(dialog)
                    assert app.window.focusWidget() is app.window.rail
                if found:
                    wrong[kind.__name__, hundredths] = found
                dialog.close()
    assert wrong == {}


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
