"""The head of a sheet: player, event, deck and agendas; below it the verdict with its totals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carddb.terms import Edition
from decks.sheet import EDITIONS, MOST_AGENDAS, DeckSheet, SheetRuling
from desktop.pdf.page_frame import Frame
from desktop.pdf.paper_painter import BLACK, GREY, WHITE, PaperPainter, Style
from desktop.pdf.sheet_html import agenda_text, format_text, ruling_basis

LABEL = Style(6.5)
TITLE = Style(8, bold=True)
PLAYER = Style(14, bold=True)
LONG_PLAYER = Style(11, bold=True)
VALUE = Style(9.5)
STRONG = Style(9.5, bold=True)
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
_GRID = ((0.0, 0.40), (0.42, 0.36), (0.80, 0.20))


@dataclass(frozen=True, slots=True)
class Field:
    """A label with its value; `column` and `span` are columns of the grid."""

    label: str
    value: tuple[str, ...]
    style: Style
    column: int
    span: int = 1

    @property
    def leading(self) -> float:
        """The distance of its lines."""
        return self.style.size * 1.3


class SheetHead:
    """The head of a sheet's first page, with the height that it needs."""

    def __init__(self, sheet: DeckSheet, painter: PaperPainter, frame: Frame) -> None:
        self._sheet = sheet
        self._painter = painter
        self._frame = frame
        self._rows = [self._wrap(row) for row in _rows(sheet)]
        self._strip = VerdictStrip(sheet, painter, frame)
        rows = sum(map(_row_height, self._rows))
        self.height = 17 + rows + self._strip.height + 14

    def paint(self, painter: PaperPainter) -> None:
        """Draw it at the top of the page."""
        frame = self._frame
        y = frame.top
        painter.text(frame.left, y + 7, "Deck list", TITLE)
        edition = f"A Game of Thrones: The Card Game · {EDITIONS[self._sheet.edition]}"
        painter.text_before(frame.right, y + 7, edition, Style(7.5), GREY)
        painter.rule(frame.left, y + 12, frame.width, 1.25)
        y += 17
        for row in self._rows:
            for field in row:
                self._paint_field(painter, field, y, y + 9 + max(each.style.size for each in row))
            y += _row_height(row)
        self._strip.paint(painter, y)

    def _span(self, field: Field) -> tuple[float, float]:
        """Return where a field begins and how wide it is."""
        begin = _GRID[field.column][0]
        end = sum(_GRID[field.column + field.span - 1])
        return self._frame.left + begin * self._frame.width, (end - begin) * self._frame.width

    def _wrap(self, row: tuple[Field, ...]) -> list[Field]:
        fields = []
        for field in row:
            style, width = field.style, self._span(field)[1]
            if style is PLAYER and self._painter.width(" ".join(field.value), style) > width:
                style = LONG_PLAYER
            lines = [
                line for value in field.value for line in self._painter.wrap(value, style, width, 4)
            ]
            fields.append(replace(field, value=tuple(lines), style=style))
        return fields

    def _paint_field(self, painter: PaperPainter, field: Field, y: float, baseline: float) -> None:
        left, width = self._span(field)
        painter.text(left, y + 7, field.label, LABEL, GREY)
        if not field.value:
            painter.rule(left, baseline + 2, width, 0.5)
        for line in field.value:
            painter.text(left, baseline, line, field.style)
            baseline += field.leading


def _row_height(row: list[Field]) -> float:
    largest = max(field.style.size for field in row)
    return (
        largest
        + max(12 + max(len(each.value), 1) * each.leading - each.style.size for each in row)
        + 5
    )


def _rows(sheet: DeckSheet) -> tuple[tuple[Field, ...], ...]:
    """Return the fields, row by row."""
    event, ruling = sheet.event, sheet.ruling
    first = sheet.edition is Edition.FIRST
    list_name = ruling.list_name or "none" if ruling else ""
    agendas = tuple(map(agenda_text, sheet.agendas))
    if len(agendas) > MOST_AGENDAS:
        agendas = (f"{len(agendas)}, listed below",)
    players = f" for {sheet.players} players" if sheet.players else ""
    return (
        (
            Field("Player", _lines(event.player), PLAYER, 0),
            Field("Event", _lines(event.event), STRONG, 1),
            Field("Date", _lines(event.day), STRONG, 2),
        ),
        (
            Field("Deck", _lines(sheet.name), STRONG, 0),
            Field("Restricted list", _lines(list_name), VALUE, 1),
            Field("Format", (format_text(sheet) + players,), VALUE, 2),
        ),
        (
            Field("House" if first else "Faction", _lines(sheet.faction), STRONG, 0),
            Field(
                "Agendas" if len(sheet.agendas) > 1 else "Agenda",
                agendas or ("none",),
                STRONG if agendas else VALUE,
                1,
                2,
            ),
        ),
    )


