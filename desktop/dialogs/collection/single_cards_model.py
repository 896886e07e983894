"""Single cards as a table: what comes with the products, what is owned besides, and the sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import CardRow
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Cell, Role
from library.owned import Owned, Single

_NOWHERE = QModelIndex()
MOST = 99


class SingleColumn(IntEnum):
    """The columns, from left to right."""

    FACTION = 0
    NAME = 1
    PACK = 2
    IN_PACKS = 3
    SINGLE = 4


_TITLES = ("", "Card", "Pack", "In products", "Single")
_NAMES = ("Faction", "Card", "Pack", "Copies in the products", "Single copies, or given away")


@dataclass(frozen=True, slots=True)
class CardCounts:
    """Copies of each card that come with products, and besides them (below zero: given away)."""

    packs: Mapping[str, int]
    singles: Mapping[str, int]

    @classmethod
    def of(cls, owned: Owned, cards: Iterable[Card]) -> CardCounts:
        """Count the cards of an edition in a collection."""
        holdings = {(each.edition, each.pack): each.copies for each in owned.holdings}
        packs = {
            card.code: copies * card.quantity
            for card in cards
            if (copies := holdings.get((card.edition, card.pack)))
        }
        return cls(packs, {each.code: each.copies for each in owned.singles})

    def changed(self, cards: Iterable[Card], difference: int) -> tuple[Single, ...]:
        """Return the single copies with so many more of each card; never fewer than none in all."""
        new = []
        for card in cards:
            now = self.singles.get(card.code, 0)
            then = max(-self.packs.get(card.code, 0), min(MOST, now + difference))
            if then != now:
                new.append(Single(card.code, then))
        return tuple(new)


class SingleCardsModel(QAbstractTableModel):
    """Cards, each with its counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CardRow, ...] = ()
        self.counts = CardCounts({}, {})

    def show_rows(self, rows: tuple[CardRow, ...], counts: CardCounts) -> None:
        """Show these cards with these counts."""
        if rows == self._rows:
            self.counts = counts
            if rows:
                self.dataChanged.emit(
                    self.index(0, 0), self.index(len(rows) - 1, SingleColumn.SINGLE)
                )
            return
        self.beginResetModel()
        self._rows, self.counts = rows, counts
        self.endResetModel()

    def card_at(self, row: int) -> Card:
        """Return the card of a row."""
        return self._rows[row].card

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(SingleColumn)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(_TITLES):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _TITLES[section]
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return _NAMES[section]
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(SingleColumn(section))
        return None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], SingleColumn(index.column())
        match role:
            case Role.CARD:
                return row.card
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return self._spoken_text(row, column)
            case Role.CELL:
                marks = glyphs.of_factions(row.card) if column is SingleColumn.FACTION else ()
                faint = column in {SingleColumn.PACK, SingleColumn.IN_PACKS}
                text = self._text(row, column)
                return Cell(text, marks, alignment=_alignment(column), faint=faint)
        return None

    def _text(self, row: CardRow, column: SingleColumn) -> str:
        match column:
            case SingleColumn.NAME:
                return row.card.name
            case SingleColumn.PACK:
                return row.pack
            case SingleColumn.IN_PACKS:
                return str(self.counts.packs.get(row.card.code, 0) or "")
            case SingleColumn.SINGLE:
                return _signed(self.counts.singles.get(row.card.code, 0))
        return ""

    def _spoken_text(self, row: CardRow, column: SingleColumn) -> str:
        if column is SingleColumn.FACTION:
            return ", ".join(each.words for each in glyphs.of_factions(row.card))
        if column is not SingleColumn.SINGLE:
            return self._text(row, column)
        copies = self.counts.singles.get(row.card.code, 0)
        given = f"{-copies} given away" if copies < 0 else f"{copies} single copies"
        return f"{given}, {copies + self.counts.packs.get(row.card.code, 0)} in all"


def _signed(copies: int) -> str:
    if copies < 0:
        return f"\N{MINUS SIGN}{-copies}"
    return f"+{copies}" if copies else ""


def _alignment(column: SingleColumn) -> Qt.AlignmentFlag:
    return RIGHT if column in {SingleColumn.IN_PACKS, SingleColumn.SINGLE} else LEFT
