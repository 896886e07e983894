"""The verdict of a sheet at a glance, with the totals beside it and the reasons below."""

from __future__ import annotations

from decks.sheet import DeckSheet, SheetRuling
from desktop.pdf.page_frame import Frame
from desktop.pdf.paper_painter import BLACK, GREY, WHITE, PaperPainter, Style

SIGN = Style(15, bold=True)
WORD = Style(11, bold=True)
UNDER = Style(7)
TOTAL = Style(11, bold=True, figures=True)
PART = Style(8, figures=True)
REASON = Style(8)
_LEGAL, _ILLEGAL = ("✓", "Legal"), ("✗", "Not legal")
_STRIP = 27.0
_GAP = 13.0
_HANG = 12.0
_LEADING = 10.8
_MOST_REASONS = 9


class VerdictStrip:
    """The verdict between two lines, and the height that it needs with its reasons."""

    def __init__(self, sheet: DeckSheet, ink: PaperPainter, frame: Frame) -> None:
        self._sheet = sheet
        self._frame = frame
        self._reasons = self._wrapped_reasons(ink)
        self.height = _STRIP + (len(self._reasons) * _LEADING + 8 if self._reasons else 0)

    def paint(self, ink: PaperPainter, y: float) -> None:
        """Draw it from y down."""
        frame, ruling = self._frame, self._sheet.ruling
        ink.rule(frame.left, y, frame.width, 0.75)
        ink.rule(frame.left, y + _STRIP, frame.width, 0.75)
        if ruling is None:
            ink.text(frame.left, y + 17.5, "Not judged", REASON, GREY)
            after = frame.left + ink.width("Not judged", REASON)
        else:
            after = self._paint_ruling(ink, ruling, y)
        self._paint_totals(ink, y + 17.5, after)
        y += _STRIP + 16
        for sign, line in self._reasons:
            ink.text(frame.left, y, sign, REASON)
            ink.text(frame.left + _HANG, y, line, REASON)
            y += _LEADING

    def _wrapped_reasons(self, ink: PaperPainter) -> list[tuple[str, str]]:
        """Return the lines of reasons and warnings, each with its sign where it begins."""
        ruling = self._sheet.ruling
        if ruling is None:
            return []
        reasons = [*(("✗", each) for each in ruling.reasons), *(("!", w) for w in ruling.warnings)]
        lines: list[tuple[str, str]] = []
        for number, (sign, reason) in enumerate(reasons):
            told = ink.wrapped(reason, REASON, self._frame.width - _HANG, 2)
            left = len(reasons) - number
            if len(lines) + len(told) > _MOST_REASONS:
                return [*lines, ("", f"and {left} {'problems' if left > 1 else 'problem'} more")]
            lines += zip((sign, *[""] * len(told)), told, strict=False)
        return lines

    def _paint_ruling(self, ink: PaperPainter, ruling: SheetRuling, y: float) -> float:
        """Draw the verdict, and beside it under what it was given; return where that ends."""
        left = self._frame.left
        sign, word = _LEGAL if ruling.legal else _ILLEGAL
        word_left = left + 8 + ink.width(sign, SIGN) + 3
        right = word_left + ink.width(word, WORD) + 9
        paint = ink.box if ruling.legal else ink.block
        paint(left, y + 4.5, right - left, _STRIP - 9)
        colour = BLACK if ruling.legal else WHITE
        ink.text(left + 8, y + 18.7, sign, SIGN, colour)
        ink.text(word_left, y + 17.5, word, WORD, colour)
        under = [f"under {ruling.list_name}" if ruling.list_name else "under no list"]
        under += [f"on {ruling.day}"] if ruling.day else []
        for number, line in enumerate(under):
            ink.text(right + 8, y + 12 + number * 9.2, line, UNDER)
        return right + 8 + max(ink.width(line, UNDER) for line in under)

    def _paint_totals(self, ink: PaperPainter, baseline: float, after: float) -> None:
        """Draw the totals up to the right edge, and those by type where there is room for them."""
        totals = [(str(n), label, TOTAL, _GAP) for n, label in self._sheet.totals]
        parts = [(str(n), label, PART, _GAP * 0.7) for n, label in self._sheet.parts]
        for shown in ([*totals, *parts], totals):
            widths = [
                ink.width(count, style) + 2.5 + ink.width(label, REASON) + gap
                for count, label, style, gap in shown
            ]
            x = self._frame.right - sum(widths)
            if x > after:
                break
        for (count, label, style, gap), width in zip(shown, widths, strict=True):
            ink.text(x + gap, baseline, count, style)
            ink.text(x + gap + ink.width(count, style) + 2.5, baseline, label, REASON)
            x += width
