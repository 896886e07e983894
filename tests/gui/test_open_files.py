from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from tests.gui import shared_window as shared
from tests.gui.lists import FAULTY
from tests.gui.samples import deck_of

app, shared_window = shared.app, shared.module_window

BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def write(folder: Path, text: str = FAULTY, name: str = "mistakes.txt") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def open_and_wait(app: Application, qtbot: QtBot, *paths: Path) -> None:
    with qtbot.waitSignal(app.session.deck_changed):
        app.open_files([str(path) for path in paths])


def test_a_name_is_taken_for_the_printing_of_the_day_that_the_list_states(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    text = "Name: Then\nDate: 2017-12-01\nFaction: House Stark\n\n1x Ward\n"
    open_and_wait(app, qtbot, write(tmp_path, text))
    assert [card.code for card, _ in deck_of(app).slots] == ["02102"]


def test_an_opened_file_shows_name_faction_agenda_and_sections(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(app, qtbot, write(tmp_path))
    header, model = app.window.build.deck.header, app.window.build.deck.model
    assert header.name.text() == "A list with mistakes"
    assert header.summary.text().startswith("Stark · Fealty · Joust · ")
    headings = [model.index(row, 0) for row in range(model.rowCount())]
    found = [index.data(Qt.ItemDataRole.AccessibleTextRole) for index in headings]
    assert found == ["Agenda: 1", "Plots: 7", "Characters: 4", "Locations: 3"]
    assert app.window.windowTitle() == "A list with mistakes[*] — Seven Plots"
    assert app.settings.last_folder == str(tmp_path)


def test_a_dropped_file_is_opened(app: Application, qtbot: QtBot, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(write(tmp_path)))])
    middle, copy = app.window.rect().center(), Qt.DropAction.CopyAction
    enter = QDragEnterEvent(middle, copy, data, BUTTON, NO_KEY)
    drop = QDropEvent(QPointF(middle), copy, data, BUTTON, NO_KEY)
    with qtbot.waitSignal(app.session.deck_changed):
        for event in (enter, drop):
            QApplication.sendEvent(app.window, event)
    assert deck_of(app).name == "A list with mistakes"
    # A file that is dragged onto the search field does not become text.
    assert not app.window.build.pool.search.acceptDrops()


def test_a_sample_is_opened_from_the_menu(app: Application, cards: LoadedCards) -> None:
    entries = app.window.actions_.samples.actions()
    assert len(entries) == len(cards.samples) == 31
    entries[4].trigger()
    assert app.session.deck == cards.samples[4].deck
    assert app.window.build.deck.header.name.text() == cards.samples[4].deck.name


def test_a_sample_is_opened_from_the_welcome_by_mouse_and_by_key(
    app: Application, cards: LoadedCards
) -> None:
    view = app.window.build.deck.welcome_panel.samples
    place = view.visualRect(view.model().index(2, 0)).center()
    QTest.mouseClick(view.viewport(), BUTTON, pos=QPoint(place))
    assert app.session.deck == cards.samples[2].deck


def test_several_decks_of_a_file_can_be_chosen(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    raw = [{"name": f"Deck {n}", "faction_code": "stark", "slots": {"01141": n}} for n in (1, 2, 3)]
    open_and_wait(app, qtbot, write(tmp_path, json.dumps(raw), "decks.json"))
    tabs = app.window.build.deck.open_decks
    assert tabs.isVisible()
    found = [tabs.accessibleTabName(n).split(",")[0] for n in range(3)]
    assert found == ["Deck 1", "Deck 2", "Deck 3"]
    tabs.setFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert app.window.build.deck.header.name.text() == "Deck 2"


def test_files_wait_for_the_cards(
    empty_app: Application, qtbot: QtBot, tmp_path: Path, cards: LoadedCards
) -> None:
    empty_app.open_files([str(write(tmp_path))])
    with qtbot.waitSignal(empty_app.session.deck_changed):
        empty_app.session.receive_cards(cards)


def test_reading_that_takes_longer_is_shown_and_then_gone(app: Application, qtbot: QtBot) -> None:
    window = app.window
    window.toast.start_work("Reading the deck…")
    assert not window.toast.isVisible()
    qtbot.waitUntil(window.toast.isVisible)
    assert window.toast.words.text() == "Reading the deck…"
    window.toast.end_work()
    assert not window.toast.isVisible()


def refused(app: Application, qtbot: QtBot, path: Path) -> str:
    app.open_files([str(path)])
    qtbot.waitUntil(app.window.banner.isVisible)
    assert app.session.deck is None
    return app.window.banner.words.text()


NO_DECKS = (
    (b"", "is empty"),
    (b"  \n\t\n", "is empty"),
    (bytes(range(256)) * 8, "not text"),
    (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "picture"),
    (b'{"slots": ', ""),
    (b"just some words\nwithout any card\n", ""),
)


def test_a_file_that_is_no_deck_gives_a_sentence(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "bad.txt"
    for data, words in NO_DECKS:
        path.write_bytes(data)
        sentence = refused(app, qtbot, path)
        assert words in sentence
        assert "Traceback" not in sentence
        assert sentence.endswith(".")
        app.window.banner.clear_command()


def test_what_cannot_be_read_gives_a_sentence(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    sentences = {
        tmp_path: f"“{tmp_path.name}” is a folder.",
        tmp_path / "gone.txt": "There is no file “gone.txt”.",
    }
    if Path("/proc/self/mem").exists():  # it breaks while it is read
        sentences[Path("/proc/self/mem")] = "“mem” could not be read"
    for path, sentence in sentences.items():
        said = refused(app, qtbot, path)
        assert said.startswith(sentence)
        assert said == sentence or path.name == "mem"
        app.window.banner.clear_command()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_gives_a_sentence(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    path = write(tmp_path)
    path.chmod(0)
    assert refused(app, qtbot, path) == "“mistakes.txt” may not be read."


def test_a_bad_file_beside_a_good_one_does_not_keep_it_out(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    open_and_wait(app, qtbot, tmp_path / "gone.txt", write(tmp_path))
    qtbot.waitUntil(app.window.banner.isVisible)
    assert "gone.txt" in app.window.banner.words.text()


def test_the_next_deck_takes_the_error_away(app: Application, qtbot: QtBot, tmp_path: Path) -> None:
    refused(app, qtbot, tmp_path / "gone.txt")
    open_and_wait(app, qtbot, write(tmp_path))
    assert not app.window.banner.isVisible()
