"""The keys that change copies, the same in the table of all cards and in the deck."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from desktop.session.card_counts import Row
from desktop.widgets.card_delegate import Role


@dataclass(frozen=True, slots=True)
class CopyKey:
    """A key over selected cards: how the list of shortcuts names it, and what it does.

    `count` is a number of copies to have, None where `difference` is what to add; `large` shows
    the card large instead.
    """

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    count: int | None = None
    difference: int = 0
    large: bool = False


COPIES_KEYS = (
    *(
        CopyKey((key,), key.name[-1], f"Have {number} in the deck", number)
        for number, key in enumerate((Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3))
    ),
    CopyKey((Qt.Key.Key_Plus, Qt.Key.Key_Equal), "+", "One copy more", difference=1),
    CopyKey((Qt.Key.Key_Return, Qt.Key.Key_Enter), "Enter", "One copy more", difference=1),
    CopyKey((Qt.Key.Key_Minus,), "\N{MINUS SIGN}", "One copy less", difference=-1),
    CopyKey((Qt.Key.Key_Delete,), "Delete", "Take out every copy", 0),
    CopyKey((Qt.Key.Key_Space,), "Space", "Show the card large", large=True),
)
_BY_KEY = {key: each for each in COPIES_KEYS for key in each.keys}
_PLAIN = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class CopyKeys(QObject):
    """Watches a view of cards for those keys, and for a double click, which adds a copy.

    Signals:
        count_requested: so many copies of these cards are wanted (rows, number).
        change_requested: so many copies more or less are wanted (rows, difference).
        large_requested: the current card is to be shown large.
    """

    count_requested = Signal(list, int)
    change_requested = Signal(list, int)
    large_requested = Signal()

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)
        view.doubleClicked.connect(self._on_double_clicked)

    def rows(self) -> list[Row]:
        """Return the selected cards with their places; the current one where none is selected."""
        selection, current = self._view.selectionModel(), self._view.currentIndex()
        flags = QItemSelectionModel.SelectionFlag
        if not selection.hasSelection() and current.isValid():
            selection.select(current, flags.Select | flags.Rows)
        found = selection.selectedRows()
        rows = [(index.data(Role.CARD), index.data(Role.PLACE)) for index in found]
        return [row for row in rows if isinstance(row[0], Card)]

    def request(self, key: CopyKey) -> None:
        """Request what a key stands for."""
        if key.large:
            self.large_requested.emit()
            return
        rows = self.rows()
        if not rows:
            return
        if key.count is None:
            self.change_requested.emit(rows, key.difference)
        else:
            self.count_requested.emit(rows, key.count)

    def _on_double_clicked(self) -> None:
        self.change_requested.emit(self.rows(), 1)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = _BY_KEY.get(Qt.Key(event.key()))
        if key is None or event.modifiers() & ~_PLAIN:
            return False
        self.request(key)
        return True
