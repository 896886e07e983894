"""Scripts in processes of their own, each forked from one that has imported what they need.

To import SQLAlchemy and the rest takes much longer than what most of the scripts do. A script's
process is a real one: it is killed, limited and given another user like any other.

Run as a program it takes a script with its arguments, two pipes and a file for errors at a time
from the socket on standard input.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[1]
_LONGEST = 1 << 14
_LIBRARIES = (
    *("carddb.store", "carddb.catalogue", "psycopg", "tests.unit.library.decks"),
    *("tests.faults.event_writer", "tests.faults.library_writer", "tests.faults.small_store"),
)


class ScriptProcess:
    """A process that runs a script, with the part of Popen's methods that tests use."""

    def __init__(self, script: str, *arguments: object) -> None:
        pipes = [os.pipe(), os.pipe()]
        # What nobody reads before the end would fill a pipe.
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed below
        message = json.dumps([script, *map(str, arguments)]).encode()
        assert len(message) < _LONGEST
        files = [*(writing for _, writing in pipes), self._errors.fileno()]
        socket.send_fds(_forks(), [message], files)
        for _, writing in pipes:
            os.close(writing)
        self.stdout, self._told = (os.fdopen(end, encoding="utf-8") for end, _ in pipes)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def send_signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):  # it has just ended by itself
            os.kill(self.pid, number)

    def wait(self, timeout: float = 60) -> int:
        """Return the exit status; minus the signal where one killed it."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a script", timeout)
            self.returncode = os.waitstatus_to_exitcode(int(self._told.readline()))
        return self.returncode

    def communicate(self, timeout: float = 60) -> tuple[str, str]:
        """Return what it printed, and its errors, once it has ended."""
        printed = self.stdout.read()
        self.wait(timeout)
        self._errors.seek(0)
        return printed, self._errors.read()

    def __enter__(self) -> ScriptProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None and self.returncode is None:
            self.send_signal(signal.SIGKILL)
        self.wait()
        for each in (self.stdout, self._told, self._errors):
            each.close()


def start_script(script: str, *arguments: object) -> ScriptProcess | subprocess.Popen[str]:
    """Run a script; where no process can be forked, in a new interpreter."""
    if hasattr(os, "fork"):
        return ScriptProcess(script, *arguments)
    command = [sys.executable, "-W", "error", "-c", script, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)  # noqa: S603


def script_output(script: str, *arguments: object) -> str:
    """Return what a script printed; it must have ended well, without anything on its errors."""
    with start_script(script, *arguments) as process:
        printed, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
    return printed


@cache
def _forks() -> socket.socket:
    """Start the process that forks; it ends with this one."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-W", "error", "-m", "tests.script_process"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=theirs.fileno())  # noqa: S603 - ended below
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _run(script: str, arguments: list[str], out: int, errors: int) -> None:
    """Be the process of a script, to its end."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(errors, 2)
    os.closerange(3, 256)
    sys.argv = ["-c", *arguments]
    status = 1
    try:
        exec(script, {"__name__": "__main__"})  # noqa: S102 - a test's own
        status = 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _supervise(words: list[str], out: int, told: int, errors: int) -> None:
    """Fork the process of a script; tell its id, and its status once it has ended."""
    forked = os.fork()
    if not forked:
        _run(words[0], words[1:], out, errors)
    os.close(out)
    os.close(errors)
    os.write(told, f"{forked}\n".encode())
    _, status = os.waitpid(forked, 0)
    os.write(told, f"{status}\n".encode())
    os._exit(0)


def _prepare() -> None:
    """Import what the scripts do, and what a library and the cards import when they are used."""
    for each in _LIBRARIES:
        importlib.import_module(each)
    # No pytest process needs these for this.
    from library.library import Library  # noqa: PLC0415
    from tests.unit.events.organizer import CREATED  # noqa: PLC0415
    from tests.unit.library.decks import starks  # noqa: PLC0415

    with (
        tempfile.TemporaryDirectory() as folder,
        Library(Path(folder) / "decks.db", clock=lambda: datetime.now(UTC)) as library,
    ):
        library.decks.add(starks())
        library.events.operations(library.events.create([CREATED]))
    gc.collect()
    gc.freeze()


def main() -> None:
    """Fork a supervisor for every script."""
    _prepare()
    supervisors: list[int] = []
    with socket.socket(fileno=os.dup(0)) as orders:
        while True:
            message, pipes, _, _ = socket.recv_fds(orders, _LONGEST, 3)
            if not message:
                return
            supervisor = os.fork()
            if not supervisor:
                _supervise(json.loads(message), *pipes)
            supervisors = [each for each in supervisors if not os.waitpid(each, os.WNOHANG)[0]]
            supervisors.append(supervisor)
            for each in pipes:
                os.close(each)


if __name__ == "__main__":
    main()
