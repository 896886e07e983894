from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning
from pytestqt.qtbot import QtBot

from desktop.runtime.crash_reporting import WindowLog


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
    assert log.path is not None
    text = log.path.read_text("utf-8")
    assert "WARNING sevenplots.qt: A thing is odd." in text
    assert "Too late." not in text
    assert passed_on == ["A thing is odd."]
