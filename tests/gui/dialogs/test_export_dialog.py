"""Decks leave the program: in a format, as a sheet, as a short code."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.deck_section import DRAW_DECK
from decks.deck_writer import WRITERS
from decks.diff import OutlineEntry
from decks.formats.share_code import code_of
from desktop.app import Application
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog, ShareDialog, write_files
from desktop.dialogs.simple_dialogs import ConfirmDialog, DialogContext
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pdf.paper_painter import PageSize
from desktop.pdf.sheet_pdf import sheet_printer
from desktop.runtime.tasks import Task, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS
from desktop.widgets.copy_as_menu import QR_CODE, CopyAsMenu
from library.deck_values import LibraryDeck
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot
from tests.gui.samples import TODAY, choose_file, deck_of, open_sample, show, shown_dialog
from tests.gui.shared_window import open_library

Sample = Callable[[str], Deck]


@pytest.fixture
def export(context: DialogContext, sample: Sample, qtbot: QtBot) -> ExportDialog:
    """Show the export dialog of two decks."""
    opened = [LibraryDeck("1", 1, sample(WOLVES)), LibraryDeck("2", 1, sample(BLACK))]
    dialog = show(ExportDialog(opened, context), qtbot)
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    return dialog


def choose(dialog: ExportDialog, code: str, qtbot: QtBot) -> None:
    dialog.formats.setCurrentRow(list(WRITERS).index(code))
    qtbot.waitUntil(lambda: dialog.preview_data is not None)


def test_every_format_can_be_seen_and_copied(
    export: ExportDialog, cards: LoadedCards, qtbot: QtBot
) -> None:
    for code in [*list(WRITERS)[1:], "thronesdb"]:
        choose(export, code, qtbot)
        shown = export.preview.toPlainText().replace("\\", "")
        assert WOLVES in shown or code in {"octgn", "code"}
    QTest.mouseClick(export.copy, Qt.MouseButton.LeftButton)
    readings = read_decks(QGuiApplication.clipboard().text(), cards.pools)
    assert [reading.deck.name for reading in readings] == [WOLVES, BLACK]


def test_a_format_of_one_deck_is_saved_into_a_folder(
    export: ExportDialog, cards: LoadedCards, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(export, "octgn", qtbot)
    assert export.save.text() == "&Save into a folder…"
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path)
    assert [path.name for path in saved.args[0]] == [f"{WOLVES}.o8d", f"{BLACK}.o8d"]
    assert read_decks(saved.args[0][0].read_bytes(), cards.pools, name="x")[0].deck.slots


def test_one_file_for_all_or_for_each(export: ExportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    export.save.click()
    with qtbot.waitSignal(export.saved) as saved:
        choose_file(qtbot, tmp_path / "all")
    assert saved.args[0] == [tmp_path / "all.txt"]
    export.apart.setChecked(True)
    qtbot.waitUntil(lambda: export.preview_data is not None)
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path)
    assert len(saved.args[0]) == 2


def test_files_that_are_there_are_replaced_only_when_the_user_says_so(
    export: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    export.apart.setChecked(True)
    qtbot.waitUntil(lambda: export.preview_data is not None)
    mine = tmp_path / f"{WOLVES}.txt"
    mine.write_text("Mine", "utf-8")
    export.save_after_asking(tmp_path)
    (ask,) = export.findChildren(ConfirmDialog)
    assert f"“{mine.name}” is in “{tmp_path.name}” already." in [
        each.text() for each in ask.findChildren(QLabel)
    ]
    QTest.keyClick(ask, Qt.Key.Key_Escape)
    assert mine.read_text("utf-8") == "Mine"
    assert not (tmp_path / f"{BLACK}.txt").exists()
    export.save_after_asking(tmp_path)
    (ask,) = (each for each in export.findChildren(ConfirmDialog) if each.isVisible())
    with qtbot.waitSignal(export.saved):
        ask.accept_button.click()
    assert export.message.text() == "Saved 2 files."
    assert mine.read_text("utf-8") != "Mine"


def test_the_end_of_the_program_leaves_no_file_out(
    tmp_path: Path, qtbot: QtBot, tasks: TaskRunner
) -> None:
    files = [(tmp_path / f"{number}.txt", b"House Stark") for number in range(50)]
    tasks.start(Task(partial(write_files, files)))
    tasks.stop()
    assert all(path.exists() for path, _ in files)
    qtbot.waitUntil(lambda: tasks.idle)


@pytest.mark.parametrize("written", [True, False])
def test_closing_while_it_saves_hides_no_failure(
    *, written: bool, context: DialogContext, sample: Sample, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = ExportDialog([LibraryDeck("1", 1, sample(WOLVES))], context)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    path = tmp_path / "deck.txt" if written else tmp_path / "no folder" / "deck.txt"
    dialog.save_to(path)
    dialog.close()
    assert not dialog.isVisible()
    if not written:
        qtbot.waitUntil(dialog.isVisible)
        assert "cannot be written" in dialog.message.text()
        dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert path.exists() is written


def test_unknown_cards_are_named(context: DialogContext, sample: Sample, qtbot: QtBot) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = ExportDialog([LibraryDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    assert "A Card of Tomorrow" in dialog.notes.text()


@pytest.fixture
def sheet(context: DialogContext, sample: Sample, qtbot: QtBot) -> DeckSheetDialog:
    """Show the sheet dialog of a deck."""
    dialog = show(DeckSheetDialog([LibraryDeck("1", 1, sample(WOLVES))], context), qtbot)
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
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
        assert dialog.form["day"].date().toString("yyyy-MM-dd") == day
        # A preview that begins after the test would end in the next one.
        qtbot.waitUntil(lambda shown=dialog: shown.preview_data is not None)  # type: ignore[misc]


def test_the_sheet_is_on_the_paper_of_the_country(
    context: DialogContext, sample: Sample, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("en_US"))
    dialog = show(DeckSheetDialog([LibraryDeck("1", 1, sample(WOLVES))], context), qtbot)
    assert dialog.options().page is PageSize.LETTER
    qtbot.waitUntil(lambda: dialog.preview_data is not None)


def test_a_sheet_with_an_unknown_card_is_not_legal(
    context: DialogContext, sample: Sample, qtbot: QtBot
) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = DeckSheetDialog([LibraryDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    html = QGuiApplication.clipboard().mimeData().html()
    assert "Not legal" in html
    assert "A Card of Tomorrow" in html


def test_the_sheet_says_what_the_fields_say(
    sheet: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    assert sheet.save.isDefault()
    QTest.keyClicks(sheet.form["event"], "Winterfell Open")
    qtbot.waitUntil(lambda: sheet.preview_data is not None)
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
    QTest.keyClicks(sheet.form["player"], "Arya")
    early = sheet.preview_data
    assert early is None
    sheet.save_to(tmp_path / "early.pdf")
    qtbot.waitUntil(lambda: sheet.preview_data is not None)
    assert all(each.isEnabled() for each in buttons)
    assert sheet.preview_data is not None
    assert sheet.preview_data.sheets[0].event.player == "Arya"
    assert not (tmp_path / "early.pdf").exists()


def test_a_click_while_the_preview_is_made_is_not_lost(
    sheet: DeckSheetDialog, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().clear()
    QTest.keyClicks(sheet.form["player"], "Arya")
    assert sheet.save.isEnabled()
    sheet.once_made(sheet.copy_preview)
    assert "preview is being made" in sheet.message.text()
    assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: sheet.preview_data is not None)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert "Arya" in QGuiApplication.clipboard().mimeData().html()


CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ADDRESS = "https://thronesdb.com/decklist/view/123/wolves"


def choose_format(menu: CopyAsMenu, label: str) -> None:
    """Open a menu and take an entry of it."""
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == label).trigger()


def test_the_dialog_shows_copies_and_saves_the_code(
    qtbot: QtBot, sample: Callable[[str], Deck], tmp_path: Path
) -> None:
    deck = sample(WOLVES)
    dialog = show(ShareDialog(deck), qtbot)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText() == code_of(deck)
    dialog.save.click()
    with qtbot.waitSignal(dialog.saved):
        choose_file(qtbot, tmp_path / "code")
    assert QImage(str(tmp_path / "code.png")).width() > 400


def test_a_code_that_is_too_long_for_a_picture_can_be_copied(
    qtbot: QtBot, cards: LoadedCards
) -> None:
    everything = [(card, 1) for card in cards.pools[Edition.SECOND] if card.in_draw_deck]
    deck = Deck.of("Everything", Edition.SECOND, None, [*everything], considered=tuple(everything))
    dialog = show(ShareDialog(deck), qtbot)
    assert "too long for a QR code" in dialog.note.text()
    assert not dialog.picture.isVisible()
    assert not dialog.save.isEnabled()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == code_of(deck)


def test_a_new_user_shares_a_deck_and_reads_it_again(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    window = app.window
    open_library(app)
    open_sample(app)
    deck = deck_of(app)
    QTest.keyClick(window, Qt.Key.Key_Q, CONTROL | SHIFT)
    dialog = shown_dialog(qtbot, ShareDialog)
    dialog.copy.click()
    dialog.close()
    choose_format(window.actions_.copy_as, "Short code")
    # Ctrl+V on the Decks page reads it, even in the field of the search.
    window.show_page(DECKS)
    window.decks.search.setFocus()
    QTest.keyClick(window.decks.search, Qt.Key.Key_V, CONTROL)
    read = shown_dialog(qtbot, ImportDialog)
    qtbot.waitUntil(lambda: len(read.list.checked()) == 1)
    found = read.list.checked()[0].outline(cards.card)
    assert (found.name, found.draw_count) == (deck.name, deck.draw_count)
    read.close()


def test_decks_are_copied_in_any_format(three: PageRobot, cards: LoadedCards) -> None:
    three.select(BLACK, VIPER)
    bar, menu = three.page.message_bar.toast, three.page.deck_actions.copy_menu
    choose_format(menu, "Short code")
    three.qtbot.waitUntil(lambda: bar.words.text() == "2 decks are copied: Short code.")
    readings = read_decks(QGuiApplication.clipboard().text(), cards.pools)
    assert {reading.deck.name for reading in readings} == {BLACK, VIPER}
    choose_format(menu, "OCTGN")  # has one deck a file
    three.qtbot.waitUntil(lambda: "copied: OCTGN." in bar.words.text())
    three.select(BLACK)
    menu.chosen.emit(QR_CODE)
    dialog = three.dialog(ShareDialog)
    assert BLACK in dialog.picture.accessibleName()
    dialog.close()


@pytest.mark.parametrize("fetch", [True, False])
def test_an_address_of_thronesdb_on_the_clipboard(
    three: PageRobot,
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
