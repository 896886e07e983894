"""Store answers on disk by deck, question and version, so that each is computed once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from typing_extensions import override

from core.errors import AppError, NewerDatabaseError
from core.files import path_text, plain_file, reason_of
from core.untrusted_database import bound, has_only_tables
from study.deck_answers import DeckAnswer

# "SPst", which tells the file from any other database, and the number of its schema.
APPLICATION, SCHEMA_VERSION = 0x53507374, 1
BUSY_TIMEOUT = 5.0
_COLUMNS = ("deck", "question", "version", "answer", "seconds")
_TABLE = """
CREATE TABLE answers (
    deck TEXT NOT NULL,      -- the digest of what an answer depends on (study_cards.py)
    question TEXT NOT NULL,  -- the question with its options, as JSON (deck_answers.py)
    version TEXT NOT NULL,   -- of the program, and a digest of its cards (study_cards.py)
    answer TEXT NOT NULL,    -- what the question's command prints with --json
    seconds REAL NOT NULL,   -- what it took to find
    PRIMARY KEY (deck, question, version)
) STRICT, WITHOUT ROWID
"""
# All steps of a whole study count: a million answers take some ten million.
_STEPS = 1_000_000_000


class StudyStoreError(AppError):
    """The file of answers is unusable or could not be changed; its contents are unchanged."""


def study_file(home: Path) -> Path:
    return home / "study.db"


class AnswerStore(AbstractContextManager["AnswerStore"]):
    """A file of answers that is open; for one thread. Several processes may use it at once.

    Each `add` is one transaction, so that a study that is stopped or killed has what it added.
    """

    def __init__(self, path: Path) -> None:
        """Open a file, or make it if it is missing; AppError if it is another kind of file."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = plain_file(path)
            self._connection = sqlite3.connect(file, timeout=BUSY_TIMEOUT, isolation_level=None)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise self._refusal(error) from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self.close()
            raise self._refusal(error) from None
        except BaseException:
            self.close()
            raise

    def find(self, decks: Iterable[str], question: str, version: str) -> dict[str, DeckAnswer]:
        """Return the stored answers by the decks' digests; ignore invalid ones."""
        query = "SELECT answer FROM answers WHERE deck = ? AND question = ? AND version = ?"
        found = {}
        try:
            for deck in set(decks):
                row = self._connection.execute(query, (deck, question, version)).fetchone()
                if row and (answer := _read(row[0])) is not None:
                    found[deck] = answer
        except sqlite3.Error as error:
            raise self._refusal(error) from None
        return found

    def add(
        self, answers: Iterable[tuple[str, DeckAnswer, float]], question: str, version: str
    ) -> None:
        """Add answers: digests of decks, each with its answer and the seconds that it took."""
        rows = [
            (deck, question, version, json.dumps(answer, ensure_ascii=False), seconds)
            for deck, answer, seconds in answers
        ]
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", rows
                )
        except sqlite3.Error as error:
            raise self._refusal(error) from None

    def close(self) -> None:
        self._connection.close()

    @override
    def __exit__(self, *_: object) -> None:
        self.close()

    def _prepare(self) -> None:
        bound(self._connection, _STEPS)
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._number("PRAGMA schema_version") == 0:
                self._connection.execute(_TABLE)
                self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        is_ours = self._number("PRAGMA application_id") == APPLICATION
        if is_ours and self._number("PRAGMA user_version") > SCHEMA_VERSION:
            raise NewerDatabaseError(
                f"{path_text(self.path)} was written by a newer version of Seven Plots.",
                "Use that version, or name another file with --store.",
            )
        if not is_ours or not has_only_tables(self._connection, {"answers": _COLUMNS}):
            raise StudyStoreError(
                f"{path_text(self.path)} is not a file of answers of a study.",
                "Name another one with --store; one that is not there is made.",
            )

    def _number(self, pragma: str) -> int:
        (found,) = self._connection.execute(pragma).fetchone()
        return int(found)

    def _refusal(self, error: Exception) -> StudyStoreError:
        return StudyStoreError(
            f"The file of answers {path_text(self.path)} cannot be used: {reason_of(error)}.",
            "Check the path and the space on the disk, or name another file with --store."
            " A damaged one may be deleted: all in it can be computed again.",
        )


def _read(text: str) -> DeckAnswer | None:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None
