"""What the mouse does to copies, the same in the table of all cards and in the deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from desktop.widgets.card_delegate import AnyIndex, Cell, Role, minus_place
from desktop.widgets.copy_buttons import CopyButtons

_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


@dataclass(frozen=True, slots=True)
class _Target:
    """A number or a minus of a card, and how many copies a click on it requests."""

    index: QPersistentModelIndex
    card: Card
    count: int


class CopyClicks(QObject):
    """Watches a view for clicks on the numbers of a card, or on the minus of its row.

    `on_number` is whether the last press was on one, until a key is pressed in the view.

    `buttons` returns the numbers that an index shows, `minus_cell` where its minus is.

    A click on a number gives the deck so many copies. The press itself is passed on to the view,
    which selects the card or begins to drag it.

    Signals:
        count_clicked: so many copies of a card are wanted (index, number).
    """

    count_clicked = Signal(object, int)

    def __init__(
        self,
        view: QAbstractItemView,
        buttons: Callable[[AnyIndex], CopyButtons | None],
        minus_cell: Callable[[AnyIndex], QRect],
    ) -> None:
        super().__init__(view)
        self._view, self._buttons, self._minus_cell = view, buttons, minus_cell
        self.on_number = False
        self._pressed: _Target | None = None
        self._clicked: Card | None = None
        self._under = QPersistentModelIndex()
        self._hovered: _Target | None = None
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)

    def is_under(self, index: AnyIndex) -> bool:
        """Return whether the mouse is over the row of an index."""
        return self._under.isValid() and self._under == index.sibling(index.row(), 0)

    @property
    def row_under(self) -> int:
        """The row under the mouse, -1 where there is none."""
        return self._under.row()

    def hovered(self, index: AnyIndex) -> int | None:
        """Return the number of copies under the mouse, where it is over the row of an index."""
        return self._hovered.count if self._hovered and self.is_under(index) else None

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
        # under the mouse when the last one was removed. It is no double click, which adds a copy.
        if target.card != self._clicked:
            self._pressed = None
        return True

    def _target_at(self, place: QPoint) -> _Target | None:
        """Return what there is to click at a place."""
        index = self._view.indexAt(place)
        card, copies = index.data(Role.CARD), index.data(Role.COPIES)
        if not isinstance(card, Card) or copies is None:
            return None
        cell, count = index.data(Role.CELL), None
        if (buttons := self._buttons(index)) is not None:
            count = buttons.number_at(place)
        if count is None and isinstance(cell, Cell) and cell.counts:
            minus = minus_place(self._minus_cell(index), self._view.fontMetrics())
            count = copies - 1 if minus.contains(place) else None
        return None if count is None else _Target(QPersistentModelIndex(index), card, count)

    def _hover(self, under: QPersistentModelIndex, place: QPoint) -> None:
        """Show what can be clicked in the row under the mouse."""
        before, self._under = (self._under, self._hovered), under
        self._hovered = target = self._target_at(place) if under.isValid() else None
        if (under, target) == before:
            return
        for index in (before[0], under):
            if index.isValid():
                row = self._view.visualRect(index.model().index(index.row(), 0, index.parent()))
                self._view.viewport().update(QRect(0, row.top(), row.right() + 1, row.height()))
        shape = Qt.CursorShape.PointingHandCursor if target else Qt.CursorShape.ArrowCursor
        if self._view.viewport().cursor().shape() is not shape:
            self._view.viewport().setCursor(shape)
