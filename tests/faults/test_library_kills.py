"""Writers that are killed at any time: the library opens, is whole, and has all they reported."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from events.replay import replay
from library.file_copy import inspect_file
from library.library import Library
from tests.long_run import times
from tests.script_process import ScriptProcess

ROUNDS = times(short=4, long=100)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs SIGKILL and fork")


WRITING = "from tests.faults.library_writer import main; main()"


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
    end = time.monotonic() + 60
    while not (reports.exists() and reports.stat().st_size):
        assert time.monotonic() < end
        time.sleep(0.002)


def killed_at_work(number: int, path: Path, moments: random.Random, reported: Reported) -> None:
    """Kill two writers of one library; take in what they reported."""
    reports = [path.parent.with_suffix(f".{number * 2 + which}") for which in range(2)]
    with ExitStack() as stack:
        writers = [
            stack.enter_context(ScriptProcess(WRITING, path, file, number * 2 + which))
            for which, file in enumerate(reports)
        ]
        for which in moments.sample(range(2), 2):
            # Some are killed while they open the library, most while they change it.
            if moments.random() < 0.7:
                wait_for(reports[which])
            time.sleep(moments.uniform(0, 0.06))
            writers[which].send_signal(signal.SIGKILL)
            # This is what it died of.
            assert writers[which].wait() == -signal.SIGKILL
    for file in reports:
        reported.read(file)


def test_nothing_that_was_reported_is_lost(tmp_path: Path) -> None:
    moments = random.Random(0)  # noqa: S311 - the same moments in every run
    reported, saved = Reported(), 0
    for each in range(ROUNDS):
        # Now and then a new library, so that kills meet the first migration too.
        if each % times(short=2, long=10) == 0:
            saved += len(reported)
            reported = Reported()
            path = tmp_path / str(each) / "decks.db"
        killed_at_work(each, path, moments, reported)
        assert reported.notes == []
        assert_kept(path, reported)
    # The kills met writers at work.
    assert saved + len(reported) > ROUNDS
    for backup in tmp_path.rglob("backups/decks-*.db"):
        assert inspect_file(backup).path == backup
