"""Writers that are killed at any time: the library opens, is whole, and has all they reported."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from events.replay import replay
from library.file_copy import inspect_file
from library.library import Library
from tests.long_run import times

ROOT = Path(__file__).parents[2]
LANES = 2
ROUNDS = times(short=3, long=50)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")


class Forks:
    """A process that forks writers, one at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._orders, self._answers = process.stdin, process.stdout
        assert self._answers.readline() == "ready\n"

    def start(self, path: Path, reports: Path, seed: int) -> int:
        """Start a writer; return its process id."""
        print(path, reports, seed, sep="\t", file=self._orders, flush=True)
        return int(self._answers.readline())

    def kill(self, writer: int) -> None:
        """Kill a writer, and see to it that this is what it died of."""
        os.kill(writer, signal.SIGKILL)
        assert int(self._answers.readline()) == signal.SIGKILL


@contextmanager
def forks() -> Iterator[Forks]:
    command = [sys.executable, "-W", "error", "-m", "tests.faults.library_writer"]
    with subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Forks(process)
        assert process.stdin is not None
        process.stdin.close()


@dataclass
class Reported:
    """All that writers reported as saved in one library."""

    names: dict[str, str] = field(default_factory=dict)
    versions: dict[tuple[str, int], str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    holdings: dict[str, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    binned: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def read(self, reports: Path) -> None:
        """Take in a file of reports; the writer may have been killed while it made the last."""
        text = reports.read_text() if reports.exists() else ""
        for line in text.splitlines(keepends=True):
            if line.endswith("\n"):
                kind, what = json.loads(line)
                self._take(kind, what)

    def _take(self, kind: str, what: Any) -> None:
        match kind:
            case "deck":
                self.names[what[0]] = what[1]
            case "version":
                self.versions[what[0], what[1]] = what[2]
            case "game":
                self.games[what[0]] = what[1]
            case "holding":
                self.holdings[what[0]] = what[1]
            case "event":
                self.events[what[0]] = what[1]
            case "binned":
                self.binned.add(what)
            case _:
                self.notes.append(what)

    def __len__(self) -> int:
        saved = len(self.names) + len(self.versions) + len(self.games) + len(self.holdings)
        return saved + len(self.events) + len(self.binned)


def assert_kept(path: Path, reported: Reported) -> None:
    """See to it that a library opens, is whole and has everything that was reported."""
    with Library(path, clock=lambda: datetime(2026, 3, 1, tzinfo=UTC)) as library:
        assert library.note == ""
        decks = {deck.id: deck for deck in (*library.decks.all(), *library.decks.binned())}
        assert decks.keys() >= reported.names.keys()
        assert all(reported.names.get(deck.id, deck.name) == deck.name for deck in decks.values())
        games = {game.id: game.notes for game in library.games.all()}
        assert games.items() >= reported.games.items()
        held = {holding.pack: holding.copies for holding in library.collection.owned().holdings}
        assert held.items() >= reported.holdings.items()
        deleted = {deck.id for deck in decks.values() if deck.deleted}
        for event_id, operations in reported.events.items():
            # The writer may have made one more change before it died.
            assert abs(len(library.events.operations(event_id)) - operations) <= 1
        for event in library.events.list():
            assert replay(library.events.operations(event.id)).settings.name == event.name
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        query = "SELECT deck_id, number, content FROM version"
        versions = {(row[0], row[1]): json.loads(row[2]) for row in connection.execute(query)}
        # A deck is what its newest version states.
        heads = connection.execute("SELECT id, version, notes FROM deck").fetchall()
    for key, notes in reported.versions.items():
        assert versions[key].get("notes", "") == notes
    # The other writer may have opened a deck before it was binned; its save takes the deck out.
    saved_since = {deck_id for deck_id, number, _ in heads if number > 1}
    assert deleted | saved_since >= reported.binned
    for deck_id, number, notes in heads:
        assert versions[deck_id, number].get("notes", "") == notes
        assert (deck_id, number + 1) not in versions


def wait_for(reports: Path) -> None:
    """Wait until a writer has reported something, on a busy machine too."""
    for _ in range(5000):
        if reports.exists() and reports.stat().st_size:
            return
        time.sleep(0.002)


def lane(number: int, folder: Path) -> tuple[int, int]:
    """Kill writers, two at a time on one library; return how many, and what they reported."""
    random_times = random.Random(number)  # noqa: S311 - the same times in every run
    reported, saved, killed = Reported(), 0, 0
    with ExitStack() as stack:
        pair = [stack.enter_context(forks()) for _ in range(2)]
        for each in range(ROUNDS):
            # Now and then a new library, so that kills meet the first migration too.
            if each % times(short=2, long=10) == 0:
                saved += len(reported)
                reported = Reported()
                path = folder / f"{number}-{each}" / "decks.db"
            seed = (number * ROUNDS + each) * 2
            reports = [path.parent.with_suffix(f".{seed + which}") for which in range(2)]
            writers = [pair[which].start(path, reports[which], seed + which) for which in range(2)]
            for which in random_times.sample(range(2), 2):
                # Some are killed while they open the library, most while they change it.
                if random_times.random() < 0.7:
                    wait_for(reports[which])
                time.sleep(random_times.uniform(0, 0.06))
                pair[which].kill(writers[which])
                killed += 1
            for file in reports:
                reported.read(file)
            assert reported.notes == []
            assert_kept(path, reported)
    return killed, saved + len(reported)


def test_nothing_that_was_reported_is_lost(tmp_path: Path) -> None:
    with ThreadPoolExecutor(LANES) as threads:
        lanes = [threads.submit(lane, number, tmp_path) for number in range(LANES)]
        results = [each.result() for each in lanes]
    assert sum(killed for killed, _ in results) == LANES * ROUNDS * 2
    # The kills met writers at work.
    assert all(saved > ROUNDS for _, saved in results)
    for backup in tmp_path.rglob("backups/decks-*.db"):
        assert inspect_file(backup).path == backup
