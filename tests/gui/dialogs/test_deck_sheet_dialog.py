"""The sheet dialog."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import OutlineEntry
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.simple_dialogs import DialogContext
from library.deck_values import LibraryDeck
from tests.gui.samples import TODAY

WOLVES = "Wolves of Winter (WotN)"
Sample = Callable[[str], Deck]


@pytest.fixture
def sheet(context: DialogContext, sample: Sample, qtbot: QtBot) -> DeckSheetDialog:
    """Show the sheet dialog of a deck."""
    dialog = DeckSheetDialog([LibraryDeck("1", 1, sample(WOLVES))], context)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.show()
    return dialog


def test_enter_in_the_sheet_dialog_means_the_pdf(sheet: DeckSheetDialog) -> None:
    assert sheet.save.isDefault()


def test_the_sheet_is_of_the_day_that_the_deck_states(
    context: DialogContext, sample: Sample, qtbot: QtBot
) -> None:
    deck = replace(sample(WOLVES), date="2026-12-05")
    for decks, day in (
        ([deck], "2026-12-05"),
        ([deck, replace(deck, date="")], TODAY.isoformat()),
        ([replace(deck, date="soon")], TODAY.isoformat()),
    ):
        dialog = DeckSheetDialog([LibraryDeck("1", 1, each) for each in decks], context)
        qtbot.addWidget(dialog)
        assert dialog.day.date().toString("yyyy-MM-dd") == day


def test_a_sheet_with_an_unknown_card_is_not_legal(
    context: DialogContext, sample: Sample, qtbot: QtBot
) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = DeckSheetDialog([LibraryDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.show()
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    html = QGuiApplication.clipboard().mimeData().html()
    assert "Not legal" in html
    assert "A Card of Tomorrow" in html


def test_the_sheet_says_what_the_fields_say(
    sheet: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(sheet.preview_changed):
        QTest.keyClicks(sheet.event_name, "Winterfell Open")
    with qtbot.waitSignal(sheet.saved):
        sheet.save_to(tmp_path / "sheet.pdf")
    reader = pypdf.PdfReader(io.BytesIO((tmp_path / "sheet.pdf").read_bytes()))
    text = reader.pages[0].extract_text()
    assert "Winterfell Open" in text
    assert "20 November 2026" in text
    QTest.mouseClick(sheet.copy, Qt.MouseButton.LeftButton)
    assert "Winterfell Open" in QGuiApplication.clipboard().mimeData().html()
