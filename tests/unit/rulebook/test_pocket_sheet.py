"""The judge's pocket sheet."""

from __future__ import annotations

import pytest

from carddb.terms import Edition
from rulebook.pocket_sheet import pocket_sheet
from rulebook.rule_book import rule_book

BOOK = rule_book()
TITLES = ["Timing", "Keywords", "Time called", "Tiebreakers"]


@pytest.mark.parametrize(("edition", "keywords"), [(Edition.SECOND, 13), (Edition.FIRST, 21)])
def test_it_has_four_pages_of_one_edition(edition: Edition, keywords: int) -> None:
    pages = pocket_sheet(BOOK, edition)
    assert [each.title for each in pages] == TITLES
    assert all(each.brief for each in pages)
    assert len(pages[1].entries) == keywords
    assert {entry.edition for page in pages for entry in page.entries} == {edition, None}


def test_time_called_and_tiebreakers_have_every_version_of_the_regulations() -> None:
    names = {entry.id for page in pocket_sheet(BOOK, Edition.SECOND) for entry in page.entries}
    for each in ("time-called", "tiebreakers"):
        assert {f"regulation.{each}", f"regulation.{each}.2-2"} <= names
