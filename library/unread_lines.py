"""Lines of a list that no card was found for, as the library stores them: as unknown cards."""

from __future__ import annotations

import re

from decks.deck_section import DRAW_DECK, DeckSection
from decks.diff import OutlineEntry
from decks.report import LineStatus, ReportLine
from library.deck_values import LibraryDeck

_STORED_LINE = re.compile(r"\?(?P<number>\d{0,9}) (?P<words>.*)", re.DOTALL)


def unread_entry(line: ReportLine) -> OutlineEntry:
    """Return a line that no card was found for as the library stores it: as an unknown card."""
    words = " ".join(line.text.split()) or f"line {line.line}"
    # No card has a code with a blank in it, so this one stays unknown whatever is published.
    code = f"?{line.line or ''} {words}"
    return OutlineEntry(_stored_section(line.section), code, max(1, line.copies), words)


def unread_lines(stored: LibraryDeck) -> tuple[ReportLine, ...]:
    """Return the cards that today's data does not know, as lines that make a deck illegal."""
    return tuple(map(_line, stored.unknown))


def _line(entry: OutlineEntry) -> ReportLine:
    found = _STORED_LINE.fullmatch(entry.code)
    return ReportLine(
        int(found["number"] or 0) if found else 0,
        found["words"] if found else f"{entry.copies}x {entry.title}",
        LineStatus.UNKNOWN,
        copies=entry.copies,
        note="" if found else f"No card has the code {entry.code}.",
        section=_stored_section(entry.section),
    )


def _stored_section(section: DeckSection | None) -> DeckSection:
    """Return where the library has an unknown card: one of an unknown type is in DRAW_DECK."""
    return section if section and section.aside else DRAW_DECK
