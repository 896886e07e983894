"""The judge's box at the bottom of a sheet: two deck checks with round, status and signature."""

from __future__ import annotations

from desktop.pdf.paper_painter import GREY, PaperPainter, Style

HEIGHT = 74.0
_TITLE = Style(8, bold=True)
_LABEL = Style(6.5)
_STATUS = Style(7.5)
_ROW = 27.5
_COLUMNS = (("Round", 0.08), ("Status", 0.33), ("Remarks", 0.34), ("Judge's signature", 0.25))
_STATES = ("Correct", "Corrected", "Penalty")


def paint_deck_check(painter: PaperPainter) -> None:
    """Draw the box at the bottom of the page."""
    frame = painter.frame
    top = frame.bottom - HEIGHT
    painter.box(frame.left, top, frame.width, HEIGHT, 0.75)
    painter.text(frame.left + 7, top + 12, "Deck check", _TITLE)
    painter.text_before(frame.right - 7, top + 12, "for the judge", _LABEL, GREY)
    for y in (frame.bottom - 2 * _ROW, frame.bottom - _ROW):
        painter.rule(frame.left, y, frame.width, 0.5)
        x = frame.left
        for label, share in _COLUMNS:
            if x > frame.left:
                painter.box(x, y, 0, _ROW, 0.5)  # a vertical line
            painter.text(x + 7, y + 8.5, label, _LABEL, GREY)
            if label == "Status":
                _paint_states(painter, x + 7, y + 20)
            x += share * frame.width


def _paint_states(painter: PaperPainter, x: float, baseline: float) -> None:
    for state in _STATES:
        painter.box(x, baseline - 6.5, 6.5, 6.5, 0.5)
        painter.text(x + 10, baseline, state, _STATUS)
        x += painter.width(state, _STATUS) + 22
