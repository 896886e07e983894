"""The benchmarks of the window print the table, and what Qt has to say that matters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SAYING = """
from benchmarks.window import silence_qt
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
widget = QWidget()
silence_qt()
widget.show()
widget.raise_()
widget.grabKeyboard()
app.processEvents()
qWarning("Something is wrong")
"""


def test_only_what_there_is_no_screen_for_is_left_out() -> None:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", SAYING],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.splitlines() == ["Something is wrong"]
