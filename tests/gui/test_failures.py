from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.errors import AppError
from desktop.app import Desk
from desktop.failures import FailureDialog
from desktop.opening import Opened


def mistake() -> Exception:
    try:
        int("a mistake of ours")
    except ValueError as error:
        return error
    raise AssertionError


def dialogs(desk: Desk) -> list[FailureDialog]:
    return [each for each in desk.window.findChildren(FailureDialog) if each.isVisible()]


def test_what_escapes_is_shown_once_with_a_report_to_copy(
    desk: Desk, qtbot: QtBot, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    desk.failures.install()
    error = mistake()
    sys.excepthook(type(error), error, error.__traceback__)
    sys.excepthook(type(error), error, error.__traceback__)
    (dialog,) = dialogs(desk)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    report = QGuiApplication.clipboard().text()
    assert report.startswith("Seven Plots ")
    assert "ValueError: " in report
    assert "a mistake of ours" in capsys.readouterr().err
    dialog.reject()
    qtbot.waitUntil(lambda: not dialogs(desk))
    desk.failures.show(error)
    assert len(dialogs(desk)) == 1


def test_a_bug_while_reading_a_file_is_a_report_and_not_a_banner(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk._on_work_failed(mistake())  # noqa: SLF001
    assert len(dialogs(desk)) == 1
    assert not desk.window.banner.isVisible()


def test_cards_that_cannot_be_loaded_can_be_tried_again(empty_desk: Desk, qtbot: QtBot) -> None:
    empty_desk._on_loading_failed(AppError("The disk is full.", "Make room."))  # noqa: SLF001
    banner = empty_desk.window.banner
    assert (banner.sentence.text(), banner.hint.text()) == ("The disk is full.", "Make room.")
    with qtbot.waitSignal(empty_desk.session.cards_loaded, timeout=30_000):
        QTest.mouseClick(banner.retry, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    assert empty_desk.window.status.text().startswith(
        "4,228 cards: 2,240 of the second edition, from the catalogue"
    )


def test_errors_of_several_files_are_shown_together(desk: Desk) -> None:
    errors = (AppError("One.", "A hint."), AppError("Two.", "A hint."))
    desk._on_files_read(Opened((), errors))  # noqa: SLF001
    assert desk.window.banner.sentence.text() == "One.\nTwo."
    assert desk.window.banner.hint.text() == "A hint."
