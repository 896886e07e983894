"""What the export dialogs share: only a preview that is up to date is saved, in the background."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.session.loaded_cards import LoadedCards
from library.deck_values import LibraryDeck


@pytest.fixture
def dialog(context: DialogContext, cards: LoadedCards, qtbot: QtBot) -> DeckSheetDialog:
    """Open the dialog of a deck sheet, with its preview."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    deck = LibraryDeck("1", 1, cards.samples[0].deck)
    made = DeckSheetDialog([deck], context, window)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    with qtbot.waitSignal(made.preview_changed):
        made.open()
    return made


def test_an_earlier_preview_is_neither_copied_nor_saved(
    dialog: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    buttons = (dialog.copy, dialog.save)
    assert all(each.isEnabled() for each in buttons)
    with qtbot.waitSignal(dialog.preview_changed):
        QTest.keyClicks(dialog.player, "Arya")
        early = dialog.preview_data
        assert early is None
        dialog.save_to(tmp_path / "early.pdf")
    assert all(each.isEnabled() for each in buttons)
    assert dialog.preview_data is not None
    assert dialog.preview_data.sheets[0].event.player == "Arya"
    assert not (tmp_path / "early.pdf").exists()
    dialog.close()


def test_a_click_while_the_preview_is_made_is_not_lost(
    dialog: DeckSheetDialog, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().clear()
    with qtbot.waitSignal(dialog.preview_changed):
        QTest.keyClicks(dialog.player, "Arya")
        assert dialog.save.isEnabled()
        dialog.once_made(dialog.copy_preview)
        assert "preview is being made" in dialog.message.text()
        assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert "Arya" in QGuiApplication.clipboard().mimeData().html()
    dialog.close()


@pytest.mark.parametrize("folder", [".", "missing"])
def test_a_sheet_is_saved_though_the_dialog_is_closed_and_a_failure_shows_it_again(
    dialog: DeckSheetDialog, qtbot: QtBot, tmp_path: Path, folder: str
) -> None:
    path = tmp_path / folder / "sheet.pdf"
    with qtbot.waitSignal(dialog.saved if folder == "." else dialog.save_failed):
        dialog.save_to(path)
        assert not dialog.save.isEnabled()
        dialog.close()
        assert not dialog.isVisible()
    assert path.is_file() == (folder == ".")
    assert dialog.isVisible() == (folder != ".")
    if dialog.isVisible():
        assert "cannot be written" in dialog.message.text()
        dialog.close()
