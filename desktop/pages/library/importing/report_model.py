"""The report of a reading as a table: each line, its status, and the card it was read as."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Faction
from decks.report import LineStatus, ReportLine
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT, Cell
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import tip
from desktop.widgets.rows_model import Column, ColumnsModel
from library.found_deck import FoundDeck
from validators.problem import Severity

CHOSEN, LEFT_OUT = "Chosen", "Left out"
STATUS_TEXTS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Choose a version",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "Ignored",
}
_LEFT_OUT = Glyph(icons.NOTE, Severity.NOTE)
_CHECK = Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)
_GLYPHS = {LineStatus.READ: Glyph(icons.LEGAL, tint=True), LineStatus.IGNORED: Glyph("")}
LINE, TEXT, STATUS, CARD = range(4)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of a report, what the user chose for it, and the card that it is taken for.

    `number` is its place in the report, `choice` a code, empty where the line is left out, None
    where nothing was chosen.
    """

    number: int
    line: ReportLine
    choice: str | None
    card: Card | None
    card_name: str

    @property
    def is_doubtful(self) -> bool:
        """Whether a user should check the line."""
        return self.line.status not in {LineStatus.READ, LineStatus.IGNORED}

    @property
    def status(self) -> str:
        """The status of the line, or of what the user chose for it."""
        if self.choice is None:
            return STATUS_TEXTS[self.line.status]
        return CHOSEN if self.choice else LEFT_OUT

    @property
    def status_glyph(self) -> Glyph:
        """The glyph of the status."""
        if self.choice is not None:
            return Glyph(icons.LEGAL, tint=True) if self.choice else _LEFT_OUT
        if self.line.lost:
            return Glyph(icons.UNREAD, Severity.ERROR)
        return _GLYPHS.get(self.line.status, _CHECK)

    @property
    def card_glyphs(self) -> tuple[Glyph, ...]:
        """The type and faction of the card."""
        if self.card is None:
            return ()
        faction = self.card.factions[0] if self.card.factions else Faction.NEUTRAL
        return (Glyph(icons.type_glyph(self.card.type), faction),)


def report_rows(found: FoundDeck, cards: LoadedCards) -> list[ReportRow]:
    """Return a row for every line of a found deck's report."""
    rows = []
    for number, line in enumerate(found.reading.lines):
        code, choice = found.code(number), found.choices.get(number)
        rows.append(ReportRow(number, line, choice, cards.card(code), cards.named(code)))
    return rows


COLUMNS: tuple[Column[ReportRow], ...] = (
    Column(title="Line", text=lambda row: str(row.line.line), alignment=RIGHT, faint=True, width=5),
    Column(title="In the list", text=lambda row: row.line.text.strip(), share=1),
    Column(
        title="Status",
        text=lambda row: row.status,
        glyphs=lambda row: (row.status_glyph,),
        width=19,
    ),
    Column(
        title="Taken for",
        text=lambda row: row.card_name,
        glyphs=lambda row: row.card_glyphs,
        share=1,
    ),
)


class ReportModel(ColumnsModel[ReportRow]):
    """Lines of one found deck."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: ReportRow) -> int:
        return row.number

    @override
    def card(self, row: ReportRow) -> Card | None:
        return row.card

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        line, value = self.rows[row].line, super().value(row, column, role)
        if role == Qt.ItemDataRole.ToolTipRole and line.note:
            return tip(line.note)
        ignored = isinstance(value, Cell) and line.status is LineStatus.IGNORED
        return replace(value, faint=True) if ignored else value
