"""A monkey at the window: random clicks, keys, drags and sizes, to find crashes and hangs.

`make monkey` runs it with real X events under Xvfb and with QTest on Qt's offscreen platform. The
window has a library, open decks and an event. Dialogs for files and printers choose a file of the
monkey's own folder at once, so that it never touches another.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from select import select
from subprocess import PIPE, Popen
from typing import IO, Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from shiboken6 import isValid

from core.download import SERVER
from desktop.app import Application, make_app
from desktop.pages.events.page import EventsPage
from desktop.runtime.tasks import GuiThreadCollector
from desktop.shell.main_window import EVENTS
from tools.screenshots.album import Album, wait_until
from tools.screenshots.event_scenes import play, sign_up
from tools.screenshots.lists import TODAY

SCREEN = (1600, 1000)
SMALLEST = (420, 360)
KINDS = {"click": 40, "double": 5, "menu": 6, "drag": 5, "wheel": 8, "key": 24, "type": 10}
KINDS |= {"resize": 2}
LETTERS = ("a", "d", "e", "i", "n", "o", "r", "s", "t", "space", "0", "1", "2", "3", "colon")
KEYS = (
    *("Tab", "Tab", "Return", "Escape", "Escape", "Delete", "BackSpace", "Home", "End", "Menu"),
    *("Up", "Down", "Down", "Left", "Right", "Prior", "Next", "F1", "F2", "F5", "F6"),
    *("shift+Tab", "shift+Down", "ctrl+a", "ctrl+d", "ctrl+f", "ctrl+n", "ctrl+p", "ctrl+t"),
    *("ctrl+w", "ctrl+z", "ctrl+shift+z", "alt+d", "alt+e", "alt+f", "alt+h", "alt+v"),
    *(f"ctrl+{page}" for page in range(1, 6)),
)
# The names that Qt has for some of X's keys.
QT_NAMES = {"Prior": "PgUp", "Next": "PgDown", "Delete": "Del", "colon": ":"}
BUTTONS = {"click": "1", "menu": "3", "wheel": "5"}
# No menu of the window manager, which could end it.
OPENBOX = '<openbox_config xmlns="http://openbox.org/3.4/rc"/>'
BEAT = "."
PACE = 25  # actions to a beat
PATIENCE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a user does; places are shares of the window's width and height."""

    kind: str
    start: tuple[float, float]
    end: tuple[float, float]
    key: str


