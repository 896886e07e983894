"""What became of each entry of a file of texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


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
