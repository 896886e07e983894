"""The head of a sheet: player, event, deck and agendas; below it the verdict with its totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from carddb.terms import Edition
from decks.sheet import EDITIONS, MOST_AGENDAS, DeckSheet, SheetRuling
from decks.sheet_html import agenda_text, format_text, ruling_basis
from desktop.pdf.paper_painter import BLACK, GREY, WHITE, PaperPainter, Style

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
# Where the columns begin, in parts of the width; the last field of a row takes what is left.
_COLUMNS = (0.0, 0.42, 0.80)
_COLUMN_GAP = 0.02


@dataclass(frozen=True, slots=True)
class SheetField:
    """A label, and below it the lines of its value; a line to write on where there are none."""

    label: str
    value: tuple[str, ...]
    style: Style
    left: float = 0
    width: float = 0

    @property
    def leading(self) -> float:
        """The distance of its lines."""
        return self.style.size * 1.3


class SheetHead:
    """The head of a sheet's first page, with the height that it needs."""

    def __init__(self, sheet: DeckSheet, painter: PaperPainter) -> None:
        self._sheet, self._painter = sheet, painter
        self._rows = [list(self._placed(row)) for row in _rows(sheet)]
        self._strip = VerdictStrip(sheet, painter)
        self.height = 17 + sum(map(_row_height, self._rows)) + self._strip.height + 14

    def paint(self) -> None:
        """Draw it at the top of the page."""
        painter, frame = self._painter, self._painter.frame
        y = frame.top
        painter.text(frame.left, y + 7, "Deck list", TITLE)
        edition = f"A Game of Thrones: The Card Game · {EDITIONS[self._sheet.edition]}"
        painter.text_before(frame.right, y + 7, edition, Style(7.5), GREY)
        painter.rule(frame.left, y + 12, frame.width, 1.25)
        y += 17
        for row in self._rows:
            first = y + 9 + max(field.style.size for field in row)
            for field in row:
                baseline = first
                painter.text(field.left, y + 7, field.label, LABEL, GREY)
                if not field.value:
                    painter.rule(field.left, baseline + 2, field.width, 0.5)
                for line in field.value:
                    painter.text(field.left, baseline, line, field.style)
                    baseline += field.leading
            y += _row_height(row)
        self._strip.paint(y)

    def _placed(self, row: tuple[SheetField, ...]) -> Iterator[SheetField]:
        """Yield the fields of a row with their places, their values in lines that fit."""
        painter, frame = self._painter, self._painter.frame
        for number, field in enumerate(row):
            begin = _COLUMNS[number]
            end = 1 if field is row[-1] else _COLUMNS[number + 1] - _COLUMN_GAP
            left, width = frame.left + begin * frame.width, (end - begin) * frame.width
            style = field.style
            if style is PLAYER and painter.width(" ".join(field.value), style) > width:
                style = LONG_PLAYER
            lines = chain.from_iterable(painter.wrap(each, style, width, 4) for each in field.value)
            yield replace(field, value=tuple(lines), style=style, left=left, width=width)


def _row_height(row: list[SheetField]) -> float:
    largest = max(field.style.size for field in row)
    lower = max(max(len(each.value), 1) * each.leading - each.style.size for each in row)
    return largest + 12 + lower + 5


def _rows(sheet: DeckSheet) -> tuple[tuple[SheetField, ...], ...]:
    """Return the fields, row by row; lines that are blank vanish when they are wrapped."""
    event, ruling = sheet.event, sheet.ruling
    house = "House" if sheet.edition is Edition.FIRST else "Faction"
    list_name = ruling.list_name or "none" if ruling else ""
    players = f" for {sheet.players} players" if sheet.players else ""
    agendas = tuple(map(agenda_text, sheet.agendas))
    if len(agendas) > MOST_AGENDAS:
        agendas = (f"{len(agendas)}, listed below",)
    agenda = "Agendas" if len(sheet.agendas) > 1 else "Agenda"
    return (
        (
            SheetField("Player", (event.player,), PLAYER),
            SheetField("Event", (event.event,), STRONG),
            SheetField("Date", (event.day,), STRONG),
        ),
        (
            SheetField("Deck", (sheet.name,), STRONG),
            SheetField("Restricted list", (list_name,), VALUE),
            SheetField("Format", (format_text(sheet) + players,), VALUE),
        ),
        (
            SheetField(house, (sheet.faction,), STRONG),
            SheetField(agenda, agendas or ("none",), STRONG if agendas else VALUE),
        ),
    )


class VerdictStrip:
    """The verdict between two lines, and the height that it needs with its reasons."""

    def __init__(self, sheet: DeckSheet, painter: PaperPainter) -> None:
        self._sheet, self._painter, self._frame = sheet, painter, painter.frame
        self._reasons = self._wrap_reasons()
        self.height = _STRIP + (len(self._reasons) * _LEADING + 8 if self._reasons else 0)

    def paint(self, y: float) -> None:
        """Draw it from y down."""
        painter, frame, ruling = self._painter, self._frame, self._sheet.ruling
        painter.rule(frame.left, y, frame.width, 0.75)
        painter.rule(frame.left, y + _STRIP, frame.width, 0.75)
        if ruling is None:
            painter.text(frame.left, y + 17.5, "Not judged", REASON, GREY)
            after = frame.left + painter.width("Not judged", REASON)
        else:
            after = self._paint_ruling(ruling, y)
        self._paint_totals(y + 17.5, after)
        y += _STRIP + 16
        for sign, line in self._reasons:
            painter.text(frame.left, y, sign, REASON)
            painter.text(frame.left + _HANG, y, line, REASON)
            y += _LEADING

    def _wrap_reasons(self) -> list[tuple[str, str]]:
        """Return the lines of reasons and warnings, with a sign before the first line of each."""
        ruling = self._sheet.ruling
        if ruling is None:
            return []
        reasons = [*(("✗", each) for each in ruling.reasons), *(("!", w) for w in ruling.warnings)]
        lines: list[tuple[str, str]] = []
        for number, (sign, reason) in enumerate(reasons):
            wrapped = self._painter.wrap(reason, REASON, self._frame.width - _HANG, 2)
            left = len(reasons) - number
            if len(lines) + len(wrapped) > _MOST_REASONS:
                return [*lines, ("", f"and {left} {'problems' if left > 1 else 'problem'} more")]
            lines += zip((sign, *[""] * len(wrapped)), wrapped, strict=False)
        return lines

    def _paint_ruling(self, ruling: SheetRuling, y: float) -> float:
        """Draw the verdict, and next to it list and day; return where that ends."""
        painter, left = self._painter, self._frame.left
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

    def _paint_totals(self, baseline: float, after: float) -> None:
        """Draw the totals up to the right edge, and those by type where they fit."""
        painter = self._painter
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
