"""Writes deck sheets as a PDF, with or without a window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QImage, QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrinter

from carddb.terms import Edition
from core.errors import AppError
from decks.sheet import (
    EDITIONS,
    MOST_AGENDAS,
    DeckSheet,
    SheetLine,
    SheetRuling,
    SheetSection,
    agenda_text,
    format_text,
    ruling_basis,
)
from desktop.pdf.column_layout import (
    Columns,
    Measures,
    Piece,
    in_split_columns,
    in_two_columns,
    on_pages,
)
from desktop.pdf.paper_painter import (
    BLACK,
    DOTS,
    GREY,
    HAIR,
    WHITE,
    PageSize,
    PaperPainter,
    Part,
    Style,
    check_typefaces,
    load_faces,
    page_picture,
    paint_parts,
    pdf_of,
    without_display,
)

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
    """A label, and below it the lines of its value, or a line to write on without a value."""

    label: str
    value: tuple[str, ...]
    style: Style
    left: float = 0
    width: float = 0

    @property
    def leading(self) -> float:
        return self.style.size * 1.3


class SheetHead:
    """The head of a sheet's first page, with the height that it needs."""

    def __init__(self, sheet: DeckSheet, painter: PaperPainter) -> None:
        self._sheet, self._painter = sheet, painter
        self._rows = [list(self._placed(row)) for row in _rows(sheet)]
        self._strip = VerdictStrip(sheet, painter)
        self.height = 17 + sum(map(_row_height, self._rows)) + self._strip.height + 14

    def paint(self) -> None:
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
    """Return the fields, row by row; wrapping drops blank lines."""
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
        """Draw the verdict, and next to it list and day; return their right edge."""
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
        """Draw the totals at the right edge, with those by type if there is room."""
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


_RUNNING = Style(9, bold=True)
_RUNNING_HEIGHT = 26.0
_CHECK_GAP, _CHECK_HEIGHT, _CHECK_ROW = 14.0, 74.0, 27.5
_CHECK_TITLE, _CHECK_LABEL, _CHECK_STATUS = Style(8, bold=True), Style(6.5), Style(7.5)
_CHECK_COLUMNS = (("Round", 0.08), ("Status", 0.33), ("Remarks", 0.34), ("Judge's signature", 0.25))
_CHECK_STATES = ("Correct", "Corrected", "Penalty")


@dataclass(frozen=True, slots=True)
class Layout:
    """The pages of a sheet."""

    sheet: DeckSheet
    head: SheetHead
    rows: Rows
    pages: tuple[Columns, ...]


def sheet_pdf(sheets: Sequence[DeckSheet], page: PageSize = PageSize.A4) -> bytes:
    """Return a PDF of the sheets, each beginning on a page of its own; ValueError for none."""
    if not sheets:
        raise ValueError("there is no sheet to print")
    title = f"Deck list: {_title(sheets[0])}" if len(sheets) == 1 else "Deck lists"
    return pdf_of(title, page, lambda painter: sheet_parts(sheets, painter))


def sheet_parts(sheets: Sequence[DeckSheet], painter: PaperPainter) -> Iterator[Part]:
    for sheet in sheets:
        layout = lay_out_sheet(sheet, painter)
        numbers = range(len(layout.pages))
        yield _title(sheet), [partial(_paint_page, layout, each, painter) for each in numbers]


def write_sheets(sheets: Sequence[DeckSheet], page: str = PageSize.A4) -> bytes:
    """Return a PDF of the sheets on "a4" or "letter"; AppError for another paper, or no sheet.

    It needs neither a window nor a display.
    """
    if not sheets:
        raise AppError("There is no deck to print a sheet of.")

    def draw(size: PageSize) -> bytes:
        sections = (section for sheet in sheets for section in sheet.sections)
        check_typefaces(line.name for section in sections for line in section.lines)
        return sheet_pdf(sheets, size)

    return without_display(draw, page)


def sheet_picture(sheet: DeckSheet, page: PageSize = PageSize.A4, dots: int = 110) -> QImage:
    """Return the first page of a sheet as a picture; `dots` are per inch."""
    return page_picture(
        page, dots, lambda paper: _paint_page(lay_out_sheet(sheet, paper), 0, paper)
    )


