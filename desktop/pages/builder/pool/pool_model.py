"""The model of all cards: it searches and sorts, and shows the versions of a name as one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice
from operator import is_
from typing import Any, TypeAlias

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.search.index import by_title
from carddb.search.query_context import EVERYTHING, SearchScope
from carddb.terms import CardType, Edition
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.card_commands import CARD_FLAGS, CardDropModel, CopyKey
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.pages.builder.pool.pool_columns import (
    COLUMNS,
    GALLERY,
    LIKENESS,
    NAME,
    STAR,
    TYPE,
    UNIQUE,
    PoolColumn,
    with_legend,
)
from desktop.pages.builder.pool.pool_search import Passes
from desktop.session.drag_data import DraggedCards, mime_of
from desktop.session.loaded_cards import PoolRow
from desktop.style import icons
from desktop.widgets.card_delegate import AnyIndex, Cell, Role
from desktop.widgets.card_numbers import DIFFERENT, shared_numbers
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from desktop.widgets.rows_model import NO_INDEX, RowsModel
from library.owned import design

Title: TypeAlias = tuple[str, Edition]
_TYPES = {each: place for place, each in enumerate(CardType)}
# Two keys of the table as the list of shortcuts shows them.
TITLE_KEYS = (
    ("Right", "Open a name, then go to its versions"),
    ("Left", "Go back to the name, then close it"),
)
# The letters of different values that fit into a narrow column, and into a wide one.
_FIT, _FIT_WIDE = 3, 60


@dataclass(frozen=True, slots=True)
class PoolVersionRow(PoolRow):
    """A version of a name, below the open row of the name."""


@dataclass(frozen=True, slots=True)
class PoolTitleRow(PoolRow):
    """A name of which several versions were found; `card` is the first of them."""

    versions: tuple[PoolVersionRow, ...]
    opened: bool

    @property
    def title(self) -> Title:
        return self.card.name, self.card.edition

    def lead(self, overlay: DeckOverlay) -> Card:
        """Return the version that the row stands for: one in the deck, or else the first."""
        held = (row.card for row in self.versions if overlay.copies.get(row.card.code))
        return next(held, self.card)

    def copies(self, overlay: DeckOverlay) -> int:
        return sum(overlay.copies.get(each.card.code, 0) for each in self.versions)


def rows_by_title(rows: Iterable[PoolRow], opened: Collection[Title]) -> list[PoolRow]:
    """Return the rows with the versions of a name as one, followed by them where it is open."""
    by_code = {row.card.code: row for row in rows}
    found: list[PoolRow] = []
    for group in by_title(row.card for row in by_code.values()):
        first = by_code[group.cards[0].code]
        if len(group.cards) == 1:
            found.append(first)
            continue
        each = (by_code[card.code] for card in group.cards)
        versions = tuple(PoolVersionRow(row.card, row.pack, row.place) for row in each)
        is_open = (group.title, group.edition) in opened
        found.append(PoolTitleRow(first.card, first.pack, first.place, versions, is_open))
        if is_open:
            found += versions
    return found


def wanted_copies(
    rows: Sequence[PoolRow], overlay: DeckOverlay, key: CopyKey
) -> list[tuple[Card, int]]:
    """Return the copies that a key over these rows sets, for each card whose copies change.

    The number of a name is the total of all its versions.
    """
    titles = {row.title for row in rows if isinstance(row, PoolTitleRow)}
    wanted: list[tuple[Card, int]] = []
    for row in rows:
        if isinstance(row, PoolVersionRow) and (row.card.name, row.card.edition) in titles:
            continue
        versions, lead = [row.card], row.card
        if isinstance(row, PoolTitleRow):
            versions, lead = [each.card for each in row.versions], row.lead(overlay)
        now = sum(overlay.copies.get(each.code, 0) for each in versions)
        most = max(now, overlay.copies_of(lead).limit)
        total = now + key.difference if key.count is None else key.count
        cards = [lead, *(each for each in versions if each != lead)]
        wanted += _spread(cards, overlay, max(0, min(most, total)))
    return [(card, count) for card, count in wanted if count != overlay.copies.get(card.code, 0)]


def _spread(cards: Sequence[Card], overlay: DeckOverlay, total: int) -> list[tuple[Card, int]]:
    """Return copies of cards that make up a total: more of the first, fewer of the last."""
    copies = {card: overlay.copies.get(card.code, 0) for card in cards}
    missing = total - sum(copies.values())
    copies[cards[0]] += max(0, missing)
    for card in reversed(cards):
        taken = min(copies[card], max(0, -missing))
        copies[card] -= taken
        missing += taken
    return list(copies.items())


def shown_name(row: PoolRow) -> str:
    """Return the name of a row as it is painted: a version has that of its pack."""
    if isinstance(row, PoolTitleRow):
        return f"{row.card.name} ({len(row.versions)})"
    return row.pack if isinstance(row, PoolVersionRow) else row.card.name


def name_data(row: PoolRow, role: int, value: Any) -> Any:
    """Return what the name of a row holds while the versions of names are grouped."""
    is_version = isinstance(row, PoolVersionRow)
    match role, value:
        case Role.CELL, Cell():
            return replace(value, text=shown_name(row), indent=3 if is_version else 2)
        case ((Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole), str()):
            return f"{value}, {row.pack}" if is_version else value
    return value


def title_data(row: PoolTitleRow, column: int, role: int, overlay: DeckOverlay) -> Any:
    """Return what a cell of a name's row holds for a role."""
    if (read := _TITLE_DATA.get(role)) is not None:
        return read(row, overlay)
    heading = COLUMNS[column]
    cells = _CELLS.get(heading.name)
    cell, words = cells(row, overlay) if cells else _shared(row, heading, overlay)
    held: dict[int, Any] = {
        Role.CELL: cell,
        Qt.ItemDataRole.DisplayRole: cell.text,
        Qt.ItemDataRole.AccessibleTextRole: words,
        Qt.ItemDataRole.ToolTipRole: with_legend(words, cell.glyphs),
        Qt.ItemDataRole.TextAlignmentRole: heading.alignment,
    }
    return held.get(role)


