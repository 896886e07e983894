"""What every format of deck lists offers to the reader, and how much of a file it will read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from carddb.names import Allowed
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.errors import DeckFormatError
from decks.formats.source import SPLIT_HINT
from decks.report import Reading

MOST_GUESSES = 3000
MOST_ENTRIES = 5000
MOST_DECKS = 2000


class Guesses:
    """How many names may still be compared with all others; it keeps hostile texts from hanging."""

    def __init__(self, left: int = MOST_GUESSES) -> None:
        self._left = left

    def take(self) -> bool:
        """Tell whether there is one left, and use it up."""
        self._left -= 1
        return self._left >= 0


class DeckCount:
    """How many decks of a file were read; one too many is refused before it is read."""

    def __init__(self, most: int = MOST_DECKS) -> None:
        self._most = most
        self._read = 0

    def add(self, line: int | None) -> None:
        """Count a deck that begins in a line; DeckFormatError where it is one too many."""
        self._read += 1
        if self._read > self._most:
            raise DeckFormatError(
                f"The file holds more than {self._most:,} decks, too many to read at once.",
                SPLIT_HINT,
                line,
            )


Pools = Mapping[Edition, CardPool]


@dataclass(frozen=True, slots=True)
class Wanted:
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

    def named(self, name: str) -> Wanted:
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
    read: Callable[[str, Wanted], list[Reading]]
