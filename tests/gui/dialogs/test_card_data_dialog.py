"""The dialog of the card data: how old it is, what is new, and how to stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from carddb.card_news import News, NewsKind, NewsLine
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError, NetworkError
from desktop.app import Application
from desktop.dialogs.card_data_dialog import CardDataDialog
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.session.card_sync import CardSync, SyncPhase, SyncState
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import scale_type
from desktop.style.theme import Theme
from tests.gui.samples import TODAY
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import StartSync, raw_card, wait_for_end
from tests.thronesdb import Api

few_cards, pools, cards = few.few_cards, few.pools, few.cards

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def opened(elsewhere: str, app: Application, home: Path, qtbot: QtBot) -> CardDataDialog:
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
    assert opened.heading.text().startswith("Cards as they came with the program, of ")
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
    assert foot.words.lines[0] == "New cards"
    opened.reject()
    assert foot.words.lines[0] == "Cards of"
    assert not foot.words.marked


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


@pytest.fixture(params=[90, 100, 130])
def type_size(
    request: pytest.FixtureRequest, qapp: QApplication, typeface: QFont
) -> Iterator[None]:
    qapp.setFont(typeface)
    before = qapp.font()
    scale_type(qapp, request.param)
    yield
    qapp.setFont(before)


def clipped(dialog: CardDataDialog) -> list[str]:
    """Return the words that have less room than they need."""
    shown = [each for each in dialog.findChildren(QLabel) if each.isVisible()]
    return [
        each.text()
        for each in shown
        if each.height() < (each.heightForWidth(each.width()) if each.wordWrap() else 1)
    ]


@pytest.mark.usefixtures("type_size")
def test_no_words_are_cut_and_none_stand_over_blank_space(
    cards: LoadedCards, tasks: TaskRunner, qapp: QApplication, tmp_path: Path
) -> None:
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
                assert (name, clipped(dialog)) == (name, [])
                parts = [dialog.message, dialog.reason, dialog.look, dialog.progress, dialog.news]
                seen = [part for part in parts if part.isVisible()]
                for above, below in pairwise(seen):
                    assert not above.geometry().intersects(below.geometry())
        assert dialog.news.heading.isVisible() == dialog.news.list.isVisible()
        if not dialog.news.list.isVisible():
            # What is not list is words: no more room than they take.
            layout = dialog.layout()
            assert layout is not None
            assert dialog.height() == layout.totalHeightForWidth(dialog.width()), name
        dialog.close()
