"""Writes deck sheets as a PDF, with or without a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QImage

from carddb.errors import AppError
from decks.sheet import DeckSheet
from desktop.pdf.column_layout import Columns, in_split_columns, in_two_columns, on_pages
from desktop.pdf.paper_painter import GREY, PageSize, PaperPainter, Style
from desktop.pdf.pdf_document import PdfDocument, page_picture, without_display
from desktop.pdf.pdf_postprocess import Bookmark
from desktop.pdf.sheet_head import SheetHead
from desktop.pdf.sheet_rows import ON_SEVERAL_PAGES, SETTINGS, Rows

_FOOTNOTE = Style(6.5)
_RUNNING = Style(9, bold=True)
_RUNNING_HEIGHT = 26.0
_CHECK_GAP, _CHECK_HEIGHT, _CHECK_ROW = 14.0, 74.0, 27.5
_CHECK_TITLE, _CHECK_LABEL, _CHECK_STATUS = Style(8, bold=True), Style(6.5), Style(7.5)
_CHECK_COLUMNS = (("Round", 0.08), ("Status", 0.33), ("Remarks", 0.34), ("Judge's signature", 0.25))
_CHECK_STATES = ("Correct", "Corrected", "Penalty")


@dataclass(frozen=True, slots=True)
class Layout:
    """The pages of a sheet."""

    sheet: DeckSheet
    head: SheetHead
    rows: Rows
    pages: tuple[Columns, ...]


def sheet_pdf(sheets: Sequence[DeckSheet], page: PageSize = PageSize.A4) -> bytes:
    """Return a PDF of the sheets, each beginning on a page of its own.

    Several sheets have bookmarks. It needs a QGuiApplication, of whatever platform, and may run in
    any thread. ValueError where there is no sheet.
    """
    if not sheets:
        raise ValueError("there is no sheet to print")
    title = f"Deck list: {_title(sheets[0])}" if len(sheets) == 1 else "Deck lists"
    document = PdfDocument(title, page)
    bookmarks = []
    for sheet in sheets:
        layout = lay_out_sheet(sheet, document.paper)
        bookmarks.append(Bookmark(_title(sheet), document.pages))
        for number in range(len(layout.pages)):
            document.begin_page()
            _paint_page(layout, number, document.paper)
    return document.finish(bookmarks if len(sheets) > 1 else [])


def write_sheets(sheets: Sequence[DeckSheet], page: str = PageSize.A4) -> bytes:
    """Return a PDF of the sheets on "a4" or "letter"; AppError for another paper, or no sheet.

    It needs neither a window nor a display: where no QGuiApplication runs, it makes one of its own
    for as long as it takes.
    """
    if not sheets:
        raise AppError("There is no deck to print a sheet of.")
    return without_display(lambda size: sheet_pdf(sheets, size), page)


def sheet_picture(sheet: DeckSheet, page: PageSize = PageSize.A4, dots: int = 110) -> QImage:
    """Return the first page of a sheet as a picture, with so many dots to the inch."""
    return page_picture(
        page, dots, lambda paper: _paint_page(lay_out_sheet(sheet, paper), 0, paper)
    )


def lay_out_sheet(sheet: DeckSheet, painter: PaperPainter) -> Layout:
    """Lay a sheet out: on one page in the largest type that fits.

    Sections stay whole and titles stay on one line where possible, before type gets smaller.
    """
    head, frame = SheetHead(sheet, painter), painter.frame
    first = frame.bottom - _CHECK_HEIGHT - _CHECK_GAP - frame.top - head.height
    settings = [Rows(sheet, painter, *setting) for setting in SETTINGS]
    whole = [(rows, in_two_columns(rows.measures, first)) for rows in settings]
    fitting = [(rows, columns) for rows, columns in whole if columns is not None]
    if fitting:
        rows, columns = min(fitting, key=lambda each: each[0].crowded)
        return Layout(sheet, head, rows, (columns,))
    for rows in settings:
        split = in_split_columns(rows.measures, first)
        if split is not None:
            return Layout(sheet, head, rows, (split,))
    rows = Rows(sheet, painter, *ON_SEVERAL_PAGES)
    later = frame.bottom - frame.top - _RUNNING_HEIGHT
    return Layout(sheet, head, rows, on_pages(rows.measures, first, later))


def _paint_page(layout: Layout, number: int, painter: PaperPainter) -> None:
    """Draw a page of a sheet, counted from 0."""
    frame = painter.frame
    if number:
        _paint_running_head(layout.sheet, painter)
        top = frame.top + _RUNNING_HEIGHT
    else:
        layout.head.paint()
        top = frame.top + layout.head.height
    for at, pieces in enumerate(layout.pages[number]):
        y = top
        for piece in pieces:
            y = layout.rows.paint(piece, frame.column_left(at), y) + layout.rows.measures.gap
    if not number:
        _paint_deck_check(painter)
    foot = f"Seven Plots · list {layout.sheet.digest}" if layout.sheet.digest else "Seven Plots"
    painter.text(frame.left, frame.bottom + 12, foot, _FOOTNOTE, GREY)
    page_text = f"page {number + 1} of {len(layout.pages)}"
    painter.text_before(frame.right, frame.bottom + 12, page_text, _FOOTNOTE, GREY)


def _paint_running_head(sheet: DeckSheet, painter: PaperPainter) -> None:
    """Draw player, deck and event on every page after the first."""
    frame = painter.frame
    event = " · ".join(filter(None, (sheet.event.event, sheet.event.day)))
    width = frame.width - painter.width(event, Style(7.5)) - 12
    title = painter.wrap(_title(sheet), _RUNNING, width, 1)[0]
    painter.text(frame.left, frame.top + 8, title, _RUNNING)
    painter.text_before(frame.right, frame.top + 8, event, Style(7.5), GREY)
    painter.rule(frame.left, frame.top + 13, frame.width, 1.25)


def _paint_deck_check(painter: PaperPainter) -> None:
    """Draw the judge's box at the bottom: two checks with round, status and signature."""
    frame = painter.frame
    top = frame.bottom - _CHECK_HEIGHT
    painter.box(frame.left, top, frame.width, _CHECK_HEIGHT, 0.75)
    painter.text(frame.left + 7, top + 12, "Deck check", _CHECK_TITLE)
    painter.text_before(frame.right - 7, top + 12, "for the judge", _CHECK_LABEL, GREY)
    for y in (frame.bottom - 2 * _CHECK_ROW, frame.bottom - _CHECK_ROW):
        painter.rule(frame.left, y, frame.width, 0.5)
        x = frame.left
        for label, share in _CHECK_COLUMNS:
            if x > frame.left:
                painter.upright(x, y, _CHECK_ROW)
            painter.text(x + 7, y + 8.5, label, _CHECK_LABEL, GREY)
            if label == "Status":
                at = x + 7
                for state in _CHECK_STATES:
                    painter.box(at, y + 13.5, 6.5, 6.5, 0.5)
                    painter.text(at + 10, y + 20, state, _CHECK_STATUS)
                    at += painter.width(state, _CHECK_STATUS) + 22
            x += share * frame.width


def _title(sheet: DeckSheet) -> str:
    parts = (sheet.event.player, sheet.name)
    return " · ".join(part for part in parts if part.strip()) or "A deck without a name"
