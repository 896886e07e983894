"""A writer to be killed: it does a recorded event in a library, step by step, and says each.

It takes a library, the name of a log, an event's id and a step to go on from, and prints the
number of each step once the library has it.
"""

from __future__ import annotations

import os
import sys
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
                library.events.append_all(event_id, [wanted[-1]], now)
                now += 1
            else:
                library.events.undo(event_id, now)
                now -= 1
            os.write(1, f"{number}\n".encode())


def main() -> None:
    """Write what the arguments say."""
    path, name, event_id, step = sys.argv[1:]
    write(Path(path), name, event_id, int(step))
