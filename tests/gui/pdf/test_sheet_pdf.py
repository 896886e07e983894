"""Deck sheets as PDFs, read back by another library, and as HTML for the clipboard."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast
from xml.etree import ElementTree as ET

import pypdf
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from decks.sheet import DeckSheet, SheetEvent, SheetRuling, deck_sheet, sheet_html
from desktop.pdf.paper_painter import MARGIN, Bookmark, PageSize, PaperPainter, finish_pdf, frame_of
from desktop.pdf.sheet_pdf import SETTINGS, Rows, sheet_pdf, sheet_picture, write_sheets
from desktop.session.loaded_cards import LoadedCards
from tests.gui.sheets import civil_war, filled, lines, missing, printed, sheet_of
from tests.long_run import pairs, times

pytestmark = pytest.mark.usefixtures("qapp")
Pools = Mapping[Edition, CardPool]
Samples = tuple[list[DeckSheet], pypdf.PdfReader, list[str]]
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("deck", "page"), pairs([(60, 3), (60, 1), (75, 2)], list(PageSize), each=1)
)
def test_an_ordinary_deck_is_one_page_with_every_card(
    pools: Pools, deck: tuple[int, int], page: PageSize
) -> None:
    draw, each = deck
    sheet = sheet_of(filled(pools, draw, each), pools)
    reader = printed([sheet], page)
    assert len(reader.pages) == 1
    found = lines(reader)
    assert missing(sheet, found) == []
    assert "page 1 of 1" in found
    size = reader.pages[0].mediabox
    assert (round(size.width), round(size.height)) == {
        PageSize.A4: (595, 842),
        PageSize.LETTER: (612, 792),
    }[page]


def test_the_head_says_who_where_and_under_what(cards: LoadedCards) -> None:
    deck = next(each.deck for each in cards.samples if each.deck.name.startswith("Wolves of"))
    found = lines(printed([sheet_of(deck, cards.pools)]))
    wanted = [
        *("Player Łđć-Ñüé", "Tournoi de Nîmes, Été", "20 November 2026", "Wolves of Winter (WotN)"),
        *("House Stark", "Fealty (Core Set 27)", "Standard v2.1", "Joust", "✓", "Legal", "60"),
        *("under Standard v2.1", "on 20 November 2026", "cards", "Deck check", "Judge's signature"),
    ]
    assert [each for each in wanted if each not in found] == []
    assert found.index("Characters") < found.index("Plots")


def test_an_illegal_deck_says_why(cards: LoadedCards) -> None:
    deck = next(each.deck for each in cards.samples if each.deck.name == "The Old Ways (Core)")
    found = lines(printed([sheet_of(deck, cards.pools)]))
    assert {"✗", "Not legal"} <= set(found)
    assert "The draw deck has 45 cards; at least 60 are needed." in found


def test_a_legal_deck_says_its_warnings(pools: Pools) -> None:
    ruling = SheetRuling(legal=True, format="joust", warnings=("Its rules are not known here.",))
    found = lines(printed([replace(sheet_of(filled(pools, 60, 2), pools), ruling=ruling)]))
    assert {"✓", "Legal", "!", "Its rules are not known here."} <= set(found)


def test_many_reasons_are_counted_and_the_cards_still_fit(pools: Pools) -> None:
    reasons = tuple(f"Reason {number} is too long. " * 12 for number in range(40))
    ruling = SheetRuling(legal=False, format="joust", reasons=reasons)
    sheet = replace(sheet_of(filled(pools, 60, 2), pools), ruling=ruling)
    reader = printed([sheet])
    assert len(reader.pages) == 1
    assert {"and 36 problems more", "under no list"} <= set(lines(reader))


def test_a_deck_that_nobody_judged_says_so(pools: Pools) -> None:
    sheet = deck_sheet(filled(pools, 60, 3), pools[Edition.SECOND])
    found = lines(printed([sheet]))
    assert "Not judged" in found
    assert not {"Legal", "Not legal"} & set(found)


def test_a_hundred_cards_flow_to_another_page_with_headings_again(pools: Pools) -> None:
    sheet = sheet_of(filled(pools, 100, 1), pools)
    reader = printed([sheet])
    assert len(reader.pages) == 2
    origins: list[tuple[float, float]] = []

    def note(text: str, matrix: list[float], own: list[float], *_: object) -> None:
        if text.strip():
            origins.append((own[4] * matrix[0] + matrix[4], own[5] * matrix[3] + matrix[5]))

    texts = [page.extract_text(visitor_text=note) for page in reader.pages]
    first, second = ([line.strip() for line in text.splitlines()] for text in texts)
    assert missing(sheet, [*first, *second]) == []
    assert second[0] == "Player Łđć-Ñüé · Filled"
    assert "page 2 of 2" in second
    assert "continued" in [*first, *second]
    assert [*first, *second].count("Deck check") == 1
    # Nothing begins outside the frame.
    assert len(origins) > 200
    assert all(MARGIN - 1 <= x <= 595 - MARGIN and 0 < y < 842 for x, y in origins)


def test_a_deck_of_the_first_edition(pools: Pools) -> None:
    sheet = sheet_of(filled(pools, 60, 3, Edition.FIRST), pools)
    found = lines(printed([sheet]))
    assert missing(sheet, found) == []
    assert "A Game of Thrones: The Card Game · First edition" in found
    assert found[found.index("House") + 1] == "House Stark"


def test_a_civil_war_has_its_players_and_plot_decks(pools: Pools) -> None:
    sheet = sheet_of(civil_war(pools, 4, 100), pools)
    reader = printed([sheet])
    found = lines(reader)
    assert len(reader.pages) > 1
    assert missing(sheet, found) == []
    assert "Civil War for 4 players" in found
    assert [each for each in found if each.startswith("Plot deck")] == [
        f"Plot deck {number}" for number in range(1, 5)
    ]


def test_a_rookery_is_on_the_sheet(pools: Pools) -> None:
    deck = filled(pools, 60, 3)
    pool = pools[Edition.SECOND]
    extra = [card for card in pool if card.neutral and card.in_draw_deck][:10]
    sheet = sheet_of(
        replace(deck, format="rookery", rookery=tuple((each, 1) for each in extra)), pools
    )
    found = lines(printed([sheet]))
    assert missing(sheet, found) == []
    assert {"Rookery cards", "in the rookery", "Rookery"} <= set(found)


@pytest.fixture(scope="module")
def samples(cards: LoadedCards, qapp: QApplication) -> Samples:
    """Return the sheets of sample decks, their PDF and the text of its pages."""
    some = cards.samples[:: times(short=6, long=1)]
    sheets = [sheet_of(reading.deck, cards.pools) for reading in some]
    reader = printed(sheets)
    return sheets, reader, [page.extract_text() for page in reader.pages]


def test_a_folder_of_decks_has_bookmarks_and_new_pages(samples: Samples) -> None:
    sheets, reader, texts = samples
    marks = [mark for mark in reader.outline if isinstance(mark, pypdf.generic.Destination)]
    assert [mark.title for mark in marks] == [f"Player Łđć-Ñüé · {s.name}" for s in sheets]
    starts = [reader.get_destination_page_number(mark) for mark in marks]
    assert starts == list(range(len(sheets)))
    for sheet, start in zip(sheets, starts, strict=True):
        assert start is not None
        found = [line.strip() for line in texts[start].splitlines()]
        assert sheet.name in found
        assert missing(sheet, found) == []
    assert printed(sheets[:1]).outline == []


def test_bookmarks_lead_to_first_pages_of_longer_decks(pools: Pools) -> None:
    long, short = filled(pools, 100, 1), filled(pools, 60, 3)
    reader = printed([sheet_of(deck, pools) for deck in (long, short, long)])
    marks = [mark for mark in reader.outline if isinstance(mark, pypdf.generic.Destination)]
    assert [reader.get_destination_page_number(mark) for mark in marks] == [0, 2, 3]
    assert lines(reader, 2).count("page 1 of 1") == 1


def test_the_typeface_is_embedded_and_every_glyph_has_its_character(samples: Samples) -> None:
    _, reader, texts = samples
    for page, text in zip(reader.pages, texts, strict=True):
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            inner = font["/DescendantFonts"][0]
            assert "Inter" in inner["/BaseFont"]
            assert "/FontFile2" in inner["/FontDescriptor"]
        odd = {letter for letter in text if "\ue000" <= letter <= "\uf8ff" or letter == "\t"}
        assert odd == set()


def test_no_title_is_wider_than_a_column_in_any_type(pools: Pools) -> None:
    painter = PaperPainter(QPainter(), PageSize.A4)
    column = min(frame_of(page).column_width for page in PageSize)
    names = {card.name for pool in pools.values() for card in pool}
    products = {pack.name for pool in pools.values() for pack in pool.packs.values()}
    bare = deck_sheet(Deck(name="", edition=Edition.SECOND), pools[Edition.SECOND])
    for setting in SETTINGS[::3]:
        rows = Rows(bare, painter, *setting)
        width = column - 4 * rows.size
        assert max(painter.width(name, rows.name) for name in names) < width
        assert max(painter.width(name, rows.product) for name in products) < width


def test_names_as_long_as_players_make_them(pools: Pools) -> None:
    event = SheetEvent(event="Event " * 60, day="20 November 2026", player="Player " * 40)
    named = replace(filled(pools, 60, 2), name="W" * 400)
    sheet = sheet_of(named, pools, event)
    reader = printed([sheet])
    assert missing(sheet, lines(reader)) == []
    assert len(reader.pages) == 1


def test_odd_names_break_nothing(pools: Pools) -> None:
    deck = filled(pools, 9, 3)
    names = ["a\ud800b", "  ", "\u202eאב", "漢字 🐉", "x\x00\x07y", "one\ntwo"]
    events = [SheetEvent(player=name) for name in names]
    sheets = [sheet_of(replace(deck, name=each.player), pools, each) for each in events]
    reader = printed(sheets)
    assert len(reader.outline) == len(reader.pages) == len(names)
    for number, sheet in enumerate(sheets):
        assert missing(sheet, lines(reader, number)) == [], repr(names[number])


def test_a_deck_of_far_too_much_is_printed(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    some = pool.cards[::17]
    much = Deck.of("Much", Edition.SECOND, Faction.STARK, [(card, 1) for card in some])
    sheet = deck_sheet(much, pool)
    reader = printed([sheet])
    agendas = sum(card.type is CardType.AGENDA for card in some)
    found = lines(reader)
    assert f"{agendas}, listed below" in found
    assert missing(sheet, found) == []


def test_an_empty_deck_is_a_page(pools: Pools) -> None:
    bare = deck_sheet(Deck(name="", edition=Edition.SECOND), pools[Edition.SECOND])
    assert len(printed([bare]).pages) == 1
    with pytest.raises(ValueError, match="no sheet"):
        sheet_pdf([])


def test_the_picture_has_the_size_of_the_paper(pools: Pools) -> None:
    sheet = sheet_of(filled(pools, 60, 3), pools)
    image = sheet_picture(sheet, PageSize.LETTER, dots=50)
    assert (image.width(), image.height()) == (425, 550)
    assert image.pixelColor(1, 1).name() == "#ffffff"
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = (cast("memoryview", grey.constScanLine(y))[:425] for y in range(550))
    inked = sum(each < 200 for row in rows for each in row)
    assert 3_000 < inked < 60_000


def test_write_sheets_takes_the_name_of_a_paper(pools: Pools, qapp: QApplication) -> None:
    sheet = sheet_of(filled(pools, 60, 3), pools)
    assert write_sheets([sheet], "Letter").startswith(b"%PDF-1.4")
    assert QApplication.instance() is qapp
    with pytest.raises(AppError, match="is not a paper"):
        write_sheets([sheet], "a5")
    with pytest.raises(AppError, match="no deck"):
        write_sheets([])


def test_write_sheets_needs_no_display() -> None:
    program = """
