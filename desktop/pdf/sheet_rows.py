"""The rows of a sheet: a check box, copies, title, product and number, in aligned columns."""

from __future__ import annotations

from dataclasses import replace

from decks.sheet import DeckSheet, SheetLine, SheetSection
from desktop.pdf.column_layout import Measures, Piece
from desktop.pdf.paper_painter import GREY, HAIR, PaperPainter, Style

_BOX = 0.72
_SPACING = 8.0
_LEAST_COMFORTABLE = 8.0
# Sizes of type with the distances of two rows, from the loosest to the tightest.
SETTINGS = tuple(
    (size, size * spread)
    for size in (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
    for spread in (1.65, 1.54, 1.43)
)
ON_SEVERAL_PAGES = (9.0, 13.0)


class Rows:
    """The rows of one sheet, measured, in a size of type whose rows are `leading` apart.

    They are crowded where titles need two lines, or type is uncomfortably small.
    """

    def __init__(
        self, sheet: DeckSheet, painter: PaperPainter, size: float, leading: float
    ) -> None:
        self.size, self._leading = size, leading
        self.name, self.product = Style(size), Style(size * 0.85)
        self._number = Style(size * 0.85, figures=True)
        self._copies = Style(size, bold=True, figures=True)
        self._sheet, self._painter = sheet, painter
        self._width = painter.frame.column_width
        lines = [line for section in sheet.sections for line in section.lines]
        most = max((line.copies for line in lines), default=0)
        self._copies_right = size * (_BOX + 0.55) + painter.width(str(most), self._copies)
        self._name_left = self._copies_right + size * 0.6
        self._number_width = painter.width("000", self._number) + size * 0.65
        self._two_lines = {line for line in lines if self._too_long(line)}
        self.crowded = bool(self._two_lines) or size < _LEAST_COMFORTABLE
        self.measures = Measures(
            tuple(tuple(map(self._height, section.lines)) for section in sheet.sections),
            heading=leading * 1.3,
            gap=leading * 0.75,
        )

    def paint(self, piece: Piece, x: float, y: float) -> float:
        """Draw rows under their heading; return where they end."""
        section = self._sheet.sections[piece.section]
        y += self.measures.heading
        self._paint_heading(section, x, y, continued=piece.start > 0)
        for number, line in enumerate(section.lines[piece.start : piece.stop]):
            if number:
                self._painter.rule(x, y, self._width, 0.3, HAIR)
            self._paint_line(line, x, y)
            y += self._height(line)
        return y

    def _height(self, line: SheetLine) -> float:
        return self._leading * (1.72 if line in self._two_lines else 1)

    def _too_long(self, line: SheetLine) -> bool:
        available = self._width - self._name_left - self._number_width - _SPACING
        name = self._painter.width(line.name, self.name)
        return name + self._painter.width(line.product, self.product) > available

    def _paint_heading(self, section: SheetSection, x: float, y: float, *, continued: bool) -> None:
        painter, style = self._painter, Style(self.size + 0.5, bold=True)
        baseline = y - self._leading * 0.32
        painter.text(x, baseline, section.title, style)
        if continued:
            after = x + painter.width(f"{section.title} ", style)
            painter.text(after, baseline, "continued", self.product, GREY)
        else:
            right, count = x + self._width, str(section.copies)
            painter.text_before(right, baseline, count, replace(style, figures=True))
        painter.rule(x, y, self._width, 0.9)

    def _paint_line(self, line: SheetLine, x: float, y: float) -> None:
        painter, right = self._painter, x + self._width
        baseline = y + self._leading * 0.5 + self.size * 0.36
        side = self.size * _BOX
        painter.box(x + 0.3, baseline - side, side, side, 0.4)
        painter.text_before(x + self._copies_right, baseline, str(line.copies), self._copies)
        painter.text(x + self._name_left, baseline, line.name, self.name)
        if line in self._two_lines:
            baseline += self._leading * 0.72
        edge = right - self._number_width
        painter.text_before(edge, baseline, line.product, self.product, GREY)
        painter.text_before(right, baseline, str(line.number), self._number, GREY)
