"""Results by keys: the field that they are typed in, and tables on whose rows they begin."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.layouts import give_way, label
from desktop.widgets.rows_model import Row, RowsModel
from desktop.widgets.rows_table import RowsTable
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


class ResultTable(RowsTable[Row]):
    """Games; Enter or a letter of a result on a row begins the result of its `number`.

    Signals:
        result_begun: a result is typed (the number of the table or game, the letter).
    """

    result_begun = Signal(int, str)

    def __init__(
        self,
        model: RowsModel[Row],
        name: str,
        parent: QWidget | None = None,
        *,
        number: Callable[[Row], int | None],
    ) -> None:
        super().__init__(model, name, parent)
        self._number = number
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def chosen(self) -> Row | None:
        """Return the selected row."""
        return next(iter(self.selected()), None)

    def begin(self, letter: str = "") -> bool:
        """Begin the result of the selected row; return whether it has one to begin."""
        row = self.chosen()
        number = self._number(row) if row is not None else None
        if number is not None:
            self.result_begun.emit(number, letter)
        return number is not None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() or event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        letter = event.text().lower()
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        begins = is_enter or (plain and len(letter) == 1 and letter in _LETTERS)
        if not begins or not self.begin("" if is_enter else letter):
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Do not look for rows by their first letter: letters are results."""
