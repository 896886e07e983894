"""Entries as the rows of a list: below headings, with notes that tell them apart, and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from carddb.terms import Edition
from rulebook.entry import Entry
from rulebook.entry_search import SECTION_TITLES, EntrySection
from rulebook.entry_text import days_text, edition_text
from rulebook.rule_documents import FAQ, RuleChanges, RuleDocument


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with a note, or the heading of a section with the number of its entries."""

    title: str
    note: str = ""
    entry: Entry | None = None
    count: int = 0

    @property
    def spoken(self) -> str:
        """All of it for screen readers."""
        if self.entry is None:
            return f"{self.title}, {self.count}"
        parts = (self.title, SECTION_TITLES[self.entry.kind], edition_text(self.entry))
        return ", ".join(filter(None, (*parts, days_text(self.entry))))


def entry_rows(
    sections: Iterable[EntrySection], note: Callable[[Entry], str] | None = None
) -> list[EntryRow]:
    """Return the rows of sections; `note` replaces the usual note beside a title."""
    rows = []
    for section in sections:
        rows.append(EntryRow(section.title, count=len(section.entries)))
        for each in section.entries:
            usual = _note(each, mixed=section.mixed)
            rows.append(EntryRow(each.title, note(each) if note else usual, each))
    return rows


def _note(entry: Entry, *, mixed: bool) -> str:
    parts = (
        SECTION_TITLES[entry.kind] if mixed else "",
        "1st ed." if entry.edition is Edition.FIRST else "",
        f"to {entry.until.year}" if entry.until else "",
    )
    return " · ".join(filter(None, parts))


UNKNOWN = {FAQ: "What FAQ 1.3 brought is not known here by itself."}


def change_sections(changes: RuleChanges) -> tuple[EntrySection, ...]:
    """Return the changes in sections; a changed rule is listed before and after."""
    sections = (
        EntrySection(
            "Changed: before and after", tuple(e for pair in changes.changed for e in pair)
        ),
        EntrySection("New", changes.came),
        EntrySection("Gone", changes.went),
        EntrySection("Meanwhile, with new cards and lists", changes.others),
    )
    return tuple(each for each in sections if each.entries)


def summary(changes: RuleChanges, before: RuleDocument, after: RuleDocument) -> str:
    """Return the changes as a sentence, and which changes are unknown."""
    numbers = f"{len(changes.changed)} changed, {len(changes.came)} new, {len(changes.went)} gone"
    also = f"; {len(changes.others)} more came or went with cards" if changes.others else ""
    between = f"{before.name} ({before.day}) to {after.name} ({after.day})"
    words = f"{between}: {numbers}{also}. {UNKNOWN.get(before.series, '')}"
    return words.strip()


def change_note(entry: Entry) -> str:
    days = f"{entry.since or ''} to {entry.until}".strip() if entry.until else days_text(entry)
    return f"{SECTION_TITLES[entry.kind]} · {days}"
