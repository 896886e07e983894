"""The result of reading a deck list: a deck with a report of every line, or an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from core.errors import AppError
from decks.deck import Deck
from decks.deck_section import DeckSection

THE_NAME, THE_FACTION = "The deck's name.", "The faction."
_JSON_ENTRY = re.compile(r'"(?P<key>[^"]*)"(?:: (?P<value>.*))?', re.DOTALL)


class DeckFormatError(AppError):
    """A file or text is not a deck; `line` is the wrong line, from 1, or None for all."""

    def __init__(self, sentence: str, hint: str = "", line: int | None = None) -> None:
        super().__init__(sentence, hint)
        self.line = line


class LineStatus(StrEnum):
    """The result of a line."""

    READ = "read"
    CORRECTED = "corrected"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line (or JSON entry) of the source, and its result.

    `line` is numbered from 1; it is 0 if unknown. READ and CORRECTED lines are in the deck. An
    AMBIGUOUS line is in the deck if its `code` is set, as the printing that `note` names.
    `candidates` are the card codes that it may mean. `section` is the section of its card, or None
    for a line without a card.
    """

    line: int
    text: str
    status: LineStatus
    code: str | None = None
    copies: int = 0
    note: str = ""
    candidates: tuple[str, ...] = ()
    section: DeckSection | None = None

    @property
    def words(self) -> str:
        """The text without JSON: "3x 01141" for an entry of a card, "faction: stark"."""
        entry = _JSON_ENTRY.fullmatch(self.text.strip())
        if entry is None:
            return self.text.strip()
        key, value = entry["key"], entry["value"]
        if value is None or value.isdecimal():
            return f"{value or 1}x {key}"
        return f"{key.removesuffix('_code')}: {value.strip(chr(34))}"

    def in_section(self, section: DeckSection) -> ReportLine:
        """Return the line with the section of its card, four times as fast as `replace`."""
        fields = self.line, self.text, self.status, self.code, self.copies, self.note
        return ReportLine(*fields, self.candidates, section)

    @property
    def states_deck(self) -> bool:
        return self.code is None and self.note.startswith(("The deck's ", THE_FACTION))

    @property
    def lost(self) -> bool:
        """Whether the line names a card that is not in the deck."""
        return self.status is LineStatus.UNKNOWN or (
            self.status is LineStatus.AMBIGUOUS and self.code is None
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A deck as read, with the report of its lines; `format_code` is the recognized format."""

    deck: Deck
    lines: tuple[ReportLine, ...]
    format_code: str = ""

    @property
    def unread(self) -> tuple[ReportLine, ...]:
        return tuple(line for line in self.lines if line.lost)

    @property
    def corrected(self) -> tuple[ReportLine, ...]:
        """The lines whose card was corrected, or chosen among several."""
        doubtful = {LineStatus.CORRECTED, LineStatus.AMBIGUOUS}
        return tuple(line for line in self.lines if line.status in doubtful and not line.lost)

    @property
    def read(self) -> tuple[ReportLine, ...]:
        return tuple(line for line in self.lines if line.status is LineStatus.READ)
