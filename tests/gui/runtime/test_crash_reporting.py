from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, qWarning
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.errors import AppError
from desktop.app import Application
from desktop.dialogs.crash_dialog import (
    MOST_REPORTS,
    QUIET_SECONDS,
    CrashDialog,
    CrashDialogs,
    show_failed_start,
)
from desktop.runtime.crash_reporting import CrashReporter, WindowLog
from desktop.runtime.tasks import Progress, Task, TaskRunner
from library.deck_files import Opened
from tests.gui.samples import present


def mistake(words: str = "a mistake of ours") -> Exception:
    try:
        int(words)
    except ValueError as error:
        return error
    raise AssertionError


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Net:
    """A window with the last net below it."""

    def __init__(self, home: Path) -> None:
        self.watch = Watch()
        self.window = QWidget()
        self.logs = WindowLog(home)
        self.reporter = CrashReporter(self.window)
        self.shown = CrashDialogs(self.window, self.reporter, self.logs, self.watch)
        self.reporter.crashed.connect(self.shown.show_report)

    @property
    def dialogs(self) -> list[CrashDialog]:
        return dialogs(self.window)

    def log(self) -> str:
        return self.logs.path.read_text("utf-8") if self.logs.path else ""


@pytest.fixture
def net(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Net]:
    """Give a net that is spread, and take it in again."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    made = Net(tmp_path)
    qtbot.addWidget(made.window)
    made.window.show()
    made.logs.install()
    made.reporter.install()
    yield made
    made.logs.uninstall()


def dialogs(window: QWidget) -> list[CrashDialog]:
    return [each for each in window.findChildren(CrashDialog) if each.isVisible()]


def escape(error: Exception) -> None:
    sys.excepthook(type(error), error, error.__traceback__)


def test_what_escapes_is_shown_once_with_a_report_to_copy(
    net: Net, capsys: pytest.CaptureFixture[str]
) -> None:
    error = mistake()
    escape(error)
    escape(error)
    (dialog,) = net.dialogs
    assert dialog.windowTitle() == "Your deck is safe"
    assert dialog.copy.isDefault()
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    report = QGuiApplication.clipboard().text()
    assert report.startswith("Seven Plots ")
    assert report.count("ValueError: ") == 1
    assert str(Path.home()) not in report
    assert "a mistake of ours" in capsys.readouterr().err
    assert str(net.logs.path) in dialog.log.text()
    assert "a mistake of ours" in net.log()


def test_several_failures_are_one_dialog(net: Net, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(MOST_REPORTS + 3):
        escape(mistake(f"number {number}"))
    escape(mistake("number 1"))
    (dialog,) = net.dialogs
    assert dialog.report.toPlainText().count("Seven Plots ") == MOST_REPORTS
    assert f"It happened {MOST_REPORTS + 4} times." in dialog.message.text()
    assert net.log().count("ValueError: ") == MOST_REPORTS + 4


def test_what_fails_again_at_once_does_not_come_back_but_later_it_does(
    net: Net, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    again = [mistake() for _ in range(3)]
    escape(again[0])
    net.dialogs[0].reject()
    qtbot.waitUntil(lambda: not net.dialogs)
    net.watch.now += QUIET_SECONDS / 2
    escape(again[1])
    assert net.dialogs == []
    escape(mistake("another"))
    net.dialogs[0].reject()
    qtbot.waitUntil(lambda: not net.dialogs)
    net.watch.now += QUIET_SECONDS
    escape(again[2])
    assert len(net.dialogs) == 1
    assert net.log().count("ValueError: ") == 4


def test_a_thread_of_any_kind_is_caught_too(
    net: Net, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    thread = threading.Thread(target=lambda: int("in a thread"))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(net.dialogs) == 1)
    assert "in a thread" in net.dialogs[0].report.toPlainText()


def test_a_finalizer_is_caught_too(net: Net, capsys: pytest.CaptureFixture[str]) -> None:
    class Untidy:
        def __del__(self) -> None:
            raise RuntimeError("left untidy")

    thing = Untidy()
    del thing
    assert "left untidy" in net.dialogs[0].report.toPlainText()


def test_background_work_is_caught_though_nobody_listens_to_it(
    net: Net, tasks: TaskRunner, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(_: Progress) -> None:
        raise mistake("in the background")

    net.reporter.watch(tasks)
    task = Task(work)
    task.failed.connect(net.reporter.report)
    tasks.start(task)
    qtbot.waitUntil(lambda: len(net.dialogs) == 1)
    assert "It happened" not in net.dialogs[0].message.text()


def test_a_sentence_for_the_user_is_no_failure(net: Net, tasks: TaskRunner, qtbot: QtBot) -> None:
    def work(_: Progress) -> None:
        raise AppError("The disk is full.")

    net.reporter.watch(tasks)
    with qtbot.waitSignal(tasks.failed):
        tasks.start(Task(work))
    assert net.dialogs == []


def test_without_a_log_none_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("not a folder")
    net = Net(tmp_path)
    qtbot.addWidget(net.window)
    net.window.show()
    net.logs.install()
    try:
        net.reporter.report(mistake())
    finally:
        net.logs.uninstall()
    assert net.dialogs[0].log.isHidden()


def test_a_bug_while_reading_a_file_is_a_report_and_not_a_banner(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    app._on_failed(mistake())  # noqa: SLF001
    assert len(dialogs(app.window)) == 1
    assert not app.window.banner.isVisible()


def test_cards_that_cannot_be_loaded_can_be_tried_again(
    empty_app: Application, qtbot: QtBot
) -> None:
    empty_app._on_loading_failed(AppError("The disk is full.", "Make room."))  # noqa: SLF001
    banner = empty_app.window.banner
    assert (banner.words.text(), banner.hint.text()) == ("The disk is full.", "Make room.")
    with qtbot.waitSignal(empty_app.session.cards_loaded):
        QTest.mouseClick(banner.undo, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    tip = empty_app.window.rail.cards.toolTip()
    assert "2,240 cards of the second edition, 1,988 of the first." in tip


def test_errors_of_several_files_are_shown_together(app: Application) -> None:
    errors = (AppError("One.", "A hint."), AppError("Two.", "A hint."))
    app._on_files_read(Opened((), errors))  # noqa: SLF001
    assert app.window.banner.words.text() == "One.\nTwo."
    assert app.window.banner.hint.text() == "A hint."


def test_a_start_that_fails_is_told_in_a_dialog_of_its_own(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    def read_and_close() -> None:
        (dialog,) = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        assert isinstance(dialog, CrashDialog)
        seen.extend((dialog.windowTitle(), dialog.message.text(), dialog.report.toPlainText()))
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    QTimer.singleShot(0, read_and_close)
    logs = WindowLog(tmp_path)
    show_failed_start(mistake("no window"), logs)
    title, words, report = seen
    assert title == "Your decks are safe"
    assert "nothing was changed" in words
    assert "invalid literal for int() with base 10: 'no window'" in report
    assert "'no window'" in present(logs.path).read_text("utf-8")
    assert "'no window'" in capsys.readouterr().err


def test_messages_of_qt_are_logged_and_passed_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed_on: list[str] = []
    log = WindowLog(tmp_path)
    log.install()
    monkeypatch.setattr(log, "_before", lambda kind, context, text: passed_on.append(text))
    qWarning("A thing is odd.")
    log.uninstall()
    logging.getLogger("sevenplots").info("Too late.")
    text = present(log.path).read_text("utf-8")
    assert "WARNING sevenplots.qt: A thing is odd." in text
    assert "Too late." not in text
    assert passed_on == ["A thing is odd."]
