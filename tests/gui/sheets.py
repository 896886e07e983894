"""Deck sheets of the real catalogue, and what stands in the PDFs made of them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import pypdf

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.report import Reading
from decks.sheet import DeckSheet, SheetEvent, written_day
from desktop.pdf.paper_painter import PageSize
from desktop.pdf.sheet_pdf import sheet_pdf
from tests.filled import Wanted
from tests.verdicts import judge_of
from validators.conditions import Requested
from validators.judged_sheet import judged_sheet

Pools = Mapping[Edition, CardPool]
DAY = date(2026, 11, 20)
EVENT = SheetEvent(event="Tournoi de Nîmes, Été", day=written_day(DAY), player="Player Łđć-Ñüé")


def sheet_of(deck: Deck, pools: Pools, event: SheetEvent = EVENT) -> DeckSheet:
    """Return the sheet of a deck that was judged on a fixed day."""
    judge = judge_of(pools[deck.edition])
    return judged_sheet(Reading(deck, ()), judge, Requested(date=DAY), DAY, event)


def filled(pools: Pools, draw: int, each: int, edition: Edition = Edition.SECOND) -> Deck:
    """Return a deck of some cards, with equal copies of each."""
    return Wanted(draw=draw, each=each).deck(pools[edition])


def civil_war(pools: Pools, players: int, draw: int) -> Deck:
    """Return a Civil War deck of the first edition with a plot deck for each player."""
    deck = Wanted(faction=Faction.STARK, draw=draw, each=2).deck(pools[Edition.FIRST])
    return replace(
        deck,
        format="civil-war",
        players=players,
        slots=tuple(deck.draw()),
        plot_decks=(tuple(deck.plots()),) * players,
    )


def printed(sheets: Sequence[DeckSheet], page: PageSize = PageSize.A4) -> pypdf.PdfReader:
    """Return the PDF of some sheets, as another program reads it."""
    return pypdf.PdfReader(io.BytesIO(sheet_pdf(sheets, page)), strict=True)


def lines(reader: pypdf.PdfReader, page: int | None = None) -> list[str]:
    """Return the lines of a page, or of all pages."""
    pages = reader.pages if page is None else [reader.pages[page]]
    return [line.strip() for each in pages for line in each.extract_text().splitlines()]


def missing(sheet: DeckSheet, found: Sequence[str]) -> list[str]:
    """Return what of a sheet's rows is not among the lines of a PDF."""
    text = set(found)
    return [
        word
        for section in sheet.sections
        for line in section.lines
        for word in (line.name, line.product, str(line.copies), str(line.number))
        if word not in text
    ]
