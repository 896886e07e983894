"""New decks, files, and the question before changes are lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from carddb.errors import AppError
from carddb.terms import Edition, Faction
from desktop.app import Desk
from desktop.keeping import own_text
from desktop.new_deck import NewDeckDialog
from desktop.saving import save_file
from tests.gui.samples import WOLVES, deck_of, open_sample, select
from tests.gui.test_access import assert_all_named

CONTROL = Qt.KeyboardModifier.ControlModifier
Button = QMessageBox.StandardButton


def change(desk: Desk) -> None:
    page = desk.window.build
    select(page, "Osha")
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)


def question(desk: Desk) -> QMessageBox:
    found = [box for box in desk.window.findChildren(QMessageBox) if box.isVisible()]
    assert len(found) == 1
    return found[0]


def answer(desk: Desk, button: QMessageBox.StandardButton) -> None:
    pressed = question(desk).button(button)
    assert pressed is not None
    pressed.click()


def save_dialog(desk: Desk) -> QFileDialog:
    return next(each for each in desk.window.findChildren(QFileDialog) if each.isVisible())


def save_in(desk: Desk, path: Path) -> None:
    dialog = save_dialog(desk)
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.fileSelected.emit(str(path))
    dialog.close()


def test_a_new_deck_asks_for_edition_and_faction(desk: Desk, qtbot: QtBot) -> None:
    QTest.keyClick(desk.window, Qt.Key.Key_N, CONTROL)
    dialog = desk.window.findChild(NewDeckDialog)
    assert isinstance(dialog, NewDeckDialog)
    assert_all_named(dialog)
    dialog.editions.setFocus()
    QTest.keyClick(dialog.editions, Qt.Key.Key_Down)
    dialog.faction.setCurrentText("House Lannister")
    QTest.keyClicks(dialog.name, "Gold")
    dialog.begin.click()
    assert deck_of(desk).edition is Edition.FIRST
    assert deck_of(desk).faction is Faction.LANNISTER
    assert deck_of(desk).name == "Gold"
    assert desk.window.build.pool.model.total == 1988


def test_a_changed_deck_is_marked_until_it_is_saved(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    open_sample(desk)
    assert not desk.window.isWindowModified()
    change(desk)
    assert desk.window.isWindowModified()
    assert desk.window.windowTitle() == f"{WOLVES}[*] — Seven Plots"
    desk.window.actions_["undo"].trigger()
    assert not desk.window.isWindowModified()
    change(desk)
    QTest.keyClick(desk.window, Qt.Key.Key_S, CONTROL)
    save_in(desk, tmp_path / "wolves.json")
    assert not desk.window.isWindowModified()
    assert (tmp_path / "wolves.json").read_text("utf-8") == own_text(deck_of(desk))
    QTest.keyClick(desk.window.build.deck.list, Qt.Key.Key_3)
    QTest.keyClick(desk.window, Qt.Key.Key_S, CONTROL)
    assert (tmp_path / "wolves.json").read_text("utf-8") == own_text(deck_of(desk))
    assert desk.settings.last_folder == str(tmp_path)


def test_a_file_of_our_own_is_saved_again_and_any_other_is_not_written_over(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    own, other = tmp_path / "own.json", tmp_path / "other.txt"
    open_sample(desk)
    save_file(own, own_text(deck_of(desk)).encode())
    other.write_text("House Stark\nFealty\n3x Osha\n", "utf-8")
    for path in (own, other):
        with qtbot.waitSignal(desk.session.deck_changed):
            desk.open_files([str(path)])
        assert desk.session.current is not None
        assert desk.session.current.path == (own if path == own else None)


def test_another_deck_is_opened_beside_a_changed_one(desk: Desk, qtbot: QtBot) -> None:
    open_sample(desk)
    change(desk)
    desk.window.actions_.samples.actions()[3].trigger()
    assert deck_of(desk).name != WOLVES
    assert desk.session.decks[0].deck.name == WOLVES
    assert desk.session.decks[0].unsaved


def test_a_deck_that_was_only_looked_at_makes_room_for_the_next(desk: Desk, qtbot: QtBot) -> None:
    desk.window.actions_.samples.actions()[3].trigger()
    desk.window.actions_.samples.actions()[4].trigger()
    assert len(desk.session.decks) == 1


def test_closing_a_changed_deck_asks_once_what_becomes_of_it(desk: Desk, qtbot: QtBot) -> None:
    open_sample(desk)
    change(desk)
    desk.window.actions_.samples.actions()[3].trigger()
    desk.session.show_deck(0)
    desk.window.actions_["close_deck"].trigger()
    assert WOLVES in question(desk).text()
    answer(desk, Button.Cancel)
    assert len(desk.session.decks) == 2
    desk.window.actions_["close_deck"].trigger()
    answer(desk, Button.Discard)
    assert [each.deck.name for each in desk.session.decks] != [WOLVES]
    assert len(desk.session.decks) == 1


def test_closing_the_last_deck_leads_back_to_the_welcome(desk: Desk) -> None:
    open_sample(desk)
    desk.window.actions_["close_deck"].trigger()
    assert not desk.session.decks
    assert desk.window.build.deck.currentWidget() is desk.window.build.deck.welcome


def test_closing_asks_and_saves(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    open_sample(desk)
    change(desk)
    desk.window.close()
    assert desk.window.isVisible()
    answer(desk, Button.Save)
    save_in(desk, tmp_path / "kept.json")
    assert not desk.window.isVisible()
    assert (tmp_path / "kept.json").is_file()


def test_closing_without_changes_asks_nothing(desk: Desk) -> None:
    open_sample(desk)
    desk.window.close()
    assert not desk.window.isVisible()


def test_a_file_that_cannot_be_written_gives_a_sentence_and_keeps_the_mark(
    desk: Desk, tmp_path: Path
) -> None:
    open_sample(desk)
    change(desk)
    with pytest.raises(AppError, match="cannot be written"):
        save_file(tmp_path / "no" / "such" / "folder.json", b"{}")
    desk.window.actions_["save"].trigger()
    save_in(desk, tmp_path / "no" / "deck.json")
    assert "cannot be written" in desk.window.banner.sentence.text()
    assert desk.window.isWindowModified()