def lay_out_sheet(sheet: DeckSheet, painter: PaperPainter) -> Layout:
    """Lay a sheet out: on one page in the largest type that fits.

    Sections stay whole and titles stay on one line where possible, before type gets smaller.
    """
    head, frame = SheetHead(sheet, painter), painter.frame
    first = frame.bottom - _CHECK_HEIGHT - _CHECK_GAP - frame.top - head.height
    settings = [Rows(sheet, painter, *setting) for setting in SETTINGS]
    whole = [(rows, in_two_columns(rows.measures, first)) for rows in settings]
    fitting = [(rows, columns) for rows, columns in whole if columns is not None]
    if fitting:
        rows, columns = min(fitting, key=lambda each: each[0].crowded)
        return Layout(sheet, head, rows, (columns,))
    for rows in settings:
        split = in_split_columns(rows.measures, first)
        if split is not None:
            return Layout(sheet, head, rows, (split,))
    rows = Rows(sheet, painter, *ON_SEVERAL_PAGES)
    later = frame.bottom - frame.top - _RUNNING_HEIGHT
    return Layout(sheet, head, rows, on_pages(rows.measures, first, later))


def _paint_page(layout: Layout, number: int, painter: PaperPainter) -> None:
    frame = painter.frame
    if number:
        _paint_running_head(layout.sheet, painter)
        top = frame.top + _RUNNING_HEIGHT
    else:
        layout.head.paint()
        top = frame.top + layout.head.height
    for at, pieces in enumerate(layout.pages[number]):
        y = top
        for piece in pieces:
            y = layout.rows.paint(piece, frame.column_left(at), y) + layout.rows.measures.gap
    if not number:
        _paint_deck_check(painter)
    foot = f"Seven Plots · list {layout.sheet.digest}" if layout.sheet.digest else "Seven Plots"
    painter.foot(foot, number + 1, len(layout.pages))


def _paint_running_head(sheet: DeckSheet, painter: PaperPainter) -> None:
    frame = painter.frame
    event = " · ".join(filter(None, (sheet.event.event, sheet.event.day)))
    width = frame.width - painter.width(event, Style(7.5)) - 12
    title = painter.wrap(_title(sheet), _RUNNING, width, 1)[0]
    painter.text(frame.left, frame.top + 8, title, _RUNNING)
    painter.text_before(frame.right, frame.top + 8, event, Style(7.5), GREY)
    painter.rule(frame.left, frame.top + 13, frame.width, 1.25)


def _paint_deck_check(painter: PaperPainter) -> None:
    """Draw the judge's box at the bottom: two checks with round, status and signature."""
    frame = painter.frame
    top = frame.bottom - _CHECK_HEIGHT
    painter.box(frame.left, top, frame.width, _CHECK_HEIGHT, 0.75)
    painter.text(frame.left + 7, top + 12, "Deck check", _CHECK_TITLE)
    painter.text_before(frame.right - 7, top + 12, "for the judge", _CHECK_LABEL, GREY)
    for y in (frame.bottom - 2 * _CHECK_ROW, frame.bottom - _CHECK_ROW):
        painter.rule(frame.left, y, frame.width, 0.5)
        x = frame.left
        for label, share in _CHECK_COLUMNS:
            if x > frame.left:
                painter.upright(x, y, _CHECK_ROW)
            painter.text(x + 7, y + 8.5, label, _CHECK_LABEL, GREY)
            if label == "Status":
                at = x + 7
                for state in _CHECK_STATES:
                    painter.box(at, y + 13.5, 6.5, 6.5, 0.5)
                    painter.text(at + 10, y + 20, state, _CHECK_STATUS)
                    at += painter.width(state, _CHECK_STATUS) + 22
            x += share * frame.width


def _title(sheet: DeckSheet) -> str:
    parts = (sheet.event.player, sheet.name)
    return " · ".join(part for part in parts if part.strip()) or "A deck without a name"


def sheet_printer(page: PageSize, title: str) -> QPrinter:
    """Return the system's printer, set to a size of paper; `title` is the name of its jobs."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    printer.setCreator("Seven Plots")
    printer.setFullPage(True)  # the sheet has margins of its own
    upright = QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(page.qt, upright, QMarginsF(0, 0, 0, 0)))
    return printer


def print_sheets(sheets: Sequence[DeckSheet], printer: QPrinter, page: PageSize) -> None:
    """Print the sheets, laid out for a size of paper; AppError if the printer does not start.

    On other paper a sheet is scaled to fit.
    """
    load_faces()
    painter = QPainter()
    if not painter.begin(printer):
        raise AppError(
            "The printer could not be started.", "Try another printer, or save the sheet as a PDF."
        )
    dots = printer.resolution()
    paper, wanted = printer.pageLayout().fullRectPixels(dots), page.qt.rectPixels(dots)
    fit = min(paper.width() / wanted.width(), paper.height() / wanted.height())
    painter.scale(fit * dots / DOTS, fit * dots / DOTS)
    # A printer that cannot repeat a job itself gets it several times.
    copies = 1 if printer.supportsMultipleCopies() else printer.copyCount()
    for number in range(copies):
        if number:
            printer.newPage()
        paint_parts(sheet_parts(sheets, PaperPainter(painter, page)), printer.newPage)
    painter.end()