def _shared(row: PoolTitleRow, column: PoolColumn, overlay: DeckOverlay) -> tuple[Cell, str]:
    """Return what all versions say, or their different values."""
    cells = list(dict.fromkeys(column.cell(each, overlay) for each in row.versions))
    said = dict.fromkeys(column.said(each, overlay) or "none" for each in row.versions)
    is_empty = not any(each.text or each.glyphs or each.numbers for each in cells)
    words = "" if is_empty else " or ".join(said)
    if len(cells) == 1:
        return cells[0], words
    if cells[0].numbers:
        shared = shared_numbers([each.numbers for each in cells if each.numbers])
        return replace(cells[0], numbers=shared), words
    texts = list(dict.fromkeys(cell.text or "-" for cell in cells))
    text = "/".join(texts)
    if all(each.isdecimal() for each in texts):
        numbers = sorted(map(int, texts))
        text = f"{numbers[0]}\N{EN DASH}{numbers[-1]}"
    fits = not cells[0].glyphs and len(text) <= (_FIT_WIDE if column.share else _FIT)
    return Cell(text if fits else DIFFERENT, alignment=column.alignment, faint=True), words


def _name(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    count, copies = len(row.versions), row.copies(overlay)
    words = f"{row.card.name}, {count} versions"
    if overlay.takes(row.card):
        words += f", {copies} {'copy' if copies == 1 else 'copies'} in the deck"
    unique = all(each.card.unique for each in row.versions)
    starred = sum(overlay.is_starred(each.card) for each in row.versions)
    words += f", {starred} starred" if starred else ""
    signs = (*(UNIQUE if unique else ()), *(STAR if starred else ()))
    triangle = Glyph(icons.OPENED if row.opened else icons.CLOSED)
    cell = Cell(shown_name(row), (triangle,), signs, is_name=True)
    return cell, words + (", open" if row.opened else "")


def _in_gallery(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    (marks, marked), (name, named) = _marks(row, overlay), _name(row, overlay)
    words = "\n".join(filter(None, (named, _owned(row, overlay)[1], marked)))
    star = tuple(each for each in name.trailing if each in STAR)
    copies = _copies(row, overlay)[0].copies
    return Cell(name.text, (*name.glyphs, *star, *marks.glyphs), copies=copies), words


def _copies(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    if not overlay.takes(row.card):
        return Cell(), ""
    limit = overlay.copies_of(row.lead(overlay)).limit
    copies = DeckCopies(row.copies(overlay), 0, limit)
    return Cell(copies=copies), copies.words


def _owned(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    if overlay.owned is None:
        return Cell(), ""
    designs = {design(each.card): each.card for each in row.versions}
    owned = sum(overlay.copies_owned(card) for card in designs.values())
    lacking = any(overlay.lacks(card) for card in designs.values())
    wanted = sum(overlay.copies_wanted(card) for card in designs.values())
    text = f"{owned}/{wanted}" if lacking else str(owned or "\N{EN DASH}")
    words = f"You own {owned or 'none'}" + (
        f" of the {wanted} that the deck needs" if lacking else ""
    )
    return Cell(text, alignment=_OWN.alignment, faint=not lacking), words


def _marks(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    """Return every mark of a version, with the number of its versions where not all have it."""
    marks = Counter(mark for each in row.versions for mark in overlay.marks(each.card))
    total = len(row.versions)
    words = [
        mark.words + (f": {number} of {total} versions" if number < total else "")
        for mark, number in marks.items()
    ]
    return Cell(glyphs=tuple(marks)), "\n".join(words)


_TITLE_DATA: Mapping[int, Callable[[PoolTitleRow, DeckOverlay], Any]] = {
    Role.CARD: PoolTitleRow.lead,
    Role.COPIES: lambda row, overlay: row.copies(overlay) if overlay.takes(row.card) else None,
}
_OWN = next(each for each in COLUMNS if each.name == "Copies owned")
_CELLS: Mapping[str, Callable[[PoolTitleRow, DeckOverlay], tuple[Cell, str]]] = {
    COLUMNS[NAME].name: _name,
    "Copies in the deck": _copies,
    _OWN.name: _owned,
    "Legality": _marks,
    COLUMNS[GALLERY].name: _in_gallery,
}


_BY_NAME = NAME, Qt.SortOrder.AscendingOrder
# How many of the longest texts are measured: the longest is not always the widest.
_MEASURED = 6

_CARD_DATA: Mapping[int, Callable[[PoolColumn, PoolRow, DeckOverlay], Any]] = {
    Role.CELL: PoolColumn.cell,  # which `cell` completes
    Qt.ItemDataRole.DisplayRole: lambda column, row, overlay: column.text(row, overlay),
    Qt.ItemDataRole.TextAlignmentRole: lambda column, row, overlay: column.alignment,
    Qt.ItemDataRole.ToolTipRole: lambda column, row, overlay: (column.tooltip or column.said)(
        row, overlay
    ),
    Qt.ItemDataRole.AccessibleTextRole: PoolColumn.said,
    Role.CARD: lambda column, row, overlay: row.card,
    Role.COPIES: lambda column, row, overlay: (
        overlay.copies.get(row.card.code, 0) if overlay.takes(row.card) else None
    ),
}


class PoolModel(CardDropModel, RowsModel[PoolRow]):
    """The cards that pass a test, in the order of one column, with their copies in the deck.

    A QSortFilterProxyModel takes some twenty times as long to clear a search of 4,228 cards.

    Signals:
        cards_returned: cards of the deck were dropped here (what was dragged).
    """

    cards_returned = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, headings=COLUMNS)
        self._by_name: tuple[PoolRow, ...] = ()
        self._all: Sequence[PoolRow] = ()
        self._looked_at: Sequence[PoolRow] = ()
        self.scope = EVERYTHING
        self.by_title, self.by_type, self.found = False, False, 0
        self.plots_alone = False
        self._opened: set[Title] = set()
        self._numbers: dict[str, list[int]] | None = None
        self._ambiguous: frozenset[Title] = frozenset()
        self.shows_packs = False
        self._longest: dict[int, Sequence[Cell]] = {}
        self._by_length: dict[int, list[PoolRow]] = {}
        self._passes: Passes | None = None
        self._rank: Callable[[Card], int] | None = None
        self._sorted_by = _BY_NAME
        self.overlay = EMPTY_OVERLAY

    def receive(self, rows: Iterable[PoolRow], scope: SearchScope = EVERYTHING) -> None:
        """Take the rows of all cards, in order of names, and show those of the scope."""
        self._by_name = tuple(rows)
        self._by_length.clear()
        titles = Counter((row.card.name, row.card.edition) for row in self._by_name)
        self._ambiguous = frozenset(title for title, count in titles.items() if count > 1)
        # What was asked of other cards says nothing of these.
        self._passes, self._rank, self.scope = None, None, scope
        self.sort(*self._sorted_by)

    def show_only(
        self,
        passes: Passes | None,
        scope: SearchScope = EVERYTHING,
        rank: Callable[[Card], int] | None = None,
    ) -> None:
        """Show the cards of the scope that pass the test; None: all of them.

        In the order of names, a lower `rank` is shown first. Where these are the rows that the
        views show, they stay as they are.
        """
        self._rank = rank
        rows = self._rows_of(passes, scope)
        # By identity: the same cards have other rows after a sync. An empty view says why.
        if not rows or len(rows) != len(self.rows) or not all(map(is_, rows, self.rows)):
            self._reset(rows)

    def show_by_title(self, *, by_title: bool) -> None:
        self.by_title = by_title
        self._reset(self._rows_of(self._passes, self.scope))

    def show_by_type(self, *, by_type: bool) -> None:
        """Show the cards of a type together, in the order that they are sorted in."""
        if by_type is not self.by_type:
            self.by_type = by_type
            self.sort(*self._sorted_by)

    def _rows_of(self, passes: Passes | None, scope: SearchScope) -> Sequence[PoolRow]:
        """Return the rows to show, and note the test and scope that they follow from."""
        self._passes = passes
        if scope != self.scope:
            self.scope = scope
            self._looked_at = [row for row in self._all if scope.holds(row.card)]
        rows = self._looked_at
        if passes is not None:
            rows = [row for row in rows if passes(row.card)]
        if self._rank is not None and self._sorted_by == _BY_NAME:
            rank = self._rank
            rows = self._in_groups(sorted(rows, key=lambda row: rank(row.card)))
        self.found = len(rows)
        self.plots_alone = bool(rows) and all(row.card.type is CardType.PLOT for row in rows)
        return rows_by_title(rows, self._opened) if self.by_title else rows

    def _reset(self, rows: Sequence[PoolRow]) -> None:
        self._numbers = None
        self._longest.clear()
        self.show_rows(rows)

    def set_open(self, number: int, *, opened: bool) -> None:
        """Show or hide the versions below the row of a name."""
        row = self.rows[number]
        if not isinstance(row, PoolTitleRow) or row.opened is opened:
            return
        self._numbers = None
        self._longest.clear()
        self._opened ^= {row.title}
        self.rows[number] = replace(row, opened=opened)
        first, last = number + 1, number + len(row.versions)
        if opened:
            self.beginInsertRows(NO_INDEX, first, last)
            self.rows[first:first] = row.versions
            self.endInsertRows()
        else:
            self.beginRemoveRows(NO_INDEX, first, last)
            del self.rows[first : last + 1]
            self.endRemoveRows()
        changed = self.index(number, NAME)
        self.dataChanged.emit(changed, changed)

    def is_open(self, number: int) -> bool:
        row = self.rows[number]
        return isinstance(row, PoolTitleRow) and row.opened

    def show_overlay(self, overlay: DeckOverlay) -> None:
        before, self.overlay = self.overlay, overlay
        self._longest.clear()
        if not self.rows:
            return
        if before.deck is None or not overlay.same_except_deck(before):
            self.notify_all()
            return
        titles = overlay.changed_titles(before)
        if titles and self._numbers is None:
            self._numbers = {}
            for number, row in enumerate(self.rows):
                self._numbers.setdefault(row.card.name, []).append(number)
        for number in (n for title in titles for n in (self._numbers or {}).get(title, ())):
            last = self.createIndex(number, len(COLUMNS) - 1)
            self.dataChanged.emit(self.createIndex(number, 0), last)

    def cell(self, number: int, column: int) -> Cell:
        """Return what is painted in a row: a name that others have, too, with its pack."""
        row = self.rows[number]
        if isinstance(row, PoolTitleRow):
            cell: Cell = title_data(row, column, Role.CELL, self.overlay)
            return cell
        cell = COLUMNS[column].cell(row, self.overlay)
        if column != NAME:
            return cell
        if self.by_title:
            cell = name_data(row, Role.CELL, cell)
        elif not self.shows_packs and (row.card.name, row.card.edition) in self._ambiguous:
            is_second = row.card.edition is Edition.SECOND
            cell = replace(cell, after=row.card.pack if is_second else row.pack)
        return cell

    def card_at(self, row: int) -> Card:
        """Return the card of a row; of a name the version that the row stands for."""
        found = self.rows[row]
        return found.lead(self.overlay) if isinstance(found, PoolTitleRow) else found.card

    def row_of(self, code: str, title: Title | None = None) -> int | None:
        """Return the row of a name or card (a closed name has its cards); None if it is hidden."""
        within = None
        for number, row in enumerate(self.rows):
            if isinstance(row, PoolTitleRow):
                if row.title == title:
                    return number
                if any(each.card.code == code for each in row.versions):
                    within = number
            elif row.card.code == code:
                return number
        return within

    def longest(self, column: int) -> Sequence[Cell]:
        if column not in self._longest:
            numbers = islice(self._numbers_by_length(column), _MEASURED)
            self._longest[column] = [self.cell(number, column) for number in numbers]
        return self._longest[column]

    def _numbers_by_length(self, column: int) -> Iterable[int]:
        """Return the numbers of the rows, those with the longest texts in a column first."""
        text, overlay = COLUMNS[column].text, self.overlay
        if self.by_title or column == LIKENESS:
            texts = map(shown_name, self.rows) if column == NAME else None
            lengths = list(map(len, texts or (text(row, overlay) for row in self.rows)))
            return nlargest(_MEASURED, range(len(lengths)), key=lengths.__getitem__)
        # The texts of a card alone are always the same: all rows are put in order once.
        if (ordered := self._by_length.get(column)) is None:
            ordered = sorted(self._by_name, key=lambda row: len(text(row, overlay)), reverse=True)
            self._by_length[column] = ordered
        places = {id(row): number for number, row in enumerate(self.rows)}
        return (places[id(row)] for row in ordered if id(row) in places)

    @property
    def total(self) -> int:
        """The number of the scope's cards, whatever else the search says."""
        return len(self._looked_at)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted_by = column, order
        overlay, by_column = self.overlay, COLUMNS[column].key
        descending = order is Qt.SortOrder.DescendingOrder
        rows: Sequence[PoolRow] = self._by_name
        if column != NAME or descending:
            # Equals stay in the order of their names.
            rows = sorted(rows, key=lambda row: by_column(row, overlay), reverse=descending)
        if column != TYPE:
            rows = self._in_groups(rows)
        self._all, scope = rows, self.scope
        self._looked_at = [row for row in rows if scope.holds(row.card)]
        self.show_only(self._passes, scope, self._rank)

    def _in_groups(self, rows: Sequence[PoolRow]) -> Sequence[PoolRow]:
        return sorted(rows, key=lambda row: _TYPES[row.card.type]) if self.by_type else rows

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The ground takes drops too: a card of the deck may be dropped anywhere in the table.
        return CARD_FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if (read := _CARD_DATA.get(role)) is None or (row := self.row_at(index)) is None:
            return None
        column = index.column()
        if role == Role.CELL:
            return self.cell(index.row(), column)
        if isinstance(row, PoolTitleRow):
            value = title_data(row, column, role, self.overlay)
        else:
            value = read(COLUMNS[column], row, self.overlay)
            if self.by_title and column == NAME:
                value = name_data(row, role, value)
        return tip(value) if role == Qt.ItemDataRole.ToolTipRole and value else value

    def row_at(self, index: AnyIndex) -> PoolRow | None:
        """Return the row of an index, None for an invalid one."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    @override
    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        cards = dict.fromkeys(map(self.card_at, rows))
        return mime_of([(card, 1, DRAW_DECK) for card in cards], from_deck=False)

    @override
    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    @override
    def _accepts(self, dragged: DraggedCards) -> bool:
        return dragged.from_deck

    @override
    def _drop(self, dragged: DraggedCards, target: AnyIndex) -> None:
        self.cards_returned.emit(dragged)
