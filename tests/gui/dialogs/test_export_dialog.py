"""The export dialog."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.deck_section import DRAW_DECK
from decks.deck_writer import WRITERS
from decks.diff import OutlineEntry
from desktop.dialogs.export_dialog import ExportDialog, write_files
from desktop.dialogs.simple_dialogs import ConfirmDialog, DialogContext
from desktop.runtime.tasks import Task, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from library.deck_values import LibraryDeck

WOLVES, BLACK = "Wolves of Winter (WotN)", "Taking the Black (WotW)"
Sample = Callable[[str], Deck]


@pytest.fixture
def export(context: DialogContext, sample: Sample, qtbot: QtBot) -> ExportDialog:
    """Show the export dialog of two decks."""
    opened = [LibraryDeck("1", 1, sample(WOLVES)), LibraryDeck("2", 1, sample(BLACK))]
    dialog = ExportDialog(opened, context)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.show()
    return dialog


def choose(dialog: ExportDialog, code: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.formats.setCurrentRow(list(WRITERS).index(code))


def test_what_is_copied_is_the_format_that_is_chosen(export: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(export.preview_changed):
        export.formats.setCurrentRow(list(WRITERS).index("csv"))
        assert export.preview_data is None
    export.copy.click()
    assert QGuiApplication.clipboard().text().replace("\r\n", "\n") == export.preview.toPlainText()


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
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path / "all.txt")
    assert saved.args[0] == [tmp_path / "all.txt"]
    with qtbot.waitSignal(export.preview_changed):
        export.apart.setChecked(True)
    with qtbot.waitSignal(export.saved) as saved:
        export.save_to(tmp_path)
    assert len(saved.args[0]) == 2


def test_files_that_are_there_are_replaced_only_when_the_user_says_so(
    export: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(export.preview_changed):
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
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.open()
    path = tmp_path / "deck.txt" if written else tmp_path / "no folder" / "deck.txt"
    with qtbot.waitSignal(dialog.saved if written else dialog.save_failed):
        dialog.save_to(path)
        dialog.close()
        assert not dialog.isVisible()
    assert path.exists() is written
    if not written:
        assert dialog.isVisible()
        assert "cannot be written" in dialog.message.text()
        dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog))


def test_unknown_cards_are_named(context: DialogContext, sample: Sample, qtbot: QtBot) -> None:
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    dialog = ExportDialog([LibraryDeck("1", 1, sample(WOLVES), unknown)], context)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.preview_changed):
        dialog.show()
    assert "A Card of Tomorrow" in dialog.notes.text()
