"""The result of a command, for tests of the command line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Ran:
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as the one JSON object that it must be."""
        printed: dict[str, Any] = json.loads(self.out)
        return printed


Run = Callable[..., Ran]


def run_python(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments, without a screen; return what it printed and its status."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def output_until_stopped(*words: object, shows: str) -> str:
    """Return what a command writes on a terminal after Ctrl+C there; it ends with "Stopped.".

    The signal goes to its workers too, once a part of the output is as `shows`, a pattern, says.
    """
    from pty import openpty  # noqa: PLC0415 - not on Windows

    terminal, theirs = openpty()
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "sevenplots", *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = ""
        while not re.search(shows, shown):
            more = _terminal_output(terminal)
            assert more, shown
            shown += more
        os.killpg(process.pid, signal.SIGINT)
        # The terminal has an end once every process has left it, workers too.
        output = "".join(iter(lambda: _terminal_output(terminal), ""))
        assert process.wait(60) == 130
        assert process.stdout
        assert process.stdout.read() == b""
    os.close(terminal)
    assert output.rstrip().endswith("Stopped.")
    assert "Traceback" not in output
    return output


def _terminal_output(terminal: int) -> str:
    """Read the output of the program; once it has ended that is an error on some systems."""
    try:
        return os.read(terminal, 4096).decode(errors="replace")
    except OSError:
        return ""
