"""Writers to be killed: they change a library without end and report what was saved.

A writer takes a library, a file for the reports, and a number by which it is random.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, event

from carddb.terms import Edition
from library.deck_values import LibraryDeck
from library.game_report import PlayedGame, Result
from library.library import Library
from tests.unit.events.organizer import CREATED, registered
from tests.unit.library.decks import POOLS, WARD, starks

Report = Callable[[str, object], None]


class Writer:
    """Changes a library at random; every change that a method returned from is reported."""

    def __init__(self, library: Library, seed: int, report: Report) -> None:
        self._library = library
        self._random = random.Random(seed)  # noqa: S311 - the same changes in every run
        self._seed = seed
        self._report = report
        self._made = 0
        self._open: list[LibraryDeck] = []
        self._event = ""
        self._operations = 0

    def write(self) -> None:
        """Make one change."""
        self._made += 1
        words = f"{self._seed} {self._made}"
        kinds = [self._add, self._import, self._play, self._hold, self._bin]
        kinds += 3 * [self._save] + 2 * [self._run]
        self._random.choice(kinds)(words)

    def _add(self, words: str) -> None:
        stored = self._library.decks.add(starks(words), tags=[words])
        self._report("deck", [stored.id, words])
        self._open.append(self._library.decks.open(stored.id, POOLS))

    def _import(self, words: str) -> None:
        decks = [starks(f"{words} {number}", notes=words * 500) for number in range(12)]
        for stored in self._library.decks.add_all(decks, tags=[words]):
            self._report("deck", [stored.id, stored.name])

    def _save(self, words: str) -> None:
        if not self._open:
            listed = self._library.decks.all()
            if not listed:
                return
            self._open.append(self._library.decks.open(self._random.choice(listed[:20]).id, POOLS))
        place = self._random.randrange(len(self._open))
        opened = self._open[place]
        # Now and then long notes, so that a change is more than a page.
        notes = words + " and so on" * self._random.choice([0, 0, 2000])
        edited = replace(opened.deck.with_copies(WARD, self._made % 4), notes=notes)
        saved = self._library.decks.save(opened.with_deck(edited))
        self._report("version", [opened.id, saved.opened.version, notes])
        self._open[place] = saved.opened

    def _play(self, words: str) -> None:
        game = self._library.games.add(
            PlayedGame(played=date(2026, 3, 1), result=Result.WIN, notes=words)
        )
        self._report("game", [game.id, words])

    def _hold(self, words: str) -> None:
        pack = f"Pack {words}"
        self._library.collection.hold(Edition.SECOND, pack, self._made)
        self._report("holding", [pack, self._made])

    def _run(self, words: str) -> None:
        """Run an event: somebody signs up, and now and then that is taken back."""
        events = self._library.events
        if not self._operations:
            self._event = events.create([CREATED])
            self._operations = 1
        elif self._operations > 3 and self._random.random() < 0.3:
            events.undo(self._event, self._operations)
            self._operations -= 1
        else:
            events.append_all(self._event, [registered(words)], self._operations)
            self._operations += 1
        self._report("event", [self._event, self._operations])

    def _bin(self, words: str) -> None:
        stored = self._library.decks.add(starks(words))
        self._report("deck", [stored.id, words])
        self._library.decks.throw_away([stored.id])
        self._report("binned", stored.id)


def write(path: Path, reports: Path, seed: int) -> None:
    """Change a library until killed."""
    handle = os.open(reports, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def report(kind: str, what: object) -> None:
        # One call, no buffer: it is in the file as soon as the change is saved.
        os.write(handle, f"{json.dumps([kind, what])}\n".encode())

    # Every writer lives on another day, so that each opening makes a backup.
    if seed % 3:
        # Pages go to the disk before the commit, as where memory is short.
        event.listen(Engine, "connect", _with_little_memory)
    day = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=seed % 400)
    with Library(path, clock=lambda: day) as library:
        if library.note:
            report("note", library.note)
        writer = Writer(library, seed, report)
        while True:
            writer.write()


def _with_little_memory(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA cache_size = 3").close()


def main() -> None:
    """Write what the arguments say."""
    path, reports, seed = sys.argv[1:]
    write(Path(path), Path(reports), int(seed))
