"""The deck as a tree: sections as headings, under them a row for every card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.deck.deck_rows import Section, row_changes, sections_of, value_of
from desktop.pages.builder.deck_overlay import NOTHING_HELD, DeckOverlay
from desktop.session.drag_data import CARDS, dragged_cards, mime_of
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import LEFT, RIGHT, Cell, Role
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import tip
from validators.problem import Problem, Severity

AnyIndex = QModelIndex | QPersistentModelIndex
Spot = tuple[tuple[str, int], str]
_NOWHERE = QModelIndex()


class DeckColumn(IntEnum):
    """What a row of the deck shows, from left to right."""

    COPIES = 0
    FACTION = 1
    NAME = 2
    PACK = 3
    OWNED = 4
    VALUE = 5
    MARK = 6


_COLUMNS = len(DeckColumn)
_RIGHT = frozenset({DeckColumn.COPIES, DeckColumn.VALUE, DeckColumn.OWNED})
_ROW = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
)
MINUS = "A click on the minus takes one copy out."
_UNIQUE = (Glyph(icons.UNIQUE, None, "unique"),)


class DeckModel(QAbstractItemModel):
    """Sections and cards of one deck, with a mark on every card that a problem names.

    What is dropped is one copy of each card that is dragged, or with `takes_all` every copy.

    Signals:
        cards_dropped: cards were dropped on a section (what was dragged, the section's place).
    """

    cards_dropped = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.takes_all = False
        self._cards: LoadedCards | None = None
        self._sections: tuple[Section, ...] = ()
        self._marks: Mapping[str, tuple[Problem, ...]] = {}
        self._held = NOTHING_HELD
        self._lacked: Mapping[str, str] = {}
        # The cells of rows, made once while nothing but the deck changes.
        self._made: dict[tuple[Card, int], tuple[Cell, ...]] = {}
        self._tell: Mapping[int, Callable[[Card, int, DeckColumn], Any]] = {
            Role.CELL: self._cell,
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.TextAlignmentRole: _alignment,
            Qt.ItemDataRole.ToolTipRole: self._tip,
            Qt.ItemDataRole.AccessibleTextRole: self._words,
            Role.GLYPHS: self._glyphs,
            Role.CARD: lambda card, copies, column: card,
            Role.COPIES: lambda card, copies, column: copies,
        }

    def show_deck(self, deck: Deck, cards: LoadedCards, held: DeckOverlay = NOTHING_HELD) -> None:
        """Show a deck; the rows of cards that it held before stay what they are."""
        before, after = self._sections, sections_of(deck)
        same_marks = held.conditions == self._held.conditions
        lacked, self._lacked = self._lacked, _lacked(after, held)
        self._cards, self._held = cards, held
        if lacked != self._lacked or not same_marks:
            self._made.clear()
        changes = row_changes(before, after)
        if changes is None:
            self.beginResetModel()
            self._sections = after
            self.endResetModel()
            return
        for number, row, section in changes:
            self._change_row(number, row, section)
        self._sections = after
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            if old.count != new.count:
                heading = self.index(number, 0)
                self.dataChanged.emit(heading, heading)
            copies = dict(old.slots)
            for row, (card, count) in enumerate(new.slots):
                lacks = lacked.get(card.code) != self._lacked.get(card.code)
                if copies.get(card) != count or lacks or not same_marks:
                    self._tell_row(number, row)

    def _change_row(self, number: int, row: int, section: Section) -> None:
        """Let a row come or go, which makes a section this one."""
        parent = self.index(number, 0)
        comes = len(section.slots) > len(self._sections[number].slots)
        if comes:
            self.beginInsertRows(parent, row, row)
        else:
            self.beginRemoveRows(parent, row, row)
        self._sections = (*self._sections[:number], section, *self._sections[number + 1 :])
        if comes:
            self.endInsertRows()
        else:
            self.endRemoveRows()

    def mark(self, marks: Mapping[str, tuple[Problem, ...]]) -> None:
        """Mark the cards that problems name."""
        before, self._marks = self._marks, marks
        if before != marks:
            self._made.clear()
        changed = {code for code in (*before, *marks) if before.get(code) != marks.get(code)}
        for number, section in enumerate(self._sections):
            for row, (card, _) in enumerate(section.slots):
                if card.code in changed:
                    self._tell_row(number, row)

    @property
    def tells_owned(self) -> bool:
        """Whether a collection is known that the deck can be held against."""
        return self._held.owned is not None

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that are shown."""
        return self._sections

    def cells(self, index: AnyIndex) -> tuple[Cell, ...]:
        """Return what is painted of a whole row: a cell for each column, or a heading's one."""
        number = index.internalId()
        if number == 0:
            section = self._sections[index.row()]
            return (Cell(section.title, heading=str(section.count)),)
        slot = self._sections[number - 1].slots[index.row()]
        made = self._made.get(slot)
        if made is None:
            card, copies = slot
            made = tuple([self._cell(card, copies, column) for column in DeckColumn])
            self._made[slot] = made
        return made

    def _tell_row(self, section: int, row: int) -> None:
        first = self.createIndex(row, 0, section + 1)
        self.dataChanged.emit(first, self.createIndex(row, DeckColumn.MARK, section + 1))

    def indexes_of(self, codes: set[str]) -> list[QModelIndex]:
        """Return the first cell of every row whose card is among the codes."""
        return [
            self.index(row, 0, self.index(number, 0))
            for number, section in enumerate(self._sections)
            for row, (card, _) in enumerate(section.slots)
            if card.code in codes
        ]

    def spot_of(self, index: AnyIndex) -> Spot | None:
        """Return where a row is, by its section and card; None for a heading or nothing."""
        return next(self.spots_from(index), None)

    def spots_from(self, index: AnyIndex) -> Iterator[Spot]:
        """Yield a row's spot and those below it in its section; none for a heading or nothing."""
        number = index.internalId() if index.isValid() else 0
        if number:
            section = self._sections[number - 1]
            yield from ((section.key, card.code) for card, _ in section.slots[index.row() :])

    def indexes_at(self, spots: Collection[Spot]) -> list[QModelIndex]:
        """Return the first cell of every row that is at one of these spots."""
        return [
            self.index(row, 0, self.index(number, 0))
            for number, section in enumerate(self._sections)
            for row, (card, _) in enumerate(section.slots)
            if (section.key, card.code) in spots
        ]

    @override
    def index(self, row: int, column: int, parent: AnyIndex = _NOWHERE) -> QModelIndex:
        # Asked some hundred times for each change. The number kept in an index: 0 for a heading,
        # else one more than its section's.
        number = parent.row() + 1 if parent.isValid() else 0
        rows = self._sections[number - 1].slots if number else self._sections
        if not (0 <= row < len(rows) and 0 <= column < _COLUMNS):
            return QModelIndex()
        return self.createIndex(row, column, number)

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
        return _COLUMNS

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # A heading that is not enabled is passed over by the arrow keys.
        if not index.isValid() or not index.internalId():
            return Qt.ItemFlag.ItemIsDropEnabled
        return _ROW

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number = index.internalId()
        if number == 0:
            return self._of_heading(self._sections[index.row()], index.column(), role)
        section = self._sections[number - 1]
        if role == Role.PLACE:
            return section.place
        card, copies = section.slots[index.row()]
        tell = self._tell.get(role)
        return tell(card, copies, DeckColumn(index.column())) if tell else None

    @override
    def mimeTypes(self) -> list[str]:
        return [CARDS]

    @override
    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        rows = sorted({(each.internalId() - 1, each.row()) for each in indexes})
        slots = [(self._sections[section], row) for section, row in rows if section >= 0]
        copies = [(*section.slots[row], section.place) for section, row in slots]
        return mime_of(copies, from_deck=True)

    @override
    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    @override
    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        return dragged_cards(data) is not None

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        dragged = dragged_cards(data)
        if dragged is None:
            return False
        number = parent.internalId() - 1 if parent.internalId() else parent.row()
        place = self._sections[number].place if parent.isValid() else DRAW_DECK
        self.cards_dropped.emit(dragged if self.takes_all else dragged.one_of_each(), place)
        return True

    def _of_heading(self, section: Section, column: int, role: int) -> Any:
        if column:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return section.title
            case Role.HEADING:
                return str(section.count)
            case Role.CELL:
                return Cell(section.title, heading=str(section.count))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{section.title}: {section.count}"
        return None

    def _cell(self, card: Card, copies: int, column: DeckColumn) -> Cell:
        return Cell(
            self._text(card, copies, column),
            self._glyphs(card, copies, column),
            self._trailing(card, copies, column),
            alignment=_alignment(card, copies, column),
            faint=column in {DeckColumn.PACK, DeckColumn.OWNED},
            counts=column is DeckColumn.COPIES,
        )

    def _text(self, card: Card, copies: int, column: DeckColumn) -> str:
        match column:
            case DeckColumn.COPIES:
                return str(copies)
            case DeckColumn.NAME:
                return card.name
            case DeckColumn.PACK:
                return card.pack if card.edition is Edition.SECOND else self._pack(card)
            case DeckColumn.OWNED if card.code in self._lacked:
                return f"own {self._held.copies_owned(card)}"
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
            case DeckColumn.OWNED:
                return self._lacked.get(card.code, "")
            case DeckColumn.VALUE if card.plot:
                return "Gold · initiative · claim · reserve"
        return self._text(card, copies, column)

    def _tip(self, card: Card, copies: int, column: DeckColumn) -> str:
        words = self._words(card, copies, column)
        return tip(f"{words}. {MINUS}" if column is DeckColumn.COPIES else words)

    def _trailing(self, card: Card, copies: int, column: DeckColumn) -> tuple[Glyph, ...]:
        if column is not DeckColumn.NAME:
            return ()
        listed = [each for each in self._held.marks(card) if each.tint is Severity.WARNING]
        return (*(_UNIQUE if card.unique else ()), *listed)

    def _pack(self, card: Card) -> str:
        return self._cards.pack_name(card) if self._cards else card.pack


def _alignment(card: Card, copies: int, column: DeckColumn) -> Qt.AlignmentFlag:
    return RIGHT if column in _RIGHT else LEFT


def _lacked(sections: tuple[Section, ...], held: DeckOverlay) -> Mapping[str, str]:
    """Return in words, by code, of which cards the player owns too few."""
    return {
        card.code: held.owned_words(card)
        for section in sections
        for card, _ in section.slots
        if held.lacks(card)
    }
