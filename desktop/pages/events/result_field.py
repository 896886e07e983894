"""The field that results are typed in: a number and two keys, without the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.layouts import give_way, label
from events.result_text import SEATS, TypedResult

_LETTERS = f"{SEATS}dxo"


class ResultField(QLineEdit):
    """Reads what is typed with a function; a whole result is entered at once.

    One that would change what is known already waits for Enter.

    Signals:
        entered: a result was typed (a TypedResult).
    """

    entered = Signal(object)

    def __init__(
        self,
        name: str,
        read: Callable[[str], TypedResult],
        known: Callable[[TypedResult], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._read, self._known = read, known
        self.hint = label(wraps=True)
        give_way(self.hint)
        self.setAccessibleName(name)
        self.setPlaceholderText("for example 3aw")
        self.setFixedWidth(space(self, 34))
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self._on_return_pressed)

    def begin(self, number: int, typed: str = "") -> None:
        """Begin a result: the number of a table, and what was typed on its row."""
        self.setText(f"{number}{typed}")
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._on_edited()

    def show_hint(self) -> None:
        """Say what can be typed next."""
        self._show_hint(self._read(self.text()))

    def _show_hint(self, found: TypedResult) -> None:
        known = self._known(found) if found.done else ""
        text = f"{known} Enter corrects it, Esc leaves it." if known else found.hint
        self.hint.setText(text)
        self.setAccessibleDescription(text)

    def _on_edited(self) -> None:
        found = self._read(self.text())
        if found.done and not self._known(found):
            self._enter(found)
            self.show_hint()
        else:
            self._show_hint(found)

    def _on_return_pressed(self) -> None:
        found = self._read(self.text())
        if found.done:
            self._enter(found)
            self.show_hint()

    def _enter(self, found: TypedResult) -> None:
        self.clear()
        self.entered.emit(found)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self.show_hint()
            event.accept()
            return
        super().keyPressEvent(event)


def begins_result(event: QKeyEvent) -> str | None:
    """Return what a key on a row begins: a letter of a result, "" for Enter, None for others."""
    if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
        return ""
    plain = not event.modifiers() or event.modifiers() == Qt.KeyboardModifier.ShiftModifier
    letter = event.text().lower()
    return letter if plain and len(letter) == 1 and letter in _LETTERS else None
