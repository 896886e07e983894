"""The Decks page by keys alone, from a pasted list to the bin and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QPushButton,
)

from decks.deck import Deck
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.runtime.settings import PaletteChoice
from desktop.style.theme import Theme
from tests.gui.pages.library.conftest import PageRobot

CONTROL = Qt.KeyboardModifier.ControlModifier
WOLVES, BLACK, VIPER = "Wolves of Winter (WotN)", "Taking the Black (WotW)", "His Viper Eyes (SoD)"
Sample = Callable[[str], Deck]


def test_by_keyboard_from_a_pasted_list_to_the_bin_and_back(
    robot: PageRobot, sample: Sample
) -> None:
    robot.library.decks.add(sample(BLACK))
    robot.library_worker.reload()
    robot.settle()
    paste_by_keys(robot)
    assert set(robot.names()) == {"My wolves", BLACK}
    assert [deck.name for deck in robot.page.selected()] == ["My wolves"]
    look_at_it_by_keys(robot)
    bin_it_and_take_it_back_by_keys(robot)
    assert set(robot.names()) == {"My wolves", BLACK}


def paste_by_keys(robot: PageRobot) -> None:
    """Import a list that is typed into the dialog."""
    table = robot.page.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_I, CONTROL)
    dialog = robot.dialog(ImportDialog)
    dialog.paste.setFocus()
    with robot.qtbot.waitSignal(dialog.read):
        for line in (
            "My wolves",
            "House Stark",
            "Fealty",
            "3x Winterfell Steward",
            "2x Bran Stark",
        ):
            QTest.keyClicks(dialog.paste, line)
            QTest.keyClick(dialog.paste, Qt.Key.Key_Return)
    QTest.keyClick(dialog.add, Qt.Key.Key_Space)
    robot.settle()


def look_at_it_by_keys(robot: PageRobot) -> None:
    """Open the deck, compare it with the other one, and export it."""
    page, table = robot.page, robot.page.table
    robot.go_to(table)
    with robot.qtbot.waitSignal(page.open_requested):
        QTest.keyClick(table, Qt.Key.Key_Return)
    QTest.keyClick(table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(table, Qt.Key.Key_K, CONTROL)
    compare = robot.dialog(CompareDialog)
    assert "→" in compare.heading.text()
    QTest.keyClick(compare, Qt.Key.Key_Escape)
    robot.go_to(table)
    robot.select("My wolves")
    QTest.keyClick(table, Qt.Key.Key_E, CONTROL)
    export = robot.dialog(ExportDialog)
    with robot.qtbot.waitSignal(export.preview_changed):
        QTest.keyClick(export.formats, Qt.Key.Key_Down)
    assert "Winterfell Steward" in export.preview.toPlainText()
    QTest.keyClick(export, Qt.Key.Key_Escape)


def bin_it_and_take_it_back_by_keys(robot: PageRobot) -> None:
    """Delete the deck, find it in the bin, and take it back."""
    page, table = robot.page, robot.page.table
    robot.go_to(table)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    robot.settle()
    assert robot.names() == [BLACK]
    assert page.message_bar.words.text() == "“My wolves” is in the bin."
    page.sidebar.setFocus()
    QTest.keyClick(page.sidebar, Qt.Key.Key_End)
    assert robot.names() == ["My wolves"]
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_A, CONTROL)
    back = next(b for b in page.findChildren(QPushButton) if b.text() == "Re&store")
    QTest.keyClick(back, Qt.Key.Key_Space)
    robot.settle()
    QTest.keyClick(page.sidebar, Qt.Key.Key_Home)


@pytest.mark.parametrize("choice", [PaletteChoice.DARK, PaletteChoice.LIGHT])
def test_a_change_of_the_palette_does_not_make_deleting_the_default(
    robot: PageRobot, qapp: QApplication, choice: PaletteChoice
) -> None:
    dialog = ConfirmDialog("Empty the bin?", "It is gone then.", "Delete for good", robot.page)
    robot.qtbot.addWidget(dialog)
    dialog.open()
    cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    theme = Theme(qapp, choice)
    QApplication.processEvents()
    assert cancel.isDefault()
    assert not dialog.accept_button.isDefault()
    with robot.qtbot.assertNotEmitted(dialog.confirmed):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    theme.choose(PaletteChoice.LIGHT)
