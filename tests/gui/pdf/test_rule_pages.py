"""Rules as a PDF, read back by another library."""

from __future__ import annotations

import io
from datetime import date
from functools import cache

import pypdf
import pytest
from pypdf.generic import Destination

from carddb.terms import Edition
from desktop.pdf.paper_painter import PageSize
from desktop.pdf.rule_pages import rules_pdf, usual_source
from rulebook.pocket_sheet import SheetPage, pocket_sheet
from rulebook.rule_book import rule_book
from tests.long_run import pairs, times

pytestmark = pytest.mark.usefixtures("qapp")
BOOK = rule_book()


def printed(sheets: tuple[SheetPage, ...], page: PageSize = PageSize.A4) -> pypdf.PdfReader:
    data = rules_pdf(sheets, "Rules", "as of 2026-11-22", lambda code: f"Card {code}", page)
    return pypdf.PdfReader(io.BytesIO(data), strict=True)


def words(reader: pypdf.PdfReader, page: int) -> str:
    return " ".join(reader.pages[page].extract_text().split())


@cache
def pocket(edition: Edition, page: PageSize) -> pypdf.PdfReader:
    return printed(pocket_sheet(BOOK, edition), page)


@cache
def pocket_texts(edition: Edition, page: PageSize) -> list[str]:
    reader = pocket(edition, page)
    return [words(reader, number) for number in range(len(reader.pages))]


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("page", PageSize)
def test_the_pocket_sheet_has_four_pages(edition: Edition, page: PageSize) -> None:
    sheets = pocket_sheet(BOOK, edition)
    reader = pocket(edition, page)
    assert len(reader.pages) == 4
    titles = [each.title for each in reader.outline if isinstance(each, Destination)]
    assert titles == [each.title for each in sheets]


@pytest.mark.parametrize(("edition", "page"), pairs(Edition, list(PageSize), each=1))
def test_the_pocket_sheet_has_every_rule_to_its_last_word(edition: Edition, page: PageSize) -> None:
    texts = pocket_texts(edition, page)
    for sheet, text in zip(pocket_sheet(BOOK, edition), texts, strict=True):
        assert text.startswith(sheet.title)
        assert [each.title for each in sheet.entries if each.title not in text] == []
        last = sheet.entries[-1].words.split()[-3:]
        assert " ".join(last) in text


def test_a_selection_has_words_cards_and_source_in_full() -> None:
    entry = BOOK.entry("timing.terminal-burn")
    reader = printed((SheetPage("Terminal burn", (entry,)),))
    text = words(reader, 0)
    assert "1. An effect is about to lower its STR." in text
    assert "Card 01176, Card 02075" in text
    assert "FAQ 1.2, (2.6), second edition, since 2017-10-12" in text
    assert reader.outline == []


def test_words_that_begin_with_a_number_are_no_step() -> None:
    entries = (BOOK.entry("regulation.final-time.2-2"), BOOK.entry("regulation.round-time"))
    lines = printed((SheetPage("Time", entries),)).pages[0].extract_text().splitlines()
    assert "120 minutes." in lines
    assert any(each.startswith("55 minutes, in Swiss") for each in lines)


def test_all_rules_of_an_edition_flow_over_pages() -> None:
    every = tuple(each for each in BOOK.entries if each.is_for(Edition.FIRST))
    entries = every[:: times(short=2, long=1)]
    reader = printed((SheetPage("Rules", entries),))
    text = " ".join(words(reader, number) for number in range(len(reader.pages)))
    assert len(reader.pages) > 3
    assert [each.id for each in entries if each.title[:30] not in text] == []


def test_a_brief_sheet_names_once_what_most_of_its_rules_share() -> None:
    timing, *_, tiebreakers = pocket_sheet(BOOK, Edition.SECOND)
    assert usual_source(timing) == "Rules Reference, Appendix I"
    first, *_, last = pocket_texts(Edition.SECOND, PageSize.LETTER)
    assert first.count("Rules Reference, Appendix I") == 1
    old = BOOK.entry("regulation.tiebreakers")
    assert old in tiebreakers.entries
    assert old.until == date(2016, 10, 31)
    assert "until 2016-10-31" in last


def test_nothing_makes_no_paper() -> None:
    with pytest.raises(ValueError, match="no rule"):
        rules_pdf((SheetPage("Rules", ()),), "Rules", "", str)
