from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from time import monotonic, sleep

import pytest

from tests.gui.runtime.test_settings import BROKEN
from tests.running import ROOT, run_python

# What takes long to import, or is for what nobody has asked for yet.
LATER = (
    "sqlmodel",
    "sqlalchemy",
    "alembic",
    "pydantic",
    "requests",
    "numpy",
    "lark",
    "jinja2",
    "waitress",
    "segno",
    "events.web",
    "PySide6.QtNetwork",
    "logging.handlers",
    "xml.sax",
    "desktop.pages.hands.page",
    "desktop.pages.events.page",
    "desktop.pages.rules.page",
    "desktop.session.event_session",
    "events",
    "desktop.dialogs.preferences_dialog",
    "desktop.dialogs.card_data_dialog",
    "desktop.pages.library.import_dialog",
    "desktop.dialogs.deck_sheet_dialog",
    "desktop.dialogs.simple_dialogs",
    "desktop.widgets.cards.card_painter",
    "validators.shapes",
    "library.game_report",
    "carddb.text.gold",
    "statistics",
)

# What a window does without that has its cards, its library and all pages: it takes memory.
UNUSED = (
    "sqlalchemy.dialects.postgresql",
    "alembic",
    "mako",
    "numpy",
    "networkx",
    "requests",
    "jinja2",
    "typer",
)
OPENED = """
import sys
from pathlib import Path
from benchmarks import window
# In a fresh home, then with files that are there.
for _ in range(2):
    app = window.opened(Path(sys.argv[1]))
    app.open_library()
    window.wait(lambda: app.window.library_worker.loaded)
    app.import_pages()
    window.wait(lambda: app.tasks.idle)
    app.tasks.stop()
print([each for each in sys.argv[2:] if each in sys.modules])
"""


# As `python -m sevenplots`; the window is busy, and a start of the program would not wait so long.
SECOND_START = """
import sys
from desktop.runtime.source_checks import skip_source_checks
skip_source_checks()
from desktop.runtime.single_instance import SingleInstance
SingleInstance.hand_over.__defaults__ = (60_000,)
import sevenplots
sys.exit(sevenplots.start(sys.argv[1:]))
"""


def test_the_window_starts_paints_and_leaves(tmp_path: Path) -> None:
    lines = [f"{name}={BROKEN[0]}" for name in ("palette", "last_folder", "open_decks")]
    text = "\n".join(["[General]", *lines, "[shape]", f"geometry={BROKEN[0]}", "window=@Rect(1)"])
    (tmp_path / "settings.ini").write_text(text, "utf-8")
    program = "import sys; from desktop.app import run; sys.exit(run([], None))"
    done = run_python("-c", program, SEVENPLOTS_SMOKE="1", SEVENPLOTS_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "cards.db").is_file()
    assert done.stdout == "The window is painted with its cards.\n"
    log = (tmp_path / "logs" / "sevenplots.log").read_text("utf-8")
    assert "INFO sevenplots.window: Start: Seven Plots " in log
    # On a busy machine with a remark on a task that goes on.
    assert "sevenplots.window: The window is closed" in log
    assert log.count("of the settings is not a plain value") == 5
    assert str(tmp_path) not in log
    assert str(Path.home()) not in log


# Says what was read and imported for a window, and then fails to make it.
FAILING = """
import linecache, sys
from desktop.runtime.source_checks import skip_source_checks
skip_source_checks()
linecache.clearcache()
import desktop.app as app
print(list(linecache.cache))
import carddb.catalogue, carddb.store, decks.deck_reader
print([each for each in sys.argv[1:] if each in sys.modules], flush=True)
app.MainWindow = lambda *parts: int("no window")
sys.exit(app.run([], None, smoke=True))
"""


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> tuple[CompletedProcess[str], Path]:
    """Return a start that failed, and its home folder."""
    home = tmp_path_factory.mktemp("failed")
    return run_python("-c", FAILING, *LATER, SEVENPLOTS_HOME=str(home)), home


def test_a_start_that_fails_leaves_a_report_and_a_status(
    failed: tuple[CompletedProcess[str], Path],
) -> None:
    done, home = failed
    assert done.returncode == 1
    assert done.stderr.startswith("Seven Plots ")
    assert "'no window'" in done.stderr
    assert "'no window'" in (home / "logs" / "sevenplots.log").read_text("utf-8")


def test_pyside_reads_no_source_of_what_is_imported(
    failed: tuple[CompletedProcess[str], Path],
) -> None:
    assert failed[0].stdout.splitlines()[0] == "[]"


def test_what_the_first_window_does_not_need_is_not_imported(
    failed: tuple[CompletedProcess[str], Path],
) -> None:
    assert failed[0].stdout.splitlines()[1:] == ["[]"]


def test_a_second_start_gives_its_file_to_the_first_which_ctrl_c_closes(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("3x Ward (Core)", "utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    at_home = ["--home", str(tmp_path / "home")]
    first = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "sevenplots", *at_home],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        wait_for((tmp_path / "home" / "cards.db").is_file)
        second = run_python("-c", SECOND_START, *at_home, tmp_path / "list.txt")
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
        log = tmp_path / "home" / "logs" / "sevenplots.log"
        wait_for(lambda: "files to open: 1." in log.read_text("utf-8"))
        assert first.poll() is None
        if os.name != "nt":  # where a test cannot send Ctrl+C
            first.send_signal(signal.SIGINT)
            assert first.wait(60) == 0
            assert "The window is closed" in log.read_text("utf-8")
    finally:
        first.kill()
        _, errors = first.communicate(timeout=60)
    assert b"Traceback" not in errors


def wait_for(true: Callable[[], bool], seconds: float = 60) -> None:
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end
        sleep(0.05)


def test_a_window_with_its_library_and_pages_does_without_large_libraries(tmp_path: Path) -> None:
    used = ["library.library", "desktop.pages.events.page", "desktop.pages.hands.page"]
    done = run_python("-c", OPENED, tmp_path, *UNUSED, *used)
    assert done.stdout == f"{used}\n", done.stderr
    assert {"cards.db", "decks.db"} <= {each.name for each in tmp_path.iterdir()}
