"""How soon a start has painted the Build page with all cards, and how soon a command has ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from core.errors import AppError

ROOT = Path(__file__).parents[1]
AGAINST = "a bare PySide6 window painted, with sqlmodel imported, in a process of its own"
TYPER = "import typer alone, in a process of its own"
DECK = ROOT / "resources" / "decks" / "second" / "2018-world-championship-deck.json"
# Under this list two kinds of its cards are to be repaired; under none it is legal.
LIST = "gotstandard2.1"

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


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of both processes; they find bytecode from the first start."""
    return {
        **{name: value for name, value in os.environ.items() if name != UNWRITTEN},
        "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        "QT_QPA_PLATFORM": "offscreen",
        "SEVENPLOTS_SMOKE": "1",
        "SEVENPLOTS_HOME": str(home),
    }


def started(command: Sequence[str], home: Path) -> Callable[[], object]:
    """Return a function that starts a process and waits until it reports its first paint."""
    environment = _environment(home)
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
        # The rest is not measured: the process is killed, and waited for outside the sample.
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


def ended(words: Sequence[str], status: int) -> Callable[[Path], Trial]:
    """Return what prepares a command of the program, which ends with a status."""

    def prepare(folder: Path) -> Trial:
        """Run a command until it has ended; the first run fills cards.db."""
        environment = _environment(folder)

        def run(command: Sequence[str], wanted: int) -> None:
            ran = subprocess.run(  # noqa: S603
                command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False
            )
            if ran.returncode != wanted:
                raise AppError(f"The exit status was {ran.returncode}.")

        program = [sys.executable, "-m", "sevenplots", *words]
        bare = [sys.executable, "-c", "import typer"]
        return Trial(lambda: run(program, status), lambda: run(bare, 0))

    return prepare


CHECK = ("check", str(DECK), "--list")
BENCHMARKS = (
    Benchmark("start.window", Unit.MILLISECONDS, AGAINST, window),
    Benchmark("start.help", Unit.MILLISECONDS, f"{TYPER} (2 or less)", ended(["--help"], 0)),
    Benchmark("start.check", Unit.MILLISECONDS, f"{TYPER} (4 or less)", ended([*CHECK, "none"], 0)),
    Benchmark("start.repairs", Unit.MILLISECONDS, f"{TYPER} (4 or less)", ended([*CHECK, LIST], 1)),
)
