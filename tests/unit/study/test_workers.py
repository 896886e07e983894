"""Workers end with the process that started them, however that ends, while they compute."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from study.study_cards import CardsSource
from tests.long_run import pairs

ROOT = Path(__file__).parents[3]
DECKS = ROOT / "resources" / "decks" / "second"
SLOW = str(DECKS / "the-old-ways-core.json")
CARDS = "t:character"
# What the window's thread does when changes are searched for.
WINDOW = """
import sys
from datetime import date
from pathlib import Path
from carddb import catalogue
from decks.deck_reader import read_decks
from study.advice_process import advised_in_process
from study.deck_advice import AdviceRequest, deck_text

(reading,) = read_decks(Path(sys.argv[2]).read_text(), catalogue.pools())
day = date(2026, 11, 20)
request = AdviceRequest(
    deck=deck_text(reading.deck), format_name="joust", list_code="none", day=day, into=sys.argv[3]
)
for _ in advised_in_process(Path(sys.argv[1]), request, lambda done, total: None):
    pass
"""
COMPUTING = 0.2  # seconds of CPU
# Two on a computer that does nothing else; a test run keeps it busy. They would compute for longer.
SECONDS = 60.0


def parent_of(workers: str, home: str, store: Path) -> list[str]:
    """Return the command of a process with workers that compute for longer than the test takes."""
    program = ["-m", "sevenplots", "--home", home]
    return {
        "study": [
            *(*program, "study", str(DECKS), "--workers", "2", "--store", str(store)),
            *("--ask", "hands", "--hands", "10000000"),
        ],
        "advise": [*program, "advise", SLOW, "--in", CARDS, "--workers", "2"],
        "window": ["-c", WINDOW, home, SLOW, CARDS],
    }[workers]


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lists processes in /proc")
@pytest.mark.parametrize(
    ("number", "workers"),
    pairs(["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP"], ["study", "advise", "window"], each=1),
)
def test_workers_that_compute_end_with_their_parent(
    number: str, workers: str, cards: CardsSource, tmp_path: Path
) -> None:
    command = [sys.executable, *parent_of(workers, cards.home, tmp_path / "answers.db")]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=ROOT, env=one_thread, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as parent:
        started: list[int] = []
        try:
            started = computing_descendants(parent, 1 if workers == "window" else 2)
            parent.send_signal(signal.Signals[number])
            signaled = monotonic()
            # The output ends once no process holds it any more.
            printed = parent.communicate(timeout=SECONDS)[0].decode()
            while left := [pid for pid in started if stat_of(pid)]:
                assert monotonic() - signaled < SECONDS, left
                sleep(0.01)
        finally:
            for pid in (parent.pid, *started):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    assert "resource_tracker" not in printed
    if workers != "window":
        assert "Traceback" not in printed


@pytest.mark.skipif(sys.platform != "linux", reason="others have no /bin/sh there")
@pytest.mark.parametrize("seconds", [0, 0.05])
def test_processes_that_cannot_start_are_a_sentence_and_not_the_end_of_the_output(
    cards: CardsSource, tmp_path: Path, seconds: float
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nsleep {seconds}\nexit 1\n")
    python.chmod(0o700)
    program = (
        f"import multiprocessing, sys, sevenplots; multiprocessing.set_executable({str(python)!r});"
        "sys.exit(sevenplots.start(sys.argv[1:]))"
    )
    words = parent_of("study", cards.home, tmp_path / "answers.db")[2:]
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    # A process may end before or after it has been told what to do.
    sentences = ["No worker process can be started", "The workers of the study end before"]
    assert sum(done.stderr.count(each) for each in sentences) == 1, done.stderr


def computing_descendants(parent: subprocess.Popen[bytes], workers: int) -> list[int]:
    """Return the processes that a parent has started, once its workers compute.

    A worker computes when it holds its lifeline, in a thread, and its CPU time rises.
    """
    began: dict[int, float] = {}
    until = monotonic() + 120
    while True:
        assert parent.poll() is None
        assert monotonic() < until, began
        found = descendants(parent.pid)
        for pid in found:
            stat = stat_of(pid)
            if stat and int(stat[17]) > 1:
                began.setdefault(pid, cpu_seconds(stat))
        computing = [
            pid
            for pid, before in began.items()
            if (stat := stat_of(pid)) and cpu_seconds(stat) - before > COMPUTING
        ]
        if len(computing) == workers:
            return found
        sleep(0.1)


def descendants(pid: int) -> list[int]:
    parents = {
        int(entry.name): int(stat[1])
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and (stat := stat_of(int(entry.name)))
    }
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def stat_of(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on; none for a process that has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [] if fields[0] in "ZX" else fields


def cpu_seconds(stat: list[str]) -> float:
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
