"""The report of a reading as a table: each line, what became of it, and what it was taken for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from carddb.terms import Faction
from decks.report import LineStatus, ReportLine
from desktop.pages.library.importing.import_choices import FoundDeck
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import Role
from desktop.widgets.glyphs import Glyph
from validators.problem import Severity

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
LINE, TEXT, STATUS, TAKEN = range(4)
CHOSEN, LEFT_OUT = "Chosen", "Left out"
HEADINGS = ("Line", "In the list", "Status", "Taken for")
STATUS_WORDS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Several fit",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "Ignored",
}


def status_words(found: FoundDeck, number: int) -> str:
    """Return what became of a line, and of what the user chose for it."""
    if number in found.choices:
        return CHOSEN if found.choices[number] else LEFT_OUT
    return STATUS_WORDS[found.reading.lines[number].status]


def status_sign(found: FoundDeck, number: int) -> Glyph:
    """Return the sign that goes with the words."""
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


def doubtful(line: ReportLine) -> bool:
    """Tell whether a user should look at a line."""
    return line.status not in {LineStatus.READ, LineStatus.IGNORED}


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == LINE else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _is_faint(found: FoundDeck, number: int, column: int) -> bool:
    return column == LINE or found.reading.lines[number].status is LineStatus.IGNORED


class ReportModel(QAbstractTableModel):
    """The lines of one found deck, all of them or the doubtful ones alone."""

    def __init__(self, cards: LoadedCards, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self._numbers: list[int] = []
        self._tell: dict[int, Callable[[FoundDeck, int, int], Any]] = {
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.AccessibleTextRole: self._text,
            Qt.ItemDataRole.ToolTipRole: self._tip,
            Qt.ItemDataRole.TextAlignmentRole: lambda found, number, column: _alignment(column),
            Role.GLYPHS: self._glyphs,
            Role.FAINT: _is_faint,
        }

    def show(self, found: FoundDeck | None, *, doubtful_only: bool) -> None:
        """Show the report of another deck."""
        self.beginResetModel()
        self._found = found
        lines = found.reading.lines if found else ()
        self._numbers = [
            number for number, line in enumerate(lines) if doubtful(line) or not doubtful_only
        ]
        self.endResetModel()

    def update_choice(self, found: FoundDeck) -> None:
        """Show what was chosen for a line of the same deck."""
        self._found = found
        if self._numbers:
            last = self.index(len(self._numbers) - 1, TAKEN)
            self.dataChanged.emit(self.index(0, 0), last)

    def number_at(self, row: int) -> int:
        """Return the place in the report of a row's line."""
        return self._numbers[row]

    def _text(self, found: FoundDeck, number: int, column: int) -> str:
        line = found.reading.lines[number]
        match column:
            case 0:  # LINE
                return str(line.line)
            case 1:  # TEXT
                return line.text.strip()
            case 2:  # STATUS
                return status_words(found, number)
        code = found.code(number)
        return self._cards.named(code) if code else ""

    def _tip(self, found: FoundDeck, number: int, column: int) -> str:
        return found.reading.lines[number].note or self._text(found, number, column)

    def _glyphs(self, found: FoundDeck, number: int, column: int) -> tuple[Glyph, ...]:
        if column == STATUS:
            return (status_sign(found, number),)
        card = self._cards.card(found.code(number)) if column == TAKEN else None
        if card is None:
            return ()
        faction = card.factions[0] if card.factions else Faction.NEUTRAL
        return (Glyph(icons.of_type(card.type), faction),)

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._numbers)

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
            return _alignment(section)
        return HEADINGS[section] if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        options = QAbstractTableModel.CheckIndexOption.IndexIsValid
        if self._found is None or not self.checkIndex(index, options):
            return None
        tell = self._tell.get(role)
        return tell(self._found, self._numbers[index.row()], index.column()) if tell else None
