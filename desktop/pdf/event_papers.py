"""Writes the papers of an event as a PDF, with or without a window."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.errors import AppError
from desktop.pdf.bracket_pages import BracketPages
from desktop.pdf.paper_page import paint_foot
from desktop.pdf.paper_painter import PageSize, PaperPainter
from desktop.pdf.pdf_document import PdfDocument, without_display
from desktop.pdf.pdf_postprocess import Bookmark
from desktop.pdf.slip_pages import SlipPages
from desktop.pdf.table_pages import TablePages
from events.paper_contents import BracketPaper, EventPaper, SlipPaper

PaperPages = TablePages | SlipPages | BracketPages


def event_papers_pdf(papers: Sequence[EventPaper], page: PageSize = PageSize.A4) -> bytes:
    """Return a PDF of some papers one after the other, each beginning on a page of its own.

    Several papers have bookmarks. It needs a QGuiApplication, of whatever platform, and may run in
    any thread. ValueError where there is no paper.
    """
    if not papers:
        raise ValueError("there is no paper to print")
    document = PdfDocument(f"{papers[0].head.title}: {papers[0].head.event}", page)
    bookmarks = []
    for paper in papers:
        bookmarks.append(Bookmark(_bookmark(paper), document.pages))
        pages = _laid_out(paper, document.paper, page)
        for number in range(len(pages)):
            document.begin_page()
            _paint_page(pages, number, document.paper)
    return document.finish(bookmarks if len(papers) > 1 else [])


def write_event_papers(papers: Sequence[EventPaper], page: str = PageSize.A4) -> bytes:
    """Return a PDF of some papers on "a4" or "letter"; AppError for another size, or no paper.

    It needs neither a window nor a display.
    """
    if not papers:
        raise AppError("There is nothing to print.")
    return without_display(lambda size: event_papers_pdf(papers, size), page)


def _paint_page(pages: PaperPages, number: int, painter: PaperPainter) -> None:
    pages.paint(number)
    if not isinstance(pages, SlipPages):
        paint_foot(number + 1, len(pages), painter)


def _laid_out(paper: EventPaper, painter: PaperPainter, page: PageSize) -> PaperPages:
    if isinstance(paper, SlipPaper):
        return SlipPages(paper, painter, page)
    if isinstance(paper, BracketPaper):
        return BracketPages(paper, painter)
    return TablePages(paper, painter)


def _bookmark(paper: EventPaper) -> str:
    return " · ".join(filter(None, (paper.head.title, paper.head.moment)))
