"""The deck as a tree: sections as headings, under them a row for every card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cache
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from carddb.terms import CardType, Edition, Faction
from decks.categories import category_called
from decks.deck import Category, Deck, Slots
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
from desktop.pages.builder.card_commands import CARD_FLAGS, CardDropModel
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.pages.builder.pool.pool_columns import STAR, UNIQUE, numbers_words, with_legend
from desktop.session.drag_data import DraggedCards, mime_of
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Cell, Role
from desktop.widgets.card_numbers import numbers_of
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from validators.card_counts import limit_in
from validators.problem import Problem, Severity

SECTIONS = (
    (CardType.PLOT, "Plots"),
    (CardType.CHARACTER, "Characters"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.LOCATION, "Locations"),
    (CardType.EVENT, "Events"),
    (CardType.TITLE, "Titles"),
    (CardType.HOUSE, "House cards"),
)
_AGENDAS, _CONSIDERED, _DRAFTED, _ROOKERY = 1, 999, 1_000, 1_001
_BY_TYPE = {card_type: (number, title) for number, (card_type, title) in enumerate(SECTIONS, 2)}
# The first number of the groups of each grouping.
_COST, _COST_X, _NO_COST, _FACTION, _NAME = 100, 198, 199, 200, 300
_CATEGORY, _NO_CATEGORY, _PACK = 400, 600, 10_000
# The section whose size problems are about, by the first word of their codes.
SECTION_OF = {"agenda": _AGENDAS, "plots": 2, "draw": _NAME, "rookery": _ROOKERY}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its slots by name, and their place; its `number`, from 1 on, identifies it."""

    number: int
    title: str
    slots: Slots
    place: DeckSection = DRAW_DECK
    category: Category | None = None

    @property
    def count(self) -> int:
        return sum(count for _, count in self.slots)

    @property
    def total(self) -> str:
        """The number of copies, and the target of a category."""
        target = self.category.target if self.category else ""
        if self.category is None or not target:
            return str(self.count)
        missed = self.category.misses(self.count)
        return f"{self.count} instead of {target}" if missed else f"{self.count} ({target})"


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A group of cards: its title, and the number that identifies its section.

    Groups are in the order of `order`, then of their numbers. `category` is the name of the
    category whose cards it has.
    """

    number: int
    title: str
    order: str = ""
    category: str = ""


PackName: TypeAlias = Callable[[Card], str]


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way to group the cards of a deck; no two groupings share a number of a group."""

    code: str
    label: str
    groups_of: Callable[[Deck, Card, PackName], tuple[CardGroup, ...]]


def _type_group(deck: Deck, card: Card, pack_name: PackName) -> tuple[CardGroup, ...]:
    return (CardGroup(*_BY_TYPE[card.type]),)


def _drawn(
    group_of: Callable[[Card, PackName], CardGroup],
) -> Callable[[Deck, Card, PackName], tuple[CardGroup, ...]]:
    """Return a grouping of the cards that are drawn; the others are grouped by their type."""
    return lambda deck, card, pack_name: (
        (group_of(card, pack_name),) if card.in_draw_deck else _type_group(deck, card, pack_name)
    )


def _cost_group(card: Card, _: PackName) -> CardGroup:
    if isinstance(card.cost, int):
        return CardGroup(_COST + card.cost, f"Cost {card.cost}")
    if card.cost is None:
        return CardGroup(_NO_COST, "No cost")
    return CardGroup(_COST_X, f"Cost {card.cost.value}")


def _faction_group(card: Card, _: PackName) -> CardGroup:
    if len(card.factions) > 1:
        return CardGroup(_FACTION + 99, "Several factions")
    faction = card.factions[0] if card.factions else Faction.NEUTRAL
    return CardGroup(_FACTION + list(Faction).index(faction), faction.label)


def _pack_group(card: Card, pack_name: PackName) -> CardGroup:
    # A number of its own that stays, whatever other packs are in the deck.
    return CardGroup(_PACK + crc32(card.pack.encode()), pack_name(card), order=pack_name(card))


def _category_groups(deck: Deck, card: Card, pack_name: PackName) -> tuple[CardGroup, ...]:
    found = tuple(
        CardGroup(_CATEGORY + number, each.name, category=each.name)
        for number, each in enumerate(deck.categories)
        if card.code in each.cards
    )
    if not found and card.in_draw_deck:
        return (CardGroup(_NO_CATEGORY, "No category"),)
    return found or _type_group(deck, card, pack_name)


