"""A process that is killed while it recovers a library, at one step after another.

Run as a program: copies a home folder, opens the library in the copy in a fork that is killed
before its first step, then in another copy before its second, and so on until one comes to its end.
A step is whatever Python is about to do with a file in the home folder: what SQLite does there
itself is in its transactions. Prints the last one.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from library.library import Library


def killed(home: Path, step: int) -> bool:
    """Open the library of a home folder in a fork; return whether it was killed before a step."""
    process = os.fork()
    if not process:
        recover(home, step)
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def recover(home: Path, step: int) -> None:
    """Open the library and die before a step, or come to the end with exit status 0."""
    left = step

    def heard(_: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if any(str(home) in str(each) for each in arguments[:2]):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    # Python announces what it does with files before it does it.
    sys.addaudithook(heard)
    status = 1
    try:
        Library(home / "decks.db", clock=lambda: datetime(2026, 3, 5, tzinfo=UTC)).close()
        status = 0
    finally:
        os._exit(status)


def main() -> None:
    """Kill at regular steps: in copies of the first folder, in the second."""
    template, folder = map(Path, sys.argv[1:3])
    every = int(sys.argv[3])
    # Nothing is imported in a fork: that would be hundreds of steps.
    warm = folder / "warm"
    shutil.copytree(template, warm)
    assert not killed(warm, 0)
    Library(warm / "new" / "decks.db", clock=lambda: datetime(2026, 3, 5, tzinfo=UTC)).close()
    step = 1
    while killed(Path(shutil.copytree(template, folder / str(step))), step):
        step += every
    sys.stdout.write(f"{step}\n")


if __name__ == "__main__":
    main()
