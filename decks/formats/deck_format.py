"""The interface of every format of deck lists, and how much of a file it will read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from carddb.names import Allowed
from carddb.pool import Pools
from carddb.terms import Edition
from decks.formats.source import EXPORT_HINT, MOST_LINES, SPLIT_HINT
from decks.report import DeckFormatError, Reading

MOST_GUESSES = 600
MOST_ENTRIES = 5000
MOST_DECKS = 2000
MOST_DOUBTS = 5_000


class Guesses:
    """Which names of a file may be compared with all others; a bound for hostile texts.

    A repeated name counts once.
    """

    def __init__(self, most: int = MOST_GUESSES) -> None:
        self._most = most
        self._names: set[str] = set()

    def take(self, name: str) -> bool:
        """Return whether a folded name may be compared, and count it."""
        if name in self._names:
            return True
        if len(self._names) >= self._most:
            return False
        self._names.add(name)
        return True


class DeckCount:
    """How many decks and cards of a file were read; one too many is refused before it is."""

    def __init__(self, most: int = MOST_DECKS, most_entries: int = MOST_LINES) -> None:
        self._most = most
        self._most_entries = most_entries
        self._read = 0
        self._entries = 0
        self._doubts = 0

    def add(self, line: int | None, entries: int) -> None:
        """Count a deck that begins in a line; DeckFormatError where it is too much for a file."""
        self._read += 1
        self._entries += entries
        if self._read > self._most:
            self._refuse(f"{self._most:,} decks", line)
        if self._entries > self._most_entries:
            self._refuse(f"{self._most_entries:,} cards", line)

    def doubt(self, line: int | None, doubts: int) -> None:
        """Count the lines of a deck that were not understood as written, and refuse as `add`."""
        self._doubts += doubts
        if self._doubts > MOST_DOUBTS:
            raise DeckFormatError(
                f"More than {MOST_DOUBTS:,} lines of the file do not name a card as it is called:"
                " this is no file of deck lists.",
                EXPORT_HINT,
                line,
            )

    def _refuse(self, many: str, line: int | None) -> NoReturn:
        raise DeckFormatError(
            f"The file holds more than {many}, too many to read at once.", SPLIT_HINT, line
        )


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a text is to be read: among which cards, as which edition, and under what name.

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
        """Return the same with another name, where there is one."""
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
