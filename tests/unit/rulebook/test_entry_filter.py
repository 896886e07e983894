"""Which entries are asked for."""

from __future__ import annotations

from datetime import date

import pytest

from carddb.terms import Edition
from rulebook.entry import EntryFilter, EntryKind, filter_from_text
from rulebook.rule_book import rule_book

BOOK = rule_book()
WHOLE = EntryFilter(Edition.FIRST, EntryKind.TIMING, date(2018, 1, 1))


def kept(chosen: EntryFilter) -> set[str]:
    return {each.id for each in BOOK.entries if chosen.keeps(each)}


def test_a_filter_of_nothing_keeps_everything() -> None:
    assert len(kept(EntryFilter())) == len(BOOK.entries)


def test_an_entry_for_both_editions_is_in_each() -> None:
    first, second = kept(EntryFilter(Edition.FIRST)), kept(EntryFilter(Edition.SECOND))
    assert "regulation.bye" in first & second
    assert "keyword.limited" in second - first
    assert "keyword.limited.first" in first - second


def test_a_day_keeps_what_was_in_force_then() -> None:
    before = kept(EntryFilter(day=date(2019, 9, 19)))
    after = kept(EntryFilter(day=date(2019, 9, 20)))
    names = {"ruling.duplicate-of-limited.1-2", "ruling.duplicate-of-limited"}
    assert before & names == {"ruling.duplicate-of-limited.1-2"}
    assert after & names == {"ruling.duplicate-of-limited"}


def test_the_parts_add_up() -> None:
    found = kept(WHOLE)
    assert "timing.round.first" in found
    assert all(each.startswith("timing.") for each in found)


@pytest.mark.parametrize("chosen", [EntryFilter(), WHOLE, EntryFilter(day=date(2020, 1, 1))])
def test_a_filter_is_read_from_its_text(chosen: EntryFilter) -> None:
    assert filter_from_text(chosen.text) == chosen


@pytest.mark.parametrize("text", ["", "- -", "third - -", "- prayer -", "- - 2020-13-01"])
def test_nonsense_is_no_filter(text: str) -> None:
    assert filter_from_text(text) == EntryFilter()
