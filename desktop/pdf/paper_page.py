"""The head and the foot of each page of an event's papers, and notes below what a page is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from desktop.pdf.paper_painter import GREY, Frame, PaperPainter, Style
from events.paper_contents import PaperHead, PaperNote

HEAD_HEIGHT = 44.0
_TITLE, _MOMENT = Style(15, bold=True), Style(11, bold=True)
_EVENT, _FOOT = Style(8.5), Style(6.5)
_NOTE_HEADING, _NOTE = Style(8, bold=True), Style(8)
_NOTE_LEADING = 10.5


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Something that stays whole on a page: its height, and what draws it below a height."""

    height: float
    paint: Callable[[float], None]


def content_frame(frame: Frame) -> Frame:
    """Return the part of a page below its head."""
    return Frame(frame.left, frame.top + HEAD_HEIGHT, frame.width, frame.bottom)


def paint_head(head: PaperHead, painter: PaperPainter) -> None:
    """Draw what a page is, of what and when."""
    frame = painter.frame
    moment = painter.elided(head.moment, _MOMENT, frame.width * 0.6)
    painter.text(frame.left, frame.top + 14, head.title, _TITLE)
    painter.text_before(frame.right, frame.top + 14, moment, _MOMENT)
    event = painter.elided(head.event, _EVENT, frame.width - painter.width(head.day, _EVENT) - 12)
    painter.text(frame.left, frame.top + 28, event, _EVENT, GREY)
    painter.text_before(frame.right, frame.top + 28, head.day, _EVENT, GREY)
    painter.rule(frame.left, frame.top + 34, frame.width, 1.25)


def paint_foot(number: int, pages: int, painter: PaperPainter) -> None:
    """Draw the number of a page, counted from 1."""
    frame = painter.frame
    painter.text(frame.left, frame.bottom + 12, "Seven Plots", _FOOT, GREY)
    text = f"page {number} of {pages}"
    painter.text_before(frame.right, frame.bottom + 12, text, _FOOT, GREY)


def note_blocks(notes: Sequence[PaperNote], painter: PaperPainter) -> Iterator[PageBlock]:
    """Yield notes as blocks: a heading stays with its first sentence."""
    left, width = painter.frame.left, painter.frame.width
    for note in notes:
        for at, sentence in enumerate(note.lines):
            heading = note.heading if at == 0 else ""
            lines = painter.wrap(sentence[:2000], _NOTE, width, 8)
            above = 12.0 if at == 0 else 0.0
            height = above + (_NOTE_LEADING + 1 if heading else 0) + len(lines) * _NOTE_LEADING + 2

            def paint(
                y: float, above: float = above, heading: str = heading, lines: list[str] = lines
            ) -> None:
                y += above
                if heading:
                    y += _NOTE_LEADING + 1
                    painter.text(left, y - 3, heading, _NOTE_HEADING)
                for line in lines:
                    y += _NOTE_LEADING
                    painter.text(left, y - 2.5, line, _NOTE, GREY)

            yield PageBlock(height, paint)


def on_filled_pages(blocks: Sequence[PageBlock], height: float) -> list[list[PageBlock]]:
    """Return the blocks of each page, in order; one page where there are none."""
    pages: list[list[PageBlock]] = [[]]
    used = 0.0
    for block in blocks:
        if pages[-1] and used + block.height > height:
            pages.append([])
            used = 0.0
        pages[-1].append(block)
        used += block.height
    return pages
