"""The sheet dialog."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import OutlineEntry
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pdf.paper_painter import PageSize
from desktop.pdf.sheet_pdf import sheet_printer
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
    assert sheet.save.isDefault()
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


def to_pdf(page: PageSize, file: Path) -> QPrinter:
    printer = sheet_printer(page, "Deck sheet")
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(file))
    return printer


def test_the_sheet_is_printed_as_it_is_saved(
    sheet: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    sheet.save_to(tmp_path / "saved.pdf")
    sheet.print_on(to_pdf(PageSize.A4, tmp_path / "printed.pdf"))
    assert sheet.message.text() == f"Sent to {tmp_path / 'printed.pdf'}."
    qtbot.waitUntil((tmp_path / "saved.pdf").exists)
    saved, printed = (
        pypdf.PdfReader(io.BytesIO((tmp_path / f"{name}.pdf").read_bytes()))
        for name in ("saved", "printed")
    )
    assert len(saved.pages) == len(printed.pages) == 1
    assert printed.pages[0].mediabox == pytest.approx(saved.pages[0].mediabox, abs=1)
    # Figures are readable in the file that is saved alone.
    words = [re.findall(r"[A-Za-z]+", each.pages[0].extract_text()) for each in (saved, printed)]
    assert words[0] == words[1]
    assert len(words[0]) > 100


def test_a_sheet_fits_on_other_paper_and_is_printed_twice(
    sheet: DeckSheetDialog, tmp_path: Path
) -> None:
    printer = to_pdf(PageSize.LETTER, tmp_path / "printed.pdf")
    printer.setCopyCount(2)
    sheet.print_on(printer)
    printed = pypdf.PdfReader(io.BytesIO((tmp_path / "printed.pdf").read_bytes()))
    assert len(printed.pages) == 2
    heights: list[float] = []
    printed.pages[1].extract_text(
        visitor_text=lambda text, cm, tm, *_: heights.append(
            cm[1] * tm[4] + cm[3] * tm[5] + cm[5] if text.strip() else 400
        )
    )
    assert 0 < min(heights) < 60
    assert 700 < max(heights) < 792


@pytest.mark.qt_log_ignore("QPainter::begin", "This plugin does not support")
def test_what_cannot_be_printed_is_said(sheet: DeckSheetDialog, tmp_path: Path) -> None:
    sheet.print_on(to_pdf(PageSize.A4, tmp_path / "missing" / "printed.pdf"))
    assert sheet.message.text().startswith("The printer could not be started.")


def test_print_opens_the_dialog_of_the_system(sheet: DeckSheetDialog, tmp_path: Path) -> None:
    QTest.mouseClick(sheet.print, Qt.MouseButton.LeftButton)
    (dialog,) = sheet.findChildren(QPrintDialog)
    printer = dialog.printer()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.accepted.emit(printer)
    dialog.close()
    assert (tmp_path / "printed.pdf").exists()


def test_an_earlier_preview_is_neither_copied_nor_saved(
    sheet: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    buttons = (sheet.copy, sheet.save)
    assert all(each.isEnabled() for each in buttons)
    with qtbot.waitSignal(sheet.preview_changed):
        QTest.keyClicks(sheet.player, "Arya")
        early = sheet.preview_data
        assert early is None
        sheet.save_to(tmp_path / "early.pdf")
    assert all(each.isEnabled() for each in buttons)
    assert sheet.preview_data is not None
    assert sheet.preview_data.sheets[0].event.player == "Arya"
    assert not (tmp_path / "early.pdf").exists()


def test_a_click_while_the_preview_is_made_is_not_lost(
    sheet: DeckSheetDialog, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().clear()
    with qtbot.waitSignal(sheet.preview_changed):
        QTest.keyClicks(sheet.player, "Arya")
        assert sheet.save.isEnabled()
        sheet.once_made(sheet.copy_preview)
        assert "preview is being made" in sheet.message.text()
        assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert "Arya" in QGuiApplication.clipboard().mimeData().html()
