"""One window for a home folder, with real processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.runtime.single_instance import (
    LOCK,
    MAX_BYTES,
    FileOpenEvents,
    SingleInstance,
    StartRequest,
    bring_to_front,
    socket_name,
    start_request,
)
from tests.gui.samples import copies, present

ROOT = Path(__file__).parents[3]

START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.runtime.single_instance import SingleInstance
app = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
files, timeout = sys.argv[2:], {timeout}
print("first" if instance.claim() else
      "taken" if instance.hand_over(files, **timeout) else "alone")
"""
# Where the first answers, a busy machine may let it wait; where it does not, the program's own
# timeout is what is asked about.
SECOND, SHORT = START.format(timeout="dict(timeout_ms=30_000)"), START.format(timeout="{}")
HOLDER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.runtime.single_instance import SingleInstance
app = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
instance.claim()
{listen}
print("held", flush=True)
sys.stdin.read()
"""

Begin = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def first(qtbot: QtBot, tmp_path: Path) -> Iterator[SingleInstance]:
    instance = SingleInstance(tmp_path / "home")
    assert instance.claim()
    instance.listen()
    yield instance
    instance.close()


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Start processes, and end those that are left."""
    begun: list[subprocess.Popen[str]] = []

    def started(program: str, *words: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", program, *map(str, words)],
            cwd=ROOT,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield started
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=30)