from carddb import catalogue
from carddb.terms import Edition
from decks.deck import Deck
from decks.sheet import deck_sheet
from desktop.pdf.sheet_pdf import write_sheets
from desktop.pdf.paper_painter import Bookmark, finish_pdf
pool = catalogue.load_pool(Edition.SECOND)
deck = Deck.of("A deck", Edition.SECOND, None, [(pool.card("01141"), 3)])
print(*(len(write_sheets([deck_sheet(deck, pool)])) > 9000 for _ in range(2)))
"""
    environment = {"PATH": "", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "xcb"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["True", "True"], "")


def test_a_pdf_that_qt_did_not_write_is_unchanged() -> None:
    for other in (b"", b"no PDF", b"%PDF-1.5 startxref\n12\n%%EOF\n"):
        file = io.BytesIO(other)
        finish_pdf(file, [Bookmark("A deck", 0)])
        assert file.getvalue() == other


def shown(html: str) -> list[str]:
    """Return the text of every element; fails where the HTML is not well formed."""
    return [text.strip() for text in ET.fromstring(html.replace("<br>", "<br/>")).itertext()]  # noqa: S314


def rows(html: str) -> list[list[str]]:
    """Return the cells of every row of every table."""
    tree = ET.fromstring(html.replace("<br>", "<br/>"))  # noqa: S314
    return [["".join(cell.itertext()) for cell in row] for row in tree.iter("tr")]


def test_every_card_is_a_row_with_its_product(cards: LoadedCards) -> None:
    for reading in cards.samples:
        sheet = sheet_of(reading.deck, cards.pools)
        html = sheet_html(sheet)
        found = rows(html)
        for section in sheet.sections:
            assert [section.title, str(section.copies)] in found
            for line in section.lines:
                assert [str(line.copies), line.name, line.product, str(line.number)] in found
        text = shown(html)
        assert "Player Łđć-Ñüé" in text
        assert ("✓ Legal" in text) == (sheet.ruling is not None and sheet.ruling.legal)


def test_it_has_the_ruling_with_reasons_and_warnings(pools: Pools) -> None:
    ruling = SheetRuling(legal=False, format="joust", reasons=("Too few.",), warnings=("Odd.",))
    text = shown(sheet_html(replace(sheet_of(filled(pools, 60, 3), pools), ruling=ruling)))
    assert {"✗ Not legal", "Too few.", "Warning: Odd."} <= set(text)


def test_nothing_comes_from_outside_and_nothing_runs(pools: Pools) -> None:
    html = sheet_html(sheet_of(filled(pools, 60, 3), pools))
    assert not re.search(r"https?:|<script|<link|<img|url\(|class=", html)


def test_what_players_write_is_text(pools: Pools) -> None:
    named = replace(filled(pools, 60, 3), name="<b>Deck</b> & <script>")
    event = SheetEvent(player='"><img src=x>', event="A & B")
    html = sheet_html(sheet_of(named, pools, event))
    assert "<script>" not in html
    assert "<img" not in html
    assert {"<b>Deck</b> & <script>", '"><img src=x>', "A & B"} <= set(shown(html))


def test_a_civil_war_names_its_players(pools: Pools) -> None:
    text = shown(sheet_html(sheet_of(civil_war(pools, 4, 140), pools)))
    assert {"Civil War", "Players", "4", "Plot deck 4", "House"} <= set(text)
