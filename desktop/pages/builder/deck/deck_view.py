"""The view of the deck's sections and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFontMetrics,
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
    AnyIndex,
    CardDelegate,
    Cell,
    Role,
    card_row_height,
    paint_heading,
    paint_minus,
    width_with_minus,
)
from desktop.widgets.card_numbers import disc_side, stats_width
from desktop.widgets.card_row import (
    RowPainter,
    RowStyle,
    is_letter,
    marks_width,
    side_padding,
)
from desktop.widgets.copy_buttons import CopyButtons, button_width
from desktop.widgets.glyphs import Glyph

_FLAGS = QItemSelectionModel.SelectionFlag
EMPTY = (
    "No cards yet. Search at the left and click 1, 2 or 3 before a name;"
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

    When a card is removed, the one that takes its row becomes the current one. `other` is the
    other column of the same deck, where it has two.
    """

    card_succeeded = Signal(object)  # the card in the place of the current one, which was removed

    def __init__(
        self, model: DeckModel, parent: QWidget | None = None, other: DeckView | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self.other = model, other
        self.setAccessibleName("More cards of the deck" if other else "Cards of the deck")
        self.setItemDelegate(CardDelegate(self))
        show_open_sections(self)
        self.setIndentation(0)
        self.header().setMinimumSectionSize(1)
        self.header().setStretchLastSection(False)
        self._set_up(model, other)
        if other is not None:
            other.other = self
            self.expandAll()
        model.rowsInserted.connect(self._on_rows_inserted)
        model.modelReset.connect(self.expandAll)

    def show_deck(
        self, deck: Deck, cards: LoadedCards, overlay: DeckOverlay, *, is_other: bool = False
    ) -> None:
        """Show the deck, or another, in the model.

        Where the current card of the deck is gone, the one in its place becomes the current one.
        """
        current = QModelIndex() if is_other else self.currentIndex()
        keys, place = self._model.row_keys_from(current), _position(current)
        # Meanwhile Qt makes the row above the current one; nobody chose that card.
        with self.unannounced():
            self._model.show_deck(deck, cards, overlay, is_other=is_other)
            if keys and self._model.row_keys_from(self.currentIndex())[:1] != keys[:1]:
                self._go_on_from(keys, *place)
        self._show_owned()

    def show_sections(self, shown: range) -> None:
        """Show these sections alone."""
        for number in range(self._model.rowCount()):
            self.setRowHidden(number, QModelIndex(), number not in shown)
        self._show_owned()

    @override
    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go on in the other column from the end of one."""
        found, current = super().moveCursor(action, modifiers), self.currentIndex()
        steps = {action.MoveUp: -1, action.MoveDown: 1}
        if found != current or action not in steps or not (self.other and self.other.isVisible()):
            return found
        section = current.parent().row() + steps[action]
        below = self._model.index(section, 0)
        rows = self._model.rowCount(below) if below.isValid() else 0
        if not rows:
            return found
        self.other.setFocus()
        return self._model.index(0 if steps[action] > 0 else rows - 1, 0, below)

    @override
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons of an active row, before the marks and numbers at its right end."""
        copies = self._model.copies_of(index) if self.is_active(index) else None
        if copies is None:
            return None
        metrics, small = self.fontMetrics(), QFontMetrics(sized(self.font(), Size.SMALL))
        cells = self._model.cells(index.sibling(index.row(), 0))
        numbers, marks = cells[DeckCardColumn.VALUE].numbers, _marks(cells)
        right = self.viewport().width() - side_padding(metrics) - metrics.height() // 2
        right -= stats_width(numbers, metrics.height()) if numbers else 0
        right -= marks_width(marks, metrics, small)
        row, side = self.row_rect(index), button_width(metrics)
        width = side * min(self._model.choices, max(copies.limit, copies.own))
        return CopyButtons(QRect(right - width, row.top(), width, row.height()), copies, side)

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
        metrics, column = self.fontMetrics(), DeckCardColumn
        height, side = metrics.height(), side_padding(metrics)
        widths = {
            column.COPIES: width_with_minus(metrics),
            column.FACTION: height // 2 + disc_side(height) + height // 2,
            column.OWNED: metrics.horizontalAdvance("own 00") + height,
            column.VALUE: height // 2 + disc_side(height) + height * 7 // 2 + side,
        }
        self.setColumnHidden(column.OWNED, not self._model.shows_owned)
        # The sign of a problem is painted after the name.
        self.setColumnHidden(column.MARK, True)  # noqa: FBT003 - Qt's own
        shown = {each: width for each, width in widths.items() if not self.isColumnHidden(each)}
        for each, width in shown.items():
            self.setColumnWidth(each, width)
        self.setColumnWidth(column.NAME, max(0, self.viewport().width() - sum(shown.values())))

    def _show_owned(self) -> None:
        """Show or hide the column of copies owned, if a collection came or went."""
        if self.isColumnHidden(DeckCardColumn.OWNED) is self._model.shows_owned:
            self.share_width()

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
        rect, colours, cells = options.rect, self._style.colours, self._model.cells(index)
        if cells[0].heading:
            painter.save()
            inner = rect.adjusted(space(self, 3), 0, 0, 0)
            paint_heading(painter, inner, self.font(), cells[0], colours)
            painter.restore()
            return
        copies = self._model.copies_of(index)
        too_many = copies is not None and not copies.fits(copies.own)
        places = tuple(
            [(self.columnViewportPosition(each), self.columnWidth(each)) for each in DeckCardColumn]
        )
        paint_cells = partial(self._paint_cells, index, rect, cells, too_many)
        self.paint_row(painter, index, rect, self._style, (cells, too_many, places), paint_cells)
        if self.is_active(index):
            place, under = self._place(rect, DeckCardColumn.COPIES), self.copy_clicks.minus_under
            paint_minus(painter, place, self.fontMetrics(), colours, under=under(index))

    def _paint_cells(
        self,
        index: AnyIndex,
        rect: QRect,
        cells: Sequence[Cell],
        too_many: bool,  # noqa: FBT001 - of a partial function
        rows: RowPainter,
    ) -> None:
        place = self._place(rect, DeckCardColumn.COPIES)
        rows.count(place, cells[0].text, self._style.colours.illegal if too_many else None)
        buttons, name = self.copy_buttons(index), cells[DeckCardColumn.NAME]
        signs = tuple(each for each in name.trailing if not is_letter(each))
        name = replace(name, trailing=(*signs, *cells[DeckCardColumn.MARK].glyphs))
        end = (Cell(glyphs=_marks(cells)), rect), (cells[DeckCardColumn.VALUE], rect)
        right = rows.parts(end, rect.right() + 1)
        shown = {DeckCardColumn.FACTION: cells[DeckCardColumn.FACTION], DeckCardColumn.NAME: name}
        if buttons is None:
            shown[DeckCardColumn.OWNED] = cells[DeckCardColumn.OWNED]
        else:
            right = buttons.rect.left()
        rows.parts([(cell, self._place(rect, each)) for each, cell in shown.items()], right)

    def _place(self, rect: QRect, column: DeckCardColumn) -> QRect:
        left, width = self.columnViewportPosition(column), self.columnWidth(column)
        return QRect(left, rect.top(), width, rect.height())

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
        colours = colours_of(self.palette())
        self._style = RowStyle(self.font(), colours, colours.panel)
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


def _marks(cells: Sequence[Cell]) -> tuple[Glyph, ...]:
    """Return the letters that mark a card on a restricted list: R, P or B."""
    return tuple(each for each in cells[DeckCardColumn.NAME].trailing if is_letter(each))


def _position(index: QModelIndex) -> tuple[int, int]:
    return index.parent().row(), index.row()
