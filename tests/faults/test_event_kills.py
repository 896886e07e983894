"""An event whose writer is killed at every step: the library has a part of it that replays."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from events.event_log import KINDS_OF_OPERATION, kind_of
from events.replay import replay
from library.library import Library
from tests.faults.event_writer import LOGS
from tests.long_run import times
from tests.script_process import ScriptProcess

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")


WRITING = "from tests.faults.event_writer import main; main()"


def killed(order: tuple[object, ...], at: int, wait: float) -> int:
    """Kill a writer a moment after it told a step; return the last step that it told."""
    told = 0
    with ScriptProcess(WRITING, *order) as process:
        for line in process.stdout:
            told = int(line)
            if told == at:
                time.sleep(wait)
                # After the last step it ends by itself.
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGKILL)
        assert process.wait() in {-signal.SIGKILL, 0}
    return told


def opened(path: Path) -> Library:
    return Library(path, clock=lambda: datetime(2026, 11, 20, tzinfo=UTC))


def test_every_kind_of_operation_is_in_the_recorded_events() -> None:
    done = {kind_of(each) for logs in LOGS.values() for each in logs[-1]}
    assert done == KINDS_OF_OPERATION.keys()


@pytest.mark.parametrize("name", LOGS)
def test_what_was_told_is_there_and_replays(tmp_path: Path, name: str) -> None:
    logs, path = LOGS[name], tmp_path / "decks.db"
    moments = random.Random(name)  # noqa: S311 - the same moments in every run
    for again in range(times(short=1, long=10)):
        with opened(path) as library:
            event_id = library.events.create(logs[0])
        step = 1
        while step < len(logs):
            # Each step is one to be killed at in a long run, else every eighth or so.
            at = min(step + moments.randrange(times(short=16, long=1)), len(logs) - 1)
            told = killed((path, name, event_id, step), at, moments.uniform(0, 0.003))
            assert told >= at, again
            with opened(path) as library:
                assert library.note == ""
                found = library.events.operations(event_id)
                # The writer may have done one step more than it told.
                more = int(found != logs[told])
                assert found == logs[told + more]
                assert library.events.get(event_id).stage is replay(found).stage
            step = told + more + 1
