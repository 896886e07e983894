"""An entry of the rules companion: a rule, keyword, ruling, answer or erratum, in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from carddb.terms import Edition


class EntryKind(StrEnum):
    """The kind of an entry; its id begins with it."""

    TERM = "term"
    KEYWORD = "keyword"
    RULING = "ruling"
    ANSWER = "answer"
    ERRATUM = "erratum"
    TIMING = "timing"
    REGULATION = "regulation"
    DECK_BUILDING = "deck-building"


@dataclass(frozen=True, slots=True)
class WordSpan:
    """A stretch of an entry's words; `link` is the id of the entry that it leads to, or nothing."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry; its `id` never changes.

    `spans` are the words with their links; line breaks separate paragraphs and steps. `edition`
    None: for both. `since` None: always; `until` is the last day. It concerns the cards of these
    codes and all cards with one of these `keywords`. `codes` are those of the problems that it
    explains, `see` the entries that it leads to, `also` other names that players use.
    """

    id: str
    kind: EntryKind
    title: str
    spans: tuple[WordSpan, ...]
    edition: Edition | None = None
    since: date | None = None
    until: date | None = None
    source: str
    cards: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return "".join(span.text for span in self.spans)

    def holds_on(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (
            self.until is None or day <= self.until
        )

    def is_for(self, edition: Edition) -> bool:
        return self.edition is None or self.edition is edition


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """A filter for entries; None allows all."""

    edition: Edition | None = None
    kind: EntryKind | None = None
    day: date | None = None

    def keeps(self, entry: Entry) -> bool:
        """Return whether an entry passes; entries for both editions always do."""
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
