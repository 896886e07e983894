"""Entries in their sections: all of them in order, or what a search found with the best first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from carddb.spelling import fold
from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind

SECTION_TITLES: Mapping[EntryKind, str] = {
    EntryKind.TIMING: "Timing",
    EntryKind.KEYWORD: "Keywords",
    EntryKind.TERM: "Terms",
    EntryKind.DECK_BUILDING: "Deck building",
    EntryKind.RULING: "Rulings",
    EntryKind.ANSWER: "Answers",
    EntryKind.ERRATUM: "Errata",
    EntryKind.REGULATION: "Events",
}
BEST = "Best found"
_MOST_BEST = 3


@dataclass(frozen=True, slots=True)
class EntrySection:
    """Entries below a title; `mixed`: they are of several kinds."""

    title: str
    entries: tuple[Entry, ...]
    mixed: bool = False


def in_sections(entries: Iterable[Entry]) -> tuple[EntrySection, ...]:
    """Return entries by kind: timing in its own order, all else by title, older editions last."""
    entries = tuple(entries)
    sections = []
    for kind, title in SECTION_TITLES.items():
        own = [each for each in entries if each.kind is kind]
        if kind is EntryKind.TIMING:
            own = _from_the_round(own)
        else:
            own.sort(key=lambda each: fold(each.title))
        own.sort(key=lambda each: each.edition is Edition.FIRST)
        if own:
            sections.append(EntrySection(title, tuple(own)))
    return tuple(sections)


def found_sections(found: Sequence[Entry]) -> tuple[EntrySection, ...]:
    """Return what was found, best first: the best by themselves, the others by kind.

    Within a section the order stays, and the section with the better entry comes first.
    """
    best, others = found[:_MOST_BEST], found[_MOST_BEST:]
    kinds = dict.fromkeys(each.kind for each in others)
    rest = (
        EntrySection(SECTION_TITLES[kind], tuple(each for each in others if each.kind is kind))
        for kind in kinds
    )
    return (EntrySection(BEST, tuple(best), mixed=True), *rest) if best else ()


def _from_the_round(timing: Sequence[Entry]) -> list[Entry]:
    """Return timing in its own order, but what stands before the round of an edition last."""
    begun = set[Edition | None]()
    early, late = list[Entry](), list[Entry]()
    for each in timing:
        if each.id.startswith("timing.round"):
            begun.add(each.edition)
        (late if each.edition in begun else early).append(each)
    return [*late, *early]
