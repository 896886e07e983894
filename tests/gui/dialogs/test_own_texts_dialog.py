"""Texts of cards from a file, in the window: taken, accounted for, stopped and forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from carddb.own_texts.storage import load_own_texts
from core.paths import own_texts_file
from desktop.app import Application
from desktop.dialogs.own_texts_dialog import OwnTextsDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.widgets.file_drop import FileDropFilter
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import StartSync, wait_for_end

few_cards, pools, cards = few.few_cards, few.pools, few.cards

LEFT = Qt.MouseButton.LeftButton
TEXTS = [
    {"code": "core_1", "text": "A shibboleth of mine."},
    {"code": "01141", "text": "Another one."},
    {"code": "core_1", "text": "A shibboleth again."},
    {"code": "nobody_1", "text": "Of no card."},
    {"code": "core_2", "text": 7},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "texts.json"
    path.write_text(json.dumps(TEXTS), "utf-8")
    return path


@pytest.fixture
def dialog(app: Application, home: Path, qtbot: QtBot) -> OwnTextsDialog:
    """Open the dialog from the menu."""
    app.window.actions_["own_texts"].trigger()
    found = app.window.findChild(OwnTextsDialog)
    assert isinstance(found, OwnTextsDialog)
    wait(app, qtbot)
    return found


def wait(app: Application, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not app.card_sync_controller.own_texts.running)


def statuses(dialog: OwnTextsDialog) -> list[str]:
    model = dialog.model
    return [str(model.index(row, 2).data()) for row in range(model.rowCount())]


def choose(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Answer the desktop's own dialogs, which no test can press."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))


def test_a_file_is_taken_every_line_is_told_and_the_cards_show_it(
    *,
    dialog: OwnTextsDialog,
    app: Application,
    home: Path,
    file: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert dialog.count_label.text() == "No texts of your own yet"
    assert not dialog.forget.isEnabled()
    choose(monkeypatch, file)
    QTest.mouseClick(dialog.file, LEFT)
    assert dialog.cancel.isVisible()
    wait(app, qtbot)
    assert not dialog.cancel.isVisible()
    assert dialog.count_label.text() == "2 texts of your own"
    assert dialog.message.text() == "5 entries: 2 added, 1 repeated, 1 no card, 1 no text."
    assert statuses(dialog) == ["Added", "Added", "Repeated", "No card", "No text"]
    QTest.keyClick(dialog.doubtful, Qt.Key.Key_Space)
    assert statuses(dialog) == ["Repeated", "No card", "No text"]
    assert load_own_texts(home).texts["core_1"] == "A shibboleth of mine."
    assert app.settings.last_folder == str(file.parent.resolve())
    dialog.close()
    QTest.keyClicks(app.window.build.pool.search, "x:shibboleth edition:first")
    assert app.window.build.pool.model.rowCount() == 1


def test_all_texts_are_forgotten_when_that_is_confirmed(
    dialog: OwnTextsDialog, app: Application, home: Path, file: Path, qtbot: QtBot
) -> None:
    dialog.take(file)
    wait(app, qtbot)
    QTest.mouseClick(dialog.forget, LEFT)
    question = dialog.findChild(ConfirmDialog)
    assert isinstance(question, ConfirmDialog)
    QTest.mouseClick(question.accept_button, LEFT)
    wait(app, qtbot)
    assert dialog.count_label.text() == "No texts of your own yet"
    assert not dialog.forget.isEnabled()
    assert not own_texts_file(home).exists()
    cards = app.session.cards
    assert cards is not None
    card = cards.card("core_1")
    assert card is not None
    assert not card.text


SET = """<set name="Core Set" id="x"><cards><card id="1" name="Winterfell"><property name="Text"
 value="Folder words."/><property name="Number" value="1"/></card></cards></set>"""


def test_a_folder_of_octgn_is_taken_by_its_own_button(
    dialog: OwnTextsDialog,
    app: Application,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "octgn" / "Sets" / "one"
    folder.mkdir(parents=True)
    (folder / "set.xml").write_text(SET, "utf-8")
    choose(monkeypatch, tmp_path / "octgn")
    QTest.mouseClick(dialog.folder, LEFT)
    wait(app, qtbot)
    assert dialog.message.text().startswith("1 entry: ")
    assert "set.xml" in str(dialog.model.index(0, 1).data())


def test_a_file_of_no_use_is_told_in_a_sentence(
    dialog: OwnTextsDialog, app: Application, home: Path, file: Path, qtbot: QtBot
) -> None:
    for data in (b"", b"\x89PNG\r\n\x1a\n", b'{"core_1": '):
        file.write_bytes(data)
        dialog.message.clear()
        dialog.take(file)
        wait(app, qtbot)
        assert dialog.message.text(), data
        assert dialog.file.isEnabled()
        assert dialog.model.rowCount() == 0
        assert not own_texts_file(home).exists(), data
    dialog.take(file.with_name("gone.json"))
    wait(app, qtbot)
    assert "gone.json" in dialog.message.text()


def test_it_is_stopped_before_anything_is_kept(
    dialog: OwnTextsDialog, app: Application, home: Path, file: Path, qtbot: QtBot
) -> None:
    cards = app.session.cards
    dialog.take(file)
    QTest.mouseClick(dialog.cancel, LEFT)
    wait(app, qtbot)
    assert dialog.message.text() == "Stopped. Nothing was added."
    assert not own_texts_file(home).exists()
    assert app.session.cards is cards
    dialog.take(file)
    dialog.close()  # which stops it as well
    wait(app, qtbot)
    assert not own_texts_file(home).exists()


def test_one_file_may_be_dropped(
    dialog: OwnTextsDialog, app: Application, file: Path, qtbot: QtBot
) -> None:
    dropped = dialog.findChild(FileDropFilter)
    assert dropped is not None
    dropped.files_dropped.emit([file, file.parent])
    assert dialog.message.text() == "Drop one file or one folder at a time."
    dropped.files_dropped.emit([file])
    wait(app, qtbot)
    assert dialog.model.rowCount() == len(TEXTS)


def test_nothing_is_taken_while_newer_cards_are_fetched(
    app: Application, start_sync: StartSync, hanging: str, file: Path, qtbot: QtBot
) -> None:
    """Otherwise the cards of one would be put on screen over those of the other."""
    syncing = start_sync(hanging)
    own_texts, cards = app.card_sync_controller.own_texts, app.session.cards
    assert cards is not None
    dialog = OwnTextsDialog(own_texts, syncing, cards, app.settings, app.window)
    dialog.open()
    wait(app, qtbot)
    assert not dialog.file.isEnabled()
    dialog.take(file)
    assert not own_texts.running
    syncing.cancel()
    wait_for_end(syncing, qtbot)
    assert dialog.file.isEnabled()