def actions(seed: int, number: int) -> Iterator[Action]:
    """Yield random actions, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - chance, not a secret
    for kind in chance.choices(list(KINDS), list(KINDS.values()), k=number):
        start, end = ((chance.random(), chance.random()) for _ in range(2))
        yield Action(kind, start, end, chance.choice(LETTERS if kind == "type" else KEYS))


def size_of(action: Action) -> tuple[int, int]:
    """Return the size of the window that an action chooses."""
    width, height = (
        least + round(share * (most - least))
        for share, least, most in zip(action.start, SMALLEST, SCREEN, strict=True)
    )
    return width, height


class QtHands(QObject):
    """Does the actions inside the program with QTest, each by a timer: menus run own loops."""

    def __init__(self, todo: Iterator[Action], window: QWidget) -> None:
        super().__init__(window)
        self._todo, self._window, self._done = todo, window, 0
        self._wait()

    def _wait(self) -> None:
        QTimer.singleShot(0, self, self._act)

    def _act(self) -> None:
        action = next(self._todo, None)
        if action is None:
            QApplication.exit(0)
            return
        self._wait()
        self._done += 1
        if not self._done % PACE:
            print(BEAT, end="", flush=True)
        target = _in_front() or self._window
        if action.kind == "resize":
            self._window.resize(*size_of(action))
        elif action.kind in ("key", "type"):
            _press(target.focusWidget() or target, action.key)
        else:
            _use_mouse(target, action)


def _in_front() -> QWidget | None:
    app = QApplication
    return app.activePopupWidget() or app.activeModalWidget() or app.activeWindow()


def _press(widget: QWidget, name: str) -> None:
    *modifiers, last = name.split("+")
    words = "+".join([*modifiers, QT_NAMES.get(last, last)])
    QTest.keySequence(widget, QKeySequence(words))


def _use_mouse(over: QWidget, action: Action) -> None:
    start, end = (
        QPoint(round(x * over.width()), round(y * over.height()))
        for x, y in (action.start, action.end)
    )
    widget = over.childAt(start) or over
    start, end = widget.mapFrom(over, start), widget.mapFrom(over, end)
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    if action.kind == "menu":
        button = Qt.MouseButton.RightButton
    QTest.mouseMove(widget, start)
    if action.kind == "wheel" or not isValid(widget):
        return
    # QTest.mouseClick would release the button over a widget that the press had deleted.
    QTest.mousePress(widget, button, none, start)
    if action.kind == "drag" and isValid(widget):
        QTest.mouseMove(widget, end)
    if isValid(widget):
        QTest.mouseRelease(widget, button, none, end if action.kind == "drag" else start)
    if action.kind == "double" and isValid(widget):
        QTest.mouseDClick(widget, button, none, start)


def show_window(home: Path, todo: Iterator[Action] | None) -> int:
    """Open a window with everything in it, in this process; `todo` is what QTest does there."""
    choose_files(home)
    app = make_app()
    application = Application(app, home)
    application.logs.install()
    application.crash_reporter.install()
    GuiThreadCollector(application).start()
    album = Album(application, home)
    album.prepare()
    album.window.show_page(EVENTS)
    page = album.shown(EventsPage)
    wait_until(lambda: page.session.loaded)
    sign_up(page, "Winterfell Open", TODAY)
    play(page, rounds=3)
    album.open("faulty.txt", "legal.json")
    print(int(album.window.winId()), flush=True)
    beat = QTimer(interval=50)
    if todo is None:
        beat.timeout.connect(lambda: print(BEAT, end="", flush=True))
        beat.start()
    else:
        QtHands(todo, album.window)
    status = app.exec()
    return 0 if application.tasks.stop() else status


def choose_files(folder: Path) -> None:
    """Make every file dialog answer at once with a file of this folder."""
    opened, saved = str(folder / "legal.json"), str(folder / "saved")
    for name, answer in {
        "getOpenFileName": (opened, ""),
        "getOpenFileNames": ([opened], ""),
        "getSaveFileName": (saved, ""),
        "getExistingDirectory": str(folder),
    }.items():
        setattr(QFileDialog, name, staticmethod(lambda *_, answer=answer, **__: answer))
    for kind in (QFileDialog, QPrintDialog):
        for name in ("open", "exec"):
            setattr(kind, name, lambda dialog, *_: dialog.reject())
    QDesktopServices.openUrl = staticmethod(lambda _: True)  # type: ignore[method-assign]


class XHands:
    """Does the actions with xdotool, as the X server's own mouse and keyboard."""

    def __init__(self, xdotool: Popen[Any]) -> None:
        self._xdotool, self._window, self._size = xdotool, 0, (1280, 800)

    def begin(self, window: int) -> None:
        """Put a window that has just opened into the corner."""
        self._window = window
        self._send(f"windowmove {window} 0 0")

    def do(self, todo: Sequence[Action]) -> None:
        """Do these actions, and return when the X server has them."""
        self._send(*(command for each in todo for command in self._commands(each)))
        self._send("getmouselocation")
        os.read(_pipe(self._xdotool.stdout).fileno(), 1 << 16)

    def _send(self, *commands: str) -> None:
        _pipe(self._xdotool.stdin).write("".join(f"{each}\n" for each in commands).encode())
        _pipe(self._xdotool.stdin).flush()

    def _commands(self, action: Action) -> list[str]:
        start, end = self._move(*action.start), self._move(*action.end)
        match action.kind:
            case "resize":
                self._size = size_of(action)
                return [f"windowsize {self._window} {self._size[0]} {self._size[1]}"]
            case "key" | "type":
                return [f"key {action.key}"]
            case "drag":
                return [start, "mousedown 1", "mousemove_relative 9 9", end, "mouseup 1"]
            case "double":
                return [start, "click --repeat 2 --delay 20 1"]
        return [start, f"click {BUTTONS[action.kind]}"]

    def _move(self, x: float, y: float) -> str:
        return f"mousemove {round(x * self._size[0])} {round(y * self._size[1])}"


