"""What every format of deck lists offers to the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from carddb.names import Allowed
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.report import Reading

MOST_GUESSES = 3000
MOST_ENTRIES = 5000


class Guesses:
    """How many names may still be compared with all others; it keeps hostile texts from hanging."""

    def __init__(self, left: int = MOST_GUESSES) -> None:
        self._left = left

    def take(self) -> bool:
        """Tell whether there is one left, and use it up."""
        self._left -= 1
        return self._left >= 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a text is to be read: among which cards, as which edition, and under what name.

    `name` is for a deck without one. `edition` None: the one that understands more lines.
    `allowed` chooses among several printings of a title.
    """

    pools: Mapping[Edition, CardPool]
    name: str = ""
    edition: Edition | None = None
    allowed: Allowed | None = None
    guesses: Guesses = field(default_factory=Guesses, compare=False)

    @property
    def editions(self) -> list[Edition]:
        """The editions that a deck may be of, the one to prefer first."""
        if self.edition is not None:
            return [self.edition]
        return [edition for edition in (Edition.SECOND, Edition.FIRST) if edition in self.pools]


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """A format: its code and name, how it is recognised by its content, and how it is read."""

    code: str
    label: str
    recognises: Callable[[str], bool]
    read: Callable[[str, Wanted], list[Reading]]
