"""Which entries are asked for: of an edition, of a kind, in force on a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """What an entry must be; None asks for nothing."""

    edition: Edition | None = None
    kind: EntryKind | None = None
    day: date | None = None

    def keeps(self, entry: Entry) -> bool:
        """Return whether an entry is asked for; one for both editions always is."""
        return (
            (self.edition is None or entry.is_for(self.edition))
            and (self.kind is None or entry.kind is self.kind)
            and (self.day is None or entry.holds_on(self.day))
        )

    @property
    def text(self) -> str:
        """The filter as text that `filter_from_text` reads."""
        parts = (self.edition, self.kind, self.day)
        return " ".join(str(each) if each else "-" for each in parts)


def filter_from_text(text: str) -> EntryFilter:
    """Return the filter of a text; one without any part for nonsense."""
    parts = text.split()
    if len(parts) != 3:
        return EntryFilter()
    edition, kind, day = (None if each == "-" else each for each in parts)
    try:
        return EntryFilter(
            Edition(edition) if edition else None,
            EntryKind(kind) if kind else None,
            date.fromisoformat(day) if day else None,
        )
    except ValueError:
        return EntryFilter()
