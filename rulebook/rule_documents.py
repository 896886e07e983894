"""The source documents of rules, by date, and the changes between two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from core.errors import AppError
from rulebook.entry import Entry, EntryKind

_VERSION = re.compile(r"\.\d+-\d+$")


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """A version of a document; `series` is the name of all its versions in sources."""

    series: str
    version: str
    day: date

    @property
    def name(self) -> str:
        return f"{self.series} {self.version}"


FAQ, REGULATIONS = "FAQ", "Tournament Regulations"
# By series, the oldest first; only documents whose changes the entries know.
DOCUMENTS = (
    RuleDocument(FAQ, "1.1", date(2016, 10, 10)),
    RuleDocument(FAQ, "1.2", date(2017, 10, 12)),
    RuleDocument(FAQ, "1.4", date(2018, 6, 11)),
    RuleDocument(FAQ, "2.0", date(2018, 10, 8)),
    RuleDocument(FAQ, "2.1", date(2019, 2, 21)),
    RuleDocument(FAQ, "2.2", date(2019, 6, 6)),
    RuleDocument(FAQ, "2.3", date(2019, 9, 20)),
    RuleDocument(FAQ, "3.0", date(2020, 1, 13)),
    RuleDocument(FAQ, "4.1", date(2024, 1, 22)),
    RuleDocument(REGULATIONS, "1.0.1", date(2016, 4, 2)),
    RuleDocument(REGULATIONS, "1.2", date(2016, 11, 1)),
    RuleDocument(REGULATIONS, "2.0", date(2017, 1, 23)),
    RuleDocument(REGULATIONS, "2.2", date(2017, 7, 26)),
)


@dataclass(frozen=True, slots=True)
class RuleChanges:
    """The differences between two documents; `others` came with cards, not with the series."""

    came: tuple[Entry, ...] = ()
    changed: tuple[tuple[Entry, Entry], ...] = ()
    went: tuple[Entry, ...] = ()
    others: tuple[Entry, ...] = ()


def documents_of(series: str) -> tuple[RuleDocument, ...]:
    """Return the versions of a series, the oldest first."""
    return tuple(each for each in DOCUMENTS if each.series == series)


def changes_between(
    entries: Iterable[Entry], before: RuleDocument, after: RuleDocument
) -> RuleChanges:
    """Return the changes from one document to a later one of its series; AppError otherwise."""
    if before.series != after.series or before.day >= after.day:
        raise AppError(
            f"{after.name} does not follow {before.name}.", "Choose the older one first."
        )
    entries = [each for each in entries if _is_of_series(each, before.series)]
    came = [each for each in entries if each.holds_on(after.day) and not each.holds_on(before.day)]
    went = [each for each in entries if each.holds_on(before.day) and not each.holds_on(after.day)]
    days = {each.day for each in documents_of(before.series)}
    by_base = {_base(each): each for each in came}
    changed = tuple((each, by_base[_base(each)]) for each in went if _base(each) in by_base)
    paired = {each for pair in changed for each in pair}
    named = [each for each in came if each not in paired]
    new = [each for each in named if before.series in each.source and each.since in days]
    gone = [each for each in went if each not in paired]
    replaced = [each for each in gone if _next_day(each) in days or before.series in each.source]
    listed = {*new, *replaced}
    return RuleChanges(
        tuple(new),
        changed,
        tuple(replaced),
        tuple(each for each in (*named, *gone) if each not in listed),
    )


def _is_of_series(entry: Entry, series: str) -> bool:
    """Return whether an entry can have changed with a series: its edition's, and its subject."""
    regulation = entry.kind is EntryKind.REGULATION
    return not entry.id.endswith(".first") and regulation is (series == REGULATIONS)


def _base(entry: Entry) -> str:
    """Return the common part of the ids of one rule's versions."""
    return _VERSION.sub("", entry.id)


def _next_day(entry: Entry) -> date | None:
    return entry.until + timedelta(days=1) if entry.until else None
