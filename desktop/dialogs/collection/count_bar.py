"""How copies are counted in the tables of the collection: keys, and buttons that do the same."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, space
from desktop.widgets.labels import label

_COUNTS = {
    Qt.Key.Key_0: 0,
    Qt.Key.Key_1: 1,
    Qt.Key.Key_2: 2,
    Qt.Key.Key_3: 3,
    Qt.Key.Key_Delete: 0,
}
_CHANGES = {
    Qt.Key.Key_Plus: 1,
    Qt.Key.Key_Equal: 1,
    Qt.Key.Key_Return: 1,
    Qt.Key.Key_Enter: 1,
    Qt.Key.Key_Minus: -1,
}
_PLAIN = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class CountKeys(QObject):
    """Watches a view for the keys that the tables of the Build page have, and for double clicks.

    Signals:
        count_asked: so many copies of what is selected are owned (the number).
        change_asked: so many copies more or less are (the difference).
    """

    count_requested = Signal(int)
    change_requested = Signal(int)

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.installEventFilter(self)
        view.doubleClicked.connect(self._on_double_clicked)

    def _on_double_clicked(self) -> None:
        self.change_requested.emit(1)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if event.modifiers() & ~_PLAIN:
            return False
        if key in _COUNTS:
            self.count_requested.emit(_COUNTS[key])
        elif key in _CHANGES:
            self.change_requested.emit(_CHANGES[key])
        else:
            return False
        return True


class CountBar(QWidget):
    """The same as buttons below a table, in a row behind their words.

    Signals:
        count_asked, change_asked: as those of the keys.
    """

    count_requested = Signal(int)
    change_requested = Signal(int)

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        for number in range(4):
            self._add(str(number), f"Own {number} of what is selected")
        self._add("\N{MINUS SIGN}", "Own one less of what is selected")
        self._add("+", "Own one more of what is selected")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(label(words, Size.SMALL, faint=True))
        for button in self.buttons.values():
            layout.addWidget(button)
        layout.addStretch(1)

    def _add(self, sign: str, words: str) -> None:
        button = QPushButton(sign, self)
        button.setObjectName("small")
        button.setAccessibleName(words)
        button.setToolTip(f"{words} (key {sign})")
        button.setAutoDefault(False)
        button.setFixedWidth(space(self, 7))
        button.clicked.connect(self._on_clicked)
        self.buttons[sign] = button

    def _on_clicked(self) -> None:
        sign = next((sign for sign, each in self.buttons.items() if each is self.sender()), "")
        if sign.isdecimal():
            self.count_requested.emit(int(sign))
        elif sign:
            self.change_requested.emit(1 if sign == "+" else -1)