BY_TYPE = Grouping("type", "By type", _type_group)
GROUPINGS = {
    each.code: each
    for each in (
        BY_TYPE,
        Grouping("cost", "By cost", _drawn(_cost_group)),
        Grouping("faction", "By faction", _drawn(_faction_group)),
        Grouping("category", "By category", _category_groups),
        Grouping("pack", "By pack", _drawn(_pack_group)),
        Grouping("name", "By name", _drawn(lambda *_: CardGroup(_NAME, "Draw deck"))),
    )
}


def shown_sections(
    deck: Deck,
    grouping: Grouping = BY_TYPE,
    *,
    considered: bool = False,
    pack_name: PackName = lambda card: card.pack,
) -> tuple[Section, ...]:
    """Return the sections of a deck: agendas, plots, the other cards in groups, the other places.

    A card of several categories is in each of their groups. Empty sections are left out, except
    those that alone can take some cards, and with `considered` that of the considered cards.
    """
    agendas = tuple((card, deck.agendas.count(card)) for card in dict.fromkeys(deck.agendas))
    made = [Section(_AGENDAS, "Agendas" if len(deck.agendas) > 1 else "Agenda", agendas)]
    groups: dict[CardGroup, list[tuple[Card, int]]] = {}
    for slot in deck.slots:
        if slot[0].type in _BY_TYPE:
            for group in grouping.groups_of(deck, slot[0], pack_name):
                groups.setdefault(group, []).append(slot)
    for group in sorted(groups, key=lambda each: (each.order, each.number)):
        category = category_called(deck, group.category) if group.category else None
        slots = _by_name(groups[group])
        made.append(Section(group.number, group.title, slots, category=category))
    made.append(Section(_DRAFTED, "Drafted", _by_name(deck.drafted)))
    shown = [section for section in made if section.slots]
    shown += [
        Section(_ROOKERY + number, f"Plot deck {number}", _by_name(slots), plot_deck(number))
        for number, slots in enumerate(deck.plot_decks, 1)
    ]
    if deck.rookery or deck.format == "rookery":
        shown.append(Section(_ROOKERY, "Rookery", _by_name(deck.rookery), ROOKERY))
    if deck.considered or considered:
        shown.append(Section(_CONSIDERED, "Considered", _by_name(deck.considered), CONSIDERED))
    return tuple(shown)


def _by_name(slots: Iterable[tuple[Card, int]]) -> Slots:
    return tuple(sorted(slots, key=lambda slot: (name_order(slot[0].name), slot[0].code)))


_ORDER = list(Severity)


@cache
def _counts() -> frozenset[str]:
    from validators.codes import codes_of_counts  # noqa: PLC0415 - every rule, not at start

    return codes_of_counts()


