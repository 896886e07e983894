"""The view of the deck's sections and cards."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.copy_clicks import CopyClicks, open_menu
from desktop.pages.builder.copy_keys import CopyKeys
from desktop.pages.builder.deck.deck_model import DeckColumn, DeckModel, Spot
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    Role,
    paint_cell,
    paint_focused,
    paint_heading,
    paint_minus,
    paint_selected,
    row_height,
)

_FLAGS = QItemSelectionModel.SelectionFlag
# In characters: the widths of what has its own, and the width of the list that is narrow.
_WIDTHS = {
    DeckColumn.COPIES: 4.0,
    DeckColumn.FACTION: 3.2,
    DeckColumn.OWNED: 6.0,
    DeckColumn.VALUE: 8.5,
    DeckColumn.MARK: 4.0,
}
_NARROW_WIDTHS = {DeckColumn.COPIES: 3.2, DeckColumn.VALUE: 7.4, DeckColumn.MARK: 3.4}
NARROW = 40
EMPTY = "No card yet. Search for cards at the left; Enter or a double click adds a copy."


class DeckView(QTreeView):
    """All sections, always open; several cards can be selected.

    When a card goes, the one that takes its row becomes the current one.

    Signals:
        card_chosen: another card is the current one (the card).
        card_succeeded: the current card went, and this is the one in its place (the card).
        typed: letters were typed that the search field should have (the text).
        erased: the last letter of the search field should go.
    """

    card_chosen = Signal(object)
    card_succeeded = Signal(object)
    typed = Signal(str)
    erased = Signal()

    def __init__(self, model: DeckModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._arriving = False
        self._current: tuple[int, int] | None = None
        self._next: tuple[Spot, ...] = ()
        self._selected: frozenset[Spot] = frozenset()
        self._scrolled = 0
        self._leaves = False
        self.setAccessibleName("Cards of the deck")
        self.setItemDelegate(CardDelegate(self))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(False)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)
        self.viewport().setAcceptDrops(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setMinimumSectionSize(1)
        self.header().setStretchLastSection(False)
        # Before the view itself hears of it and makes another row the current one.
        model.rowsAboutToBeRemoved.connect(self._on_rows_about_to_be_removed)
        self.setModel(model)
        self.copies_keys = CopyKeys(self)
        self.clicks = CopyClicks(self, self.copies_keys)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        model.rowsRemoved.connect(self._on_rows_removed)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        # Who clicks the card that is the current one here wants to see it again, too.
        self.clicked.connect(self._on_current_row_changed)

    def select_cards(self, codes: Iterable[str]) -> None:
        """Select the rows of these cards and bring the first into view."""
        found = self._select(self._model.indexes_of(set(codes)))
        if found:
            self.selectionModel().setCurrentIndex(found[0], _FLAGS.NoUpdate)
            self.scrollTo(found[0], QAbstractItemView.ScrollHint.EnsureVisible)

    def selected_cards(self) -> list[Card]:
        """Return the selected cards from top to bottom."""
        rows = self.selectionModel().selectedRows()
        return [index.data(Role.CARD) for index in sorted(rows, key=_place)]

    def forget(self) -> None:
        """Forget what was current and selected: another deck comes."""
        self.selectionModel().clear()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        sections = self._model.sections()
        if any(section.slots for section in sections):
            return
        inset = space(self, 6)
        headings = len(sections) * row_height(self.fontMetrics())
        place = self.viewport().rect().adjusted(inset, headings + inset, -inset, 0)
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(place, flags | Qt.TextFlag.TextWordWrap, EMPTY)
        painter.end()

    def _select(self, found: list[QModelIndex]) -> list[QModelIndex]:
        selection = QItemSelection()
        for index in found:
            selection.select(index, index)
        self.selectionModel().select(selection, _FLAGS.ClearAndSelect | _FLAGS.Rows)
        return found

    def share_width(self) -> None:
        """Give every column its part; what is owned takes none where no collection is known."""
        character = self.fontMetrics().horizontalAdvance("0")
        viewport = self.viewport().width()
        narrow = viewport < NARROW * character
        widths = _WIDTHS | (_NARROW_WIDTHS if narrow else {})
        self.setColumnHidden(DeckColumn.OWNED, not self._model.tells_owned)
        if not self._model.tells_owned:
            del widths[DeckColumn.OWNED]
        left = viewport
        for column, width in widths.items():
            self.setColumnWidth(column, round(width * character))
            left -= self.columnWidth(column)
        # Where the names have hardly room, they need that of the packs, too.
        packs = 0 if narrow else left // 4
        self.setColumnWidth(DeckColumn.PACK, packs)
        self.setColumnWidth(DeckColumn.NAME, left - packs)

    def _on_model_about_to_be_reset(self) -> None:
        index, spot_of = self.currentIndex(), self._model.spot_of
        self._current = _place(index) if spot_of(index) else None
        self._next = tuple(self._model.spots_from(index))
        spots = (spot_of(each) for each in self.selectionModel().selectedRows())
        self._selected = frozenset(each for each in spots if each)
        self._scrolled = self.verticalScrollBar().value()

    def _on_model_reset(self) -> None:
        self._arriving = True
        self._restore()
        self._arriving = False
        if self._next and self._model.spot_of(self.currentIndex()) != self._next[0]:
            self._tell_successor()

    def _restore(self) -> None:
        for row in range(self._model.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), True)  # noqa: FBT003 - Qt's own
        self.expandAll()
        if self._current is None:
            return
        kept = self._select(self._model.indexes_at(self._selected))
        current = self._again(*self._current)
        if current is not None:
            self.selectionModel().setCurrentIndex(
                current, _FLAGS.NoUpdate if kept else _FLAGS.ClearAndSelect | _FLAGS.Rows
            )
        self.verticalScrollBar().setValue(self._scrolled)

    def _again(self, section: int, row: int) -> QModelIndex | None:
        """Return where the current card is now, else the one that stood below it, else above."""
        for spot in self._next:
            found = self._model.indexes_at([spot])
            if found:
                return found[0]
        return self._nearest(section, row)

    def _nearest(self, section: int, row: int) -> QModelIndex | None:
        """Return a row of the nearest section that has any."""
        sections = self._model.sections()
        filled = [number for number, each in enumerate(sections) if each.slots]
        if not filled:
            return None
        section = min(filled, key=lambda number: abs(number - section))
        row = min(row, len(sections[section].slots) - 1)
        return self._model.index(row, 0, self._model.index(section, 0))

    def _on_rows_about_to_be_removed(self, parent: QModelIndex, first: int) -> None:
        current = self.currentIndex()
        self._leaves = current.parent() == parent and current.row() == first
        # On the way Qt makes the row above the current one; nobody chose that card.
        self._arriving = self._leaves

    def _on_rows_removed(self, parent: QModelIndex, first: int) -> None:
        if self._leaves:
            below = self._nearest(parent.row(), first)
            if below is not None and len(self.selectionModel().selectedRows()) < 2:
                # Who deletes one card after another means those below.
                self.setCurrentIndex(below)
            self._tell_successor()
            # Now rather than a moment after the next painting, which then were done twice.
            self.executeDelayedItemsLayout()
        self._arriving = False

    def _tell_successor(self) -> None:
        card = self.currentIndex().data(Role.CARD)
        if isinstance(card, Card):
            self.card_succeeded.emit(card)

    def _on_current_row_changed(self, current: QModelIndex) -> None:
        card = current.data(Role.CARD)
        if isinstance(card, Card) and not self._arriving:
            self.card_chosen.emit(card)

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row at once: cell by cell through the delegate takes three times as long."""
        rect, colours = options.rect, colours_of(self.palette())
        cells = self._model.cells(index)
        if cells[0].heading:
            painter.save()
            paint_heading(painter, rect, self.font(), cells[0], colours)
            painter.restore()
            return
        chosen, focused = self.selectionModel(), self.hasFocus()
        if chosen.isSelected(index):
            active = self.isActiveWindow()
            paint_selected(painter, rect, colours, active=active, first=True)
        elif focused and self.currentIndex().siblingAtColumn(index.column()) == index:
            paint_focused(painter, rect, colours)
        metrics, top, height = self.fontMetrics(), rect.top(), rect.height()
        for column, cell in enumerate(cells):
            width = self.columnWidth(column)
            if width and (cell.text or cell.glyphs):
                place = QRect(self.columnViewportPosition(column), top, width, height)
                paint_cell(painter, place, metrics, cell, colours)
                if cell.counts and self.clicks.is_under(index):
                    paint_minus(painter, place, metrics, colours)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        open_menu(self, self.copies_keys, event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._model.takes_all = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().dropEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when a view gets the focus; nobody chose that card.
        self._arriving = True
        super().focusInEvent(event)
        self._arriving = False

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()


def _place(index: QModelIndex) -> tuple[int, int]:
    return index.parent().row(), index.row()
