"""Entries in sections: all of them, and what was found."""

from __future__ import annotations

from carddb.terms import Edition
from rulebook.entry import EntryKind
from rulebook.entry_search import BEST, SECTION_TITLES, found_sections, in_sections
from rulebook.rule_book import rule_book

BOOK = rule_book()


def test_every_entry_is_in_the_section_of_its_kind() -> None:
    sections = in_sections(BOOK.entries)
    assert [each.title for each in sections] == list(SECTION_TITLES.values())
    assert set(SECTION_TITLES) == set(EntryKind)
    assert sum(len(each.entries) for each in sections) == len(BOOK.entries)


def test_timing_begins_with_the_round_and_ends_with_the_first_edition() -> None:
    timing = in_sections(BOOK.entries)[0].entries
    assert timing[0].id == "timing.round"
    editions = [each.edition is Edition.FIRST for each in timing]
    assert editions == sorted(editions)
    assert timing[editions.index(True)].id == "timing.round.first"


def test_other_sections_are_in_order_of_titles() -> None:
    keywords = in_sections(BOOK.entries)[1].entries
    second = [each.title for each in keywords if each.edition is Edition.SECOND]
    assert second == sorted(second)


def test_the_best_stand_first_and_the_rest_keeps_its_order_within_its_section() -> None:
    found = tuple(
        map(
            BOOK.entry,
            (
                "keyword.limited",
                "ruling.setup.limited",
                "answer.two-stealth",
                "ruling.duplicates",
                "keyword.ambush",
                "ruling.tokens",
            ),
        )
    )
    best, rulings, keywords = found_sections(found)
    assert (best.title, best.entries, best.mixed) == (BEST, found[:3], True)
    assert [each.id for each in rulings.entries] == ["ruling.duplicates", "ruling.tokens"]
    assert [each.id for each in keywords.entries] == ["keyword.ambush"]
    assert found_sections(()) == ()