def problems_by_card(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of each card that they name, the worst first, except wrong totals."""
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        if not _is_count(problem):
            for code in problem.cards:
                marks[code] = (*marks.get(code, ()), problem)
    return marks


def problems_by_section(problems: Iterable[Problem]) -> Mapping[int, tuple[Problem, ...]]:
    """Return the problems about the number of cards, by the numbers of their sections."""
    marks: dict[int, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        number = SECTION_OF.get(problem.code.partition(".")[0])
        if number is not None and _is_count(problem):
            marks[number] = (*marks.get(number, ()), problem)
    return marks


def sign_of(problems: tuple[Problem, ...]) -> tuple[Glyph, ...]:
    """Return the sign of the worst of some problems, which come first."""
    return tuple(
        Glyph(icons.of_severity(worst.severity), worst.severity, worst.message)
        for worst in problems[:1]
    )


def _worst_first(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda each: _ORDER.index(each.severity))


def _is_count(problem: Problem) -> bool:
    found, wanted = problem.found, problem.wanted
    too_few = found is not None and wanted is not None and found < wanted
    return too_few or problem.code in _counts()


def heading_cell(section: Section, problems: Mapping[int, tuple[Problem, ...]]) -> Cell:
    """Return a heading with its number, and the sign of the problems with that number."""
    signs = sign_of(problems.get(section.number, ()))
    return Cell(section.title, heading=section.total, trailing=signs)


def heading_data(section: Section, role: int, problems: Mapping[int, tuple[Problem, ...]]) -> Any:
    """Return what a heading says under a role, with the problems about how many cards it has."""
    messages = [each.message for each in problems.get(section.number, ())]
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return section.title
        case Role.CELL:
            return heading_cell(section, problems)
        case Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join([f"{section.title}: {section.total}", *messages])
        case Qt.ItemDataRole.ToolTipRole if messages:
            return tip("\n".join(messages))
    return None


def lacked_words(sections: tuple[Section, ...], overlay: DeckOverlay) -> Mapping[str, str]:
    """Return words about the cards that the player owns too few of, by their codes."""
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
    OWNED = 3
    VALUE = 4
    MARK = 5


_COLUMNS = len(DeckCardColumn)
_RIGHT = frozenset({DeckCardColumn.COPIES, DeckCardColumn.VALUE, DeckCardColumn.OWNED})
_NUMBERS = frozenset({DeckCardColumn.FACTION, DeckCardColumn.VALUE})
MINUS = "A click on the minus takes one copy out."


class DeckModel(CardDropModel, QAbstractItemModel):
    """Sections and cards of one deck, with a mark on every card that a problem names."""

    cards_dropped = Signal(object, object)  # what was dragged, the DeckSection
    cards_categorized = Signal(object, str)  # what was dragged, the name of a category

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sections: tuple[Section, ...] = ()
        # The grouping of the next deck that is shown.
        self.grouping = BY_TYPE
        self._offers_considered = False
        self._cards: LoadedCards | None = None
        self._marks: Mapping[str, tuple[Problem, ...]] = {}
        self._sizes: Mapping[int, tuple[Problem, ...]] = {}
        self._overlay = EMPTY_OVERLAY
        self._lacked: Mapping[str, str] = {}
        self._noted: Mapping[str, str] = {}
        # The cells of rows, cached while nothing but the deck changes.
        self._cells: dict[tuple[Card, int], tuple[Cell, ...]] = {}
        self._copies: dict[tuple[int, Card, int], DeckCopies] = {}
        self._data: Mapping[int, Callable[[Card, int, DeckCardColumn], Any]] = {
            Role.CARD: lambda card, copies, column: card,
            Role.COPIES: lambda card, copies, column: copies,
            Role.CELL: self._cell,
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.AccessibleTextRole: self._said,
            Qt.ItemDataRole.ToolTipRole: self._tip,
        }

    def clear(self) -> None:
        self.beginResetModel()
        self.sections = ()
        self.endResetModel()

    def show_deck(
        self,
        deck: Deck,
        cards: LoadedCards,
        overlay: DeckOverlay = EMPTY_OVERLAY,
        *,
        is_other: bool = False,
    ) -> None:
        """Show a deck; unless it `is_other`, the rows of cards that it had before stay."""
        before = {each.number: each for each in self.sections}
        considered, pack_name = self._offers_considered, cards.pack_name
        after = shown_sections(deck, self.grouping, considered=considered, pack_name=pack_name)
        # Other cards may have names that these share.
        same_marks = cards is self._cards and overlay.has_marks_of(self._overlay)
        noted, self._noted = self._noted, dict(deck.card_notes)
        lacked, self._lacked = self._lacked, lacked_words(after, overlay)
        self._cards, self._overlay = cards, overlay
        self._copies.clear()
        if lacked != self._lacked or noted != self._noted or not same_marks:
            self._cells.clear()
        if is_other or not before:
            self.beginResetModel()
            self.sections = after
            self.endResetModel()
            return
        self._update_rows(after)
        self.sections = after
        for place, section in enumerate(after):
            old = before.get(section.number, section)
            if old != section:
                self._emit_heading_changed(place)
            copies = dict(old.slots)
            for row, (card, count) in enumerate(section.slots):
                changed = any(
                    words.get(card.code) != old_words.get(card.code)
                    for words, old_words in ((self._lacked, lacked), (self._noted, noted))
                )
                if copies.get(card) != count or changed or not same_marks:
                    self._emit_changed(section.number, row)

    def offer_considered(self, *, offered: bool) -> None:
        """Show the section of the considered cards though it is empty, while cards are dragged."""
        if offered is not self._offers_considered:
            self._offers_considered = offered
            if self._overlay.deck is not None and self._cards is not None:
                self.show_deck(self._overlay.deck, self._cards, self._overlay)

    def _update_rows(self, after: tuple[Section, ...]) -> None:
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
        """Replace the rows whose keys, before and after, differ."""
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
                self._emit_heading_changed(place)
        before, self._marks = self._marks, marks
        if before != marks:
            self._cells.clear()
        changed = {code for code in (*before, *marks) if before.get(code) != marks.get(code)}
        for index in self.indexes_of(changed) if changed else ():
            self._emit_changed(index.internalId(), index.row())

    @property
    def shows_owned(self) -> bool:
        return self._overlay.owned is not None

    def cells(self, index: AnyIndex) -> tuple[Cell, ...]:
        """Return what is painted in a whole row: a cell for each column, or one for a heading."""
        section = self._section_of(index)
        if section is None:
            return (heading_cell(self.sections[index.row()], self._sizes),)
        slot = section.slots[index.row()]
        made = self._cells.get(slot)
        if made is None:
            made = self._cells[slot] = tuple([self._cell(*slot, each) for each in DeckCardColumn])
        return made

    @property
    def choices(self) -> int:
        """The greatest number of buttons of copies in a row."""
        return self._overlay.choices

    def copies_of(self, index: AnyIndex) -> DeckCopies | None:
        """Return the copies of a card's row, with how many of it a deck may hold."""
        section, deck = self._section_of(index), self._overlay.deck
        if section is None or deck is None:
            return None
        card, copies = section.slots[index.row()]
        key = section.number, card, copies
        made = self._copies.get(key)
        if made is None:
            limit, others = limit_in(deck, card, section.place)
            made = self._copies[key] = DeckCopies(copies, others, limit)
        return made

    def _emit_heading_changed(self, place: int) -> None:
        """Announce a whole row: a heading is painted over all columns."""
        self.dataChanged.emit(self.index(place, 0), self.index(place, DeckCardColumn.MARK))

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

    def indexes_of(self, codes: Collection[str]) -> list[QModelIndex]:
        return [index for (_, code), index in self._rows() if code in codes]

    def indexes_at(self, keys: Collection[RowKey]) -> list[QModelIndex]:
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
        if column in _NUMBERS:
            return Cell(numbers=numbers_of(card), at_right=column is DeckCardColumn.VALUE)
        is_name = column is DeckCardColumn.NAME
        return Cell(
            self._text(card, copies, column),
            sign_of(self._marks.get(card.code, ())) if column is DeckCardColumn.MARK else (),
            self._trailing(card) if is_name else (),
            alignment=RIGHT if column in _RIGHT else LEFT,
            faint=column is DeckCardColumn.OWNED,
            small=column is DeckCardColumn.OWNED,
            counts=column is DeckCardColumn.COPIES,
            after=self._short_pack(card) if is_name else "",
            is_name=is_name,
        )

    def _short_pack(self, card: Card) -> str:
        """Return the pack of a card where others have the name, too."""
        if self._cards is None or card.edition not in self._cards.pools:
            return ""
        if len(self._cards.pools[card.edition].by_title.get(card.name, ())) < 2:
            return ""
        return card.pack if card.edition is Edition.SECOND else self.pack_name(card)

    def _text(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        match column:
            case DeckCardColumn.COPIES:
                return str(copies)
            case DeckCardColumn.NAME:
                return card.name
            case DeckCardColumn.OWNED if card.code in self._lacked:
                return f"own {self._overlay.copies_owned(card)}"
        return ""

    def _words(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        match column:
            case DeckCardColumn.FACTION:
                return ", ".join(glyph.words for glyph in glyphs.of_factions(card))
            case DeckCardColumn.MARK:
                return "\n".join(each.message for each in self._marks.get(card.code, ()))
            case DeckCardColumn.OWNED:
                return self._lacked.get(card.code, "")
            case DeckCardColumn.VALUE:
                return numbers_words(card)
        return self._text(card, copies, column)

    def _said(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        """Return what a screen reader says of a cell: a name says all that is shown beside it."""
        if column is not DeckCardColumn.NAME:
            return self._words(card, copies, column)
        counted = f"{copies} {'copy' if copies == 1 else 'copies'}"
        listed = [each.words for each in self._trailing(card) if each.words]
        problems = (each.message for each in self._marks.get(card.code, ()))
        named = filter(None, (card.name, self._short_pack(card), counted, *listed))
        return ". ".join([", ".join(named), *problems])

    def _tip(self, card: Card, copies: int, column: DeckCardColumn) -> str:
        words, more = self._words(card, copies, column), ""
        if column is DeckCardColumn.NAME:
            words = with_legend(self._overlay.name_words(card), self._trailing(card))
            words = "\n".join((words, self.pack_name(card)))
            problems = self._words(card, copies, DeckCardColumn.MARK)
            more = "\n".join(filter(None, (problems, self._noted.get(card.code, ""))))
        if column is DeckCardColumn.COPIES:
            words = f"{words}. {MINUS}"
        return tip("\n".join(filter(None, (words, more))))

    def _trailing(self, card: Card) -> tuple[Glyph, ...]:
        listed = [each for each in self._overlay.marks(card) if each.tint is Severity.WARNING]
        if note := self._noted.get(card.code):
            listed.append(Glyph(icons.WRITTEN, None, f"Note: {note}"))
        star = STAR if self._overlay.is_starred(card) else ()
        return (*(UNIQUE if card.unique else ()), *star, *listed)

    def pack_name(self, card: Card) -> str:
        return self._cards.pack_name(card) if self._cards else card.pack
