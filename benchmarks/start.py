"""How soon a cold start has painted the Build page with all cards, ready for the first key."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb.errors import AppError

ROOT = Path(__file__).parents[1]
AGAINST = "a bare PySide6 window painted, with sqlmodel imported, in a process of its own"

UNWRITTEN = "PYTHONDONTWRITEBYTECODE"

BARE = """
import sys
import sqlmodel
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

class Bare(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, print_painted)

def print_painted():
    print("painted", flush=True)

app = QApplication(sys.argv)
window = Bare()
window.resize(1280, 800)
window.show()
app.exec()
"""


def started(command: Sequence[str], home: Path) -> Callable[[], object]:
    """Return what starts a process and waits until it reports its first paint."""
    # Both find their bytecode, as a program does that was started once before.
    environment = {
        **{name: value for name, value in os.environ.items() if name != UNWRITTEN},
        "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        "QT_QPA_PLATFORM": "offscreen",
        "SEVENPLOTS_SMOKE": "1",
        "SEVENPLOTS_HOME": str(home),
    }
    before: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        # What it does after that is not measured; it is ended, and waited for outside the sample.
        process.kill()
        if not line:
            raise AppError("The window was not painted.")
        before.append(process)

    def start_again() -> None:
        while before:
            process = before.pop()
            process.wait()
            if process.stdout:
                process.stdout.close()
        start()

    return start_again


def window(folder: Path) -> Trial:
    """Start the program until the table of all cards is painted, with a filled cards.db."""
    program = started([sys.executable, "-m", "sevenplots"], folder)
    program()
    return Trial(program, started([sys.executable, "-c", BARE], folder))


BENCHMARKS = (Benchmark("start.window", Unit.MILLISECONDS, AGAINST, window),)
