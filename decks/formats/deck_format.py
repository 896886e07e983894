"""The interface of every format of deck lists, and its limits on files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from carddb.names import Allowed
from carddb.pool import Pools
from carddb.terms import Edition
from core.decoding import decoded, normalized, other_kind
from decks.report import DeckFormatError, Reading

MOST_BYTES = 10_000_000
MOST_LINES = 40_000
# Of one card, and in one line.
MOST_COPIES = 1000
MOST_LETTERS = 1000
EXPORT_HINT = "Export the deck as text or JSON and open that, or copy the list and paste it."
SPLIT_HINT = "Split the file and read its parts one by one."

_WEB_PAGE = re.compile(
    r"\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def decode_source(data: bytes | str) -> str:
    """Return the text of a file; DeckFormatError if no deck can be in it. See core.decoding."""
    if len(data) > MOST_BYTES:
        raise DeckFormatError(
            f"The file is too large for deck lists: it has more than {MOST_BYTES // 10**6} MB.",
            "Split it, or choose the file that holds the deck.",
        )
    text = data if isinstance(data, str) else _decoded(data)
    text = normalized(text)
    if not text.strip():
        raise DeckFormatError("The file is empty: it holds no deck.", EXPORT_HINT)
    if _WEB_PAGE.match(text):
        raise DeckFormatError("This is a web page, not a deck list.", EXPORT_HINT)
    if "\0" in text or len(_CONTROLS.findall(text[:4000])) > len(text[:4000]) // 20:
        raise DeckFormatError("This is not text, so it holds no deck list.", EXPORT_HINT)
    if text.count("\n") > MOST_LINES:
        raise DeckFormatError(
            f"The file has more than {MOST_LINES:,} lines, too many for deck lists.", SPLIT_HINT
        )
    return text


def _decoded(data: bytes) -> str:
    if what := other_kind(data):
        raise DeckFormatError(f"This is {what}, not a deck list.", EXPORT_HINT)
    return decoded(data)


MOST_GUESSES = 600
MOST_ENTRIES = 5000
MOST_DECKS = 2000
MOST_DOUBTS = 5_000


class Guesses:
    """Limits how many unknown names of a file are compared with those of all cards."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def take(self, name: str) -> bool:
        """Return whether a folded name may be compared, and count it."""
        if name in self._names:
            return True
        if len(self._names) >= MOST_GUESSES:
            return False
        self._names.add(name)
        return True


class DeckCount:
    """Counts the decks and cards of a file; one too many is refused before it is read."""

    def __init__(self) -> None:
        self._read = 0
        self._entries = 0
        self._doubts = 0

    def add(self, line: int | None, entries: int) -> None:
        """Count a deck that begins in a line; DeckFormatError if it is too much for a file."""
        self._read += 1
        self._entries += entries
        if self._read > MOST_DECKS:
            self._refuse(f"{MOST_DECKS:,} decks", line)
        if self._entries > MOST_LINES:
            self._refuse(f"{MOST_LINES:,} cards", line)

    def doubt(self, line: int | None, doubts: int) -> None:
        """Count the lines of a deck that were not understood as written, and refuse as `add`."""
        self._doubts += doubts
        if self._doubts > MOST_DOUBTS:
            raise DeckFormatError(
                f"More than {MOST_DOUBTS:,} lines of the file do not name a card as it is called:"
                " this is not a file of deck lists.",
                EXPORT_HINT,
                line,
            )

    def _refuse(self, many: str, line: int | None) -> NoReturn:
        raise DeckFormatError(
            f"The file holds more than {many}, too many to read at once.", SPLIT_HINT, line
        )


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a text: among which cards, as which edition, and under what name.

    `name` is for a deck without one. `edition` None: what the deck states, else the one that
    understands more lines. `allowed` chooses among several printings of a title.
    """

    pools: Pools
    name: str = ""
    edition: Edition | None = None
    allowed: Allowed | None = None
    guesses: Guesses = field(default_factory=Guesses, compare=False)
    decks: DeckCount = field(default_factory=DeckCount, compare=False)

    def named(self, name: str) -> ReadOptions:
        """Return the same with another name, if it is not empty."""
        return replace(self, name=name) if name else self

    def editions(self, stated: Edition | None = None) -> list[Edition]:
        """Return the editions that a deck may be of, the one to prefer first."""
        if self.edition is not None:
            return [self.edition]
        if stated is not None and stated in self.pools:
            return [stated]
        return [edition for edition in (Edition.SECOND, Edition.FIRST) if edition in self.pools]


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """A format: its code and name, how it is recognised by its content, and how it is read."""

    code: str
    label: str
    recognises: Callable[[str], bool]
    read: Callable[[str, ReadOptions], list[Reading]]
