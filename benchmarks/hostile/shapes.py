"""What hostile files are made of: one piece as often as it fits, lines by the thousand, slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import TypeAlias

from carddb import catalogue
from carddb.names import name_index
from decks.deck_reader import read_decks
from decks.deck_writer import write_all
from decks.formats.deck_format import MOST_BYTES, MOST_LINES

HostileSource: TypeAlias = bytes | str
Cases: TypeAlias = Mapping[str, Callable[[], HostileSource]]

# Just within the bounds of a file: what is beyond them is refused before it is looked at.
LETTERS = MOST_BYTES - 100_000
LINES = MOST_LINES - 100
DECK = 4900


def filled(piece: str, head: str = "", tail: str = "", most: int = LETTERS) -> str:
    """Return a piece as often as it fits between head and tail, in the lines of a file."""
    many = (most - len(head) - len(tail)) // len(piece)
    lines = piece.count("\n")
    return head + piece * (min(many, LINES // lines) if lines else many) + tail


def numbered(pattern: str, many: int = LINES, head: str = "", ends: str = "\n") -> str:
    """Return lines of one pattern, {} their number, as many as fit."""
    lines, size = [head] if head else [], 0
    for number in range(min(many, LINES) if ends == "\n" else many):
        lines.append(pattern.replace("{}", str(number)))
        size += len(lines[-1]) + len(ends)
        if size > LETTERS:
            lines.pop()
            break
    return ends.join(lines)


def by_deck(pattern: str, head: str) -> str:
    """Return a table of full decks; {} is a row's deck and {0} its number."""
    rows = (
        pattern.replace("{}", str(number // DECK)).replace("{0}", str(number)) for number in count()
    )
    lines, size = [head], 0
    while len(lines) < LINES and size < LETTERS - 1000:
        lines.append(next(rows))
        size += len(lines[-1]) + 1
    return "\n".join(lines)


def decks_of(pattern: str, first: str = "House Stark") -> str:
    """Return the longest allowed lists of lines of one pattern; {} is the number of a line."""
    lines: list[str] = []
    size = 0
    while len(lines) < LINES - 10 and size < LETTERS - 2000:
        if len(lines) % DECK == 0:
            lines += ["===", first]
        lines.append(pattern.replace("{}", str(len(lines))))
        size += len(lines[-1]) + 1
    return "\n".join(lines)


@cache
def titles() -> Sequence[str]:
    """Return every title of both editions."""
    return [title for pool in catalogue.pools().values() for title in name_index(pool).titles]


def misspelt(most: int, slip: Callable[[str, int], str]) -> str:
    """Return decks of real titles, each misspelt differently."""
    lines: list[str] = []
    for number in range(min(most, LINES - 1000)):
        if number % DECK == 0:
            lines += ["===", "House Stark"]
        lines.append(f"1x {slip(titles()[number % len(titles())], number)}")
    return "\n".join(lines)[:LETTERS]


def doubled_letter(title: str, number: int) -> str:
    """Return a title with a letter twice and one that is not its own."""
    at = number // 7 % len(title)
    return f"{title[:at]}{title[at]}{title[at:]}{chr(97 + number % 26)}"


def two_titles(title: str, number: int) -> str:
    """Return a title and what it is backwards: as long as names are compared."""
    return f"{title} {number} {title[::-1]}"[:79]


def honest(code: str, decks: int) -> HostileSource:
    """Return one deck many times: the largest file that a player may have."""
    pools = catalogue.pools()
    (reading,) = read_decks(next(iter(catalogue.sample_decks())).text, pools)
    return write_all([reading.deck] * decks, code, pools).text
