"""Papers of rules to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carddb.terms import Edition
from rulebook.entry import Entry
from rulebook.pocket_sheet import SheetPage, pocket_sheet
from rulebook.rule_book import RuleBook

POCKET_SHEET = "Judge's pocket sheet"


@dataclass(frozen=True, slots=True)
class RulePaper:
    """What is printed: sheets of rules under a title, as of a day."""

    title: str
    day: str
    sheets: tuple[SheetPage, ...]


def rules_paper(entries: Sequence[Entry], moment: str, title: str = "") -> RulePaper:
    """Return a paper of rules; without a title, one rule gives its own."""
    title = title or (entries[0].title if len(entries) == 1 else "Rules")
    return RulePaper(title, moment, (SheetPage(title, tuple(entries)),))


def pocket_paper(book: RuleBook, edition: Edition, moment: str) -> RulePaper:
    """Return the judge's pocket sheet of an edition."""
    title = f"{POCKET_SHEET}, {edition.label.lower()}"
    return RulePaper(title, moment, pocket_sheet(book, edition))