def ended(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    return out.strip()


def held(process: subprocess.Popen[str]) -> None:
    assert present(process.stdout).readline() == "held\n"


def test_a_second_start_hands_its_files_over_and_goes(
    first: SingleInstance, begin: Begin, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(first.start_requested) as caught:
        second = begin(SECOND, tmp_path / "home", "list.txt", tmp_path / "A “deck”.json")
    assert caught.args == [StartRequest((str(ROOT / "list.txt"), str(tmp_path / "A “deck”.json")))]
    assert ended(second) == "taken"


def test_a_second_start_without_files_raises_the_window(
    first: SingleInstance, begin: Begin, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(first.start_requested) as caught:
        second = begin(SECOND, tmp_path / "home")
    assert present(caught.args)[0].files == ()
    assert ended(second) == "taken"
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    bring_to_front(window, StartRequest(()))
    assert window.isVisible()
    assert not window.windowState() & Qt.WindowState.WindowMinimized


def test_another_home_is_another_instance(
    first: SingleInstance, begin: Begin, tmp_path: Path
) -> None:
    assert ended(begin(SECOND, tmp_path / "other")) == "first"
    assert socket_name(tmp_path / "home") != socket_name(tmp_path / "other")


@pytest.mark.parametrize(("system", "one_folder"), [("posix", False), ("nt", True)])
def test_where_a_first_start_listens_on_each_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, *, one_folder: bool
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("USERNAME", "arya")
    name = socket_name(tmp_path / "home", system)
    assert (Path(name).parent == tmp_path) == (system == "posix")
    assert (socket_name(tmp_path / "HOME", system) == name) == one_folder
    monkeypatch.setenv("USERNAME", "bran")
    assert (socket_name(tmp_path / "home", system) == name) == (system == "posix")


def test_when_the_first_has_gone_the_second_is_the_first(
    first: SingleInstance, begin: Begin, tmp_path: Path
) -> None:
    first.close()
    assert ended(begin(SECOND, tmp_path / "home")) == "first"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows leaves no socket behind")
def test_what_a_killed_first_left_behind_is_taken_over(
    begin: Begin, qtbot: QtBot, tmp_path: Path
) -> None:
    killed = begin(HOLDER.format(listen="instance.listen()"), tmp_path)
    held(killed)
    killed.send_signal(signal.SIGKILL)
    killed.wait(30)
    assert (tmp_path / LOCK).exists()
    heir = SingleInstance(tmp_path)
    assert heir.claim()
    heir.listen()
    with qtbot.waitSignal(heir.start_requested):
        second = begin(SECOND, tmp_path, "list.txt")
    assert ended(second) == "taken"
    heir.close()


@pytest.mark.parametrize("listen", ["", "instance.listen()"], ids=["deaf", "hung"])
def test_a_first_that_does_not_answer_is_not_waited_for_long(
    begin: Begin, tmp_path: Path, listen: str
) -> None:
    held(begin(HOLDER.format(listen=listen), tmp_path))
    assert ended(begin(SHORT, tmp_path, "list.txt")) == "alone"


def test_a_first_that_listens_a_moment_later_is_waited_for(
    begin: Begin, qtbot: QtBot, tmp_path: Path
) -> None:
    late = SingleInstance(tmp_path)
    assert late.claim()
    second = begin(SECOND, tmp_path)
    with qtbot.waitSignal(late.start_requested):
        late.listen()
    assert ended(second) == "taken"
    late.close()


def test_a_home_that_cannot_be_written_to_stands_alone(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    instance = SingleInstance(tmp_path / "home")
    assert instance.claim()
    instance.listen()
    instance.close()


def test_too_many_files_are_opened_by_the_second_itself(
    first: SingleInstance, tmp_path: Path
) -> None:
    assert not SingleInstance(tmp_path / "home").hand_over(["x" * MAX_BYTES])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"[]",
        b"[" * 100_000,
        b'{"files": "list.txt", "token": ""}',
        b'{"files": ["relative.txt"], "token": ""}',
        b'{"files": [7], "token": ""}',
        b'{"files": [], "token": null}',
        b"\xff\xfe",
        b'{"files": ["/a\\u0000b"], "token": ""}',
        b'{"files": [], "token": "a\\u0000b"}',
        b'{"files": [], "token": "\\ud800"}',
    ],
)
def test_nonsense_is_no_call(line: bytes) -> None:
    assert start_request(line) is None


@pytest.mark.parametrize("said", [b"nonsense\n", b"x" * (MAX_BYTES + 10)], ids=["words", "no end"])
def test_who_says_nonsense_is_left(
    first: SingleInstance, qtbot: QtBot, tmp_path: Path, said: bytes
) -> None:
    calls: list[StartRequest] = []
    first.start_requested.connect(calls.append)
    visitor = QLocalSocket()
    visitor.connectToServer(socket_name(tmp_path / "home"))
    assert visitor.waitForConnected(60_000)
    with qtbot.waitSignal(visitor.disconnected):
        visitor.write(said)
    assert calls == []


def test_a_call_comes_through_whole() -> None:
    call = StartRequest((str(ROOT / "ü.txt"),), "leave")
    assert start_request(call.line()) == call


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets here")
def test_the_socket_is_the_users_own(first: SingleInstance, tmp_path: Path) -> None:
    name = socket_name(tmp_path / "home")
    path = Path(name) if Path(name).is_absolute() else Path(QDir.tempPath()) / name
    assert path.stat().st_mode & 0o077 == 0


def test_the_first_opens_what_the_second_was_started_with(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("3x Ward (Core)", "utf-8")
    app.window.showMinimized()
    with qtbot.waitSignal(app.session.deck_changed):
        app.handle_start(StartRequest((str(tmp_path / "list.txt"),)))
    assert copies(app, "Ward") == 3
    assert not app.window.isMinimized()
    app.handle_start(StartRequest(()))
    assert copies(app, "Ward") == 3


@pytest.mark.parametrize(
    ("system", "opened"), [("darwin", ["/decks/a.o8d"]), ("linux", []), ("win32", [])]
)
def test_a_double_clicked_file_is_opened(
    qapp: QApplication, system: str, opened: list[str]
) -> None:
    events, files = FileOpenEvents(qapp, system), list[str]()
    events.file_requested.connect(files.append)
    qapp.sendEvent(qapp, QFileOpenEvent("/decks/a.o8d"))
    qapp.removeEventFilter(events)
    assert files == opened
