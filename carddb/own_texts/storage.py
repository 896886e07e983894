"""The player's own texts on disk: own_texts.json in the home folder, apart from cards.db."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from carddb.pool import CardPool
from carddb.terms import Edition
from core.decoding import whole
from core.errors import AppError
from core.files import is_there, path_text, reason_of, unreadable, unwritable, write_file
from core.paths import own_texts_file
from core.program_version import PROGRAM_VERSION

MOST_TEXTS = 10_000
LONGEST = 4000
# Control characters, and halves of characters.
_NO_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_VERSION = 1
_MOST_BYTES = 50_000_000
_LONGEST_CODE = 40
_LOCK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """The texts by card code; `note` says why they could not be read, and is empty otherwise."""

    texts: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


class TextStatus(StrEnum):
    """What became of an entry."""

    TAKEN = "taken"
    SAME = "same"
    REPEATED = "repeated"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    EMPTY = "empty"
    TOO_LONG = "too-long"
    NOT_TEXT = "not-text"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class OwnTextLine:
    """One entry, and what was made of it.

    `line` is the line of a table or of XML, or the number of an entry of JSON, from 1; 0 for a
    file as a whole. `source` is the file in a folder of files, else empty. `text` is how the card
    was named. `code` is the card that was found; `candidates` are codes that may have been meant.
    """

    line: int
    text: str
    status: TextStatus
    code: str | None = None
    note: str = ""
    candidates: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class TextReport:
    """The account of every entry, and the texts that were taken, by card code."""

    lines: tuple[OwnTextLine, ...]
    texts: Mapping[str, str]

    def count(self, *statuses: TextStatus) -> int:
        return sum(line.status in statuses for line in self.lines)

    @property
    def useful(self) -> bool:
        return self.count(TextStatus.TAKEN, TextStatus.SAME) > 0


def is_text(text: str) -> bool:
    return _NO_TEXT.search(text) is None


class _DamagedError(Exception):
    """The file does not hold what we wrote."""


def load_own_texts(home: Path) -> OwnTexts:
    """Return the player's texts; a damaged file is put aside, and `note` says where it is."""
    path = own_texts_file(home)
    try:
        return OwnTexts(_read(path))
    except _DamagedError:
        pass
    except AppError as error:
        return OwnTexts(note=error.sentence)
    try:
        with _alone(path):
            return OwnTexts(*_read_or_put_aside(path))
    except AppError as error:
        note = f"{path_text(path)} is damaged, so your own texts are not shown. {error.sentence}"
        return OwnTexts(note=note)


def add_own_texts(home: Path, texts: Mapping[str, str]) -> OwnTexts:
    """Add texts to those on disk, in place of those of the same cards; return all.

    Two processes take turns, so that neither loses what the other adds. AppError if they cannot be
    saved; the file is unchanged then.
    """
    path = own_texts_file(home)
    if not texts:
        return load_own_texts(home)
    with _alone(path):
        before, note = _read_or_put_aside(path)
        merged = {**before, **texts}
        if len(merged) > MOST_TEXTS:
            raise AppError(
                f"These would be {len(merged):,} texts; at most {MOST_TEXTS:,} are kept.",
                "Remove the old ones first: sevenplots texts --remove.",
            )
        stored = {"version": _VERSION, "texts": dict(sorted(merged.items()))}
        write_file(path, json.dumps(stored, ensure_ascii=False, indent=1).encode() + b"\n")
        return OwnTexts(merged, note)


def forget_own_texts(home: Path) -> int:
    """Forget every text of the player's own; return how many there were."""
    path = own_texts_file(home)
    if not is_there(path):
        return 0
    with _alone(path):
        before, _ = _read_or_put_aside(path)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(path, error) from None
        return len(before)


def _read_or_put_aside(path: Path) -> tuple[Mapping[str, str], str]:
    """Return the texts; rename a damaged file, and return a sentence about it."""
    try:
        return _read(path), ""
    except _DamagedError:
        aside = path.with_name(f"{path.stem}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json")
        try:
            path.rename(aside)
        except OSError as error:
            raise unwritable(path, error) from None
    return {}, (
        f"The file with your own texts was damaged; it is kept as {aside.name}. Import your texts"
        " again."
    )


def _read(path: Path) -> Mapping[str, str]:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    try:
        stored = json.loads(data) if len(data) <= _MOST_BYTES else None
    except (ValueError, RecursionError):
        stored = None
    if not isinstance(stored, dict) or type(stored.get("version")) is not int:
        raise _DamagedError
    if stored["version"] > _VERSION:
        raise AppError(
            f"{path_text(path)} was written by a newer version of the program.",
            f"This is {PROGRAM_VERSION}. Install the newest one, or move the file away.",
        )
    texts = stored.get("texts")
    if not isinstance(texts, dict) or len(texts) > MOST_TEXTS:
        raise _DamagedError
    if not all(_is_entry(code, text) for code, text in texts.items()):
        raise _DamagedError
    return texts


def _is_entry(code: str, text: object) -> bool:
    return (
        0 < len(code) <= _LONGEST_CODE
        and isinstance(text, str)
        and 0 < len(text) <= LONGEST
        and is_text(text)
        and whole(text) == text
    )


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Lock out other processes, with a lock of SQLite that works on every system."""
    lock = path.with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = sqlite3.connect(lock, timeout=_LOCK_SECONDS, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise unwritable(path, error) from None
    with closing(held):
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise AppError(
                f"Your own texts cannot be changed now: {lock.name}: {reason_of(error)}.",
                f"Try again in a moment. If that does not help, delete {lock.name}.",
            ) from None
        yield


def with_own_texts(
    pools: Mapping[Edition, CardPool], texts: Mapping[str, str]
) -> Mapping[Edition, CardPool]:
    """Return the pools with the player's texts on cards that have no other.

    A synced text is shown as long as there is one: it is the newer. `CardPool.own_texts` states
    which texts are the player's; older ones are removed. Facts such as keywords and hosts
    are not read from them, so that no verdict depends on them.
    """
    return {edition: _with(pool, texts) for edition, pool in pools.items()}


def _with(pool: CardPool, texts: Mapping[str, str]) -> CardPool:
    bare = {card.code for card in pool if not card.text} | pool.own_texts
    own = bare & texts.keys()
    if not own and not pool.own_texts:
        return pool
    cards = (replace(c, text=texts.get(c.code)) if c.code in bare else c for c in pool)
    changed = pool.changed(cards=cards)
    changed.own_texts = frozenset(own)
    return changed
