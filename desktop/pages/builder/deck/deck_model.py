"""The deck as a tree: sections as headings, under them a row for every card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from enum import IntEnum
from typing import Any, TypeVar

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.card_commands import CARD_FLAGS, CardDropModel
from desktop.pages.builder.deck.deck_rows import BY_TYPE, Section, shown_sections, sign_of, value_of
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.pages.builder.pool.pool_columns import UNIQUE, star_of, with_legend
from desktop.session.drag_data import DraggedCards, mime_of
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Cell, Role
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from validators.card_counts import limit_in
from validators.problem import Problem, Severity


def heading_cell(section: Section, problems: Mapping[int, tuple[Problem, ...]]) -> Cell:
    """Return a heading with its number, and the sign of the problems with that."""
    signs = sign_of(problems.get(section.number, ()))
    return Cell(section.title, heading=section.total, trailing=signs)


def heading_data(section: Section, role: int, problems: Mapping[int, tuple[Problem, ...]]) -> Any:
    """Return what a heading says under a role, with the problems about how many cards it has."""
    messages = [each.message for each in problems.get(section.number, ())]
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return section.title
        case Role.HEADING:
            return section.total
        case Role.CELL:
            return heading_cell(section, problems)
        case Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join([f"{section.title}: {section.total}", *messages])
        case Qt.ItemDataRole.ToolTipRole if messages:
            return tip("\n".join(messages))
    return None


def lacked_words(sections: tuple[Section, ...], overlay: DeckOverlay) -> Mapping[str, str]:
    """Return in words, by code, of which cards the player owns too few."""
    if overlay.owned is None:
        return {}
    return {
        card.code: overlay.owned_words(card)
        for section in sections
        for card, _ in section.slots
        if overlay.lacks(card)
    }


RowKey = tuple[int, str]
Row = TypeVar("Row")
_NO_INDEX = QModelIndex()


class DeckCardColumn(IntEnum):
    """What a row of the deck shows, from left to right."""

    COPIES = 0
    FACTION = 1
    NAME = 2
    PACK = 3
    OWNED = 4
    VALUE = 5
    MARK = 6


_COLUMNS = len(DeckCardColumn)
_RIGHT = frozenset({DeckCardColumn.COPIES, DeckCardColumn.VALUE, DeckCardColumn.OWNED})
_FAINT = frozenset({DeckCardColumn.PACK, DeckCardColumn.OWNED})
MINUS = "A click on the minus takes one copy out."


class DeckModel(CardDropModel, QAbstractItemModel):
    """Sections and cards of one deck, with a mark on every card that a problem names.

    Signals:
        cards_dropped: cards were dropped on a section (what was dragged, the section's place).
        cards_categorized: cards were dropped on a category (what was dragged, its name).
    """

    cards_dropped = Signal(object, object)
    cards_categorized = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sections: tuple[Section, ...] = ()
        # How the cards are grouped from the next deck that is shown.
        self.grouping = BY_TYPE
        self._offers_considered = False
        self._cards: LoadedCards | None = None
        self._marks: Mapping[str, tuple[Problem, ...]] = {}
        self._sizes: Mapping[int, tuple[Problem, ...]] = {}
        self._overlay = EMPTY_OVERLAY
        self._lacked: Mapping[str, str] = {}
        self._noted: Mapping[str, str] = {}
        # The cells of rows, made once while nothing but the deck changes.
        self._cells: dict[tuple[Card, int], tuple[Cell, ...]] = {}
        self._data: Mapping[int, Callable[[Card, int, DeckCardColumn], Any]] = {
            Role.CARD: lambda card, copies, column: card,
            Role.COPIES: lambda card, copies, column: copies,
            Role.CELL: self._cell,
            Role.GLYPHS: self._glyphs,
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.AccessibleTextRole: self._said,
            Qt.ItemDataRole.ToolTipRole: self._tip,
        }

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self.sections = ()
        self.endResetModel()

    def show_deck(
        self, deck: Deck, cards: LoadedCards, overlay: DeckOverlay = EMPTY_OVERLAY
    ) -> None:
        """Show a deck; the rows of cards that it had before stay what they are."""
        before = {each.number: each for each in self.sections}
        after = shown_sections(
            *(deck, self.grouping),
            considered=self._offers_considered,
            pack_name=cards.pack_name,
        )
        same_marks = overlay.has_marks_of(self._overlay)
        noted, self._noted = self._noted, dict(deck.card_notes)
        lacked, self._lacked = self._lacked, lacked_words(after, overlay)
        self._cards, self._overlay = cards, overlay
        if lacked != self._lacked or noted != self._noted or not same_marks:
            self._cells.clear()
        self._come_and_go(after)
        self.sections = after
        for place, section in enumerate(after):
            old = before.get(section.number, section)
            if (old.title, old.slots, old.category) != (
                section.title,
                section.slots,
                section.category,
            ):
                heading = self.index(place, 0)
                self.dataChanged.emit(heading, heading)
            copies = dict(old.slots)
            for row, (card, count) in enumerate(section.slots):
                lacks = lacked.get(card.code) != self._lacked.get(card.code)
                other_note = noted.get(card.code) != self._noted.get(card.code)
                if copies.get(card) != count or lacks or other_note or not same_marks:
                    self._emit_changed(section.number, row)

    def offer_considered(self, *, offered: bool) -> None:
        """Show the section of the considered cards though it is empty, while cards are dragged."""
        if offered is not self._offers_considered:
            self._offers_considered = offered
            if self._overlay.deck is not None and self._cards is not None:
                self.show_deck(self._overlay.deck, self._cards, self._overlay)

    def _come_and_go(self, after: tuple[Section, ...]) -> None:
        """Remove the sections and rows that are gone, and insert those that are new."""

        def put_sections(sections: list[Section]) -> None:
            self.sections = tuple(sections)

        def put_slots(slots: list[tuple[Card, int]]) -> None:
            changed = replace(self.sections[place], slots=tuple(slots))
            self.sections = (*self.sections[:place], changed, *self.sections[place + 1 :])

        numbers = [each.number for each in self.sections], [each.number for each in after]
        self._replace_rows(_NO_INDEX, list(self.sections), after, numbers, put_sections)
        for place, section in enumerate(after):
            old, new = self.sections[place].slots, section.slots
            codes = [card.code for card, _ in old], [card.code for card, _ in new]
            self._replace_rows(self.index(place, 0), list(old), new, codes, put_slots)

    def _replace_rows(
        self,
        parent: QModelIndex,
        rows: list[Row],
        after: Sequence[Row],
        keys: tuple[Sequence[Hashable], Sequence[Hashable]],
        put: Callable[[list[Row]], None],
    ) -> None:
        """Make rows others, where their keys, before and after, are not the same."""
        if keys[0] == keys[1]:
            return
        changes = SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
        for tag, first, end, new_first, new_end in reversed(changes):
            if tag in {"replace", "delete"}:
                self.beginRemoveRows(parent, first, end - 1)
                del rows[first:end]
                put(rows)
                self.endRemoveRows()
            if tag in {"replace", "insert"}:
                self.beginInsertRows(parent, first, first + new_end - new_first - 1)
                rows[first:first] = after[new_first:new_end]
                put(rows)
                self.endInsertRows()

    def mark(
        self, marks: Mapping[str, tuple[Problem, ...]], sizes: Mapping[int, tuple[Problem, ...]]
    ) -> None:
        """Mark the cards that problems name, and the headings of sections of a wrong size."""
        old, self._sizes = self._sizes, sizes
        for place, each in enumerate(self.sections):
            if old.get(each.number) != sizes.get(each.number):
                self.dataChanged.emit(self.index(place, 0), self.index(place, 0))
        before, self._marks = self._marks, marks
        if before == marks:
            return
        self._cells.clear()
        changed = {code for code in (*before, *marks) if before.get(code) != marks.get(code)}
        for index in self.indexes_of(changed):
            self._emit_changed(index.internalId(), index.row())

    @property
    def shows_owned(self) -> bool:
        """Whether a collection is known that the deck can be compared with."""
        return self._overlay.owned is not None

    def cells(self, index: AnyIndex) -> tuple[Cell, ...]:
        """Return what is painted of a whole row: a cell for each column, or a heading's one."""
        section = self._section_of(index)
        if section is None:
            section = self.sections[index.row()]
            return (heading_cell(section, self._sizes),)
        slot = section.slots[index.row()]
        made = self._cells.get(slot)
        if made is None:
            made = self._cells[slot] = tuple(
                [self._cell(*slot, column) for column in DeckCardColumn]
            )
        return made

    @property
    def choices(self) -> int:
        """For how many numbers of copies there is to be room."""
        return self._overlay.choices

    def copies_of(self, index: AnyIndex) -> DeckCopies | None:
        """Return the copies of a card's row, with how many of it a deck may hold."""
        section, deck = self._section_of(index), self._overlay.deck
        if section is None or deck is None:
            return None
        card, copies = section.slots[index.row()]
        limit, others = limit_in(deck, card, section.place)
        return DeckCopies(copies, others, limit)

    def _emit_changed(self, section: int, row: int) -> None:
        first = self.createIndex(row, 0, section)
        self.dataChanged.emit(first, self.createIndex(row, DeckCardColumn.MARK, section))

    def _section_of(self, index: AnyIndex) -> Section | None:
        """Return the section of a card's row; None for a heading and for nothing."""
        number = index.internalId() if index.isValid() else 0
        for each in self.sections if number else ():
            if each.number == number:
                return each
        return None

    def texts_in(self, column: DeckCardColumn) -> set[str]:
        """Return the texts of a column."""
        return {
            self._text(card, copies, column)
            for section in self.sections
            for card, copies in section.slots
        }

    def indexes_of(self, codes: Collection[str]) -> list[QModelIndex]:
        """Return the first cell of every row whose card is among the codes."""
        return [index for (_, code), index in self._rows() if code in codes]

    def indexes_at(self, keys: Collection[RowKey]) -> list[QModelIndex]:
        """Return the first cell of every row that has one of these keys."""
        return [index for key, index in self._rows() if key in keys]

    def _rows(self) -> Iterator[tuple[RowKey, QModelIndex]]:
        for section in self.sections:
            for row, (card, _) in enumerate(section.slots):
                yield (section.number, card.code), self.createIndex(row, 0, section.number)

    def row_keys_from(self, index: AnyIndex) -> list[RowKey]:
        """Return the keys of a row and of those below it in its section; none for a heading."""
        section = self._section_of(index)
        slots = section.slots[index.row() :] if section else ()
        return [(index.internalId(), card.code) for card, _ in slots]

    @override
    def index(self, row: int, column: int, parent: AnyIndex = _NO_INDEX) -> QModelIndex:
        # Called some hundred times for each change. An index of a card stores its section's number,
        # which stays whatever sections come and go; that of a heading 0.
        section = self.sections[parent.row()] if parent.isValid() else None
        rows = section.slots if section else self.sections
        if not (0 <= row < len(rows) and 0 <= column < _COLUMNS):
            return QModelIndex()
        return self.createIndex(row, column, section.number if section else 0)

    @override
    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        section = self._section_of(index)
        return self.createIndex(self.sections.index(section), 0, 0) if section else QModelIndex()

    @override
    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        if not parent.isValid():
            return len(self.sections)
        if parent.internalId() or parent.column():
            return 0
        return len(self.sections[parent.row()].slots)

    @override
    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        return _COLUMNS

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The arrow keys skip a heading because it is not enabled.
        if not index.isValid() or not index.internalId():
            return Qt.ItemFlag.ItemIsDropEnabled
        return CARD_FLAGS

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        section, column = self._section_of(index), DeckCardColumn(index.column())
        if section is None:
            heading = self.sections[index.row()]
            shown = not column or role == Qt.ItemDataRole.ToolTipRole
            return heading_data(heading, role, self._sizes) if shown else None
        card, copies = section.slots[index.row()]
        if role == Role.PLACE:
            return section.place
        read = self._data.get(role)
        return read(card, copies, column) if read else None

    @override
    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        rows = {(each.parent().row(), each.row()) for each in indexes if each.internalId()}
        slots = [(self.sections[section], row) for section, row in sorted(rows)]
        # A card of several categories has several rows.
        copies = list(dict.fromkeys((*each.slots[row], each.place) for each, row in slots))
        return mime_of(copies, from_deck=True)

    @override
    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def _drop(self, dragged: DraggedCards, target: AnyIndex) -> None:
        section = self._section_of(target)
        if section is None and target.isValid():
            section = self.sections[target.row()]
        if section is not None and section.category is not None:
            self.cards_categorized.emit(dragged, section.category.name)
        else:
            self.cards_dropped.emit(dragged, section.place if section else DRAW_DECK)

    def _cell(self, card: Card, copies: int, column: DeckCardColumn) -> Cell:
        return Cell(
            self._text(card, copies, column),
            self._glyphs(card, copies, column),
            self._trailing(card) if column is DeckCardColumn.NAME else (),
            alignment=RIGHT if column in _RIGHT else LEFT,
            faint=column in _FAINT,
            counts=column is DeckCardColumn.COPIES,
        )

    def _text(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        match column:
            case DeckCardColumn.COPIES:
                return str(copies)
            case DeckCardColumn.NAME:
                return card.name
            case DeckCardColumn.PACK:
                return card.pack if card.edition is Edition.SECOND else self.pack_name(card)
            case DeckCardColumn.OWNED if card.code in self._lacked:
                return f"own {self._overlay.copies_owned(card)}"
            case DeckCardColumn.VALUE:
                return value_of(card)
        return ""

    def _glyphs(self, card: Card, _: int, column: DeckCardColumn) -> tuple[Glyph, ...]:
        if column is DeckCardColumn.FACTION:
            return glyphs.of_factions(card)
        return sign_of(self._marks.get(card.code, ())) if column is DeckCardColumn.MARK else ()

    def _words(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        match column:
            case DeckCardColumn.FACTION:
                return ", ".join(glyph.words for glyph in glyphs.of_factions(card))
            case DeckCardColumn.MARK:
                return "\n".join(each.message for each in self._marks.get(card.code, ()))
            case DeckCardColumn.PACK:
                return self.pack_name(card)
            case DeckCardColumn.OWNED:
                return self._lacked.get(card.code, "")
            case DeckCardColumn.VALUE if card.plot:
                return "Income · initiative · claim · reserve"
        return self._text(card, copies, column)

    def _said(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        """Return what a screen reader says of a cell: with a name, all that is shown beside it."""
        if column is not DeckCardColumn.NAME:
            return self._words(card, copies, column)
        listed = (each.words for each in self._trailing(card))
        problems = (each.message for each in self._marks.get(card.code, ()))
        counted = f"{copies} {'copy' if copies == 1 else 'copies'}"
        parts = [card.name, counted, *filter(None, listed)]
        return ". ".join([", ".join(parts), *problems])

    def _tip(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        words = self._words(card, copies, column)
        if column is DeckCardColumn.NAME:
            words, note = self._overlay.name_words(card), self._noted.get(card.code, "")
            words = "\n".join(filter(None, (with_legend(words, self._trailing(card)), note)))
        if column is DeckCardColumn.COPIES:  # which has the sign, too, where the list is narrow
            problems = self._words(card, copies, DeckCardColumn.MARK)
            words = "\n".join(filter(None, (f"{words}. {MINUS}", problems)))
        return tip(words)

    def _trailing(self, card: Card) -> tuple[Glyph, ...]:
        listed = [each for each in self._overlay.marks(card) if each.tint is Severity.WARNING]
        if note := self._noted.get(card.code):
            listed.append(Glyph(icons.WRITTEN, None, f"Note: {note}"))
        return (*(UNIQUE if card.unique else ()), *star_of(card, self._overlay), *listed)

    def pack_name(self, card: Card) -> str:
        """Return the name of the pack that a card comes in."""
        return self._cards.pack_name(card) if self._cards else card.pack
