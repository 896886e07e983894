"""Results by keys: the field that they are typed in, tables on whose rows they begin, and both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from app.event_rows import BracketRow, RoundRow
from desktop.pages.events.event_panel import EventPanel
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.session.event_session import EventSession
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.layouts import OneLine, row, tab_order
from desktop.widgets.rows_model import RowsModel
from desktop.widgets.rows_table import RowsTable
from events.event_terms import GameResult
from events.result_text import SEATS, TypedResult

Row = TypeVar("Row", bound=RoundRow | BracketRow)
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
        self.hint = OneLine("", self)
        self.setAccessibleName(name)
        self.setPlaceholderText("Result, e.g. 3aw")
        self.setMinimumWidth(space(self, 24))
        self.setMaximumWidth(space(self, 46))
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
        else:
            self._show_hint(found)

    def _on_return_pressed(self) -> None:
        found = self._read(self.text())
        if found.done:
            self._enter(found)

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
    """Games; Enter or a letter of a result on a row begins its result.

    Signals:
        result_begun: a result is typed (the number of the table or game, the letter).
    """

    result_begun = Signal(int, str)

    def __init__(self, model: RowsModel[Row], name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def chosen(self) -> Row | None:
        """Return the selected row."""
        return next(iter(self.selected()), None)

    def begin(self, letter: str = "") -> bool:
        """Begin the result of the selected row; return whether it has one to begin."""
        row = self.chosen()
        number = row.number if row is not None else None
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


class ResultPanel(EventPanel, Generic[Row]):
    """A table of games below a line with the field for results and what can be typed there.

    A subclass reads what is typed, enters results, and says which game a row is.
    """

    def __init__(
        self, session: EventSession, table: ResultTable[Row], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.table = table
        table.setParent(self)
        self.field = ResultField("Result by keys", self.read, self.known, self)
        self.at_time = push_button(
            "At &time…", self, "A game that is not over in time", self.ask_at_time
        )
        self.table.result_begun.connect(self.begin_result)
        self.table.selectionModel().selectionChanged.connect(self.show_selected)
        self.field.entered.connect(self.on_entered)

    def head(self, *before: QWidget, after: Sequence[QWidget] = ()) -> QHBoxLayout:
        """Return the line above the table; in the tab order it follows the parts `before`."""
        gap = space(self, 2)
        tab_order(*before, self.field, self.at_time, *after, self.table, self.side)
        return row(
            (self.field, 1), (self.field.hint, 2), self.at_time, *after,
            margin=(2 * gap, gap, gap, gap), spacing=gap,
        )  # fmt: skip

    def read(self, text: str) -> TypedResult:
        raise NotImplementedError

    def known(self, typed: TypedResult) -> str:
        """Return the result that a game has already, as a sentence."""
        raise NotImplementedError

    def on_entered(self, typed: TypedResult) -> None:
        """Enter a result that was typed, and show what can be typed next."""
        raise NotImplementedError

    def show_selected(self) -> None:
        """Show what can be done with the selected game."""
        raise NotImplementedError

    def begin_result(self, number: int, typed: str) -> None:
        self.field.begin(number, typed)

    def seeds(self, chosen: Row) -> dict[str, Any]:
        """Return what the dialog at time needs to know of an elimination."""
        return {}

    def on_ruled(
        self,
        chosen: Row,
        dialog: AtTimeDialog | MeleePowerDialog,
        ruling: GameResult | tuple[int, ...],
    ) -> None:
        """Enter what the dialog at time has decided for the game of a row."""
        raise NotImplementedError

    def ask_at_time(self) -> AtTimeDialog | MeleePowerDialog | None:
        """Open the dialog for a game that is not over when time is called."""
        state, chosen = self._session.state, self.table.chosen()
        game = chosen.game if chosen is not None else None
        if state is None or chosen is None or game is None or len(game.players) < 2:
            return None
        names = [state.player(each).name for each in game.players]
        dialog: AtTimeDialog | MeleePowerDialog = (
            MeleePowerDialog(names, self)
            if state.kind.at_tables
            else AtTimeDialog(state.regulations, (names[0], names[1]), self, **self.seeds(chosen))
        )

        # The row as it was then: the game may have a result of another window by now.
        def then(ruling: GameResult | tuple[int, ...]) -> None:
            self.on_ruled(chosen, dialog, ruling)

        dialog.ruled.connect(then)
        dialog.open()
        return dialog
