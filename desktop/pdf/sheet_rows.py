"""The rows of a sheet: a box to tick, copies, title, product and number, in aligned columns."""

from __future__ import annotations

from dataclasses import dataclass

from decks.sheet import DeckSheet, SheetLine, SheetSection
from desktop.pdf.column_layout import Measures, Piece
from desktop.pdf.paper_painter import GREY, HAIR, PaperPainter, Style

_TICK = 0.72
_AIR = 8.0


@dataclass(frozen=True, slots=True)
class Setting:
    """A size of type for the rows, in points, with the distance of two rows."""

    size: float
    leading: float

    @property
    def name(self) -> Style:
        """The style of titles."""
        return Style(self.size)

    @property
    def product(self) -> Style:
        """The style of products."""
        return Style(self.size * 0.85)

    @property
    def number(self) -> Style:
        """The style of numbers in a product."""
        return Style(self.size * 0.85, figures=True)

    @property
    def copies(self) -> Style:
        """The style of copies."""
        return Style(self.size, bold=True, figures=True)

    @property
    def heading(self) -> Style:
        """The style of headings."""
        return Style(self.size + 0.5, bold=True)

    @property
    def heading_count(self) -> Style:
        """The style of the number beside a heading."""
        return Style(self.size + 0.5, bold=True, figures=True)


SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
LEAST_COMFORTABLE = 8.0
SETTINGS = tuple(Setting(size, size * ratio) for size in SIZES for ratio in (1.65, 1.54, 1.43))
ON_SEVERAL_PAGES = Setting(9, 13)


class Rows:
    """The rows of one sheet in one setting, measured; `wraps` counts those that take two lines."""

    def __init__(self, sheet: DeckSheet, setting: Setting, ink: PaperPainter, width: float) -> None:
        self.setting = setting
        self._sheet = sheet
        self._width = width
        lines = [line for section in sheet.sections for line in section.lines]
        most = max((line.copies for line in lines), default=0)
        self._copies_right = setting.size * (_TICK + 0.55) + ink.width(str(most), setting.copies)
        self._name_left = self._copies_right + setting.size * 0.6
        self._number_width = ink.width("000", setting.number) + setting.size * 0.65
        self._two_lines = {line for line in lines if self._too_long(line, ink)}
        self.wraps = len(self._two_lines)
        self.measures = Measures(
            tuple(tuple(map(self._height, section.lines)) for section in sheet.sections),
            heading=setting.leading * 1.3,
            gap=setting.leading * 0.75,
        )

    def paint(self, ink: PaperPainter, piece: Piece, x: float, y: float) -> float:
        """Draw rows under their heading; return where they end."""
        section = self._sheet.sections[piece.section]
        y += self.measures.heading
        self._paint_heading(ink, section, x, y, continued=piece.start > 0)
        for number, line in enumerate(section.lines[piece.start : piece.stop]):
            if number:
                ink.rule(x, y, self._width, 0.3, HAIR)
            self._paint_line(ink, line, x, y)
            y += self._height(line)
        return y

    def _height(self, line: SheetLine) -> float:
        return self.setting.leading * (1.72 if line in self._two_lines else 1)

    def _too_long(self, line: SheetLine, ink: PaperPainter) -> bool:
        room = self._width - self._name_left - self._number_width - _AIR
        name = ink.width(line.name, self.setting.name)
        return name + ink.width(line.product, self.setting.product) > room

    def _paint_heading(
        self, ink: PaperPainter, section: SheetSection, x: float, y: float, *, continued: bool
    ) -> None:
        style = self.setting.heading
        baseline = y - self.setting.leading * 0.32
        ink.text(x, baseline, section.title, style)
        if continued:
            after = x + ink.width(f"{section.title} ", style)
            ink.text(after, baseline, "continued", self.setting.product, GREY)
        else:
            right, count = x + self._width, str(section.copies)
            ink.text_before(right, baseline, count, self.setting.heading_count)
        ink.rule(x, y, self._width, 0.9)

    def _paint_line(self, ink: PaperPainter, line: SheetLine, x: float, y: float) -> None:
        setting, right = self.setting, x + self._width
        baseline = y + setting.leading * 0.5 + setting.size * 0.36
        tick = setting.size * _TICK
        ink.box(x + 0.3, baseline - tick, tick, tick, 0.4)
        ink.text_before(x + self._copies_right, baseline, str(line.copies), setting.copies)
        ink.text(x + self._name_left, baseline, line.name, setting.name)
        if line in self._two_lines:
            baseline += setting.leading * 0.72
        edge = right - self._number_width
        ink.text_before(edge, baseline, line.product, setting.product, GREY)
        ink.text_before(right, baseline, str(line.number), setting.number, GREY)
