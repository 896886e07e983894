"""Deck sheets as HTML for the clipboard."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from xml.etree import ElementTree as ET

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.sheet import SheetEvent, SheetRuling, sheet_html
from desktop.session.loaded_cards import LoadedCards
from tests.gui.sheets import civil_war, filled, sheet_of

Pools = Mapping[Edition, CardPool]


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
