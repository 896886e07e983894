"""Rules as a PDF in two columns: a selection, or the judge's pocket sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from desktop.pdf.event_papers import content_frame, framed_pages
from desktop.pdf.paper_painter import PageSize, PaperPainter, Part, Style, pdf_of
from desktop.pdf.section_pages import Section, SectionLine, SectionPages
from events.papers import PaperHead
from rulebook.entry import Entry
from rulebook.entry_text import CardNames, source_text
from rulebook.rule_papers import SheetPage

# Sizes of type, tried until the rules of a sheet fit on one page; with the last they may flow on.
_SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
_USUAL = 8.5
_STEP = re.compile(r"(\d+\.|-) ")


class RuleSections:
    """Some rules as sections, in a size of type."""

    def __init__(
        self, sheet: SheetPage, painter: PaperPainter, names: CardNames, size: float
    ) -> None:
        self._sheet, self._painter, self._size = sheet, painter, size
        self._names = names
        self._width = content_frame(painter.frame).column_width

    def all(self) -> list[Section]:
        return [(each.title, tuple(self._entry_lines(each))) for each in self._sheet.entries]

    def _entry_lines(self, entry: Entry) -> Iterator[SectionLine]:
        style, width = Style(self._size), self._width
        for line in filter(None, entry.words.split("\n")):
            step = _STEP.match(line)
            hanging = step[1] if step else ""
            text = line[step.end() :] if step else line.strip("| ").replace(" | ", " · ")
            inset = self._size * 1.5 if hanging else 0.0
            for at, part in enumerate(self._painter.wrap(text, style, width - inset)):
                sign = "•" if hanging == "-" else hanging
                yield SectionLine(part, style, inset, "" if at else sign)
        small = Style(self._size * 0.85)
        codes = () if self._sheet.brief else entry.cards
        cards = ", ".join(dict.fromkeys(map(self._names, codes)))
        for text in filter(None, (cards, self._source(entry))):
            for part in self._painter.wrap(text, small, width):
                yield SectionLine(part, small, faint=True)

    def _source(self, entry: Entry) -> str:
        """Return where a rule stands; a brief sheet names the usual source in its head."""
        if not self._sheet.brief:
            return source_text(entry)
        until = f"until {entry.until}" if entry.until else ""
        source = "" if entry.source == usual_source(self._sheet) else entry.source
        return ", ".join(filter(None, (source, until)))


def usual_source(sheet: SheetPage) -> str:
    """Return the source that a brief sheet names once, because most of its rules have it."""
    sources = Counter(each.source for each in sheet.entries if sheet.brief)
    found = sources.most_common(1)
    return found[0][0] if found and found[0][1] > 1 else ""


def rules_pdf(
    sheets: Sequence[SheetPage],
    title: str,
    day: str,
    names: CardNames,
    page: PageSize = PageSize.A4,
) -> bytes:
    """Return a PDF of rules; each of the sheets begins on a page of its own.

    A brief sheet has the largest type with which it fits on one page. ValueError where there is
    nothing to print.
    """
    if not any(each.entries for each in sheets):
        raise ValueError("there is no rule to print")

    def part(sheet: SheetPage, painter: PaperPainter) -> Part:
        usual = usual_source(sheet)
        also = f" · from {usual} where nothing else is said" if usual else ""
        head = PaperHead(title=sheet.title, event=f"{title}{also}", day=day)
        for size in _SIZES if sheet.brief else (_USUAL,):
            sections = RuleSections(sheet, painter, names, size).all()
            pages = SectionPages(sections, painter, size).pages
            if len(pages) == 1:
                break
        return sheet.title, framed_pages(head, pages, painter)

    return pdf_of(title, page, lambda painter: (part(each, painter) for each in sheets))
