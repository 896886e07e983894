"""What the table of all cards and the deck have in common: keys, mouse, typing ahead."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import (
    MORE,
    CardDropModel,
    ChosenRow,
    CopyKey,
    MenuRequest,
    copy_key_of,
    key_for,
    start_drag,
)
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, Cell, Role, minus_place
from desktop.widgets.card_row import RowImages, RowPainter, RowStyle
from desktop.widgets.copy_buttons import CopyButtons

_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


@dataclass(frozen=True, slots=True)
class _Target:
    """A number or a minus of a card, and how many copies a click on it requests."""

    index: QPersistentModelIndex
    card: Card
    count: int
    minus: bool


class CopyClicks(QObject):
    """Watches a view for clicks on the numbers of a card, or on the minus of its row.

    `on_number` is whether the last press was on one, until a key is pressed in the view. The press
    itself is passed on to the view, which selects the card or begins to drag it.
    """

    count_clicked = Signal(object, int)  # index, number

    def __init__(self, view: CardListView) -> None:
        super().__init__(view)
        self._view = view
        self.on_number = False
        self._pressed: _Target | None = None
        self._clicked: Card | None = None
        self._under = QPersistentModelIndex()
        self._hovered: _Target | None = None
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)

    def is_under(self, index: AnyIndex) -> bool:
        return self._under.isValid() and self._under == index.sibling(index.row(), 0)

    def hovered(self, index: AnyIndex) -> int | None:
        """Return the number of copies under the mouse, where it is over the row of an index."""
        target = self._hovered
        return target.count if target and not target.minus and self.is_under(index) else None

    def minus_under(self, index: AnyIndex) -> bool:
        """Return whether the minus of a row is under the mouse."""
        return self._hovered is not None and self._hovered.minus and self.is_under(index)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hover(QPersistentModelIndex(), QPoint())
        if not isinstance(event, QMouseEvent):
            return False
        place = event.position().toPoint()
        if event.type() is QEvent.Type.MouseMove:
            self._hover(QPersistentModelIndex(self._view.indexAt(place).siblingAtColumn(0)), place)
        elif event.button() is Qt.MouseButton.LeftButton and event.type() in _PRESSES:
            return self._press(event, self._target_at(place))
        elif event.button() is Qt.MouseButton.LeftButton and self._pressed is not None:
            pressed, self._pressed = self._pressed, None
            if self._target_at(place) == pressed:
                self._clicked = pressed.card
                self.count_clicked.emit(pressed.index, pressed.count)
        return False

    def _press(self, event: QMouseEvent, target: _Target | None) -> bool:
        self.on_number = target is not None
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        self._pressed = target if plain else None
        if target is None or event.type() is QEvent.Type.MouseButtonPress:
            return False
        # The second of two quick clicks removes the next copy, too, but none of the card that moved
        # under the mouse when the last one was removed. It is not a double click, which adds one.
        # On the number that the first click chose it would undo that.
        if target.card != self._clicked or not (target.count or target.minus):
            self._pressed = None
        return True

    def _target_at(self, place: QPoint) -> _Target | None:
        view = self._view
        index = view.indexAt(place)
        card, copies = index.data(Role.CARD), index.data(Role.COPIES)
        if not isinstance(card, Card) or copies is None:
            return None
        buttons, cell = view.copy_buttons(index), index.data(Role.CELL)
        count = buttons.number_at(place) if buttons else None
        if count is not None:
            return _Target(QPersistentModelIndex(index), card, count, minus=False)
        if isinstance(cell, Cell) and cell.counts:
            place_of_minus = minus_place(view.visualRect(index), view.fontMetrics())
            if place_of_minus.contains(place):
                return _Target(QPersistentModelIndex(index), card, copies - 1, minus=True)
        return None

    def _hover(self, under: QPersistentModelIndex, place: QPoint) -> None:
        before, self._under = (self._under, self._hovered), under
        self._hovered = target = self._target_at(place) if under.isValid() else None
        if (under, target) == before:
            return
        viewport = self._view.viewport()
        for index in (before[0], under):
            if index.isValid():
                viewport.update(self._view.row_rect(index))
        shape = Qt.CursorShape.PointingHandCursor if target else Qt.CursorShape.ArrowCursor
        if viewport.cursor().shape() is not shape:
            viewport.setCursor(shape)


if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView as _View
else:  # an object of Qt can have only one class of Qt as its parent
    _View = object


class CardListView(_View):
    """Mixed into a view of cards whose copies are changed by keys, clicks, a menu and dropping."""

    card_chosen = Signal(object)  # the current card
    typed = Signal(str)  # letters for the search field
    erased = Signal()  # the last letter of the search field
    key_requested = Signal(list, object)  # ChosenRows, and the CopyKey to apply to them
    menu_requested = Signal(object)  # a MenuRequest for the selected cards

    def _set_up(self, model: CardDropModel, other: CardListView | None = None) -> None:
        """Show a model; call this once, at the end of the view's constructor.

        `other` is a view of the same model: this view shares its selection and emits its signals.
        """
        # While Qt makes a row the current one that nobody chose, it is not announced.
        self._ignores_current = False
        self._images = RowImages()
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.viewport().setAcceptDrops(True)
        self.setModel(model)
        if other is None:
            self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        else:
            self.setSelectionModel(other.selectionModel())
            self.card_chosen.connect(other.card_chosen)
            self.typed.connect(other.typed)
            self.erased.connect(other.erased)
            self.key_requested.connect(other.key_requested)
            self.menu_requested.connect(other.menu_requested)
        self.copy_clicks = CopyClicks(self)
        self.copy_clicks.count_clicked.connect(self.on_count_clicked)
        self.doubleClicked.connect(lambda: self.press(MORE))
        # A click on the current card shows it again.
        self.clicked.connect(self._announce)

    def chosen_rows(self) -> list[ChosenRow]:
        """Return the selected cards with their sections; the current one where none is selected."""
        selection, current = self.selectionModel(), self.currentIndex()
        flags = QItemSelectionModel.SelectionFlag
        if not selection.hasSelection() and current.isValid():
            selection.select(current, flags.Select | flags.Rows)
        found = selection.selectedRows()
        rows = [(index.data(Role.CARD), index.data(Role.PLACE)) for index in found]
        # A card of several categories has several rows.
        return list(dict.fromkeys(row for row in rows if isinstance(row[0], Card)))

    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons of copies that an index shows, None where it shows none."""
        return None

    def row_rect(self, index: AnyIndex) -> QRect:
        """Return the place of a whole row in the viewport."""
        row = self.visualRect(index)
        return QRect(0, row.top(), self.viewport().width(), row.height())

    def paint_row(
        self,
        painter: QPainter,
        index: AnyIndex,
        rect: QRect,
        style: RowStyle,
        looks: Hashable,
        paint_cells: Callable[[RowPainter], object],
    ) -> None:
        """Paint a row: from its image unless it is selected, current or under the mouse.

        `looks` are all that the cells are painted from, except place and style.
        """
        selected, under = self.selectionModel().isSelected(index), self.copy_clicks.is_under(index)
        current = self.hasFocus() and self.currentIndex().siblingAtColumn(index.column()) == index

        def paint(painter: QPainter) -> None:
            rows = RowPainter(painter, style)
            rows.ground(rect, selected=selected, focused=self.hasFocus(), under=under)
            paint_cells(rows)
            self.paint_copies(painter, index)

        if not (selected or current or under):
            self._images.paint(painter, rect, style, looks, paint)
            return
        paint(painter)
        if current and not selected:
            RowPainter(painter, style).ring(rect)

    def paint_copies(self, painter: QPainter, index: AnyIndex) -> None:
        """Paint the numbers of copies in an active row, pips in another."""
        if (buttons := self.copy_buttons(index)) is None:
            return
        colours = colours_of(self.palette())
        if self.is_active(index):
            buttons.paint(painter, colours, self.copy_clicks.hovered(index))
        else:
            buttons.paint_pips(painter, colours)

    def is_active(self, index: AnyIndex) -> bool:
        """Return whether the mouse is over the row of an index, or it is the current one."""
        row = index.sibling(index.row(), 0)
        is_current = self.currentIndex().siblingAtColumn(0) == row
        return self.copy_clicks.is_under(row) or (
            is_current and self.selectionModel().isSelected(row)
        )

    def on_count_clicked(self, index: AnyIndex, count: int) -> None:
        self.key_requested.emit([(index.data(Role.CARD), index.data(Role.PLACE))], key_for(count))

    def press(self, key: CopyKey) -> None:
        """Request for the selected cards what a key does."""
        rows = self.chosen_rows()
        if rows or key.large:
            self.key_requested.emit(rows, key)

    @contextmanager
    def unannounced(self) -> Iterator[None]:
        """Do not announce the cards that Qt meanwhile makes the current one."""
        before, self._ignores_current = self._ignores_current, True
        yield
        self._ignores_current = before

    def _announce(self, index: AnyIndex) -> None:
        card = index.data(Role.CARD)
        if isinstance(card, Card):
            self.card_chosen.emit(card)

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Paint both rows as a whole, not only a cell: the current one shows its numbers."""
        super().currentChanged(current, previous)
        for index in (current, previous):
            if index.isValid():
                self.viewport().update(self.row_rect(index))

    def _on_current_row_changed(self, current: AnyIndex) -> None:
        if not self._ignores_current:
            self._announce(current)

    def _paint_words(self, words: str, top: int, inset: int = 0) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        place = self.viewport().rect().adjusted(inset, top, -inset, 0)
        painter.drawText(place, flags | Qt.TextFlag.TextWordWrap, words)
        painter.end()

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.copy_clicks.on_number = False
        if key := copy_key_of(event):
            self.press(key)
        elif event.key() == Qt.Key.Key_Backspace:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        rows = self.chosen_rows() if isinstance(index.data(Role.CARD), Card) else []
        if rows:
            corner = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            at = event.globalPos() if by_mouse else corner
            copies = tuple(each.data(Role.COPIES) for each in self.selectionModel().selectedRows())
            cards = tuple(card for card, _ in rows)
            self.menu_requested.emit(MenuRequest(self, at, cards, self.press, copies))

    @override
    def startDrag(self, actions: Qt.DropAction) -> None:
        start_drag(self, actions)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        model = self.model()
        if isinstance(model, CardDropModel):
            model.begin_drop(event)
        super().dropEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when a view gets the focus; nobody chose that card.
        with self.unannounced():
            super().focusInEvent(event)
