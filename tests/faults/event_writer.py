"""A writer to be killed: it does a recorded event in a library, step by step, and says each.

Run as a program it reads lines of a library and an event's id, and forks a writer for each. The
writer goes on from where the library is, waits for a line before each step, and prints the step's
number once the library has it.
"""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from library.library import Library
from tests.unit.events.every_operation import drawn_elimination, stored_logs, whole_event

LOGS = {"swiss": stored_logs(whole_event()), "elimination": stored_logs(drawn_elimination())}


def write(path: Path, name: str, event_id: str, step: int) -> None:
    """Store one log after the other, from a step on."""
    logs = LOGS[name]
    with Library(path, clock=lambda: datetime(2026, 11, 20, tzinfo=UTC)) as library:
        now = len(library.events.operations(event_id))
        for number in range(step, len(logs)):
            wanted = logs[number]
            if len(wanted) > now:
                now = library.events.append(event_id, wanted[-1], now)
            else:
                library.events.undo(event_id, now)
                now -= 1
            _say(number)


def _say(answer: object) -> None:
    os.write(1, f"{answer}\n".encode())


def main() -> None:
    """Fork a writer for each line of standard input, one after the other."""
    _say("ready")
    for line in sys.stdin:
        path, name, event_id, step = line.rstrip("\n").split("\t")
        writer = os.fork()
        if not writer:
            try:
                write(Path(path), name, event_id, int(step))
                os._exit(0)
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        _say(f"writer {writer}")
        _, status = os.waitpid(writer, 0)
        _say(f"status {status}")


if __name__ == "__main__":
    main()