def _lines(value: str) -> tuple[str, ...]:
    return (value,) if value.strip() else ()


class VerdictStrip:
    """The verdict between two lines, and the height that it needs with its reasons."""

    def __init__(self, sheet: DeckSheet, painter: PaperPainter, frame: Frame) -> None:
        self._sheet = sheet
        self._frame = frame
        self._reasons = self._wrap_reasons(painter)
        self.height = _STRIP + (len(self._reasons) * _LEADING + 8 if self._reasons else 0)

    def paint(self, painter: PaperPainter, y: float) -> None:
        """Draw it from y down."""
        frame, ruling = self._frame, self._sheet.ruling
        painter.rule(frame.left, y, frame.width, 0.75)
        painter.rule(frame.left, y + _STRIP, frame.width, 0.75)
        if ruling is None:
            painter.text(frame.left, y + 17.5, "Not judged", REASON, GREY)
            after = frame.left + painter.width("Not judged", REASON)
        else:
            after = self._paint_ruling(painter, ruling, y)
        self._paint_totals(painter, y + 17.5, after)
        y += _STRIP + 16
        for sign, line in self._reasons:
            painter.text(frame.left, y, sign, REASON)
            painter.text(frame.left + _HANG, y, line, REASON)
            y += _LEADING

    def _wrap_reasons(self, painter: PaperPainter) -> list[tuple[str, str]]:
        """Return the lines of reasons and warnings, with a sign before the first line of each."""
        ruling = self._sheet.ruling
        if ruling is None:
            return []
        reasons = [*(("✗", each) for each in ruling.reasons), *(("!", w) for w in ruling.warnings)]
        lines: list[tuple[str, str]] = []
        for number, (sign, reason) in enumerate(reasons):
            wrapped = painter.wrap(reason, REASON, self._frame.width - _HANG, 2)
            left = len(reasons) - number
            if len(lines) + len(wrapped) > _MOST_REASONS:
                return [*lines, ("", f"and {left} {'problems' if left > 1 else 'problem'} more")]
            lines += zip((sign, *[""] * len(wrapped)), wrapped, strict=False)
        return lines

    def _paint_ruling(self, painter: PaperPainter, ruling: SheetRuling, y: float) -> float:
        """Draw the verdict, and next to it list and day; return where that ends."""
        left = self._frame.left
        sign, word = _LEGAL if ruling.legal else _ILLEGAL
        word_left = left + 8 + painter.width(sign, SIGN) + 3
        right = word_left + painter.width(word, WORD) + 9
        paint = painter.box if ruling.legal else painter.block
        paint(left, y + 4.5, right - left, _STRIP - 9)
        colour = BLACK if ruling.legal else WHITE
        painter.text(left + 8, y + 18.7, sign, SIGN, colour)
        painter.text(word_left, y + 17.5, word, WORD, colour)
        basis = ruling_basis(ruling)
        for number, line in enumerate(basis):
            painter.text(right + 8, y + 12 + number * 9.2, line, UNDER)
        return right + 8 + max(painter.width(line, UNDER) for line in basis)

    def _paint_totals(self, painter: PaperPainter, baseline: float, after: float) -> None:
        """Draw the totals up to the right edge, and those by type where they fit."""
        totals = [(str(n), label, TOTAL, _GAP) for n, label in self._sheet.totals]
        parts = [(str(n), label, PART, _GAP * 0.7) for n, label in self._sheet.parts]
        for shown in ([*totals, *parts], totals):
            widths = [
                painter.width(count, style) + 2.5 + painter.width(label, REASON) + gap
                for count, label, style, gap in shown
            ]
            x = self._frame.right - sum(widths)
            if x > after:
                break
        for (count, label, style, gap), width in zip(shown, widths, strict=True):
            painter.text(x + gap, baseline, count, style)
            painter.text(x + gap + painter.width(count, style) + 2.5, baseline, label, REASON)
            x += width
