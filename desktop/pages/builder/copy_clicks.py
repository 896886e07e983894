"""What the mouse does to copies, the same in the table of all cards and in the deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from desktop.widgets.card_delegate import AnyIndex, Cell, Role, minus_place, pips_place
from desktop.widgets.pips import copies_after, pip_at
from validators.card_counts import CardCountRow

_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


@dataclass(frozen=True, slots=True)
class _Target:
    """A box or a minus of a card, and how many copies a click on it requests."""

    row: CardCountRow
    count: int


class CopyClicks(QObject):
    """Watches a view for clicks on the boxes of a card, or on the minus of the row under the mouse.

    `place` returns where the boxes of an index are.

    A click on a box gives the deck so many copies; on the last filled one, one less. The press
    itself is passed on to the view, which selects the card or begins to drag it.

    Signals:
        count_requested: so many copies of these cards are wanted (rows, number).
    """

    count_requested = Signal(list, int)

    def __init__(self, view: QAbstractItemView, place: Callable[[AnyIndex], QRect]) -> None:
        super().__init__(view)
        self._view, self._place = view, place
        self._pressed: _Target | None = None
        self._clicked: Card | None = None
        self._under = QPersistentModelIndex()
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)

    def is_under(self, index: AnyIndex) -> bool:
        """Return whether the mouse is over the row of an index."""
        return self._under.isValid() and self._under == index.sibling(index.row(), 0)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._hover(QPersistentModelIndex())
        if not isinstance(event, QMouseEvent):
            return False
        place = event.position().toPoint()
        if event.type() is QEvent.Type.MouseMove:
            self._hover(QPersistentModelIndex(self._view.indexAt(place).siblingAtColumn(0)))
        elif event.button() is Qt.MouseButton.LeftButton and event.type() in _PRESSES:
            return self._press(event, self._target_at(place))
        elif event.button() is Qt.MouseButton.LeftButton and self._pressed is not None:
            pressed, self._pressed = self._pressed, None
            if self._target_at(place) == pressed:
                self._clicked = pressed.row[0]
                self.count_requested.emit([pressed.row], pressed.count)
        return False

    def _press(self, event: QMouseEvent, target: _Target | None) -> bool:
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        self._pressed = target if plain else None
        if target is None or event.type() is QEvent.Type.MouseButtonPress:
            return False
        # The second of two quick clicks removes the next copy, too, but none of the card that moved
        # under the mouse when the last one was removed. It is no double click, which adds a copy.
        if target.row[0] != self._clicked:
            self._pressed = None
        return True

    def _target_at(self, place: QPoint) -> _Target | None:
        """Return what there is to click at a place."""
        index = self._view.indexAt(place)
        card, cell = index.data(Role.CARD), index.data(Role.CELL)
        copies = index.data(Role.COPIES)
        if not isinstance(card, Card) or not isinstance(cell, Cell) or copies is None:
            return None
        row = (card, index.data(Role.PLACE))
        whole, metrics = self._place(index), self._view.fontMetrics()
        if cell.pips is not None:
            rect, side = pips_place(whole, metrics)
            number = pip_at(rect, cell.pips, side, place)
            return None if number is None else _Target(row, copies_after(cell.pips, number))
        if cell.counts and minus_place(whole, metrics).contains(place):
            return _Target(row, copies - 1)
        return None

    def _hover(self, under: QPersistentModelIndex) -> None:
        if under == self._under:
            return
        for index in (self._under, under):
            if index.isValid():
                row = self._view.visualRect(index.model().index(index.row(), 0, index.parent()))
                self._view.viewport().update(QRect(0, row.top(), row.right() + 1, row.height()))
        self._under = under
