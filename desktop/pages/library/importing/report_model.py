"""The report of a reading as a table: each line, its status, and the card it was read as."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from carddb.terms import Faction
from decks.report import LineStatus, ReportLine
from desktop.pages.library.importing.found_deck import FoundDeck
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import LEFT, RIGHT, Cell, Role
from desktop.widgets.glyphs import Glyph
from validators.problem import Severity

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
LINE, TEXT, STATUS, CARD = range(4)
CHOSEN, LEFT_OUT = "Chosen", "Left out"
HEADINGS = ("Line", "In the list", "Status", "Taken for")
STATUS_TEXTS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Several fit",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "Ignored",
}


def status_text(found: FoundDeck, number: int) -> str:
    """Return the status of a line, or of what the user chose for it."""
    if number in found.choices:
        return CHOSEN if found.choices[number] else LEFT_OUT
    return STATUS_TEXTS[found.reading.lines[number].status]


def status_glyph(found: FoundDeck, number: int) -> Glyph:
    """Return the glyph of a line's status."""
    line = found.reading.lines[number]
    if number in found.choices:
        chosen = bool(found.choices[number])
        return Glyph(icons.LEGAL, tint=True) if chosen else Glyph(icons.NOTE, Severity.NOTE)
    if line.lost:
        return Glyph(icons.UNREAD, Severity.ERROR)
    if line.status is LineStatus.IGNORED:
        return Glyph("")
    if line.status is LineStatus.READ:
        return Glyph(icons.LEGAL, tint=True)
    return Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)


def is_doubtful(line: ReportLine) -> bool:
    """Whether a user should check a line."""
    return line.status not in {LineStatus.READ, LineStatus.IGNORED}


class ReportModel(QAbstractTableModel):
    """The lines of one found deck, all of them or the doubtful ones alone."""

    def __init__(self, cards: LoadedCards, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.numbers: list[int] = []

    def show(self, found: FoundDeck | None, *, doubtful_only: bool) -> None:
        """Show the report of another deck; `numbers` are the places of its lines by row."""
        self.beginResetModel()
        self._found = found
        lines = found.reading.lines if found else ()
        self.numbers = [n for n, line in enumerate(lines) if is_doubtful(line) or not doubtful_only]
        self.endResetModel()

    def update_choice(self, found: FoundDeck) -> None:
        """Show what was chosen for a line of the same deck."""
        self._found = found
        if self.numbers:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.numbers) - 1, CARD))

    def _text(self, found: FoundDeck, number: int, column: int) -> str:
        line = found.reading.lines[number]
        code = found.code(number)
        card = self._cards.named(code) if code and column == CARD else ""
        return (str(line.line), line.text.strip(), status_text(found, number), card)[column]

    def _cell(self, found: FoundDeck, number: int, column: int) -> Cell:
        glyphs: tuple[Glyph, ...] = ()
        card = self._cards.card(found.code(number)) if column == CARD else None
        if column == STATUS:
            glyphs = (status_glyph(found, number),)
        elif card is not None:
            faction = card.factions[0] if card.factions else Faction.NEUTRAL
            glyphs = (Glyph(icons.of_type(card.type), faction),)
        ignored = found.reading.lines[number].status is LineStatus.IGNORED
        return Cell(
            self._text(found, number, column),
            glyphs,
            alignment=RIGHT if column == LINE else LEFT,
            faint=ignored or column == LINE,
        )

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.numbers)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(HEADINGS):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section == LINE else LEFT
        return HEADINGS[section] if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        options = QAbstractTableModel.CheckIndexOption.IndexIsValid
        if self._found is None or not self.checkIndex(index, options):
            return None
        number, column = self.numbers[index.row()], index.column()
        match role:
            case Role.CELL:
                return self._cell(self._found, number, column)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(self._found, number, column)
            case Qt.ItemDataRole.ToolTipRole:
                note = self._found.reading.lines[number].note
                return note or self._text(self._found, number, column)
        return None
