"""The model of the table of all cards: it searches and sorts by itself, in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from operator import is_
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.search.query_context import EVERYTHING, SearchScope
from carddb.terms import CardType
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.card_commands import CARD_FLAGS, CardDropModel
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.pages.builder.pool.pool_columns import COLUMNS, LIKENESS, NAME, PoolColumn
from desktop.pages.builder.pool.pool_search import Passes
from desktop.pages.builder.pool.title_rows import (
    PoolTitleRow,
    Title,
    name_data,
    rows_by_title,
    shown_name,
    title_data,
)
from desktop.session.drag_data import DraggedCards, mime_of
from desktop.session.loaded_cards import PoolRow
from desktop.widgets.card_delegate import AnyIndex, Cell, Role
from desktop.widgets.layouts import tip
from desktop.widgets.rows_model import NO_INDEX, RowsModel

# So many of the longest texts are measured: the longest is not always the widest.
_MEASURED = 6

_DATA: Mapping[int, Callable[[PoolColumn, PoolRow, DeckOverlay], Any]] = {
    Role.CELL: PoolColumn.cell,
    Qt.ItemDataRole.DisplayRole: lambda column, row, overlay: column.text(row, overlay),
    Qt.ItemDataRole.TextAlignmentRole: lambda column, row, overlay: column.alignment,
    Qt.ItemDataRole.ToolTipRole: lambda column, row, overlay: (column.tooltip or column.said)(
        row, overlay
    ),
    Qt.ItemDataRole.AccessibleTextRole: PoolColumn.said,
    Role.CARD: lambda column, row, overlay: row.card,
    Role.PLACE: lambda column, row, overlay: DRAW_DECK,
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
        self.by_title, self.found = False, 0
        self.plots_alone = False
        self._opened: set[Title] = set()
        self._numbers: dict[str, list[int]] | None = None
        self._longest: dict[int, Sequence[Cell]] = {}
        self._by_length: dict[int, list[PoolRow]] = {}
        self._passes: Passes | None = None
        self._sorted_by = NAME, Qt.SortOrder.AscendingOrder
        self.overlay = EMPTY_OVERLAY

    def receive(self, rows: Iterable[PoolRow], scope: SearchScope = EVERYTHING) -> None:
        """Take the rows of all cards, in order of names, and show those of the scope."""
        self._by_name = tuple(rows)
        self._by_length.clear()
        # What was asked of other cards says nothing of these.
        self._passes, self.scope = None, scope
        self.sort(*self._sorted_by)

    def show_only(self, passes: Passes | None, scope: SearchScope = EVERYTHING) -> None:
        """Show the cards of the scope that pass the test; None: all of them.

        Where these are the rows that the views show, they stay as they are.
        """
        rows = self._rows_of(passes, scope)
        # By identity: the same cards have other rows after a sync. An empty view says why.
        if not rows or len(rows) != len(self.rows) or not all(map(is_, rows, self.rows)):
            self._reset(rows)

    def show_by_title(self, *, by_title: bool) -> None:
        """Show the versions of a name as one row, or each for itself."""
        self.by_title = by_title
        self._reset(self._rows_of(self._passes, self.scope))

    def _rows_of(self, passes: Passes | None, scope: SearchScope) -> Sequence[PoolRow]:
        """Return the rows to show, and note what they are the answer to."""
        self._passes = passes
        if scope != self.scope:
            self.scope = scope
            self._looked_at = [row for row in self._all if scope.holds(row.card)]
        rows = self._looked_at
        if passes is not None:
            rows = [row for row in rows if passes(row.card)]
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

    def show_overlay(self, overlay: DeckOverlay) -> None:
        """Show other copies and marks beside the cards."""
        before, self.overlay = self.overlay, overlay
        self._longest.clear()
        if not self.rows:
            return
        if before.deck is None or not overlay.is_beside(before):
            self.notify_all()
            return
        for title in overlay.changed_titles(before):
            for number in self._numbers_of(title):
                last = self.createIndex(number, len(COLUMNS) - 1)
                self.dataChanged.emit(self.createIndex(number, 0), last)

    def _numbers_of(self, title: str) -> Sequence[int]:
        """Return the rows of a title."""
        if self._numbers is None:
            self._numbers = {}
            for number, row in enumerate(self.rows):
                self._numbers.setdefault(row.card.name, []).append(number)
        return self._numbers.get(title, ())

    def card_at(self, row: int) -> Card:
        """Return the card of a row; of a name the version that the row stands for."""
        found = self.rows[row]
        return found.lead(self.overlay) if isinstance(found, PoolTitleRow) else found.card

    def row_of(self, code: str, title: Title | None = None) -> int | None:
        """Return the row of a name, else of a card, or None while the search hides it.

        A card in a closed row has that of its name.
        """
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
        """Return the cells of a column with the longest texts."""
        if column in self._longest:
            return self._longest[column]
        numbers = self._numbers_by_length(column)
        cells = [self.data(self.index(row, column), Role.CELL) for row in numbers]
        self._longest[column] = cells
        return cells

    def _numbers_by_length(self, column: int) -> Iterable[int]:
        """Return the numbers of the rows with the longest texts in a column."""
        text, overlay = COLUMNS[column].text, self.overlay
        if self.by_title or column == LIKENESS:
            is_title = column == NAME
            lengths = [
                len(shown_name(row) if is_title else text(row, overlay)) for row in self.rows
            ]
            return nlargest(_MEASURED, range(len(lengths)), key=lengths.__getitem__)
        # The texts of a card alone are always the same: all rows are put in order once.
        if (ordered := self._by_length.get(column)) is None:
            ordered = sorted(self._by_name, key=lambda row: len(text(row, overlay)), reverse=True)
            self._by_length[column] = ordered
        places = {id(row): number for number, row in enumerate(self.rows)}
        return islice((places[id(row)] for row in ordered if id(row) in places), _MEASURED)

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
        self._all, scope = rows, self.scope
        self._looked_at = [row for row in rows if scope.holds(row.card)]
        self.show_only(self._passes, scope)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The ground takes drops too: a card of the deck may be dropped anywhere in the table.
        return CARD_FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if (read := _DATA.get(role)) is None or not 0 <= (row := index.row()) < len(self.rows):
            return None
        column, shown = index.column(), self.rows[row]
        if self.by_title and isinstance(shown, PoolTitleRow):
            value = title_data(shown, column, role, self.overlay)
        else:
            value = read(COLUMNS[column], shown, self.overlay)
            if self.by_title and column == NAME:
                value = name_data(shown, role, value)
        return tip(value) if role == Qt.ItemDataRole.ToolTipRole and value else value

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
