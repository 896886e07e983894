"""The report of a reading as a table: each line, its status, and the card it was read as."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Faction
from decks.deck_section import AGENDAS
from decks.formats.deck_json import FORMAT as JSON
from decks.report import THE_FACTION, THE_NAME, LineStatus, ReportLine
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
    LineStatus.IGNORED: "No card",
}
_LEFT_OUT = Glyph(icons.NOTE, Severity.NOTE)
_CHECK = Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)
_GLYPHS = {LineStatus.READ: Glyph(icons.LEGAL, tint=True), LineStatus.IGNORED: Glyph("")}
LINE, TEXT, STATUS, CARD = range(4)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of a report, what the user chose for it, and the card that it is taken for.

    `number` is its place in the report, `choice` a code, empty where the line is left out, None
    where nothing was chosen. `written` is what the list says, `taken_for` the card, or what the
    line states of the deck.
    """

    number: int
    line: ReportLine
    choice: str | None
    card: Card | None
    written: str
    taken_for: str

    @property
    def is_doubtful(self) -> bool:
        """Whether a user should check the line."""
        return self.line.status not in {LineStatus.READ, LineStatus.IGNORED}

    @property
    def status(self) -> str:
        """The status of the line, or of what the user chose for it."""
        if self.choice is None:
            stated = self.line.states_deck
            return STATUS_TEXTS[LineStatus.READ if stated else self.line.status]
        return CHOSEN if self.choice else LEFT_OUT

    @property
    def status_glyph(self) -> Glyph:
        """The glyph of the status."""
        if self.choice is not None:
            return Glyph(icons.LEGAL, tint=True) if self.choice else _LEFT_OUT
        if self.line.lost:
            return Glyph(icons.UNREAD, Severity.ERROR)
        if self.line.states_deck:
            return _GLYPHS[LineStatus.READ]
        return _GLYPHS.get(self.line.status, _CHECK)

    @property
    def card_glyphs(self) -> tuple[Glyph, ...]:
        """The type and faction of the card."""
        if self.card is None:
            return ()
        faction = self.card.factions[0] if self.card.factions else Faction.NEUTRAL
        return (Glyph(icons.type_glyph(self.card.type), faction),)


def report_rows(found: FoundDeck, cards: LoadedCards) -> list[ReportRow]:
    """Return a row for every line of a found deck's report.

    Of JSON the name is no line of the report; it comes first, then faction and agendas.
    """
    deck, rows = found.reading.deck, []
    for number, line in enumerate(found.reading.lines):
        code, choice = found.code(number), found.choices.get(number)
        name, written = cards.named(code), line.words
        if line.note == THE_NAME:
            name = deck.name
        elif line.note == THE_FACTION:
            name = deck.faction.card_name if deck.faction else ""
        elif written != line.text.strip() and line.code:
            written = f"{line.copies}x {cards.named(line.code)}"
        rows.append(ReportRow(number, line, choice, cards.card(code), written, name))
    if found.reading.format_code != JSON.code:
        return rows
    listed = [row for row in rows if row.line.copies or row.line.status is not LineStatus.IGNORED]
    listed.sort(key=lambda row: (not row.line.states_deck, row.line.section != AGENDAS))
    named = ReportLine(0, deck.name, LineStatus.READ, note=THE_NAME)
    return [ReportRow(-1, named, None, None, deck.name, deck.name), *listed]


COLUMNS: tuple[Column[ReportRow], ...] = (
    Column(
        title="Line",
        text=lambda row: str(row.line.line or ""),
        alignment=RIGHT,
        faint=True,
        width=5,
    ),
    Column(title="In the list", text=lambda row: row.written, share=1),
    Column(
        title="Status",
        text=lambda row: row.status,
        glyphs=lambda row: (row.status_glyph,),
        width=19,
    ),
    Column(
        title="Taken for",
        text=lambda row: row.taken_for,
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
