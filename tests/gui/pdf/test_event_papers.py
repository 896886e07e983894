"""Papers of events and rules as PDFs, read back by another library."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import ContentStream, Destination

from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from decks.qr_code import qr_rows
from desktop.pdf.binder_pages import binder_pdf
from desktop.pdf.event_papers import bracket_parts, event_papers_pdf, write_event_papers
from desktop.pdf.paper_painter import PageSize
from desktop.pdf.rule_pages import rules_pdf, usual_source
from desktop.pdf.sheet_pdf import sheet_pdf
from events import operations as ops
from events.bracket import bracket_tree
from events.deck_lists import event_sheets
from events.event_state import EventState
from events.papers import (
    EventPaper,
    LinkCard,
    bracket_paper,
    outstanding_tables,
    pairings_by_name,
    pairings_by_table,
    ranking_paper,
    result_slips,
    sign_up_list,
    standings_paper,
)
from library.binder import BinderList, by_pack
from rulebook.rule_book import rule_book
from rulebook.rule_papers import SheetPage, pocket_sheet
from tests.event_samples import SCRIPT, elimination_event, melee_event, named, played_event
from tests.long_run import pairs, times
from tests.unit.events.test_deck_lists import with_lists

pytestmark = pytest.mark.usefixtures("qapp")
ROOT = Path(__file__).parents[3]
# The names whose letters the bundled typeface has: others come in whatever the system offers.
PLAIN = ("Łukasz Ñandú-Çelik", "Анна Каренина", SCRIPT)


def printed(papers: Sequence[EventPaper], page: PageSize = PageSize.A4) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(event_papers_pdf(papers, page)), strict=True)


def text_of(reader: pypdf.PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


def papers_of(state: EventState) -> list[EventPaper]:
    return [
        pairings_by_table(state),
        pairings_by_name(state),
        outstanding_tables(state),
        result_slips(state),
        standings_paper(state, parts=True),
    ]


def test_every_paper_says_what_it_is_of_what_and_when() -> None:
    papers = papers_of(played_event(23, 2, open_tables=3).state)
    for paper, page in pairs(papers, list(PageSize), each=1):
        reader = printed([paper], page)
        size = reader.pages[0].mediabox
        assert (round(size.width), round(size.height)) == {
            PageSize.A4: (595, 842),
            PageSize.LETTER: (612, 792),
        }[page]
        for sheet in reader.pages:
            found = sheet.extract_text()
            assert "Łódź & Nîmes <Open>" in found
            assert "Round 2 of 2" in found or paper.head.title == "Standings"


@pytest.mark.parametrize("players", [2, 3, 9, times(64, 512)])
def test_everybody_is_on_the_papers_of_an_event_of_any_size(players: int) -> None:
    state = played_event(players, 1, open_tables=players // 2).state
    names = [*(each for each in named(players)[11:]), *PLAIN[: players // 5]]
    for paper in papers_of(state)[:2]:
        lines = text_of(printed([paper])).splitlines()
        assert [name for name in names if not any(name in line for line in lines)] == []
    assert len(result_slips(state).slips) == players // 2


def test_pages_are_numbered_and_their_columns_named_on_each() -> None:
    reader = printed([pairings_by_table(played_event(200, 1).state)])
    assert len(reader.pages) == 3
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        assert f"page {number} of 3" in text
        assert "Opponent" in text


def test_figures_of_the_standings_can_be_copied() -> None:
    state = played_event(12, 3).state
    text = text_of(printed([standings_paper(state)]))
    for row in standings_paper(state).rows:
        assert row.cells[5] in text
        assert row.cells[6] in text
    assert "Tournament Regulations 1.0.1, 2 April 2016" in text
    assert "\t" not in text


def test_a_name_of_ten_thousand_letters_stays_on_its_page() -> None:
    organizer = played_event(6, 1, open_tables=3)
    organizer.do(ops.Renamed, player="p1", name="W" * 10_000)
    organizer.do(ops.Renamed, player="p2", name="Wun " * 2_500)
    for paper in papers_of(organizer.state):
        assert len(printed([paper]).pages) == 1


def test_slips_are_eight_on_a_page() -> None:
    reader = printed([result_slips(played_event(34, 1).state)])
    assert len(reader.pages) == 3
    first = reader.pages[0].extract_text()
    assert [f"Table {number}" in first for number in (1, 8, 9)] == [True, True, False]
    assert first.count("Modified win") == 16
    assert first.count("Signatures") == 8


def links_of(state: EventState) -> dict[str, LinkCard]:
    return {
        each.id: LinkCard(
            name=each.name, address=f"http://here/me/{at}", code=f"CODE {at}", sign_in="http://here"
        )
        for at, each in enumerate(state.players)
    }


@pytest.mark.parametrize("state", [played_event(9, 1).state, melee_event(7).state])
def test_first_slips_have_the_code_of_each_player_beside_them(state: EventState) -> None:
    links = links_of(state)
    reader = printed([result_slips(state, 1, links)])
    text = text_of(reader)
    assert [len(re.findall(rf"CODE\s{at}\b", text)) for at in range(len(links))] == [1] * len(links)
    assert len(reader.pages) == (2 if state.rounds[0].byes else 1)


def test_the_sign_up_list_has_the_code_and_qr_code_of_each_player() -> None:
    state = played_event(20, 1).state
    links = links_of(state)
    reader = printed([sign_up_list(state, links)])
    text = text_of(reader)
    assert [len(re.findall(rf"CODE\s{at}\b", text)) for at in range(len(links))] == [1] * len(links)
    dark = sum(sum(map(sum, qr_rows(each.address))) for each in links.values())
    assert squares(reader) - squares(printed([sign_up_list(state)])) == dark


def squares(reader: pypdf.PdfReader) -> int:
    """Return how many rectangles all pages have."""
    pages = (ContentStream(page.get_contents(), reader) for page in reader.pages)
    return sum(kind == b"re" for page in pages for _, kind in page.operations)


def test_slips_of_melee_tables_ask_for_places() -> None:
    text = text_of(printed([result_slips(melee_event(7).state)]))
    assert text.count("Place") == 7
    assert "Modified win" not in text


def test_the_bracket_is_on_one_page_with_every_round() -> None:
    state = played_event(40, 2, 8).state
    text = text_of(printed([bracket_paper(state), ranking_paper(state)]))
    for wanted in ("Quarterfinals", "Semifinals", "Final", "Winner of game 4", "Game 2"):
        assert wanted in text


@pytest.mark.parametrize(
    ("players", "pages"), [(2, 1), (5, 1), (32, 1), (33, 3), (64, 3), (300, 17)]
)
def test_a_large_bracket_is_parted_and_joined_on_the_last_page(players: int, pages: int) -> None:
    state = elimination_event(players)
    parts = list(bracket_parts(bracket_tree(state)))
    first = [played.games for rounds in parts for played in rounds[:1]]
    assert len(parts) == pages
    assert parts[-1][-1].title == "Final"
    games = [game.number for games in first for game in games]
    assert set(games) == set(range(1, len(state.elimination[0].games) + 1))
    assert len(printed([bracket_paper(state)]).pages) == pages


def test_all_sheets_are_one_document_with_the_digest_of_each_list(
    pools: Mapping[Edition, CardPool],
) -> None:
    sheets = event_sheets(with_lists(pools).state, pools)
    reader = pypdf.PdfReader(io.BytesIO(sheet_pdf(sheets)), strict=True)
    assert len(reader.pages) == 2
    for page, sheet in zip(reader.pages, sheets, strict=True):
        text = page.extract_text()
        assert f"Seven Plots · list {sheet.digest}" in text
        assert sheet.event.player in text


def test_nothing_to_print_and_unknown_paper_are_refused() -> None:
    with pytest.raises(AppError, match="nothing to print"):
        write_event_papers([])
    with pytest.raises(AppError, match="“a5” is not a paper"):
        write_event_papers(papers_of(played_event(4, 1).state), "a5")


BOOK = rule_book()


def printed_rules(sheets: tuple[SheetPage, ...], page: PageSize = PageSize.A4) -> pypdf.PdfReader:
    data = rules_pdf(sheets, "Rules", "as of 2026-11-22", lambda code: f"Card {code}", page)
    return pypdf.PdfReader(io.BytesIO(data), strict=True)


def words(reader: pypdf.PdfReader, page: int) -> str:
    return " ".join(reader.pages[page].extract_text().split())


@cache
def pocket(edition: Edition, page: PageSize) -> pypdf.PdfReader:
    return printed_rules(pocket_sheet(BOOK, edition), page)


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
    reader = printed_rules((SheetPage("Terminal burn", (entry,)),))
    text = words(reader, 0)
    assert "1. An effect is about to lower its STR." in text
    assert "Card 01176, Card 02075" in text
    assert "FAQ 1.2, (2.6), second edition, since 2017-10-12" in text
    assert reader.outline == []


def test_words_that_begin_with_a_number_are_no_step() -> None:
    entries = (BOOK.entry("regulation.final-time.2-2"), BOOK.entry("regulation.round-time"))
    lines = printed_rules((SheetPage("Time", entries),)).pages[0].extract_text().splitlines()
    assert "120 minutes." in lines
    assert any(each.startswith("55 minutes, in Swiss") for each in lines)


def test_all_rules_of_an_edition_flow_over_pages() -> None:
    every = tuple(each for each in BOOK.entries if each.is_for(Edition.FIRST))
    entries = every[:: times(short=2, long=1)]
    reader = printed_rules((SheetPage("Rules", entries),))
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


def test_a_list_of_cards_by_pack_has_every_card(pools: Mapping[Edition, CardPool]) -> None:
    cards = [(card, 2) for card in pools[Edition.SECOND] if card.pack in {"Core", "TtB"}]
    binder = BinderList("Collection", by_pack(cards, pools), "1 July 2026")
    assert [pack.name for pack in binder.packs] == ["Core Set", "Taking the Black"]
    reader = pypdf.PdfReader(io.BytesIO(binder_pdf(binder)))
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert f"{len(cards)} different cards, {2 * len(cards)} copies" in text
    assert [card.name for card, _ in cards if card.name not in text] == []
