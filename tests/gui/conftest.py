"""A real window without a screen, with all cards and a home folder of its own."""

from __future__ import annotations

import gc
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from typing_extensions import override

from carddb import catalogue
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from desktop.app import Application
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.library import page
from desktop.runtime.tasks import GuiThreadCollector, TaskRunner
from desktop.session import autosave
from desktop.session.loaded_cards import LoadedCards, pool_rows
from desktop.style.fonts import load_typeface
from desktop.widgets.accessible_roles import install_roles
from tests.gui.samples import TODAY, CheckChanges, deck_of, open_sample
from validators.judge import Judge

# Work that outlives its runner fails the next test; on a busy machine it takes longer.
WORK_MS = 60_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the warnings pass that the offscreen platform gives for windows and popups."""
    for item in items:
        if "/gui/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


class SlowMachineBot(QtBot):
    """Waits longer than five seconds: a busy machine is not a fault of the window.

    It holds the widgets of a test until pytest-qt closes them. Otherwise a panel that is still
    shown would be garbage once the test has returned, and Qt may abort while that is collected.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._widgets: dict[int, QWidget] = {}

    @override
    def addWidget(self, widget: QWidget, **options: Any) -> None:
        key = id(widget)
        self._widgets[key] = widget
        # One that is deleted before is not closed again.
        widget.destroyed.connect(lambda *_: self._widgets.pop(key, None))
        super().addWidget(widget, **options)

    @override
    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 60_000) -> None:
        super().waitUntil(callback, timeout=timeout)

    @override
    def waitSignal(self, signal: Any, *, timeout: int = 60_000, **asked: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **asked)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return a bot that waits longer than that of pytest-qt."""
    return SlowMachineBot(request)


@pytest.fixture(scope="package", autouse=True)
def collector(qapp: QApplication) -> Iterator[GuiThreadCollector]:
    """Collect garbage as the program does: never in a worker."""
    made = GuiThreadCollector(qapp)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="package", autouse=True)
def frozen(all_cards: LoadedCards) -> Iterator[None]:
    """Leave out of every collection what is there before the first window; later, nothing.

    What a window of an earlier test left would be frozen, and stay, too.
    """
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        yield


@pytest.fixture(autouse=True)
def collected(collector: GuiThreadCollector) -> Iterator[None]:
    """Collect after each test, as the window does when it is idle."""
    yield
    collector.collect()


@pytest.fixture(autouse=True)
def short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a window that is made after this wait only a moment for more edits before it saves."""
    monkeypatch.setattr(autosave, "DELAY_MS", 50)
    monkeypatch.setattr(page, "_REFRESH_MS", 1)


@pytest.fixture(autouse=True)
def released() -> Iterator[None]:
    """Release the mouse buttons that a test leaves pressed: the next would be a drag to widgets."""
    yield
    pressed = [each for each in Qt.MouseButton if each & QApplication.mouseButtons()]
    if pressed:
        widget = QWidget()
        widget.show()
        for each in pressed:
            QTest.mouseRelease(widget, each)
        widget.close()


@pytest.fixture(scope="session")
def all_cards() -> LoadedCards:
    """Return every card of the catalogue, loaded for a window."""
    return loaded(catalogue.pools())


@pytest.fixture(scope="session")
def cards(all_cards: LoadedCards) -> LoadedCards:
    """Return what the window has once its cards are loaded."""
    return all_cards


def loaded(pools: Mapping[Edition, CardPool]) -> LoadedCards:
    """Return these cards and the sample decks as they are loaded for a window."""
    samples = [
        reading
        for sample in catalogue.sample_decks()
        for reading in read_decks(sample.text, pools, name=sample.name)
    ]
    judges = {edition: Judge(pool) for edition, pool in pools.items()}
    return LoadedCards(pools, judges, pool_rows(pools), tuple(samples), shipped=catalogue.as_of())


@pytest.fixture(scope="session")
def typeface(qapp: QApplication) -> QFont:
    """Load the bundled typeface once: Qt forgets what it knows of fonts at every loading."""
    load_typeface(qapp)
    return qapp.font()


