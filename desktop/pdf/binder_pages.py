"""Lists of cards by pack as a PDF in two columns."""

from __future__ import annotations

from desktop.pdf.event_papers import framed_pages
from desktop.pdf.paper_painter import (
    PageSize,
    PaperPainter,
    Part,
    Style,
    check_typefaces,
    pdf_of,
    without_display,
)
from desktop.pdf.section_pages import Section, SectionLine, SectionPages
from events.papers import PaperHead
from library.binder import BinderList, BinderPack

_SIZE = 8.5
# In shares of the type: where names begin, behind a box to tick and the copies.
_INSET = 3.6
_BOX = "\N{WHITE SQUARE}"


def binder_pdf(binder: BinderList, page: PageSize = PageSize.A4) -> bytes:
    """Return the PDF of a list; ValueError where it is empty."""
    if not binder.packs:
        raise ValueError("there is no card to list")
    check_typefaces(card.name for pack in binder.packs for card, _ in pack.cards)
    head = PaperHead(title=binder.title, event=binder.total, day=binder.day)

    def part(painter: PaperPainter) -> Part:
        sections = [_section(each, painter) for each in binder.packs]
        pages = SectionPages(sections, painter, _SIZE).pages
        return binder.title, framed_pages(head, pages, painter)

    return pdf_of(binder.title, page, lambda painter: [part(painter)])


def write_binder(binder: BinderList, page: str) -> bytes:
    """Return the PDF of a list without a window or display; AppError for another paper."""
    return without_display(lambda size: binder_pdf(binder, size), page)


def _section(pack: BinderPack, painter: PaperPainter) -> Section:
    style, inset = Style(_SIZE), _SIZE * _INSET
    room = painter.frame.column_width - inset
    lines = tuple(
        SectionLine(
            painter.elided(f"{card.position}  {card.name}", style, room),
            style,
            inset,
            f"{_BOX} {copies}x",
        )
        for card, copies in pack.cards
    )
    return f"{pack.name} ({pack.copies})", lines
