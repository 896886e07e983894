"""What the window needs of the Qt binding that is installed."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot


def test_calls_of_qt_do_not_use_up_none(qtbot: QtBot) -> None:
    """PySide6 6.12.0 loses a reference a call on Python 3.11, until None itself is deallocated."""
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("")
    assert sys.getrefcount(None) > before - 500