@pytest.fixture
def new_app(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, typeface: QFont
) -> Iterator[Callable[[], Application]]:
    """Start the program in one home folder, each time with a window of its own."""
    qapp.setFont(typeface)
    begun: list[Application] = []

    def made() -> Application:
        begun.append(Application(qapp, tmp_path / "home"))
        return begun[-1]

    yield made
    end(begun, qtbot)


def end(apps: Sequence[Application], qtbot: QtBot) -> None:
    """Close windows, and wait until they are gone."""
    for app in apps:
        for each in app.session.decks:
            each.mark_saved()
        app.window.close()
    for app in apps:
        qtbot.waitUntil(lambda shown=app.window: not shown.isVisible())  # type: ignore[misc]
        app.tasks.stop_timeout_ms = WORK_MS
        app.tasks.stop()
        app.window.deleteLater()
        app.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def empty_app(new_app: Callable[[], Application], qtbot: QtBot) -> Application:
    """Show a window that has no cards yet."""
    return shown(new_app(), qtbot)


@pytest.fixture
def app(new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot) -> Application:
    """Show a window with its cards and no deck."""
    return with_cards(new_app, cards, qtbot)


def with_cards(new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot) -> Application:
    """Show a new window; the cards come first, and it is painted once."""
    app = new_app()
    app.session.receive_cards(cards)
    return shown(app, qtbot)


def shown(app: Application, qtbot: QtBot) -> Application:
    """Show a window, and return it when it is the active one."""
    app.window.resize(1280, 800)
    with qtbot.waitActive(app.window):
        app.window.show()
        app.window.activateWindow()
    return app


@pytest.fixture
def open_text(app: Application, qtbot: QtBot, tmp_path: Path) -> Callable[[str], None]:
    """Open a deck list written as text, and wait until it is on screen."""

    def opened(text: str) -> None:
        path = tmp_path / "list.txt"
        path.write_text(text, "utf-8")
        with qtbot.waitSignal(app.session.deck_changed):
            app.open_files([str(path)])

    return opened


@pytest.fixture
def two_decks(app: Application, qtbot: QtBot) -> Application:
    """Return a window whose library has two decks, both open, the faulty one on screen."""
    return with_two_decks(app, qtbot)


def with_two_decks(app: Application, qtbot: QtBot) -> Application:
    """Open two decks in a window and change them, which puts them into its library."""
    install_roles()
    app.open_library()
    qtbot.waitUntil(lambda: app.window.library_worker.loaded)
    for name in ("Wolves of Winter (WotN)", "The Iron Fleet (KotI)"):
        open_sample(app, name)
        app.session.edit(replace(deck_of(app), name=f"{name}, changed"))
    card, _ = next(slot for slot in deck_of(app).slots if slot[0].in_draw_deck)
    app.session.edit(deck_of(app).with_copies(card, 4))
    qtbot.waitUntil(lambda: not any(each.unsaved for each in app.session.decks))
    qtbot.waitUntil(lambda: not app.window.library_worker.busy)
    app.window.activateWindow()
    return app


@pytest.fixture
def check_changes() -> Iterator[CheckChanges]:
    """Let Qt check each change of a model until the test ends; a test asks for this last."""
    testers: list[QAbstractItemModelTester] = []
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    yield lambda model: testers.append(QAbstractItemModelTester(model, fatal))
    # While the models are there: Qt crashes where a tester is deleted with its model.
    for each in testers:
        delete(each)


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[TaskRunner]:
    """Run work in the background, and wait for it in the end."""
    runner = TaskRunner(qapp)
    runner.stop_timeout_ms = WORK_MS
    yield runner
    runner.stop()
    QApplication.processEvents()
    runner.deleteLater()


@pytest.fixture
def context(cards: LoadedCards, tasks: TaskRunner, tmp_path: Path) -> DialogContext:
    """Return what dialogs need."""
    return DialogContext(cards, tasks, TODAY, str(tmp_path))


@pytest.fixture
def sample(cards: LoadedCards) -> Callable[[str], Deck]:
    """Return a published deck by its name."""

    def found(name: str) -> Deck:
        return next(each.deck for each in cards.samples if each.deck.name == name)

    return found
