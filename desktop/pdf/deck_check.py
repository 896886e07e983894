"""The judge's box at the bottom of a sheet: two deck checks with round, status and signature."""

from __future__ import annotations

from desktop.pdf.page_frame import Frame
from desktop.pdf.paper_painter import GREY, PaperPainter, Style

HEIGHT = 74.0
_TITLE = Style(8, bold=True)
_LABEL = Style(6.5)
_STATUS = Style(7.5)
_ROW = 27.5
_COLUMNS = (("Round", 0.08), ("Status", 0.33), ("Remarks", 0.34), ("Judge's signature", 0.25))
_STATES = ("Correct", "Corrected", "Penalty")


def paint_deck_check(painter: PaperPainter, frame: Frame, bottom: float) -> None:
    """Draw the box so that it ends at `bottom`."""
    top = bottom - HEIGHT
    painter.box(frame.left, top, frame.width, HEIGHT, 0.75)
    painter.text(frame.left + 7, top + 12, "Deck check", _TITLE)
    painter.text_before(frame.right - 7, top + 12, "for the judge", _LABEL, GREY)
    for row in range(2):
        y = top + HEIGHT - (2 - row) * _ROW
        painter.rule(frame.left, y, frame.width, 0.5)
        _paint_row(painter, frame, y)


def _paint_row(painter: PaperPainter, frame: Frame, y: float) -> None:
    x = frame.left
    for number, (label, share) in enumerate(_COLUMNS):
        if number:
            # A vertical line.
            painter.box(x, y, 0, _ROW, 0.5)
        painter.text(x + 7, y + 8.5, label, _LABEL, GREY)
        if label == "Status":
            _paint_states(painter, x + 7, y + 20)
        x += share * frame.width


def _paint_states(painter: PaperPainter, x: float, baseline: float) -> None:
    for state in _STATES:
        painter.box(x, baseline - 6.5, 6.5, 6.5, 0.5)
        painter.text(x + 10, baseline, state, _STATUS)
        x += painter.width(state, _STATUS) + 22
