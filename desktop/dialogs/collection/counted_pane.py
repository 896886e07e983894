"""A tab of the collection: a search, a table whose copies are counted by keys, and buttons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QPushButton, QWidget
from typing_extensions import override

from desktop.session.collection_state import CollectionState
from desktop.style.fonts import Size, space
from desktop.widgets.layouts import column, label, row

_LESS, _MORE = "\N{MINUS SIGN}", "+"
_BUTTONS = {
    Qt.Key.Key_0: "0",
    Qt.Key.Key_1: "1",
    Qt.Key.Key_2: "2",
    Qt.Key.Key_3: "3",
    Qt.Key.Key_Delete: "0",
    Qt.Key.Key_Plus: _MORE,
    Qt.Key.Key_Equal: _MORE,
    Qt.Key.Key_Return: _MORE,
    Qt.Key.Key_Enter: _MORE,
    Qt.Key.Key_Minus: _LESS,
}
_DOWN = frozenset({Qt.Key.Key_Down, Qt.Key.Key_PageDown})
_NO_CHORD = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class CountedPane(QWidget):
    """What the tabs have in common: keys, a double click and buttons change what is owned.

    The keys are those of the tables of the Build page.
    """

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.collection_state = collection_state
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.buttons: dict[str, QPushButton] = {}
        for count in range(4):
            self._add_button(str(count), str(count), partial(self.set_count, count))
        self._add_button(_LESS, "one less", partial(self.change_count, -1))
        self._add_button(_MORE, "one more", partial(self.change_count, 1))

    def arrange(self, view: QAbstractItemView, caption: str, placeholder: str, name: str) -> None:
        """Put a table between the search and the buttons."""
        self._view = view
        self.search.setPlaceholderText(placeholder)
        self.search.setAccessibleName(name)
        words = label(caption, Size.SMALL, faint=True)
        buttons = row(words, *self.buttons.values(), None, spacing=space(self, 1))
        column(self.search, (view, 1), buttons, parent=self, spacing=space(self, 2))
        self.search.textChanged.connect(self.show_owned)
        self.search.returnPressed.connect(self._go_to_list)
        self.search.installEventFilter(self)
        view.installEventFilter(self)
        view.doubleClicked.connect(self.buttons[_MORE].click)
        self.collection_state.changed.connect(self.show_owned)

    @abstractmethod
    def show_owned(self) -> None:
        """Show what is searched for and how many copies are owned."""

    @abstractmethod
    def set_count(self, count: int) -> None:
        """Set the owned copies of the selected rows."""

    @abstractmethod
    def change_count(self, difference: int) -> None:
        """Change the owned copies of the selected rows."""

    def _add_button(self, sign: str, copies: str, slot: Callable[[], None]) -> None:
        button = self.buttons[sign] = QPushButton(sign, self, autoDefault=False)
        words = f"Own {copies} of what is selected"
        button.setObjectName("small")
        button.setAccessibleName(words)
        button.setToolTip(f"{words} (key {sign})")
        button.setFixedWidth(space(self, 7))
        button.clicked.connect(slot)

    def _go_to_list(self) -> None:
        model = self._view.model()
        if model.rowCount():
            self._view.setCurrentIndex(model.index(0, 0))
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if watched is self.search:
            if event.key() in _DOWN:
                self._go_to_list()
            return event.key() in _DOWN
        sign = _BUTTONS.get(Qt.Key(event.key()))
        if sign is None or event.modifiers() & ~_NO_CHORD:
            return False
        self.buttons[sign].click()
        return True
