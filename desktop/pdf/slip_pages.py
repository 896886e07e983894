"""Result slips, several on a page with lines to cut along."""

from __future__ import annotations

from math import ceil

from desktop.pdf.paper_painter import GREY, HAIR, PageSize, PaperPainter, Style
from events.paper_contents import ResultSlip, SlipPaper

_COLUMNS = 2
_TABLE, _SMALL, _NAME, _LABEL = Style(15, bold=True), Style(7.5), Style(11, bold=True), Style(7.5)
_INSET = 18.0
_BOX = 9.0
_BLANK = 30.0
_HEAD = 34.0
_FOOT = 30.0
_MOST_LETTERS = 200


class SlipPages:
    """The pages of slips: eight of two players, six of more."""

    def __init__(self, paper: SlipPaper, painter: PaperPainter, page: PageSize) -> None:
        self._paper, self._painter = paper, painter
        size = page.qt.sizePoints()
        most = max(len(slip.players) for slip in paper.slips)
        self._rows = 4 if most == 2 else 3
        self._width, self._height = size.width() / _COLUMNS, size.height() / self._rows
        self._on_page = _COLUMNS * self._rows

    def __len__(self) -> int:
        return ceil(len(self._paper.slips) / self._on_page)

    def paint(self, number: int) -> None:
        """Draw a page, counted from 0."""
        start = number * self._on_page
        for at, slip in enumerate(self._paper.slips[start : start + self._on_page]):
            row, column = divmod(at, _COLUMNS)
            self._paint_slip(slip, column * self._width, row * self._height)
        for row in range(1, self._rows):
            self._painter.rule(0, row * self._height, _COLUMNS * self._width, 0.4, HAIR)
        for column in range(1, _COLUMNS):
            height = self._rows * self._height
            self._painter.upright(column * self._width, 0, height, 0.4, HAIR)

    def _paint_slip(self, slip: ResultSlip, x: float, y: float) -> None:
        painter, head = self._painter, self._paper.head
        left, width = x + _INSET, self._width - 2 * _INSET
        painter.text(left, y + 30, f"Table {slip.table}", _TABLE)
        room = width - painter.width(f"Table {slip.table}", _TABLE) - 10
        for at, text in enumerate((head.moment, head.event)):
            line = painter.elided(text, _SMALL, room)
            painter.text_before(left + width, y + 21 + at * 10, line, _SMALL, GREY)
        each = (self._height - _HEAD - _FOOT - 6) / len(slip.players)
        for at, name in enumerate(slip.players):
            self._paint_player(name, left, y + _HEAD + 4 + at * each, width)
        sign = y + self._height - 15
        half = width / 2 - 6
        for at in range(2):
            start = left + at * (half + 12)
            painter.rule(start, sign - 8, half, 0.5)
            painter.text(start, sign, "Signatures" if at == 0 else "", Style(6.5), GREY)

    def _paint_player(self, name: str, left: float, y: float, width: float) -> None:
        painter, paper = self._painter, self._paper
        lines = painter.wrap(name[:_MOST_LETTERS], _NAME, width, 2 if paper.boxes else 1)
        for line in lines:
            y += 13
            painter.text(left, y, line, _NAME)
        x, baseline = left, y + 18
        for label in paper.boxes:
            painter.box(x, baseline - 8, _BOX, _BOX, 0.6)
            painter.text(x + _BOX + 3, baseline, label, _LABEL)
            x += _BOX + 3 + painter.width(label, _LABEL) + 9
        for label in paper.blanks:
            painter.text(x, baseline, label, _LABEL, GREY)
            x += painter.width(label, _LABEL) + 3
            painter.rule(x, baseline + 1.5, _BLANK, 0.5)
            x += _BLANK + 6
