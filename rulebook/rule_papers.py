"""Papers of rules to print, such as the judge's pocket sheet of four pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind
from rulebook.entry_search import in_sections
from rulebook.rule_book import RuleBook

POCKET_SHEET = "Judge's pocket sheet"


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Entries that begin a page; `brief` ones are printed in small type."""

    title: str
    entries: tuple[Entry, ...]
    brief: bool = False


_TIME_CALLED = (
    "regulation.round-time",
    "regulation.time-called.2-2",
    "regulation.final-time.2-2",
    "regulation.time-called",
    "regulation.elimination-time",
    "regulation.final-time",
    "regulation.draw",
    "regulation.intentional-draw",
    "regulation.modified-win",
    "regulation.modified-loss",
    "regulation.end-of-game",
    "regulation.empty-draw-deck",
    "regulation.concession",
    "regulation.double-loss",
    "regulation.missed",
)
_TIEBREAKERS = (
    "regulation.points",
    "regulation.tiebreakers.2-2",
    "regulation.tiebreakers",
    "regulation.head-to-head",
    "regulation.strength-of-schedule",
    "regulation.extended-strength-of-schedule",
    "regulation.lot",
    "regulation.bye",
    "regulation.rematch",
    "regulation.cut",
    "regulation.elimination",
)
PAGES: Mapping[str, tuple[str, ...]] = {"Time called": _TIME_CALLED, "Tiebreakers": _TIEBREAKERS}


def pocket_sheet(book: RuleBook, edition: Edition) -> tuple[SheetPage, ...]:
    """Return the four pages for an edition; events are the same in both."""
    kinds = {EntryKind.TIMING, EntryKind.KEYWORD}
    mine = [each for each in book.entries if each.edition is edition and each.kind in kinds]
    return (
        *(SheetPage(each.title, each.entries, brief=True) for each in in_sections(mine)),
        *(
            SheetPage(title, tuple(map(book.entry, ids)), brief=True)
            for title, ids in PAGES.items()
        ),
    )


@dataclass(frozen=True, slots=True)
class RulePaper:
    """Sheets of rules to print under a title, as of a day."""

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
