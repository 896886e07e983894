"""An event whose writer is killed at every step: the library has a part of it that replays."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from events.event_log import KINDS_OF_OPERATION, kind_of
from events.replay import replay
from library.library import Library
from tests.faults.event_writer import LOGS
from tests.long_run import times

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")


class Writers:
    """A process that forks writers, one at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._orders, self._answers = process.stdin, process.stdout
        assert self._answers.readline() == "ready\n"

    def killed(self, order: tuple[object, ...], at: int, wait: float) -> int:
        """Kill a writer a moment after it told a step; return the last step that it told."""
        print(*order, sep="\t", file=self._orders, flush=True)
        writer = told = 0
        for line in self._answers:
            match line.split():
                case ["writer", number]:
                    writer = int(number)
                case ["status", status]:
                    assert int(status) in {signal.SIGKILL, 0}
                    return told
                case [number]:
                    told = int(number)
                    if told == at:
                        time.sleep(wait)
                        os.kill(writer, signal.SIGKILL)
        raise AssertionError("the writers ended")


@contextmanager
def writers() -> Iterator[Writers]:
    command = [sys.executable, "-W", "error", "-m", "tests.faults.event_writer"]
    with subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Writers(process)
        assert process.stdin is not None
        process.stdin.close()


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
        with writers() as running:
            while step < len(logs):
                # Each step is one to be killed at in a long run, else every fifth or so.
                at = min(step + moments.randrange(times(short=10, long=1)), len(logs) - 1)
                order = (path, name, event_id, step)
                told = running.killed(order, at, moments.uniform(0, 0.003))
                assert told >= at, again
                with opened(path) as library:
                    assert library.note == ""
                    found = library.events.operations(event_id)
                    # The writer may have done one step more than it told.
                    more = int(found != logs[told])
                    assert found == logs[told + more]
                    assert library.events.get(event_id).stage is replay(found).stage
                step = told + more + 1
