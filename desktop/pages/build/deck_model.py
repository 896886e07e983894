"""The deck as a tree: sections as headings, under them a row for every card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from decks.deck import Deck
from desktop import icons
from desktop.cards import LoadedCards
from desktop.pages.build.deck_rows import Section, sections_of, value_of
from desktop.pages.build.pool_columns import LEFT, RIGHT
from desktop.widgets import glyphs
from desktop.widgets.cells import Role
from desktop.widgets.glyphs import Glyph
from validators.problem import Problem

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class DeckColumn(IntEnum):
    """What a row of the deck shows, from left to right."""

    COPIES = 0
    FACTION = 1
    NAME = 2
    PACK = 3
    VALUE = 4
    MARK = 5


_RIGHT = frozenset({DeckColumn.COPIES, DeckColumn.VALUE})
_UNIQUE = (Glyph(icons.UNIQUE, None, "unique"),)


class DeckModel(QAbstractItemModel):
    """Sections and cards of one deck, with a mark on every card that a problem names."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._sections: tuple[Section, ...] = ()
        self._marks: Mapping[str, tuple[Problem, ...]] = {}
        self._tell: Mapping[int, Callable[[Card, int, DeckColumn], Any]] = {
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.TextAlignmentRole: _alignment,
            Qt.ItemDataRole.ToolTipRole: self._words,
            Qt.ItemDataRole.AccessibleTextRole: self._words,
            Role.GLYPHS: self._glyphs,
            Role.TRAILING: _trailing,
            Role.FAINT: lambda card, copies, column: column is DeckColumn.PACK,
            Role.CARD: lambda card, copies, column: card,
        }

    def show_deck(self, deck: Deck, cards: LoadedCards) -> None:
        """Show another deck."""
        self.beginResetModel()
        self._cards = cards
        self._sections = sections_of(deck)
        self._marks = {}
        self.endResetModel()

    def mark(self, marks: Mapping[str, tuple[Problem, ...]]) -> None:
        """Mark the cards that problems name."""
        self._marks = marks
        for number, section in enumerate(self._sections):
            parent = self.index(number, 0)
            self.dataChanged.emit(
                self.index(0, 0, parent),
                self.index(len(section.slots) - 1, DeckColumn.MARK, parent),
            )

    def indexes_of(self, codes: set[str]) -> list[QModelIndex]:
        """Return the first cell of every row whose card is among the codes."""
        return [
            self.index(row, 0, self.index(number, 0))
            for number, section in enumerate(self._sections)
            for row, (card, _) in enumerate(section.slots)
            if card.code in codes
        ]

    @override
    def index(self, row: int, column: int, parent: AnyIndex = _NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        # The number kept in an index: 0 for a heading, else one more than its section's.
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    @override
    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        section = index.internalId() if index.isValid() else 0
        return self.createIndex(section - 1, 0, 0) if section else QModelIndex()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._sections)
        if parent.internalId() or parent.column():
            return 0
        return len(self._sections[parent.row()].slots)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return len(DeckColumn)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # A heading that is not enabled is passed over by the arrow keys.
        if not index.isValid() or not index.internalId():
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractItemModel.CheckIndexOption.IndexIsValid):
            return None
        if not index.internalId():
            return self._of_heading(self._sections[index.row()], index.column(), role)
        card, copies = self._sections[index.internalId() - 1].slots[index.row()]
        tell = self._tell.get(role)
        return tell(card, copies, DeckColumn(index.column())) if tell else None

    def _of_heading(self, section: Section, column: int, role: int) -> Any:
        if column:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return section.title
            case Role.HEADING:
                return str(section.count)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{section.title}: {section.count}"
        return None

    def _text(self, card: Card, copies: int, column: DeckColumn) -> str:
        match column:
            case DeckColumn.COPIES:
                return str(copies)
            case DeckColumn.NAME:
                return card.name
            case DeckColumn.PACK:
                return card.pack if card.edition is Edition.SECOND else self._pack(card)
            case DeckColumn.VALUE:
                return value_of(card)
        return ""

    def _glyphs(self, card: Card, copies: int, column: DeckColumn) -> tuple[Glyph, ...]:
        if column is DeckColumn.FACTION:
            return glyphs.of_factions(card)
        worst = next(iter(self._marks.get(card.code, ())), None)
        if column is DeckColumn.MARK and worst is not None:
            return (Glyph(icons.of_severity(worst.severity), worst.severity, worst.message),)
        return ()

    def _words(self, card: Card, copies: int, column: DeckColumn) -> str:
        match column:
            case DeckColumn.FACTION:
                return ", ".join(glyph.words for glyph in glyphs.of_factions(card))
            case DeckColumn.MARK:
                return "\n".join(each.message for each in self._marks.get(card.code, ()))
            case DeckColumn.PACK:
                return self._pack(card)
            case DeckColumn.VALUE if card.plot:
                return "Gold · initiative · claim · reserve"
        return self._text(card, copies, column)

    def _pack(self, card: Card) -> str:
        return self._cards.pack_name(card) if self._cards else card.pack


def _alignment(card: Card, copies: int, column: DeckColumn) -> Qt.AlignmentFlag:
    return RIGHT if column in _RIGHT else LEFT


def _trailing(card: Card, copies: int, column: DeckColumn) -> tuple[Glyph, ...]:
    return _UNIQUE if card.unique and column is DeckColumn.NAME else ()
