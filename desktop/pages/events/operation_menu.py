"""The menu of the operations on a player or a round, and the dialogs behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from app.event_commands import EventCommand, MenuEntry, Selection
from app.event_commands import Form as Question
from app.fields import Field, Kind, Values
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.event_session import EventSession
from desktop.style.fonts import space
from desktop.widgets import form
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import label, tip
from desktop.widgets.menus import Menu
from events.event_values import EventPlayer, TableGame

# Of the note of a dialog, as `space` counts it.
WIDTH = 100
_WIDGETS: Mapping[Kind, type[QWidget]] = {
    Kind.TEXT: QLineEdit,
    Kind.NUMBER: QSpinBox,
    Kind.YES_NO: QCheckBox,
    Kind.DAY: DateField,
    Kind.CHOICE: ComboBox,
    Kind.PLAYER: ComboBox,
}


def form_field(field: Field, at: object = None) -> form.Field:
    """Return a field of an operation as a form shows it, with the choices of a selection."""
    return form.Field(
        field.name,
        field.label,
        _WIDGETS[field.kind],
        dict(field.choices(at)),
        bounds=field.bounds,
        characters=field.characters,
        placeholder=field.placeholder,
        spoken=field.spoken,
        shown=field.shown,
    )


class FieldsDialog(SimpleDialog):
    """Shows a sentence, and fields below each other with their labels."""

    def __init__(
        self,
        title: str,
        accept_text: str,
        note: str,
        parent: QWidget | None,
        fields: Sequence[form.Field] = (),
        values: Values | None = None,
    ) -> None:
        super().__init__(title, accept_text, parent)
        parts: list[QWidget] = []
        if note:
            words = label(note, wraps=True)
            # A dialog does not ask its parts how high they are at its width.
            words.setMinimumSize(space(self, WIDTH), words.heightForWidth(space(self, WIDTH)))
            parts.append(words)
        self.form = form.Form([[each] for each in fields], values, self, stacked=True)
        self.lay_out(*parts, *([self.form] if fields else []))
        for box in self.form.fields.values():
            if isinstance(box, QLineEdit):
                # Selected, with the beginning in sight.
                box.setSelection(len(box.text()), -len(box.text()))
        if not fields:
            self.accept_button.setFocus()

    def ask(self, then: Callable[[], object]) -> None:
        """Open the dialog; call `then` once it is accepted."""
        self.accepted.connect(then)
        self.open()


class OperationMenu(Menu):
    """Does what its entries say; `others` are what entries without an operation do."""

    def __init__(
        self,
        title: str,
        entries: Iterable[MenuEntry],
        session: EventSession,
        window: QWidget,
        others: Mapping[str, Callable[[], object]],
    ) -> None:
        super().__init__(title, window)
        self._session, self._window = session, window
        self._at: Callable[[], Selection | None] = lambda: None
        self._entries = {each.name: each for each in entries}
        self.entries: dict[str, QAction] = {}
        self.rules: dict[QAction, str] = {}
        for each in self._entries.values():
            if each.begins_group:
                self.addSeparator()
            action = self.entries[each.name] = self.addAction(each.text)
            does = others.get(each.name) or partial(self.start, each.name)
            action.triggered.connect(lambda _=False, does=does: does())
            if each.rule:
                self.rules[action] = each.rule
        self.aboutToShow.connect(self.update_entries)
        self.update_entries()

    def show_selection(
        self, player: EventPlayer | None = None, game: TableGame | None = None, *, last: bool = True
    ) -> None:
        """Be about a player or a game; `last`: the round on screen is the last one."""

        def at() -> Selection | None:
            state, drawing = self._session.state, self._session.drawing
            return Selection(state, player, game, last=last, drawing=drawing) if state else None

        self._at = at
        if self.isVisible():
            self.update_entries()

    def update_entries(self) -> None:
        """Offer what can be done now."""
        at = self._at()
        for name, action in self.entries.items():
            entry = self._entries[name]
            why_not = entry.why_not(at) if at else ""
            action.setVisible(at is not None and bool(entry.shown(at)))
            action.setEnabled(at is not None and not why_not)
            action.setStatusTip(why_not)
            action.setToolTip(tip(why_not))

    def start(self, name: str, **values: object) -> None:
        """Do the operation of an entry, or open its dialog with these values in its fields."""
        at, entry = self._at(), self._entries[name]
        if at is None or entry.command is None:
            return
        if entry.form is not None:
            self.ask(entry.command, entry.form, {**entry.values, **values})
        else:
            self._do(entry.command, {**at.values, **entry.values})

    def ask(self, command: EventCommand, question: Question, values: Values) -> None:
        """Open a dialog, and do its operation once it is accepted."""
        at = self._at()
        if at is None:
            return
        given, asks = {**at.values, **values}, question.asks
        first: dict[str, Any] = {each.name: values.get(each.name, each.value(at)) for each in asks}
        dialog = FieldsDialog(
            at.words(question.title),
            question.button,
            at.words(question.note),
            self._window,
            [form_field(each, at) for each in asks],
            {name: value for name, value in first.items() if value is not None},
        )
        for each in asks:
            if each.needed:
                dialog.form[each.name].textChanged.connect(
                    lambda text: dialog.accept_button.setEnabled(bool(text.strip()))
                )

        def then() -> None:
            asked = dialog.form.values
            zeros = {each.name: None for each in asks if each.none_at_zero and not asked[each.name]}
            self._do(command, {**given, **asked, **zeros})

        dialog.ask(then)

    def _do(self, command: EventCommand, values: Values) -> None:
        self._session.do_all(lambda state: [command.wanted(state, values)])
