"""The model of all cards: it searches and sorts, and shows the versions of a name as one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from operator import is_
from typing import Any

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
    LIKENESS,
    NAME,
    TYPE,
    PoolColumn,
    PoolTitleRow,
    PoolVersionRow,
    Title,
    cards_of,
    copies_in,
    lead_of,
)
from desktop.pages.builder.pool.pool_search import Codes
from desktop.session.drag_data import DraggedCards, mime_of
from desktop.session.loaded_cards import PoolRow
from desktop.widgets.card_delegate import AnyIndex, Cell, Role
from desktop.widgets.rows_model import NO_INDEX, RowsModel

_TYPES = {each: place for place, each in enumerate(CardType)}
# Two keys of the table as the list of shortcuts shows them.
TITLE_KEYS = (
    ("Right", "Open a name, then go to its versions"),
    ("Left", "Go back to the name, then close it"),
)


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
        lead, now = lead_of(row, overlay), copies_in(row, overlay)
        most = max(now, overlay.copies_of(lead).limit)
        total = now + key.difference if key.count is None else key.count
        cards = list(dict.fromkeys((lead, *cards_of(row))))
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


_BY_NAME = NAME, Qt.SortOrder.AscendingOrder
# How many of the longest texts are measured: the longest is not always the widest.
_MEASURED = 6

_DATA: Mapping[int, Callable[[PoolColumn, PoolRow, DeckOverlay], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda column, row, overlay: column.text(row, overlay),
    Qt.ItemDataRole.TextAlignmentRole: lambda column, row, overlay: column.alignment,
    Qt.ItemDataRole.ToolTipRole: PoolColumn.tip,
    Qt.ItemDataRole.AccessibleTextRole: PoolColumn.said,
    Role.CARD: lambda column, row, overlay: lead_of(row, overlay),
    Role.COPIES: lambda column, row, overlay: (
        copies_in(row, overlay) if overlay.takes(row.card) else None
    ),
}


class PoolModel(CardDropModel, RowsModel[PoolRow]):
    """The cards that pass a test, in the order of one column, with their copies in the deck.

    A QSortFilterProxyModel takes some twenty times as long to clear a search of 4,228 cards.
    """

    cards_returned = Signal(object)  # what was dragged from the deck

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, headings=COLUMNS)
        self._by_name: tuple[PoolRow, ...] = ()
        self._all: Sequence[PoolRow] = ()
        self._looked_at: dict[str, PoolRow] = {}
        self.scope = EVERYTHING
        self.by_title, self.by_type, self.found = False, False, 0
        self.plots_alone = False
        self._opened: set[Title] = set()
        self._numbers: dict[str, list[int]] | None = None
        self._ambiguous: frozenset[Title] = frozenset()
        self.shows_packs = False
        self._longest: dict[int, Sequence[Cell]] = {}
        self._by_length: dict[int, list[PoolRow]] = {}
        self._codes: Codes | None = None
        self._rank: Callable[[Card], int] | None = None
        self._sorted_by = _BY_NAME
        self.overlay = EMPTY_OVERLAY

    def receive(self, rows: Iterable[PoolRow], scope: SearchScope = EVERYTHING) -> None:
        """Take the rows of all cards, in order of names, and show those of the scope."""
        self._by_name = tuple(rows)
        self._by_length.clear()
        titles = Counter((row.card.name, row.card.edition) for row in self._by_name)
        self._ambiguous = frozenset(title for title, count in titles.items() if count > 1)
        # The last search was about the previous cards.
        self._codes, self._rank, self.scope = None, None, scope
        self.sort(*self._sorted_by)

    def show_only(
        self,
        codes: Codes | None,
        scope: SearchScope = EVERYTHING,
        rank: Callable[[Card], int] | None = None,
    ) -> None:
        """Show the cards of the scope that have these codes; None: all of them.

        In the order of names, a lower `rank` is shown first. Where these are the rows that the
        views show, they stay as they are.
        """
        self._rank = rank
        rows = self._rows_of(codes, scope)
        # By identity: the same cards have other rows after a sync. An empty view says why.
        if not rows or len(rows) != len(self.rows) or not all(map(is_, rows, self.rows)):
            self._reset(rows)

    def show_by_title(self, *, by_title: bool) -> None:
        self.by_title = by_title
        self._reset(self._rows_of(self._codes, self.scope))

    def show_by_type(self, *, by_type: bool) -> None:
        """Show the cards of a type together, in the order that they are sorted in."""
        if by_type is not self.by_type:
            self.by_type = by_type
            self.sort(*self._sorted_by)

    def _rows_of(self, codes: Codes | None, scope: SearchScope) -> Sequence[PoolRow]:
        """Return the rows to show, and note the codes and scope that they follow from."""
        self._codes = codes
        if scope != self.scope:
            self.scope = scope
            self._looked_at = {row.card.code: row for row in self._all if scope.holds(row.card)}
        looked_at = self._looked_at.items()
        rows: Sequence[PoolRow] = [row for code, row in looked_at if codes is None or code in codes]
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
        cell = COLUMNS[column].cell(row, self.overlay)
        if column != NAME or isinstance(row, PoolTitleRow):
            return cell
        if self.by_title:
            return replace(cell, indent=3 if isinstance(row, PoolVersionRow) else 2)
        if not self.shows_packs and (row.card.name, row.card.edition) in self._ambiguous:
            is_second = row.card.edition is Edition.SECOND
            return replace(cell, after=row.card.pack if is_second else row.pack)
        return cell

    def card_at(self, row: int) -> Card:
        """Return the card of a row; of a name the version that the row stands for."""
        return lead_of(self.rows[row], self.overlay)

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
            lengths = [len(text(row, overlay)) for row in self.rows]
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
        self._looked_at = {row.card.code: row for row in rows if scope.holds(row.card)}
        self.show_only(self._codes, scope, self._rank)

    def _in_groups(self, rows: Sequence[PoolRow]) -> Sequence[PoolRow]:
        return sorted(rows, key=lambda row: _TYPES[row.card.type]) if self.by_type else rows

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The ground takes drops too: a card of the deck may be dropped anywhere in the table.
        return CARD_FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if (row := self.row_at(index)) is None:
            return None
        if role == Role.CELL:
            return self.cell(index.row(), index.column())
        read = _DATA.get(role)
        return read(COLUMNS[index.column()], row, self.overlay) if read else None

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
