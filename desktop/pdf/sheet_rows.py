"""The rows of a sheet: a check box, copies, title, product and number, in aligned columns."""

from __future__ import annotations

from dataclasses import dataclass

from decks.sheet import DeckSheet, SheetLine, SheetSection
from desktop.pdf.column_layout import Measures, Piece
from desktop.pdf.paper_painter import GREY, HAIR, PaperPainter, Style

_BOX = 0.72
_SPACING = 8.0


@dataclass(frozen=True, slots=True)
class TypeSetting:
    """The fonts of rows for a size in points; `leading` is the distance of two rows."""

    size: float
    leading: float
    name: Style
    product: Style
    number: Style
    copies: Style
    heading: Style
    heading_count: Style

    @classmethod
    def of(cls, size: float, leading: float) -> TypeSetting:
        """Return the setting of a size."""
        return cls(
            size,
            leading,
            name=Style(size),
            product=Style(size * 0.85),
            number=Style(size * 0.85, figures=True),
            copies=Style(size, bold=True, figures=True),
            heading=Style(size + 0.5, bold=True),
            heading_count=Style(size + 0.5, bold=True, figures=True),
        )


SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
LEAST_COMFORTABLE = 8.0
SETTINGS = tuple(TypeSetting.of(size, size * k) for size in SIZES for k in (1.65, 1.54, 1.43))
ON_SEVERAL_PAGES = TypeSetting.of(9, 13)


class Rows:
    """The rows of one sheet in one setting, measured; `wraps` counts those that take two lines."""

    def __init__(self, sheet: DeckSheet, setting: TypeSetting, painter: PaperPainter) -> None:
        self.setting = setting
        self._sheet, self._painter = sheet, painter
        self._width = painter.frame.column_width
        lines = [line for section in sheet.sections for line in section.lines]
        most = max((line.copies for line in lines), default=0)
        self._copies_right = setting.size * (_BOX + 0.55) + painter.width(str(most), setting.copies)
        self._name_left = self._copies_right + setting.size * 0.6
        self._number_width = painter.width("000", setting.number) + setting.size * 0.65
        self._two_lines = {line for line in lines if self._too_long(line)}
        self.wraps = len(self._two_lines)
        self.measures = Measures(
            tuple(tuple(map(self._height, section.lines)) for section in sheet.sections),
            heading=setting.leading * 1.3,
            gap=setting.leading * 0.75,
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
        return self.setting.leading * (1.72 if line in self._two_lines else 1)

    def _too_long(self, line: SheetLine) -> bool:
        available = self._width - self._name_left - self._number_width - _SPACING
        name = self._painter.width(line.name, self.setting.name)
        return name + self._painter.width(line.product, self.setting.product) > available

    def _paint_heading(self, section: SheetSection, x: float, y: float, *, continued: bool) -> None:
        painter, style = self._painter, self.setting.heading
        baseline = y - self.setting.leading * 0.32
        painter.text(x, baseline, section.title, style)
        if continued:
            after = x + painter.width(f"{section.title} ", style)
            painter.text(after, baseline, "continued", self.setting.product, GREY)
        else:
            right, count = x + self._width, str(section.copies)
            painter.text_before(right, baseline, count, self.setting.heading_count)
        painter.rule(x, y, self._width, 0.9)

    def _paint_line(self, line: SheetLine, x: float, y: float) -> None:
        painter, setting, right = self._painter, self.setting, x + self._width
        baseline = y + setting.leading * 0.5 + setting.size * 0.36
        side = setting.size * _BOX
        painter.box(x + 0.3, baseline - side, side, side, 0.4)
        painter.text_before(x + self._copies_right, baseline, str(line.copies), setting.copies)
        painter.text(x + self._name_left, baseline, line.name, setting.name)
        if line in self._two_lines:
            baseline += setting.leading * 0.72
        edge = right - self._number_width
        painter.text_before(edge, baseline, line.product, setting.product, GREY)
        painter.text_before(right, baseline, str(line.number), setting.number, GREY)
