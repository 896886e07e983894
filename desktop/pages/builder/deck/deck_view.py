"""The view of the deck's sections and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget
from typing_extensions import override

from carddb.card import Card
from decks.deck import Deck
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_model import DeckCardColumn, DeckModel, RowKey
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    LEFT,
    RIGHT,
    AnyIndex,
    CardDelegate,
    Cell,
    Role,
    card_row_height,
    cell_width,
    minus_place,
    paint_cell,
    paint_focused,
    paint_heading,
    paint_minus,
    paint_selected,
    widest,
    width_with_minus,
)
from desktop.widgets.copy_buttons import CopyButtons
from desktop.widgets.glyphs import paint_row

_FLAGS = QItemSelectionModel.SelectionFlag
# In characters: the widths of what has its own, and the width of the list that is narrow.
_WIDTHS = {
    DeckCardColumn.COPIES: 4.0,
    DeckCardColumn.FACTION: 3.2,
    DeckCardColumn.OWNED: 6.0,
    DeckCardColumn.VALUE: 8.5,
    DeckCardColumn.MARK: 4.0,
}
# The sign of a problem is painted where the minus of copies is.
_NARROW_WIDTHS = {DeckCardColumn.COPIES: 3.2, DeckCardColumn.VALUE: 4.0, DeckCardColumn.MARK: 0.0}
NARROW = 40
_NAME_ROOM = 24
_LEAST_PACK = 6
PLOT_TITLES = "Income · init. · claim · reserve"
# The width of a name that is seen beside the buttons of its copies, in characters.
NAME_LEFT = 12
EMPTY = (
    "No cards yet. Search at the left, and click 1, 2 or 3 before a name;"
    " Enter or a double click adds one copy."
)


def show_open_sections(view: QTreeView) -> None:
    """Let a tree of the deck show its sections open, without arrows; rows are selected whole."""
    view.setHeaderHidden(True)
    view.setRootIsDecorated(False)
    view.setItemsExpandable(False)
    view.setExpandsOnDoubleClick(False)
    view.setUniformRowHeights(True)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setDefaultDropAction(Qt.DropAction.MoveAction)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class DeckView(CardListView, QTreeView):
    """All sections, always open; several cards can be selected.

    When a card is removed, the one that takes its row becomes the current one.

    Signals:
        card_succeeded: the current card was removed, and this is the one in its place (the card).
    """

    card_succeeded = Signal(object)

    def __init__(self, model: DeckModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName("Cards of the deck")
        self.setItemDelegate(CardDelegate(self))
        show_open_sections(self)
        self.setIndentation(0)
        self.header().setMinimumSectionSize(1)
        self.header().setStretchLastSection(False)
        self._set_up(model)
        model.rowsInserted.connect(self._on_rows_inserted)

    def show_deck(self, deck: Deck, cards: LoadedCards, overlay: DeckOverlay) -> None:
        """Show a deck in the model; where the current card is gone, the one in its place is it."""
        current = self.currentIndex()
        keys, place = self._model.row_keys_from(current), _position(current)
        # Meanwhile Qt makes the row above the current one; nobody chose that card.
        with self.unannounced():
            self._model.show_deck(deck, cards, overlay)
            if keys and self._model.row_keys_from(self.currentIndex())[:1] != keys[:1]:
                self._go_on_from(keys, *place)
        self.share_width()

    @override
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons of the row under the mouse and of the current one.

        They are before the value where the name has room beside them, else at the right end.
        """
        copies = self._model.copies_of(index) if self.is_active(index) else None
        if copies is None:
            return None
        left = self.columnViewportPosition(DeckCardColumn.NAME)
        right = left + self.columnWidth(DeckCardColumn.NAME) + self.columnWidth(DeckCardColumn.PACK)
        buttons = self.buttons_at_right(index, copies, right, self._model.choices)
        if buttons.rect.left() - left < NAME_LEFT * self.fontMetrics().horizontalAdvance("0"):
            right = self.viewport().width()
            buttons = self.buttons_at_right(index, copies, right, self._model.choices)
        return buttons

    def _go_on_from(self, keys: list[RowKey], section: int, row: int) -> None:
        """Make the next card below a place the current one, else the nearest."""
        below = (found for key in keys for found in self._model.indexes_at([key]))
        current = next(below, None) or self._nearest(section, row)
        if current is not None and len(self.selectionModel().selectedRows()) < 2:
            # Who deletes one card after another means those below.
            self.setCurrentIndex(current)
        card = self.currentIndex().data(Role.CARD)
        if isinstance(card, Card):
            self.card_succeeded.emit(card)
        # Now rather than a moment after the next painting, which then were done twice.
        self.executeDelayedItemsLayout()

    def select_cards(self, codes: Iterable[str]) -> None:
        """Select the rows of these cards and bring the first into view."""
        found, selection = self._model.indexes_of(set(codes)), QItemSelection()
        for index in found:
            selection.select(index, index)
        self.selectionModel().select(selection, _FLAGS.ClearAndSelect | _FLAGS.Rows)
        if found:
            self.selectionModel().setCurrentIndex(found[0], _FLAGS.NoUpdate)
            self.scrollTo(found[0], QAbstractItemView.ScrollHint.EnsureVisible)

    def selected_cards(self) -> list[Card]:
        rows = self.selectionModel().selectedRows()
        return [index.data(Role.CARD) for index in sorted(rows, key=_position)]

    def share_width(self) -> None:
        """Give every column its part; that of copies owned is hidden without a collection."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        narrow = left < NARROW * character
        widths = _WIDTHS | (_NARROW_WIDTHS if narrow else {})
        least = {
            DeckCardColumn.COPIES: width_with_minus(self.fontMetrics()),
            DeckCardColumn.VALUE: self._need(DeckCardColumn.VALUE),
        }
        self.setColumnHidden(DeckCardColumn.OWNED, not self._model.shows_owned)
        self.setColumnHidden(DeckCardColumn.MARK, narrow)
        for column, width in widths.items():
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, max(least.get(column, 0), round(width * character)))
                left -= self.columnWidth(column)
        # Whether packs are shown follows from the width alone, so that no edit shows or hides them.
        after_names = left - _NAME_ROOM * character
        shown = not narrow and after_names >= _LEAST_PACK * character
        packs = min(after_names, self._need(DeckCardColumn.PACK)) if shown else 0
        # Qt gives a column of no width one again when the style sheet is another.
        self.setColumnHidden(DeckCardColumn.PACK, packs == 0)
        if packs:
            self.setColumnWidth(DeckCardColumn.PACK, packs)
        self.setColumnWidth(DeckCardColumn.NAME, left - packs)

    def _need(self, column: DeckCardColumn) -> int:
        alignment = RIGHT if column is DeckCardColumn.VALUE else LEFT
        cells = [Cell(text, alignment=alignment) for text in self._model.texts_in(column)]
        return widest(cells, self.fontMetrics())

    def _paint_plot_titles(self, painter: QPainter, rect: QRect) -> None:
        painter.setFont(sized(self.font(), Size.SMALL))
        metrics, gap = painter.fontMetrics(), self.fontMetrics().height() // 3
        value = DeckCardColumn.VALUE
        right = self.columnViewportPosition(value) + self.columnWidth(value) - gap
        width = metrics.horizontalAdvance(PLOT_TITLES)
        if right - width > NAME_LEFT * self.fontMetrics().horizontalAdvance("0"):
            painter.setPen(colours_of(self.palette()).faint)
            place = QRect(right - width, rect.top(), width, rect.height() - gap // 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignBottom, PLOT_TITLES)

    def _on_rows_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        if not parent.isValid():
            for row in range(first, last + 1):
                self.expand(self._model.index(row, 0))

    def _nearest(self, section: int, row: int) -> QModelIndex | None:
        """Return a row of the nearest section that has any."""
        sections = self._model.sections
        filled = [number for number, each in enumerate(sections) if each.slots]
        if not filled:
            return None
        section = min(filled, key=lambda number: abs(number - section))
        row = min(row, len(sections[section].slots) - 1)
        return self._model.index(row, 0, self._model.index(section, 0))

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row at once: cell by cell through the delegate takes three times as long."""
        rect, colours = options.rect, colours_of(self.palette())
        cells = self._model.cells(index)
        if cells[0].heading:
            painter.save()
            paint_heading(painter, rect, self.font(), cells[0], colours)
            slots = self._model.sections[index.row()].slots
            if slots and all(card.plot for card, _ in slots):
                self._paint_plot_titles(painter, rect)
            painter.restore()
            return
        if self.selectionModel().isSelected(index):
            paint_selected(painter, rect, colours, active=self.isActiveWindow(), first=True)
        elif self.hasFocus() and self.currentIndex().siblingAtColumn(index.column()) == index:
            paint_focused(painter, rect, colours)
        buttons = self.copy_buttons(index)
        for column, cell in enumerate(cells):
            width = self.columnWidth(column)
            place = QRect(self.columnViewportPosition(column), rect.top(), width, rect.height())
            covered = column == DeckCardColumn.PACK and buttons and buttons.rect.intersects(place)
            if width and (cell.text or cell.glyphs) and not covered:
                if column == DeckCardColumn.NAME:
                    place.setRight(place.right() + self.room_after_name(cells, width))
                paint_cell(painter, place, self.fontMetrics(), cell, colours)
                if cell.counts:
                    self._paint_before_copies(painter, place, cells, active=self.is_active(index))
        if buttons is not None:
            self.paint_buttons(painter, index, buttons)

    def _paint_before_copies(
        self, painter: QPainter, place: QRect, cells: Sequence[Cell], *, active: bool
    ) -> None:
        """Paint the minus of a row, or its sign of a problem where that has no column."""
        metrics, colours = self.fontMetrics(), colours_of(self.palette())
        if active:
            paint_minus(painter, place, metrics, colours)
        elif self.isColumnHidden(DeckCardColumn.MARK):
            sign, side = cells[DeckCardColumn.MARK].glyphs, metrics.height()
            paint_row(painter, minus_place(place, metrics), sign, side, colours)

    def room_after_name(self, cells: Sequence[Cell], width: int) -> int:
        """Return the room of a name that is too long up to the next words or sign."""
        metrics, room = self.fontMetrics(), 0
        if cell_width(cells[DeckCardColumn.NAME], metrics) <= width:
            return 0
        for column in range(DeckCardColumn.NAME + 1, len(cells)):
            cell, place = cells[column], self.columnWidth(column)
            if place and (cell.text or cell.glyphs):
                taken = cell_width(cell, metrics) if cell.alignment == RIGHT else place
                return room + max(0, place - taken)
            room += place
        return room

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        self._model.offer_considered(offered=event.isAccepted())

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._model.offer_considered(offered=False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._model.offer_considered(offered=False)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        sections = self._model.sections
        if not any(section.slots for section in sections):
            inset = space(self, 6)
            headings = len(sections) * card_row_height(self.fontMetrics())
            self._paint_words(EMPTY, headings + inset, inset)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()


def _position(index: QModelIndex) -> tuple[int, int]:
    return index.parent().row(), index.row()
