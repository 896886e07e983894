"""A table on as many pages as it needs, its columns named on each, names on several lines."""

from __future__ import annotations

from desktop.pdf.paper_page import (
    PageBlock,
    content_frame,
    note_blocks,
    on_filled_pages,
    paint_head,
)
from desktop.pdf.paper_painter import GREY, HAIR, PaperPainter, Style
from events.paper_contents import PaperColumn, PaperRow, PaperTable

_LABEL, _DETAIL = Style(7.5), Style(7.5)
_SIZE, _LEADING, _DETAIL_LEADING = 10.0, 13.0, 9.5
_PADDING, _GAP = 4.0, 11.0
_LABELS_HEIGHT = 15.0
_MOST_NATURAL = 110.0
_MOST_LINES, _MOST_DETAIL_LINES = 4, 12
# A cell that is longer is cut before it is measured, letter by letter.
_MOST_LETTERS = 400


class TablePages:
    """The pages of a table, laid out for a size of paper."""

    def __init__(self, table: PaperTable, painter: PaperPainter) -> None:
        self._table, self._painter = table, painter
        self._frame = content_frame(painter.frame)
        self._places = self._column_places()
        blocks = [self._row_block(row) for row in table.rows]
        blocks += note_blocks(table.notes, painter)
        height = self._frame.bottom - self._frame.top - _LABELS_HEIGHT
        self._pages = on_filled_pages(blocks, height)

    def __len__(self) -> int:
        return len(self._pages)

    def paint(self, number: int) -> None:
        """Draw a page, counted from 0."""
        paint_head(self._table.head, self._painter)
        y = self._frame.top + _LABELS_HEIGHT
        if self._table.rows:
            self._paint_labels(y - 5)
        for block in self._pages[number]:
            block.paint(y)
            y += block.height

    def _column_places(self) -> list[tuple[float, float]]:
        """Return where each column begins, and its width."""
        columns = self._table.columns
        widths = [
            0.0 if column.wide else self._natural_width(at) for at, column in enumerate(columns)
        ]
        wide = sum(column.wide for column in columns)
        rest = self._frame.width - sum(widths) - _GAP * (len(columns) - 1)
        places, x = [], self._frame.left
        for column, width in zip(columns, widths, strict=True):
            taken = max(rest / wide, 0.0) if column.wide else width
            places.append((x, taken))
            x += taken + _GAP
        return places

    def _natural_width(self, at: int) -> float:
        column = self._table.columns[at]
        cells = {row.cells[at][:_MOST_LETTERS] for row in self._table.rows}
        widths = [self._painter.width(cell, _style(column, cell)) for cell in cells]
        return min(max([self._painter.width(column.label, _LABEL), *widths]), _MOST_NATURAL)

    def _row_block(self, row: PaperRow) -> PageBlock:
        painter, left, width = self._painter, self._frame.left, self._frame.width
        cells = [
            painter.wrap(cell[:_MOST_LETTERS], _style(column, cell), place[1], _MOST_LINES)
            for cell, column, place in zip(
                row.cells, self._table.columns, self._places, strict=True
            )
        ]
        inset = self._places[1][0] if len(self._places) > 1 else left
        details = painter.wrap(row.detail, _DETAIL, left + width - inset, _MOST_DETAIL_LINES)
        lines = max([1, *map(len, cells)])
        height = 2 * _PADDING + lines * _LEADING - 2
        height += len(details) * _DETAIL_LEADING + (2 if details else 0)

        def paint(y: float) -> None:
            for number, cell in enumerate(cells):
                self._paint_cell(number, row.cells[number], cell, y + _PADDING)
            below = y + _PADDING + lines * _LEADING
            for line in details:
                below += _DETAIL_LEADING
                painter.text(inset, below - 2.5, line, _DETAIL, GREY)
            if not row.joined:
                painter.rule(left, y + height, width, 0.3, HAIR)

        return PageBlock(height, paint)

    def _paint_cell(self, at: int, text: str, lines: list[str], y: float) -> None:
        column, (x, width) = self._table.columns[at], self._places[at]
        for line in lines:
            y += _LEADING
            if column.numeric:
                self._painter.text_before(x + width, y - 4, line, _style(column, text))
            else:
                self._painter.text(x, y - 4, line, _style(column, text))

    def _paint_labels(self, baseline: float) -> None:
        for column, (x, width) in zip(self._table.columns, self._places, strict=True):
            if column.numeric:
                self._painter.text_before(x + width, baseline, column.label, _LABEL, GREY)
            else:
                self._painter.text(x, baseline, column.label, _LABEL, GREY)
        self._painter.rule(self._frame.left, baseline + 5, self._frame.width, 0.6)


def _style(column: PaperColumn, cell: str) -> Style:
    figures = column.numeric and cell.replace(".", "").isdecimal() and cell.isascii()
    return Style(_SIZE, bold=column.bold, figures=figures)
