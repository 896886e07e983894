"""The account of a deck list: what became of each of its lines."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject
from typing_extensions import override

from carddb.card import Card
from decks.report import LineStatus, Reading, ReportLine
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column, ColumnsModel
from validators.problem import Severity

_STATUS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Several fit",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a list, and the card that it was read as, with its name."""

    number: int
    line: ReportLine
    card: Card | None
    name: str

    @property
    def glyph(self) -> Glyph:
        """The sign of what became of it."""
        if self.line.lost:
            return Glyph(icons.UNREAD, Severity.ERROR)
        if self.line.status is LineStatus.READ:
            return Glyph(icons.LEGAL, tint=True)
        if self.line.status is LineStatus.IGNORED:
            return Glyph("")
        return Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)


COLUMNS: tuple[Column[AccountLine], ...] = (
    Column(
        title="Line",
        text=lambda each: str(each.line.line or ""),
        width=6,
        alignment=RIGHT,
        faint=True,
    ),
    Column(title="As written", text=lambda each: each.line.words, width=10, share=5),
    Column(
        title="Result",
        text=lambda each: _STATUS[each.line.status],
        glyphs=lambda each: (each.glyph,),
        tooltip=lambda each: each.line.note or _STATUS[each.line.status],
        words=lambda each: _STATUS[each.line.status],
        width=15,
    ),
    Column(
        title="Card",
        text=lambda each: f"{each.line.copies} {each.name}" if each.name else each.line.note,
        width=10,
        share=4,
    ),
)


class AccountModel(ColumnsModel[AccountLine]):
    """The lines of a list, those that were not read first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: AccountLine) -> int:
        return row.number

    @override
    def card(self, row: AccountLine) -> Card | None:
        return row.card

    def show_reading(self, reading: Reading | None, cards: LoadedCards) -> None:
        """Show the account of a list."""
        rows = _account_lines(reading, cards)
        self.show_rows(sorted(rows, key=lambda each: not each.line.lost))


CARDS: tuple[Column[AccountLine], ...] = (
    Column(title="Copies", text=lambda each: str(each.line.copies), width=7, alignment=RIGHT),
    Column(title="Card", text=lambda each: each.name, width=12, share=3),
    Column(title="Section", text=lambda each: _where(each.line), width=12, faint=True),
)


class FrozenListModel(ColumnsModel[AccountLine]):
    """The cards of a list that was handed in."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(CARDS, parent)

    @override
    def key(self, row: AccountLine) -> int:
        return row.number

    @override
    def card(self, row: AccountLine) -> Card | None:
        return row.card

    def show_reading(self, reading: Reading | None, cards: LoadedCards) -> None:
        """Show the cards of a list."""
        self.show_rows(each for each in _account_lines(reading, cards) if each.name)


def _account_lines(reading: Reading | None, cards: LoadedCards) -> list[AccountLine]:
    lines = reading.lines if reading else ()
    return [
        AccountLine(number, line, cards.card(line.code), cards.named(line.code))
        if line.code
        else AccountLine(number, line, None, "")
        for number, line in enumerate(lines)
    ]


def _where(line: ReportLine) -> str:
    return str(line.section).capitalize() if line.section else ""


def account_words(reading: Reading) -> str:
    """Return the account in short: "62 lines read, 1 corrected, 2 not read"."""
    parts = [f"{len(reading.read)} lines read as written"]
    if reading.corrected:
        parts.append(f"{len(reading.corrected)} corrected")
    if reading.unread:
        parts.append(f"{len(reading.unread)} not read")
    return ", ".join(parts)
