"""The dialogs of the card data, and of card texts from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt, QThreadPool
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from carddb.card_news import News, NewsKind, NewsLine
from carddb.own_texts.storage import load_own_texts
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError, NetworkError
from core.paths import own_texts_file
from desktop.app import Application
from desktop.dialogs.card_data_dialog import CardDataDialog, OwnTextsDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.session.card_sync import CardSync, SyncPhase, SyncState
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style.theme import Theme
from desktop.widgets.file_drop import FileDropFilter
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import TODAY, present
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import StartSync, raw_card, wait_for_end
from tests.thronesdb import Api

few_cards, pools, cards = few.few_cards, few.pools, few.cards

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def opened(elsewhere: str, app: Application, home: Path) -> CardDataDialog:
    """Open the dialog from the foot of the rail."""
    QTest.mouseClick(app.window.rail.cards, Qt.MouseButton.LeftButton)
    (dialog,) = app.window.findChildren(CardDataDialog)
    return dialog


def test_the_dialog_looks_shows_what_is_new_and_lets_it_be_copied(
    *,
    opened: CardDataDialog,
    app: Application,
    api: Api,
    pools: Mapping[Edition, CardPool],
    qtbot: QtBot,
) -> None:
    assert opened.heading.text().endswith(", shipped with the program")
    cards, lists = len(pools[Edition.SECOND]), len(pools[Edition.SECOND].lists)
    assert opened.origin.text().startswith(f"{cards} cards and {lists} restricted list")
    assert not opened.news.isVisible()
    raw_card(api, "01141")["cost"] = 7
    raw_card(api, "01039")["cost"] = 7
    QTest.mouseClick(opened.look, Qt.MouseButton.LeftButton)
    assert opened.progress.isVisible()
    assert not opened.look.isVisible()
    wait_for_end(app.card_sync_controller.card_sync, qtbot)
    assert opened.look.isVisible()
    assert opened.heading.text().startswith("Cards of ")
    assert "2 cards changed" in opened.message.text()
    assert api.url in opened.news.source.text()
    QTest.keyClicks(opened.news.search, "arya")
    QTest.mouseClick(opened.news.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Changed · Arya Stark (Core Set): cost"
    foot = app.window.rail.cards
    assert foot.status.marked
    opened.reject()
    assert foot.status.spoken.startswith("Cards of")
    assert not foot.status.marked


def test_the_dialog_can_be_closed_while_it_looks_and_stops_when_told(
    start_sync: StartSync, hanging: str, app: Application, qtbot: QtBot
) -> None:
    syncing = start_sync(hanging)
    for _ in range(2):
        dialog = CardDataDialog(syncing, app.session, app.window)
        dialog.open()
        assert dialog.cancel.isVisible()
        dialog.reject()
        assert syncing.state.running
    dialog = CardDataDialog(syncing, app.session, app.window)
    dialog.open()
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert not dialog.cancel.isEnabled()
    wait_for_end(syncing, qtbot)
    assert dialog.look.isVisible()
    assert not dialog.reason.isVisible()


def test_the_dialog_offers_to_try_again_when_offline(
    start_sync: StartSync, app: Application, qtbot: QtBot
) -> None:
    syncing = start_sync(NOWHERE)
    dialog = CardDataDialog(syncing, app.session, app.window)
    dialog.open()
    wait_for_end(syncing, qtbot)
    assert dialog.message.text() == "Offline. You keep the cards you have."
    assert "127.0.0.1" in dialog.reason.text()
    assert dialog.look.text() == "&Try again"
    QTest.mouseClick(dialog.look, Qt.MouseButton.LeftButton)
    assert syncing.state.running
    syncing.cancel()
    wait_for_end(syncing, qtbot)


LINES = tuple(NewsLine(NewsKind.CHANGED, f"Arya Stark {n} (Core Set): cost") for n in range(60))
WARNINGS = ("Card 01234: the field “type” is not what it should be, so the card is left out.",) * 20
LONG = AppError(
    f"The new cards could not be saved in {'/a-long-name-of-folder' * 8}/cards.db: No space left.",
    "Free space on the disk and make the folder writable, or choose another folder with --home.",
)
STATES = {
    "idle": SyncState(),
    "running": SyncState(SyncPhase.RUNNING, done=40),
    "stopping": SyncState(SyncPhase.RUNNING, done=40, stopping=True),
    "offline": SyncState(SyncPhase.OFFLINE, reason=NetworkError(LONG.sentence, LONG.hint)),
    "failed": SyncState(SyncPhase.FAILED, reason=LONG),
    "list": SyncState(SyncPhase.DONE, 100, news=News("https://thronesdb.com", LINES, 2, WARNINGS)),
    "texts": SyncState(SyncPhase.DONE, 100, news=News("https://thronesdb.com", (), 2240)),
    "warnings": SyncState(SyncPhase.DONE, 100, news=News("https://thronesdb.com", (), 2, WARNINGS)),
    "nothing": SyncState(SyncPhase.DONE, 100, news=News("https://thronesdb.com")),
}


@pytest.mark.parametrize("size", [90, 130])
def test_no_words_are_cut_and_none_stand_over_blank_space(
    *, cards: LoadedCards, tasks: TaskRunner, qapp: QApplication, tmp_path: Path, size: int
) -> None:
    with text_size(qapp, size):
        check_words(cards, tasks, qapp, tmp_path)


def check_words(cards: LoadedCards, tasks: TaskRunner, qapp: QApplication, tmp_path: Path) -> None:
    window = QWidget()
    Theme(qapp, PaletteChoice.LIGHT, window)
    session = DeckSession(TODAY, window)
    session.receive_cards(cards)
    for name, state in STATES.items():
        syncing = CardSync(session, tmp_path, tasks)
        dialog = CardDataDialog(syncing, session, window)
        dialog.open()
        for each in (SyncState(SyncPhase.RUNNING), state):
            syncing.state = each
            syncing.changed.emit(each)
            for width in (dialog.width(), dialog.minimumWidth(), 2 * dialog.minimumWidth()):
                dialog.resize(width, dialog.height())
                QApplication.processEvents()
                assert (name, cut_words(dialog)) == (name, [])
                parts = [dialog.message, dialog.reason, dialog.look, dialog.progress, dialog.news]
                seen = [part for part in parts if part.isVisible()]
                for above, below in pairwise(seen):
                    assert not above.geometry().intersects(below.geometry())
        assert dialog.news.heading.isVisible() == dialog.news.list.isVisible()
        if not dialog.news.list.isVisible():
            # What is not list is words: no more room than they take.
            layout = present(dialog.layout())
            assert dialog.height() == layout.totalHeightForWidth(dialog.width()), name
        dialog.close()


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
    found = present(app.window.findChild(OwnTextsDialog))
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
    assert dialog.heading.text() == "No texts of your own yet"
    assert not dialog.forget.isEnabled()
    choose(monkeypatch, file)
    QTest.mouseClick(dialog.file, LEFT)
    assert dialog.cancel.isVisible()
    wait(app, qtbot)
    assert not dialog.cancel.isVisible()
    assert dialog.heading.text() == "2 texts of your own"
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
    question = present(dialog.findChild(ConfirmDialog))
    QTest.mouseClick(question.accept_button, LEFT)
    wait(app, qtbot)
    assert dialog.heading.text() == "No texts of your own yet"
    assert not dialog.forget.isEnabled()
    assert not own_texts_file(home).exists()
    cards = present(app.session.cards)
    card = present(cards.card("core_1"))
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


@contextmanager
def held(tasks: TaskRunner) -> Iterator[None]:
    """Let no worker begin before the end."""
    pool, released = present(tasks.findChild(QThreadPool)), Event()
    usual = pool.maxThreadCount()
    pool.setMaxThreadCount(1)
    pool.start(released.wait)
    try:
        yield
    finally:
        released.set()
        pool.setMaxThreadCount(usual)


def test_it_is_stopped_before_anything_is_kept(
    dialog: OwnTextsDialog, app: Application, home: Path, file: Path, qtbot: QtBot
) -> None:
    cards = app.session.cards
    with held(app.tasks):
        dialog.take(file)
        dialog.cancel.click()
    wait(app, qtbot)
    assert dialog.message.text() == "Stopped. Nothing was added."
    assert not own_texts_file(home).exists()
    assert app.session.cards is cards
    with held(app.tasks):
        dialog.take(file)
        dialog.close()  # which stops it as well
    wait(app, qtbot)
    assert not own_texts_file(home).exists()


def test_one_file_may_be_dropped(
    dialog: OwnTextsDialog, app: Application, file: Path, qtbot: QtBot
) -> None:
    dropped = present(dialog.findChild(FileDropFilter))
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
