"""Every dialog fits small screens, and may be closed before what it asked for is there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import Application
from tests.gui.every_dialog import OPENINGS, dialog_classes, open_dialog
from tests.gui.fits import cut_words, text_size


def test_every_class_of_dialogs_is_opened_here() -> None:
    assert {*dialog_classes()} == {*OPENINGS}


def test_every_dialog_fits_small_screens(
    two_decks: Application, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, wrong = two_decks, {}
    for hundredths, width, height in ((100, 900, 600), (130, 1280, 800)):
        screen = QRect(0, 0, width, height)
        monkeypatch.setattr(QScreen, "availableGeometry", lambda _, screen=screen: screen)
        with text_size(qapp, hundredths):
            app.theme.choose(app.theme.choice)  # lengths of the style are those of the letters
            for kind in OPENINGS:
                dialog = open_dialog(app, kind)
                qtbot.waitUntil(lambda: app.tasks.idle)
                if found := misfits(dialog, screen):
                    wrong[kind.__name__, hundredths] = found
                dialog.close()
    assert wrong == {}


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
