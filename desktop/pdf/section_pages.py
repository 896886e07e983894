"""Sections of lines under headings, in two columns on as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from desktop.pdf.column_layout import Columns, Measures, Piece, on_pages
from desktop.pdf.event_papers import content_frame
from desktop.pdf.paper_painter import BLACK, GREY, PaperPainter, Style

_LEADING, _ABOVE = 1.3, 0.9


@dataclass(frozen=True, slots=True)
class SectionLine:
    """A line that fits a column from its inset on; `hanging` stands before the inset."""

    text: str
    style: Style
    inset: float = 0.0
    hanging: str = ""
    faint: bool = False


Section: TypeAlias = tuple[str, tuple[SectionLine, ...]]


class SectionPages:
    """The pages of some sections, in a size of type; each section is a title and its lines."""

    def __init__(self, sections: Sequence[Section], painter: PaperPainter, size: float) -> None:
        self._sections, self._painter, self._size = sections, painter, size
        self._frame = content_frame(painter.frame)
        self._leading = size * _LEADING
        rows = tuple((self._leading,) * len(lines) for _, lines in sections)
        self._measures = Measures(rows, self._leading * 1.15, self._leading * _ABOVE)
        height = self._frame.bottom - self._frame.top
        columns = on_pages(self._measures, height, height)
        self.pages = [partial(self._paint_page, each) for each in columns]

    def _paint_page(self, columns: Columns) -> None:
        for at, pieces in enumerate(columns):
            y = self._frame.top
            for piece in pieces:
                y = self._paint_piece(piece, self._frame.column_left(at), y) + self._measures.gap

    def _paint_piece(self, piece: Piece, left: float, y: float) -> float:
        painter, style = self._painter, Style(self._size, bold=True)
        title, lines = self._sections[piece.section]
        title = f"{title} (continued)" if piece.start else title
        width = self._frame.column_width
        painter.text(left, y + self._size, painter.elided(title, style, width), style)
        y += self._measures.heading
        for line in lines[piece.start : piece.stop]:
            colour = GREY if line.faint else BLACK
            if line.hanging:
                painter.text(left, y + self._size, line.hanging, line.style)
            painter.text(left + line.inset, y + self._size, line.text, line.style, colour)
            y += self._leading
        return y
