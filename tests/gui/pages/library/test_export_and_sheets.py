"""The export and the sheet dialog, file names, verdicts and the shelf."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from carddb.errors import AppError
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.deck_section import DRAW_DECK
from decks.deck_writer import WRITERS
from decks.diff import OutlineEntry
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.dialog_context import DialogContext
from desktop.dialogs.export_dialog import ExportDialog, write_files
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.pages.library.deck_search import search_of
from desktop.pages.library.deck_verdicts import ruling_of
from desktop.runtime.file_writing import file_name, file_names, save_file
from desktop.runtime.tasks import Task, TaskRunner
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.text_format import day_words
from library.deck_values import OpenDeck
from tests.gui.pages.library.conftest import TODAY

WOLVES, BLACK = "Wolves of Winter (WotN)", "Taking the Black (WotW)"
Sample = Callable[[str], Deck]


@pytest.fixture
def export(context: DialogContext, sample: Sample, qtbot: QtBot) -> ExportDialog:
    """Show the export dialog of two decks."""
    opened = [OpenDeck("1", 1, sample(WOLVES)), OpenDeck("2", 1, sample(BLACK))]
    dialog = ExportDialog(opened, context)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.written):
        dialog.show()
    return dialog


@pytest.fixture
def sheet(context: DialogContext, sample: Sample, qtbot: QtBot) -> DeckSheetDialog:
    """Show the sheet dialog of a deck."""
    dialog = DeckSheetDialog([OpenDeck("1", 1, sample(WOLVES))], context)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.printed):
        dialog.show()
    return dialog


def choose(dialog: ExportDialog, code: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.written):
        dialog.formats.setCurrentRow(list(WRITERS).index(code))


def test_what_is_copied_is_the_format_that_is_chosen(export: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(export.written):
        export.formats.setCurrentRow(list(WRITERS).index("csv"))
        assert not export.copy.isEnabled()
    export.copy.click()
    assert QGuiApplication.clipboard().text().replace("\r\n", "\n") == export.preview.toPlainText()


def test_enter_in_the_sheet_dialog_means_the_pdf(sheet: DeckSheetDialog) -> None:
    assert sheet.save.isDefault()


def test_every_format_can_be_seen_and_copied(
    export: ExportDialog, cards: LoadedCards, qtbot: QtBot
) -> None:
    for code in [*list(WRITERS)[1:], "thronesdb"]:
        choose(export, code, qtbot)
        shown = export.preview.toPlainText().replace("\\", "")
        assert WOLVES in shown or code == "octgn"
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
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path / "all.txt")
    assert saved.args[0] == [tmp_path / "all.txt"]
    with qtbot.waitSignal(export.written):
        export.apart.setChecked(True)
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path)
    assert len(saved.args[0]) == 2


def test_files_that_are_there_are_replaced_only_when_the_user_says_so(
    export: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(export.written):
        export.apart.setChecked(True)
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
    assert export.said.text() == "Saved 2 files."
    assert mine.read_text("utf-8") != "Mine"


def test_the_sheet_is_of_the_day_that_the_deck_states(
    context: DialogContext, sample: Sample, qtbot: QtBot
) -> None:
    deck = replace(sample(WOLVES), date="2026-12-05")
    for decks, day in (
        ([deck], "2026-12-05"),
        ([deck, replace(deck, date="")], TODAY.isoformat()),
        ([replace(deck, date="soon")], TODAY.isoformat()),
    ):
        dialog = DeckSheetDialog([OpenDeck("1", 1, each) for each in decks], context)
        qtbot.addWidget(dialog)
        assert dialog.day.date().toString("yyyy-MM-dd") == day


def test_what_cannot_be_written_is_a_sentence(
    export: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(export.failed):
        export.save_to(tmp_path / "no folder" / "x.txt")
    assert "cannot be written" in export.said.text()


def test_the_end_of_the_program_leaves_no_file_out(
    tmp_path: Path, qtbot: QtBot, tasks: TaskRunner
) -> None:
    files = [(tmp_path / f"{number}.txt", "House Stark") for number in range(50)]
    tasks.start(Task(partial(write_files, files)))
    tasks.stop()
    assert all(path.exists() for path, _ in files)
    qtbot.waitUntil(lambda: tasks.idle)


@pytest.mark.parametrize("written", [True, False])
def test_closing_while_it_saves_hides_no_failure(
    *, written: bool, context: DialogContext, sample: Sample, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = ExportDialog([OpenDeck("1", 1, sample(WOLVES))], context)
    with qtbot.waitSignal(dialog.written):
        dialog.open()
    path = tmp_path / "deck.txt" if written else tmp_path / "no folder" / "deck.txt"
    with qtbot.waitSignal(dialog.saved if written else dialog.failed):
        dialog.save_to(path)
        dialog.close()
        assert not dialog.isVisible()
    assert path.exists() is written
    if not written:
        assert dialog.isVisible()
        assert "cannot be written" in dialog.said.text()
        dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog))


def test_unknown_cards_are_named(context: DialogContext, sample: Sample, qtbot: QtBot) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = ExportDialog([OpenDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.written):
        dialog.show()
    assert "A Card of Tomorrow" in dialog.notes.text()


def test_a_sheet_with_an_unknown_card_is_not_legal(
    context: DialogContext, sample: Sample, qtbot: QtBot
) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = DeckSheetDialog([OpenDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.printed):
        dialog.show()
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    html = QGuiApplication.clipboard().mimeData().html()
    assert "Not legal" in html
    assert "A Card of Tomorrow" in html


def test_the_sheet_says_what_the_fields_say(
    sheet: DeckSheetDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(sheet.printed):
        QTest.keyClicks(sheet.event_name, "Winterfell Open")
    with qtbot.waitSignal(sheet.saved):
        sheet.save_to(tmp_path / "sheet.pdf")
    reader = pypdf.PdfReader(io.BytesIO((tmp_path / "sheet.pdf").read_bytes()))
    text = reader.pages[0].extract_text()
    assert "Winterfell Open" in text
    assert "20 November 2026" in text
    QTest.mouseClick(sheet.copy, Qt.MouseButton.LeftButton)
    assert "Winterfell Open" in QGuiApplication.clipboard().mimeData().html()


def test_file_names_suit_every_system() -> None:
    assert file_name('a/b: "c"?', ".txt") == "a b c.txt"
    assert file_name("CON", ".txt") == "CON deck.txt"
    assert file_name("...", ".txt") == "deck.txt"
    assert file_names(["x", "X", "y"], ".txt") == ["x.txt", "X (2).txt", "y.txt"]


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="is a folder"):
        save_file(tmp_path, b"")


def test_rulings_name_what_is_unknown_and_what_cannot_be_judged(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    assert ruling_of(OpenDeck("1", 4, deck), cards.judges, TODAY).legal
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    ruling = ruling_of(OpenDeck("1", 4, deck, unknown), cards.judges, TODAY)
    assert (ruling.legal, ruling.words, ruling.version) == (False, "1 problem", 4)
    odd = Deck(name="", edition=Edition.FIRST, format="draft")
    assert ruling_of(OpenDeck("1", 1, odd), cards.judges, TODAY).legal is None


def test_a_ruling_says_that_a_legal_deck_has_warnings(cards: LoadedCards, sample: Sample) -> None:
    deck = sample(WOLVES)
    thrice = next(card for card, copies in deck.draw() if copies == 3)
    warned = replace(deck, format="rookery", rookery=((thrice, 1),))
    ruling = ruling_of(OpenDeck("1", 1, warned), cards.judges, TODAY)
    assert (ruling.legal, ruling.words, ruling.warned) == (True, "Legal · 1 warning", True)
    assert thrice.name in ruling.details[0]


def test_days_in_words() -> None:
    now = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
    assert day_words(datetime(2026, 11, 20, 8, 5, tzinfo=UTC), now) == "Today 08:05"
    assert day_words(datetime(2026, 11, 19, 23, 59, tzinfo=UTC), now) == "Yesterday"
    assert day_words(datetime(2026, 3, 2, tzinfo=UTC), now) == "2 Mar 2026"


def test_searches_are_understood() -> None:
    search = search_of('wolves with Ward, Ice tag:"to test" faction:stark')
    assert (search.text, search.cards, search.tag) == ("wolves", ("Ward", "Ice"), "to test")
    assert search.faction == "stark"
    assert search_of("card:Ward format:melee").cards == ("Ward",)
    assert search_of("faction:dothraki").text == "dothraki"
    assert search_of("Wolves with teeth").called == "Wolves with teeth"
    assert search_of("wolves").called == ""


def test_the_shelf_opens_the_library_in_the_background(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEVENPLOTS_LIBRARY", raising=False)
    library_worker = LibraryWorker(tasks)
    answers: list[int] = []
    library_worker.ask(lambda library: len(library.decks.all()), answers.append)
    assert library_worker.library is None
    with qtbot.waitSignal(library_worker.contents_changed):
        library_worker.open_at(tmp_path)
    qtbot.waitUntil(lambda: not library_worker.busy)
    assert answers == [0]
    assert (tmp_path / "decks.db").is_file()
    library_worker.close()


def test_a_library_that_cannot_be_opened_can_be_tried_again(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVENPLOTS_LIBRARY", "mysql://nowhere/decks")
    library_worker = LibraryWorker(tasks)
    with qtbot.waitSignal(library_worker.failed) as failed:
        library_worker.open_at(tmp_path)
    assert isinstance(failed.args[0], AppError)
    monkeypatch.delenv("SEVENPLOTS_LIBRARY")
    with qtbot.waitSignal(library_worker.opened):
        library_worker.open_at(tmp_path)
    qtbot.waitUntil(lambda: not library_worker.busy)
    library_worker.close()