class Run:
    """The actions of one seed; where the monkey closes the window, another is opened."""

    def __init__(self, by: str, seed: int, number: int, folder: Path) -> None:
        self.by, self.seed, self.number = by, seed, number
        self.done = self.windows = 0
        self.folder = folder / f"{by}-{seed}"
        self.folder.mkdir(parents=True)
        self.errors = self.folder / "errors.txt"

    def run(self) -> str:
        """Do the actions; return what went wrong, empty where nothing did."""
        environment = {**os.environ, "HOME": str(self.folder), SERVER: "http://127.0.0.1:9"}
        with ExitStack() as stack:
            hands = None
            if self.by == "x":
                environment["DISPLAY"] = stack.enter_context(x_server())
                environment["QT_QPA_PLATFORM"] = "xcb"
                plain = self.folder / "openbox.xml"
                plain.write_text(OPENBOX, "utf-8")
                openbox = running("openbox", "--config-file", str(plain), env=environment)
                stack.enter_context(openbox)
                xdotool = running("xdotool", "-", env=environment, stdin=PIPE, stdout=PIPE)
                hands = XHands(stack.enter_context(xdotool))
            else:
                environment["QT_QPA_PLATFORM"] = "offscreen"
            wrong = ""
            while self.done < self.number and not wrong:
                wrong = self._use_window(environment, hands)
        if not wrong and "Traceback" in self.errors.read_text("utf-8"):
            wrong = "a bug was reported"
        return f"{wrong}, see {self.errors}" if wrong else ""

    def _use_window(self, environment: dict[str, str], hands: XHands | None) -> str:
        """Open a window and use it until the actions are done or it ends; return what was wrong."""
        home = self.folder / f"home-{self.windows}"
        home.mkdir()
        self.windows += 1
        command = [
            sys.executable,
            "-X",
            "faulthandler",
            "-m",
            "tools.monkey",
            "--window",
            str(home),
        ]
        command += ["--by", self.by, "--actions", str(self.number), "--skip", str(self.done)]
        command += ["--seeds", str(self.seed)]
        with (
            self.errors.open("a") as errors,
            running(*command, env=environment, stdout=PIPE, stderr=errors) as window,
        ):
            first = _output(window)
            if hands is not None and first:
                hands.begin(int(first.split()[0]))
            while self.done < self.number:
                if hands is not None:
                    hands.do(
                        [*islice(actions(self.seed, self.number), self.done, self.done + PACE)]
                    )
                    _output(window)  # what it printed meanwhile; the next comes after the actions
                beats = _output(window)
                if self.done % 1000 == 0:
                    print(f"{self.by}, seed {self.seed}: {self.done} actions", flush=True)
                self.done += PACE * (1 if hands or not beats else len(beats))
                if beats is None:
                    window.send_signal(signal.SIGABRT)  # faulthandler writes where it stands
                    window.wait()
                    return f"nothing happened for {PATIENCE_SECONDS} s before action {self.done}"
                if not beats:
                    status = window.wait()
                    return f"exit status {status} before action {self.done}" if status else ""
        return ""


def _output(window: Popen[Any]) -> bytes | None:
    """Return what a window prints next; empty where it has ended, None where nothing comes."""
    output = _pipe(window.stdout)
    ready, _, _ = select([output], [], [], PATIENCE_SECONDS)
    return os.read(output.fileno(), 1 << 16) if ready else None


def _pipe(end: IO[Any] | None) -> IO[Any]:
    if end is None:
        raise ValueError("this end of the process is not a pipe")
    return end


@contextmanager
def running(*command: str, **options: Any) -> Iterator[Popen[Any]]:
    """Run a program until the end of the block."""
    process = Popen(command, **options)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def x_server() -> Iterator[str]:
    """Run an X server without a screen; yield its display."""
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    with running("Xvfb", "-displayfd", "1", "-screen", "0", size, stdout=PIPE) as server:
        yield f":{os.read(_pipe(server.stdout).fileno(), 100).decode().strip()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the monkey with each seed; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", nargs="+", choices=("x", "qt"), default=["x", "qt"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--skip", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--window", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what it started, too
    if asked.window:
        todo = islice(actions(asked.seeds[0], asked.actions), asked.skip, None)
        return show_window(asked.window, todo if asked.by == ["qt"] else None)
    folder = Path(tempfile.mkdtemp(prefix="monkey-"))
    found = False
    for by in asked.by:
        for seed in asked.seeds:
            run = Run(by, seed, asked.actions, folder)
            wrong = run.run()
            found = found or bool(wrong)
            print(f"{by}, seed {seed}, {run.done} actions, {run.windows} windows:", wrong or "good")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
