"""A window does not wait for ever for a library that does not answer; it says what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.app import Application
from library import storage
from library.addresses import server_address
from library.errors import LibraryError
from library.library import Library
from tests.gui.samples import deck_of, open_sample
from tests.gui.shared_window import open_library
from tests.gui.silence import SilentServer, silent_server
from tests.running import run_python
from tests.unit.library.ticking import Ticking


@pytest.fixture
def server() -> Iterator[SilentServer]:
    with silent_server() as silent:
        yield silent


@pytest.fixture
def waiting(app: Application) -> Application:
    """Return a window with an open library and a deck in it, which waits briefly."""
    app.tasks.stop_timeout_ms = 50
    app.window.close_controller.timer.setInterval(50)
    open_library(app)
    open_sample(app)
    return app


def ask_and_close(app: Application, server: SilentServer, name: str) -> None:
    """Ask the library something that it never answers, change the deck, and close the window."""
    app.window.library_worker.change(lambda _: server.wait())
    app.session.edit(replace(deck_of(app), name=name))
    app.window.close()


def question(app: Application, qtbot: QtBot) -> QMessageBox:
    def shown() -> bool:
        return any(box.isVisible() for box in app.window.findChildren(QMessageBox))

    qtbot.waitUntil(shown)
    boxes = app.window.findChildren(QMessageBox)
    return next(box for box in boxes if box.isVisible())


def choose(box: QMessageBox, words: str) -> None:
    next(each for each in box.buttons() if each.text() == words).click()


def names(home: Path) -> set[str]:
    with Library(home / "decks.db", clock=Ticking()) as library:
        return {deck.name for deck in library.decks.all()}


def test_the_question_says_what_is_lost(waiting: Application, qtbot: QtBot) -> None:
    with silent_server() as server:
        ask_and_close(waiting, server, "Wolves")
        box = question(waiting, qtbot)
        assert box.text() == (
            "The library does not answer. If you close now, this may not be saved: “Wolves”,"
            " 1 other change."
        )
        choose(box, "Wait")
        assert waiting.window.isVisible()
        box = question(waiting, qtbot)
        assert waiting.window.isVisible()
        with qtbot.waitSignal(waiting.window.closed):
            choose(box, "Close anyway")
        assert not waiting.window.isVisible()
    # The process would end now; here the answer may come, and the library is closed after it.
    qtbot.waitUntil(lambda: waiting.tasks.idle)
    waiting.window.library_worker.close()


def test_an_answer_takes_the_question_back(
    waiting: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    with silent_server() as server:
        ask_and_close(waiting, server, "Wolves")
        question(waiting, qtbot)
    qtbot.waitUntil(lambda: not waiting.window.isVisible())
    assert not any(box.isVisible() for box in waiting.window.findChildren(QMessageBox))
    assert names(tmp_path / "home") == {"Wolves"}


def test_a_library_that_answers_is_waited_for_without_a_question(
    waiting: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    asked: list[QMessageBox] = []
    waiting.window.closed.connect(lambda: asked.extend(waiting.window.findChildren(QMessageBox)))
    waiting.session.edit(replace(deck_of(waiting), name="Wolves"))
    waiting.window.close_controller.timer.setInterval(60_000)
    waiting.window.close()
    qtbot.waitUntil(lambda: not waiting.window.isVisible())
    assert asked == []
    assert names(tmp_path / "home") == {"Wolves"}


def test_a_library_that_is_not_open_yet_does_not_hold_the_window(
    app: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.tasks.stop_timeout_ms = 50
    with silent_server() as server:
        monkeypatch.setenv("SEVENPLOTS_LIBRARY", server.url)
        app.open_library()
        app.window.close()
        assert not app.window.isVisible()
    qtbot.waitUntil(lambda: app.tasks.idle)


# The program, whose window is closed while it opens its library; it neither waits nor fails.
CLOSED_WHILE_OPENING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop.app import Application, run

def open_and_close(app, open_library=Application.open_library):
    app.tasks.stop_timeout_ms = 50
    open_library(app)
    print("opening", app.tasks.idle, flush=True)
    QTimer.singleShot(200, app.window, app.window.close)

Application.open_library = open_and_close
sys.exit(run([], Path(sys.argv[1])))
"""


def test_the_program_ends_though_its_library_never_answered(
    server: SilentServer, tmp_path: Path
) -> None:
    program = ("-c", CLOSED_WHILE_OPENING, tmp_path / "home")
    done = run_python(*program, SEVENPLOTS_LIBRARY=server.url)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "opening False"), done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_is_called_for_a_limited_time(
    server: SilentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "CONNECT_SECONDS", 2)
    address = server_address(server.url.partition("?")[0])
    with pytest.raises(LibraryError, match="cannot be reached"):
        Library(address, clock=Ticking())
