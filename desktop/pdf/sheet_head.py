"""The head of a sheet: who plays what, where and when; below it the verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carddb.terms import Edition
from decks.sheet import EDITIONS, MOST_AGENDAS, DeckSheet, SheetLine
from desktop.pdf.page_frame import Frame
from desktop.pdf.paper_painter import GREY, PaperPainter, Style
from desktop.pdf.verdict_strip import VerdictStrip

LABEL = Style(6.5)
TITLE = Style(8, bold=True)
PLAYER = Style(14, bold=True)
LONG_PLAYER = Style(11, bold=True)
VALUE = Style(9.5)
STRONG = Style(9.5, bold=True)
_GRID = ((0.0, 0.40), (0.42, 0.36), (0.80, 0.20))


@dataclass(frozen=True, slots=True)
class Field:
    """A label with its value; `place` and `span` are columns of the grid."""

    label: str
    value: tuple[str, ...]
    style: Style
    place: int
    span: int = 1

    @property
    def leading(self) -> float:
        """The distance of its lines."""
        return self.style.size * 1.3


class Head:
    """The head of a sheet's first page, with the height that it needs."""

    def __init__(self, sheet: DeckSheet, ink: PaperPainter, frame: Frame) -> None:
        self._sheet = sheet
        self._ink = ink
        self._frame = frame
        self._rows = [self._wrapped(row) for row in _rows(sheet)]
        self._strip = VerdictStrip(sheet, ink, frame)
        rows = sum(map(_row_height, self._rows))
        self.height = 17 + rows + self._strip.height + 14

    def paint(self, ink: PaperPainter) -> None:
        """Draw it at the top of the page."""
        frame = self._frame
        y = frame.top
        ink.text(frame.left, y + 7, "Deck list", TITLE)
        edition = f"A Game of Thrones: The Card Game · {EDITIONS[self._sheet.edition]}"
        ink.text_before(frame.right, y + 7, edition, Style(7.5), GREY)
        ink.rule(frame.left, y + 12, frame.width, 1.25)
        y += 17
        for row in self._rows:
            for field in row:
                self._paint_field(ink, field, y, y + 9 + max(each.style.size for each in row))
            y += _row_height(row)
        self._strip.paint(ink, y)

    def _span(self, field: Field) -> tuple[float, float]:
        """Return where a field begins and how wide it is."""
        begin = _GRID[field.place][0]
        end = sum(_GRID[field.place + field.span - 1])
        return self._frame.left + begin * self._frame.width, (end - begin) * self._frame.width

    def _wrapped(self, row: tuple[Field, ...]) -> list[Field]:
        wrapped = []
        for field in row:
            style, width = field.style, self._span(field)[1]
            if style is PLAYER and self._ink.width(" ".join(field.value), style) > width:
                style = LONG_PLAYER
            lines = [
                line for value in field.value for line in self._ink.wrapped(value, style, width, 4)
            ]
            wrapped.append(replace(field, value=tuple(lines), style=style))
        return wrapped

    def _paint_field(self, ink: PaperPainter, field: Field, y: float, baseline: float) -> None:
        left, width = self._span(field)
        ink.text(left, y + 7, field.label, LABEL, GREY)
        if not field.value:
            ink.rule(left, baseline + 2, width, 0.5)
        for line in field.value:
            ink.text(left, baseline, line, field.style)
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
    agendas = tuple(map(_agenda, sheet.agendas))
    if len(agendas) > MOST_AGENDAS:
        agendas = (f"{len(agendas)}, listed below",)
    players = f" for {sheet.players} players" if sheet.players else ""
    return (
        (
            Field("Player", _said(event.player), PLAYER, 0),
            Field("Event", _said(event.event), STRONG, 1),
            Field("Date", _said(event.day), STRONG, 2),
        ),
        (
            Field("Deck", _said(sheet.name), STRONG, 0),
            Field("Restricted list", _said(list_name), VALUE, 1),
            Field("Format", (sheet.format[:1].upper() + sheet.format[1:] + players,), VALUE, 2),
        ),
        (
            Field("House" if first else "Faction", _said(sheet.faction), STRONG, 0),
            Field(
                "Agendas" if len(sheet.agendas) > 1 else "Agenda",
                agendas or ("none",),
                STRONG if agendas else VALUE,
                1,
                2,
            ),
        ),
    )


def _said(value: str) -> tuple[str, ...]:
    return (value,) if value.strip() else ()


def _agenda(line: SheetLine) -> str:
    return f"{line.name} ({line.product} {line.number})"
